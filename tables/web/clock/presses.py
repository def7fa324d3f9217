"""What each button of the clock page does: the form it sends, the panel it stands in, the action."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.shortcuts import get_object_or_404

from tables.web.clock import forms
from tournaments.actions import clock, registration
from tournaments.journal.change import By
from tournaments.models import DarkGap, Day

Given = dict[str, Any]
Act = Callable[[By, Day, Given], object]


@dataclass(frozen=True, slots=True)
class Button:
    """One button. `form` is its name on the page: two buttons may send the same one."""

    panel: str
    form: str
    act: Act


FORMS: dict[str, type[forms.Press]] = {
    "plain": forms.Press,
    "set_left": forms.SetTimeLeft,
    "adjust": forms.Adjust,
    "pause_at": forms.PauseAt,
    "take_break": forms.TakeBreak,
    "count_down": forms.CountDown,
    "go_to": forms.GoTo,
    "extend": forms.Extend,
    "dark": forms.DarkAnswer,
}


def _set_left(by: By, day: Day, given: Given) -> object:
    return clock.set_time_left(by, day, given["left_ms"], showing=given["showing"])


def _adjust(sign: int) -> Act:
    return lambda by, day, given: clock.adjust_clock(
        by, day, sign * given["delta_ms"], showing=given["showing"]
    )


def _break_now(by: By, day: Day, given: Given) -> object:
    return clock.take_break(by, day, given["duration_ms"], until=given["at"], showing=given["showing"])


def _break_later(by: By, day: Day, given: Given) -> object:
    return clock.take_break(
        by, day, given["duration_ms"], when="later", until=given["at"], showing=given["showing"]
    )


def _count_down(by: By, day: Day, given: Given) -> object:
    if given["at"] is not None:
        return clock.count_down_to(by, day, given["at"])
    return clock.count_down_for(by, day, given["duration_ms"])


def _go_to(by: By, day: Day, given: Given) -> object:
    return clock.go_to_item(by, day, given["item"], showing=given["showing"])


def _dark(by: By, day: Day, given: Given) -> object:
    gap = get_object_or_404(DarkGap, pk=given["gap"])
    return clock.answer_dark_gap(by, day, gap, stopped=given["stopped"] == "yes")


def _hold(hold: str) -> Act:
    return lambda by, day, _given: registration.hold_registration(by, day, hold)


BUTTONS: dict[str, Button] = {
    "start": Button("time", "plain", lambda by, day, _given: clock.start_clock(by, day)),
    "pause": Button("time", "plain", lambda by, day, _given: clock.pause_clock(by, day)),
    "set_left": Button("time", "set_left", _set_left),
    "more": Button("time", "adjust", _adjust(1)),
    "less": Button("time", "adjust", _adjust(-1)),
    "pause_at": Button("time", "pause_at", lambda by, day, given: clock.pause_clock_at(by, day, given["at"])),
    "break_now": Button("break", "take_break", _break_now),
    "break_later": Button("break", "take_break", _break_later),
    "count_down": Button("countdown", "count_down", _count_down),
    "next": Button("levels", "plain", lambda by, day, given: clock.next_item(by, day, given["showing"])),
    "previous": Button(
        "levels", "plain", lambda by, day, given: clock.previous_item(by, day, given["showing"])
    ),
    "go_to": Button("levels", "go_to", _go_to),
    "hold_open": Button("registration", "plain", _hold(Day.Registration.OPEN)),
    "close": Button("registration", "plain", _hold(Day.Registration.CLOSED)),
    "by_clock": Button("registration", "plain", _hold(Day.Registration.AUTO)),
    "extend": Button(
        "registration",
        "extend",
        lambda by, day, given: registration.extend_registration(by, day, given["level"]),
    ),
    "cut_line": Button("registration", "plain", lambda by, day, _given: registration.cut_line(by, day)),
    "finish_line": Button("registration", "plain", lambda by, day, _given: registration.finish_line(by, day)),
    "pool_final": Button(
        "registration", "plain", lambda by, day, _given: registration.confirm_pool(by, day.event)
    ),
    "dark": Button("dark", "dark", _dark),
}
