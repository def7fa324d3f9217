"""What is typed about a player."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Player
from tournaments.queries.likely_players import LikelyPlayer, likely_players
from tournaments.rules.errors import RuleError
from tournaments.rules.names import folded
from tournaments.rules.person import Person, checked
from tournaments.web.refusals import sentence

_OFF: dict[str, Any] = {"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}


def _text(label: Any, *, required: bool = False, **options: Any) -> forms.CharField:
    missing = {"required": _("The name is missing.")}
    widget = forms.TextInput(attrs=_OFF)
    return forms.CharField(label=label, required=required, widget=widget, error_messages=missing, **options)


class PersonForm(forms.Form):
    """A player as typed; `person` and `birth` once it is valid.

    Lengths are asked by `checked`, as everywhere: what was typed comes back whole, with the sentence.
    warn: refuse what is likely a player of the house already; `likely` has who. A button called `anyway`
    with `likely_keys` as its value says that none of these is meant.
    """

    first_name = _text(_("First name"))
    last_name = _text(_("Last name"), required=True)
    alias = _text(_("Alias"))
    card = _text(_("Card"))
    country = _text(_("Country"), help_text=_("Two letters, as DE."))
    birth_date = forms.DateField(
        label=_("Date of birth"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    note = _text(_("Note"))

    person: Person
    likely: tuple[LikelyPlayer, ...] = ()

    def __init__(self, *args: Any, warn: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._warn = warn

    def clean(self) -> dict[str, Any]:
        """One check for every door: that of the rules."""
        data = super().clean() or {}
        if "last_name" in self.errors:
            return data
        names = ("first_name", "last_name", "alias", "card", "country", "note")
        try:
            self.person = checked(Person(**{name: data.get(name) or "" for name in names}))
        except RuleError as error:
            self.refuse(error)
        else:
            self._refuse_likely(data.get("birth_date"))
        return data

    def _refuse_likely(self, birth: date | None) -> None:
        if not self._warn:
            return
        found = likely_players(self.person, birth)
        answered = set(self.data.get("anyway", "").split(","))
        if not {str(one.pk) for one in found} <= answered:
            self.likely = found
            said = _("This may be a player of the house already: look at the list first.")
            self.add_error(None, forms.ValidationError(said, code="likely"))

    @property
    def likely_keys(self) -> str:
        """What the button that adds all the same sends back: whom the warning named."""
        return ",".join(str(one.pk) for one in self.likely)

    @property
    def birth(self) -> date | None:
        """The date of birth, if it was given."""
        found: date | None = self.cleaned_data.get("birth_date")
        return found

    def refuse(self, error: RuleError) -> None:
        """Say a refusal at the field that it is about, else above the form."""
        field = error.facts.get("field")
        self.add_error(field if field in self.fields else None, sentence(error))


def of_player(player: Player) -> dict[str, Any]:
    """What a player's form begins with."""
    names = ("first_name", "last_name", "alias", "card", "country", "birth_date", "note")
    return {name: getattr(player, name) for name in names}


def of_search(text: str) -> dict[str, Any]:
    """What a new player's form begins with, from what was typed to find him: a card, or a name."""
    text = " ".join(text.split())[:200]
    if folded(text).replace(" ", "").isdigit():
        return {"card": text}
    if "," in text:
        last, first = text.split(",", 1)
        return {"first_name": first.strip(), "last_name": last.strip()}
    first, _space, last = text.rpartition(" ")
    return {"first_name": first, "last_name": last}
