"""A Day of an event, as a form."""

from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import Day, Event, StructureTemplate
from tournaments.web.fields import HouseTimeField

_CODE = RegexValidator(
    r"^[0-9A-Za-z][0-9A-Za-z-]*$", _("A code has letters and digits only, as 1A or Final.")
)


class DayForm(forms.Form):
    """Code, name and start of a Day."""

    code = forms.CharField(
        label=_("Code"),
        max_length=8,
        validators=[_CODE],
        help_text=_("Short, for addresses and slips: 1A, 2, Final."),
    )
    label = forms.CharField(
        label=_("Name"), max_length=60, required=False, help_text=_("Empty: Day and its code.")
    )

    def __init__(self, data: Any = None, *, zone: str, day: Day | None = None) -> None:
        initial = {"code": day.code, "label": day.label, "starts_at": day.starts_at} if day else {}
        super().__init__(data, initial=initial)
        self.fields["starts_at"] = HouseTimeField(label=_("Start"), zone=zone)

    def values(self) -> dict[str, Any]:
        """The columns of a Day that this form sets."""
        data = self.cleaned_data
        label = data["label"] or gettext("Day %(code)s") % {"code": data["code"]}
        return {"code": data["code"], "label": label[:60], "starts_at": data["starts_at"]}


class NewDayForm(DayForm):
    """A Day to add, with where its structure comes from."""

    def __init__(self, data: Any = None, *, zone: str, event: Event) -> None:
        super().__init__(data, zone=zone)
        days = [(f"day-{day.pk}", _("as %(day)s") % {"day": day.label}) for day in event.days.all()]
        templates = [
            (f"template-{pk}", name) for pk, name in StructureTemplate.objects.values_list("pk", "name")
        ]
        self.fields["structure"] = forms.ChoiceField(
            label=_("Structure"),
            required=False,
            choices=[*days, ("", _("None yet: I make one afterwards")), *templates],
            help_text=_("The Day gets a copy of its own."),
        )

    def source(self, event: Event) -> dict[str, Any]:
        """Whose structure the Day copies, as `open_day` takes it."""
        kind, _dash, pk = self.cleaned_data["structure"].partition("-")
        if kind == "day":
            return {"like": event.days.get(pk=pk)}
        return {"template": StructureTemplate.objects.get(pk=pk)} if kind == "template" else {}
