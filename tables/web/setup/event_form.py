"""What an event is, as a form: new, and its settings."""

from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.rules.table_numbers import parse_numbers
from tables.web.setup.option_form import PriceFields
from tables.web.setup.rules_form import RulesFields, initial_rules
from tables.web.setup.slugs import LONGEST, RESERVED, suggested_slug
from tournaments.actions.event import rules_of
from tournaments.models import Event, StructureTemplate
from tournaments.queries.colours import unlike_the_last
from tournaments.rules.errors import RuleError
from tournaments.rules.house import HouseRules
from tournaments.rules.money import format_money
from tournaments.web.fields import (
    MOST_CHIPS,
    ChipListField,
    HouseTimeField,
    MoneyField,
    WholeField,
    read_money,
)
from tournaments.web.refusals import sentence

MOST_LEVELS = 999
DEFAULT_CHAIRS = 9
_CURRENCY = RegexValidator(r"^[A-Z]{3}$", _("Three letters, as EUR."))
_COLOUR = RegexValidator(r"^#[0-9a-f]{6}$", _("A colour is # and six digits."))


class EventFields(RulesFields):
    """The settings that a new event and an old one share."""

    name = forms.CharField(label=_("Name"), max_length=100)
    currency = forms.CharField(label=_("Currency"), max_length=3, required=False)
    stack = WholeField(label=_("Starting stack"), min_value=1, max_value=MOST_CHIPS, required=False)
    chips = ChipListField(label=_("Chip denominations"))
    chairs = WholeField(label=_("Chairs per table"), min_value=2, max_value=10, required=False)
    registration_level = WholeField(
        label=_("Late registration to the end of level"), max_value=MOST_LEVELS, required=False
    )
    guarantee = MoneyField(label=_("Guaranteed prize pool"))
    seating = forms.ChoiceField(
        label=_("Seats are drawn"), choices=Event.Seating.choices, widget=forms.RadioSelect, required=False
    )
    unclaimed = forms.ChoiceField(
        label=_("Stacks nobody has claimed"), choices=Event.Unclaimed.choices, required=False
    )
    unclaimed_level = WholeField(
        label=_("Taken up after level"), min_value=1, max_value=MOST_LEVELS, required=False
    )
    may_give_up_stack = forms.BooleanField(
        label=_("A player may give up his stack for a re-entry at the end of registration"), required=False
    )
    shows_names = forms.BooleanField(label=_("Names"), required=False)
    shows_pool = forms.BooleanField(label=_("Prize pool and places"), required=False)
    shows_average = forms.BooleanField(label=_("Average stack"), required=False)
    colour = forms.CharField(
        label=_("Colour"), max_length=7, required=False, widget=forms.TextInput(attrs={"type": "color"})
    )

    def clean_currency(self) -> str:
        currency = self.cleaned_data["currency"].strip().upper() or self.get_initial_for_field(
            self.fields["currency"], "currency"
        )
        _CURRENCY(currency)
        return str(currency)

    def clean_colour(self) -> str:
        colour = self.cleaned_data["colour"].strip().lower() or self.get_initial_for_field(
            self.fields["colour"], "colour"
        )
        _COLOUR(colour)
        return str(colour)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if "currency" in data:
            data |= read_money(self, ["guarantee"], data["currency"])
        return data

    def settings(self, before: HouseRules) -> dict[str, Any]:
        """The columns of an Event that this form sets."""
        data = self.cleaned_data
        shows = ("shows_names", "shows_pool", "shows_average", "unclaimed", "unclaimed_level")
        plain = ("name", "currency", "guarantee", *shows, "colour", "may_give_up_stack")
        return {
            **{name: data[name] for name in plain},
            "seating": data["seating"] or Event.Seating.AT_REGISTRATION,
            "unclaimed": data["unclaimed"] or Event.Unclaimed.DEALT_IN,
            "unclaimed_level": data["unclaimed_level"] or 1,
            "stack": data["stack"],
            "chips": data["chips"],
            "chairs": data["chairs"] or DEFAULT_CHAIRS,
            "registration_level": data["registration_level"] or 0,
            "rules": self.rules(before),
        }


class NewEventForm(PriceFields, EventFields):
    """An event that can run at once: its first Day, what an entry costs, its tables."""

    slug = forms.SlugField(
        label=_("Address"),
        max_length=LONGEST,
        required=False,
        help_text=_("Empty: made from the name. It never changes afterwards."),
        widget=forms.TextInput(attrs={"data-slug-from": "name", "autocomplete": "off"}),
    )
    template = forms.ModelChoiceField(
        StructureTemplate.objects.all(),
        label=_("Structure"),
        required=False,
        empty_label=_("Choose one, or make it afterwards"),
    )
    starts_at = HouseTimeField(label=_("Start"))
    tables = forms.CharField(
        label=_("Their numbers"),
        max_length=400,
        required=False,
        widget=forms.TextInput(attrs={"placeholder": "1-24, 30"}),
    )

    def __init__(self, data: Any = None, *, zone: str, currency: str) -> None:
        initial = {
            "currency": currency,
            "seating": Event.Seating.AT_REGISTRATION,
            "shows_names": True,
            "shows_pool": True,
            "shows_average": True,
            "colour": unlike_the_last(),
            "book": "tda",
        }
        super().__init__(data, initial=initial)
        self.fields["starts_at"] = HouseTimeField(label=_("Start"), zone=zone)

    def clean_slug(self) -> str:
        slug = str(self.cleaned_data["slug"]).lower()
        if slug in RESERVED:
            raise forms.ValidationError(
                _("The house has a page called %(slug)s. Choose another address."), params={"slug": slug}
            )
        return slug

    def clean_tables(self) -> tuple[int, ...]:
        try:
            return parse_numbers(self.cleaned_data["tables"])
        except RuleError as error:
            raise forms.ValidationError(sentence(error)) from None

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        template = data.get("template")
        if template is not None:
            data["stack"] = data.get("stack") or template.stack
            data["chips"] = data.get("chips") or template.chips
            data["chairs"] = data.get("chairs") or template.chairs
            if data.get("registration_level") is None:
                data["registration_level"] = template.registration_level
        elif not data.get("stack") and "stack" not in self.errors:
            self.add_error("template", _("Choose a structure, or give a starting stack under More."))
        return data

    def address(self) -> str:
        """The slug as typed, else one made from the name."""
        return self.cleaned_data["slug"] or suggested_slug(self.cleaned_data["name"])

    def option(self) -> dict[str, Any]:
        """What the event sells first."""
        chips = self.cleaned_data["stack"]
        return {"kind": "entry", "name": gettext("Entry"), "chips": chips, **self.price()}


class SettingsForm(EventFields):
    """The settings of an event that exists."""

    def __init__(self, data: Any = None, *, event: Event) -> None:
        names = ("name", "currency", "stack", "chips", "chairs", "registration_level", "seating", "colour")
        shows = ("shows_names", "shows_pool", "shows_average", "may_give_up_stack")
        chosen = (*names, *shows, "unclaimed", "unclaimed_level")
        initial = {name: getattr(event, name) for name in chosen}
        initial["guarantee"] = format_money(event.guarantee, event.currency) if event.guarantee else ""
        super().__init__(data, initial=initial | initial_rules(rules_of(event)))
        self.fields["stack"].required = True
