"""The clock page's small forms. Each gets the instant of the press and the house's time zone."""

from datetime import datetime, time, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.web.clock.fields import CountField, TimeLeftField, TimeOfDayField
from tables.web.clock.moments import instant_after, instant_before

# Beyond this a time of day that is still to come was meant as one that has passed.
FAR_AHEAD = timedelta(hours=18)
MINUTE_MS = 60_000


class Press(forms.Form):
    """What every form carries: the item that its page showed."""

    showing = forms.IntegerField(
        widget=forms.HiddenInput,
        error_messages={"required": _("The page sent no level. Load it again.")},
    )

    def __init__(self, *args: Any, now: datetime, zone: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self.now, self.zone = now, zone

    def ahead(self, typed: time) -> datetime:
        """The instant to come that a time of day means; ValidationError where it has just passed."""
        at = instant_after(typed, self.now, self.zone)
        if at - self.now > FAR_AHEAD:
            said = gettext("{at} has passed already.").format(at=f"{typed:%H:%M}")
            raise forms.ValidationError(said, code="passed")
        return at


class SetTimeLeft(Press):
    """How much of the item on show is left."""

    left_ms = TimeLeftField(label=_("Time left"))


class Adjust(Press):
    """More or less time, by minutes and seconds."""

    minutes = CountField(label=_("Minutes"), most=6_000, required=False)
    seconds = CountField(label=_("Seconds"), most=3_600, required=False)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        given["delta_ms"] = ((given.get("minutes") or 0) * 60 + (given.get("seconds") or 0)) * 1000
        if not given["delta_ms"] and not self.errors:
            raise forms.ValidationError(gettext("Say by how much."), code="nothing")
        return given


class PauseAt(Press):
    """When the clock should have been paused."""

    at = TimeOfDayField(label=_("Should have been paused at"))

    def clean_at(self) -> datetime:
        return instant_before(self.cleaned_data["at"], self.now, self.zone)


class _LengthOrTime(Press):
    """Minutes or a time of day, one of the two."""

    minutes = CountField(label=_("Minutes"), most=1_440, required=False)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if not self.errors and (given.get("minutes") is None) == (given.get("at") is None):
            raise forms.ValidationError(gettext("Say for how many minutes, or a time of day."), code="one-of")
        minutes = given.get("minutes")
        given["duration_ms"] = None if minutes is None else minutes * MINUTE_MS
        return given

    def clean_at(self) -> datetime | None:
        typed = self.cleaned_data["at"]
        return None if typed is None else self.ahead(typed)


class TakeBreak(_LengthOrTime):
    """A break for so long, or until a time of day."""

    at = TimeOfDayField(label=_("or until"), required=False)


class CountDown(_LengthOrTime):
    """A countdown for so long, or to a time of day."""

    at = TimeOfDayField(label=_("or start at"), required=False)


class GoTo(Press):
    """A row of the structure."""

    item = forms.IntegerField(widget=forms.HiddenInput)


class Extend(Press):
    """The level until whose end registration shall be open; 0 to the start of play."""

    level = forms.TypedChoiceField(label=_("Until the end of level"), coerce=int)

    def __init__(self, *args: Any, levels: tuple[int, ...] = (), **options: Any) -> None:
        super().__init__(*args, **options)
        choices = [("0", gettext("none: to the start"))] + [(str(n), str(n)) for n in levels]
        self.fields["level"].choices = choices  # type: ignore[attr-defined]


class DarkAnswer(Press):
    """Whether play was stopped in a dark gap."""

    gap = forms.IntegerField(widget=forms.HiddenInput)
    stopped = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")], widget=forms.HiddenInput)
