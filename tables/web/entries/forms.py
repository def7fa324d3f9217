"""What is chosen at the desk."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.queries.desk import Offer
from tables.queries.entries import NOT_CHECKED_IN, SORTS, EntryFilter
from tournaments.models import Day, Entry, Event, LedgerLine, Option
from tournaments.web.refusals import sentence
from tournaments.web.template_tags import money

NOW, LATER, RESERVE = "now", "later", "reserve"


class OfferChoice(forms.RadioSelect):
    """Options as radio buttons; what cannot be taken is greyed, with why as its title."""

    refusals: dict[str, str] = {}

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """One radio button."""
        made: dict[str, Any] = super().create_option(name, value, *args, **kwargs)
        why = self.refusals.get(str(value))
        if why:
            made["attrs"] |= {"disabled": True, "title": why}
        return made


class SellForm(forms.Form):
    """An option for somebody: which Day, how it is paid, and when the seat is drawn."""

    day = forms.ModelChoiceField(Day.objects.none(), label=_("Day"), to_field_name="code", empty_label=None)
    option = forms.ModelChoiceField(Option.objects.none(), label=_("Option"), empty_label=None)
    method = forms.ChoiceField(label=_("Paid by"), choices=LedgerLine.Method.choices)
    then = forms.ChoiceField(label=_("Seat"))
    in_line = forms.BooleanField(label=_("Stood in the line when it was cut"), required=False)

    def __init__(self, *args: Any, event: Event, day: Day, offers: Sequence[Offer], **kwargs: Any) -> None:
        free = next((offer.option.pk for offer in offers if offer.refusal is None), None)
        kwargs["initial"] = {"day": day.code, "option": free, "method": "cash"} | (
            kwargs.get("initial") or {}
        )
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        days = event.days.filter(over_at=None)
        fields["day"].queryset = days
        fields["day"].label_from_instance = lambda found: found.label
        if len(days) < 2:
            fields["day"].widget = forms.HiddenInput()
        fields["option"].queryset = event.options.filter(kind__in=Option.STARTS_ENTRY)
        self.why_not = _why_not(offers)
        self.is_possible = free is not None
        choices = [
            (o.option.pk, f"{o.option.name} · {money(o.option.price, event.currency)}") for o in offers
        ]
        widget = OfferChoice(choices=choices)
        widget.refusals = {str(o.option.pk): sentence(o.refusal) for o in offers if o.refusal}
        fields["option"].widget = widget
        if event.seating == Event.Seating.AT_REGISTRATION:
            then = [(NOW, _("At once")), (LATER, _("Later")), (RESERVE, _("Reserve only"))]
        else:
            then = [(LATER, _("In the draw")), (RESERVE, _("Reserve only"))]
        fields["then"].choices = then
        if day.line_cut_at is None:
            del fields["in_line"]


def _why_not(offers: Sequence[Offer]) -> list[str]:
    """What the panel says below the options, each sentence once."""
    if not offers:
        return [gettext("This event sells no entry yet: add an option in its settings.")]
    return list(dict.fromkeys(sentence(offer.refusal) for offer in offers if offer.refusal))


class FilterForm(forms.Form):
    """Which entries are listed. Anything unknown in the address is as if it were not there."""

    q = forms.CharField(required=False, max_length=100)
    state = forms.ChoiceField(
        required=False,
        choices=[("", _("All states")), *Entry.State.choices, (NOT_CHECKED_IN, _("not checked in"))],
    )
    option = forms.ModelChoiceField(Option.objects.none(), required=False, empty_label=_("All options"))
    sort = forms.ChoiceField(required=False, choices=list(SORTS.items()))

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["option"].queryset = event.options.all()
        fields["sort"].choices = [(key, _(words)) for key, words in SORTS.items()]

    def wanted(self) -> EntryFilter:
        """The filter that was asked for."""
        self.is_valid()
        data = self.cleaned_data
        option = data.get("option")
        return EntryFilter(
            text=data.get("q") or "",
            state=data.get("state") or "",
            option=option.pk if option else None,
            sort=data.get("sort") or "newest",
        )
