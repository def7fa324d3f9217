"""The house rules of an event as a form: a rule book, and where the house decides otherwise."""

from dataclasses import asdict, replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.event import rules_to_json
from tournaments.rules.house import HouseRules
from tournaments.web.fields import WholeField

_BOOKS = {"tda": HouseRules(), "wsop": HouseRules.wsop()}
_AS_BOOK = ("", _("as the rule book has it"))


class NumbersField(forms.CharField):
    """Small numbers in one line, as "3, 2, 1"; cleaned, a tuple of them, the most first."""

    wanted = _("Numbers are wanted, as 36, 20.")

    def prepare_value(self, value: Any) -> Any:
        """As one types it."""
        return ", ".join(map(str, value)) if isinstance(value, tuple | list) else value

    def clean(self, value: Any) -> Any:
        """ValidationError for what is no list of small numbers."""
        typed = super().clean(value)
        words = typed.replace(",", " ").split()
        if not all(word.isascii() and word.isdigit() and len(word) < 4 and int(word) for word in words):
            raise forms.ValidationError(self.wanted)
        return tuple(sorted({int(word) for word in words}, reverse=True)) or ""


class TablesField(NumbersField):
    """The same of tables."""

    wanted = _("Numbers of tables are wanted, as 3, 2, 1.")


class RulesFields(forms.Form):
    """Fields of a HouseRules value. Empty: as the chosen rule book has it."""

    book = forms.ChoiceField(
        label=_("Rule book"), choices=[("tda", _("TDA 2024")), ("wsop", _("WSOP"))], required=False
    )
    late_seat = forms.ChoiceField(
        label=_("A late entry sits"),
        required=False,
        choices=[
            _AS_BOOK,
            ("fewest", _("at the table with the fewest players")),
            ("any", _("in any open chair")),
            ("in-order", _("at the tables in their opening order")),
        ],
    )
    final_table = forms.ChoiceField(
        label=_("Size of the final table"),
        required=False,
        choices=[_AS_BOOK, ("tda", _("by the TDA table")), ("wsop", _("by the WSOP table"))],
    )
    halt = forms.ChoiceField(
        label=_("A table three or more short stops"),
        required=False,
        choices=[
            _AS_BOOK,
            ("2024", _("when its blinds are affected (TDA 2024)")),
            ("2022", _("at once (TDA 2022)")),
            ("off", _("never")),
        ],
    )
    first_button = forms.ChoiceField(
        label=_("The first button"),
        required=False,
        choices=[
            _AS_BOOK,
            ("dealers-right", _("at the dealer's right")),
            ("high-card", _("by high card")),
            ("chair-1", _("in chair 1")),
        ],
    )
    max_difference = WholeField(
        label=_("Players two tables may differ by"), min_value=1, max_value=9, required=False
    )
    reserve_while_open = WholeField(
        label=_("Chairs kept free while registration is open"), max_value=1000, required=False
    )
    redraw_min_entries = WholeField(
        label=_("Redraws from so many entries on"), max_value=100_000, required=False
    )
    redraw_tables = TablesField(
        label=_("Everybody draws anew at so many tables"),
        help_text=_("As 3, 2, 1. At the final table always."),
        max_length=60,
        required=False,
    )
    redraw_players = NumbersField(
        label=_("… and with so many players left"),
        help_text=_("As 36, 20, where the number of tables does not say it. Each once."),
        max_length=60,
        required=False,
    )

    RULES = (
        "late_seat",
        "final_table",
        "halt",
        "first_button",
        "max_difference",
        "reserve_while_open",
        "redraw_min_entries",
        "redraw_tables",
        "redraw_players",
    )

    def rules(self, before: HouseRules) -> dict[str, Any]:
        """The rules as an event stores them; what this form does not ask stays as it was before."""
        old_book = asdict(_BOOKS[book_of(before)])
        kept = {
            name: value
            for name, value in asdict(before).items()
            if name not in self.RULES and value != old_book[name]
        }
        chosen = {
            name: value for name in self.RULES if (value := self.cleaned_data.get(name)) not in (None, "")
        }
        book = _BOOKS[self.cleaned_data.get("book") or "tda"]
        return rules_to_json(replace(book, **{**kept, **chosen}))


def book_of(rules: HouseRules) -> str:
    """The rule book that rules are nearest to."""
    return "wsop" if rules.stud_mover == "high-card" else "tda"


def initial_rules(rules: HouseRules) -> dict[str, Any]:
    """What the form shows for rules: the book, and only what differs from it."""
    book = book_of(rules)
    plain = asdict(_BOOKS[book])
    differing = {
        name: value
        for name, value in asdict(rules).items()
        if name in RulesFields.RULES and value != plain[name]
    }
    return {"book": book, **differing}
