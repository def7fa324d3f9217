"""Faults seen in other people's clocks, one test for each kind, and what staff are told."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.vectors.make_clock import document, from_document
from tournaments.rules.clock import (
    Clock,
    Item,
    adjust,
    changes_between,
    go_to,
    instant_of,
    pause,
    pause_at,
    read,
    reschedule,
    set_remaining,
    start,
    take_out,
)
from tournaments.rules.errors import RuleError

MINUTE = 60_000
EIGHT = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
LEVELS = tuple(Item(number, "level", 15 * MINUTE) for number in range(1, 31))
NIGHT = (
    Item(11, "level", 20 * MINUTE),
    Item(12, "level", 20 * MINUTE),
    Item(13, "break", 5 * MINUTE, stop_at_end=True),
    Item(14, "level", 30 * MINUTE),
)


def at(minutes: float, after: datetime = EIGHT) -> datetime:
    return after + timedelta(minutes=minutes)


def running(schedule: tuple[Item, ...], since: datetime = EIGHT) -> Clock:
    return start(Clock(), schedule, since)


def shown(clock, schedule, now):
    """Item, minutes left and state."""
    reading = read(clock, schedule, now)
    return reading.item, reading.remaining_ms / MINUTE, reading.state


def fault(change, *facts):
    with pytest.raises(RuleError) as caught:
        change(*facts)
    return caught.value.code, str(caught.value)


# KNOWN_FAULTS, by number


def test_fault_1_twenty_levels_later_no_millisecond_is_lost():
    clock = running(LEVELS)
    begins = changes_between(clock, LEVELS, EIGHT, at(24 * 60))
    assert begins == tuple((at(15 * passed), passed + 1) for passed in range(1, 30))
    # Somebody acts at each change, a quarter of a second late: no lateness is carried on.
    for passed in range(1, 20):
        late = at(15 * passed) + timedelta(milliseconds=250)
        clock = start(pause(clock, LEVELS, late), LEVELS, late)
    assert shown(clock, LEVELS, at(20 * 15)) == (21, 15, "running")


def test_fault_2_asleep_for_forty_minutes_the_first_answer_is_right():
    assert shown(running(LEVELS), LEVELS, at(40)) == (3, 5, "running")


def test_fault_4_a_hundred_short_runs_are_not_rounded():
    clock, now = Clock(), EIGHT + timedelta(microseconds=999)
    for _ in range(100):
        clock = start(clock, LEVELS, now)
        now += timedelta(milliseconds=1900)
        clock = pause(clock, LEVELS, now)
        now += timedelta(microseconds=333_777)
    assert read(clock, LEVELS, now).elapsed_ms == 190_000


def test_fault_5_a_restart_forgets_nothing():
    clock = adjust(running(LEVELS), LEVELS, at(3), 2 * MINUTE)
    kept = from_document(document(clock, LEVELS, at(4)))
    assert kept == clock
    assert shown(kept, LEVELS, at(9)) == (1, 8, "running")


def test_fault_8_a_skip_while_paused_stays_paused_and_gains_no_pause():
    clock = go_to(pause(running(LEVELS), LEVELS, at(5)), LEVELS, at(6), 2)
    assert shown(clock, LEVELS, at(66)) == (2, 15, "paused")
    assert shown(start(clock, LEVELS, at(66)), LEVELS, at(67)) == (2, 14, "running")


@pytest.mark.parametrize("zone", ["Europe/Berlin", "Australia/Lord_Howe", "America/New_York"])
@pytest.mark.parametrize(
    "day", [(2026, 3, 7), (2026, 3, 28), (2026, 4, 4), (2026, 10, 3), (2026, 10, 24), (2026, 10, 31)]
)
def test_fault_9_over_midnight_and_the_night_the_clocks_change(zone, day):
    begin = datetime(*day, 23, 50, tzinfo=ZoneInfo(zone))
    hours = timedelta(hours=6)
    later = (begin.astimezone(UTC) + hours).astimezone(begin.tzinfo)
    clock = running(LEVELS, begin)
    assert shown(clock, LEVELS, later) == (25, 15, "running")
    resumed = start(pause(clock, LEVELS, begin + timedelta(minutes=10)), LEVELS, later)
    assert shown(resumed, LEVELS, later) == (1, 5, "running")
    assert resumed.anchor == later
    assert resumed.anchor.tzinfo is UTC


def test_fault_11_deleting_an_earlier_level_leaves_the_blinds_on_show():
    clock = running(LEVELS)
    edited = reschedule(clock, LEVELS, LEVELS[1:], at(40))
    assert shown(edited, LEVELS[1:], at(40)) == (3, 5, "running")


@pytest.mark.parametrize(("keep", "left"), [("elapsed", 15), ("remaining", 10), ("restart", 20)])
def test_fault_11_lengthening_the_running_level_means_what_was_asked(keep, left):
    longer = (replace(LEVELS[0], duration_ms=20 * MINUTE), *LEVELS[1:])
    edited = reschedule(running(LEVELS), LEVELS, longer, at(5), keep)
    assert shown(edited, longer, at(5)) == (1, left, "running")
    assert read(edited, longer, at(5)).next_change == at(5 + left)


def test_fault_7_a_break_made_longer_ends_at_its_new_end():
    night = (NIGHT[0], replace(NIGHT[2], stop_at_end=False), NIGHT[3])
    longer = (night[0], replace(night[1], duration_ms=10 * MINUTE), night[2])
    edited = reschedule(running(night), night, longer, at(22))
    assert changes_between(edited, longer, at(22), at(60)) == ((at(30), 14),)


def test_fault_12_start_pressed_twice_is_pressed_once():
    once = running(LEVELS)
    assert start(once, LEVELS, at(0.01)) == once
    stopped = pause(once, LEVELS, at(5))
    assert pause(stopped, LEVELS, at(6)) == stopped


# Holding, waiting and finishing


def test_a_break_that_stops_holds_until_started_and_then_the_next_begins_whole():
    clock = running(NIGHT)
    assert shown(clock, NIGHT, at(300)) == (13, 0, "paused")
    assert pause(clock, NIGHT, at(300)) == clock
    assert shown(start(clock, NIGHT, at(300)), NIGHT, at(301)) == (14, 29, "running")
    assert shown(adjust(clock, NIGHT, at(300), MINUTE), NIGHT, at(310)) == (13, 1, "paused")
    assert instant_of(clock, NIGHT, at(1), 13) == at(40)
    assert instant_of(clock, NIGHT, at(1), 14) is None


def test_a_finished_clock_stays_so_until_it_is_given_time():
    clock = running(LEVELS)
    over = at(30 * 15)
    assert shown(clock, LEVELS, over) == (30, 0, "finished")
    assert start(clock, LEVELS, over) == pause(clock, LEVELS, over) == clock
    assert shown(adjust(clock, LEVELS, at(999), MINUTE), LEVELS, at(999)) == (30, 1, "running")
    assert shown(go_to(clock, LEVELS, at(999), 29), LEVELS, at(1000)) == (29, 14, "running")
    more = (*LEVELS, Item(31, "level", MINUTE))
    assert shown(reschedule(clock, LEVELS, more, at(999)), more, at(999)) == (31, 1, "running")


def test_a_finished_clock_stays_so_when_its_last_item_is_taken_away():
    pair = (Item(1, "level", 20 * MINUTE), Item(2, "level", 5 * MINUTE))
    edited = reschedule(running(pair), pair, pair[:1], at(30))
    assert shown(edited, pair[:1], at(31)) == (1, 0, "finished")


def test_before_the_start_an_item_put_first_is_first():
    countdown = Item(99, "countdown", MINUTE)
    waiting = reschedule(Clock(), LEVELS, (countdown, *LEVELS), EIGHT)
    assert shown(waiting, (countdown, *LEVELS), EIGHT) == (99, 1, "waiting")
    later = go_to(Clock(), LEVELS, EIGHT, 3)
    assert shown(later, LEVELS, at(9)) == (3, 15, "waiting")
    assert shown(reschedule(later, LEVELS, (countdown, *LEVELS), EIGHT), LEVELS, at(9)) == (3, 15, "waiting")


def test_the_last_level_shortened_below_what_was_played_does_not_finish():
    shorter = (*LEVELS[:29], replace(LEVELS[29], duration_ms=5 * MINUTE))
    edited = reschedule(running(LEVELS), LEVELS, shorter, at(29 * 15 + 10))
    assert shown(edited, shorter, at(29 * 15 + 10)) == (30, 5, "running")


# Putting it right


def test_set_remaining_keeps_running_or_standing():
    clock = set_remaining(running(LEVELS), LEVELS, at(3), 30 * MINUTE)
    assert shown(clock, LEVELS, at(4)) == (1, 29, "running")
    assert shown(set_remaining(clock, LEVELS, at(4), 0), LEVELS, at(4)) == (2, 15, "running")
    stopped = set_remaining(pause(clock, LEVELS, at(4)), LEVELS, at(5), MINUTE)
    assert shown(stopped, LEVELS, at(50)) == (1, 1, "paused")


def test_a_pause_entered_late_brings_back_the_item_of_then():
    late = pause_at(running(LEVELS), LEVELS, at(40), at(14))
    assert shown(late, LEVELS, at(99)) == (1, 1, "paused")


def test_an_edit_further_down_leaves_the_past_within_reach():
    shorter = LEVELS[:20]
    clock = reschedule(running(LEVELS), LEVELS, shorter, at(39))
    assert shown(pause_at(clock, shorter, at(40), at(14)), shorter, at(40)) == (1, 1, "paused")


def test_a_dark_room_is_taken_out_with_the_items_that_passed():
    clock = running(LEVELS)
    assert shown(clock, LEVELS, at(60)) == (5, 15, "running")
    assert shown(take_out(clock, LEVELS, at(10), at(45), at(60)), LEVELS, at(60)) == (2, 5, "running")


def test_of_a_dark_room_only_what_ran_is_taken_out():
    begun_within = running(LEVELS, at(20))
    assert shown(take_out(begun_within, LEVELS, at(10), at(25), at(30)), LEVELS, at(30)) == (1, 10, "running")
    held_within = take_out(running(NIGHT), NIGHT, at(41), at(60), at(61))
    assert shown(held_within, NIGHT, at(61)) == (13, 3, "running")
    for untouched in (running(LEVELS, at(50)), pause(running(LEVELS), LEVELS, at(5)), Clock()):
        assert take_out(untouched, LEVELS, at(10), at(45), at(60)) == untouched
    held = running(NIGHT)
    assert take_out(held, NIGHT, at(50), at(55), at(60)) == held


def test_what_staff_are_told():
    clock = running(LEVELS, at(10))
    assert fault(read, Clock(), (), EIGHT) == ("clock-no-items", "The schedule has no levels.")
    gone = ("clock-unknown-item", "Item 77 is no longer in the schedule.")
    assert fault(go_to, clock, LEVELS, at(11), 77) == gone
    assert fault(read, replace(clock, item=77), LEVELS, at(11)) == gone
    far = ("clock-time-out-of-range", "The time left must be between 0 and 1000 hours.")
    assert fault(set_remaining, clock, LEVELS, at(11), -1) == far
    assert fault(adjust, clock, LEVELS, at(11), 10**12) == far
    assert fault(pause_at, clock, LEVELS, at(11), at(12))[0] == "clock-time-out-of-range"
    assert fault(pause_at, clock, LEVELS, at(11), at(9))[0] == "clock-changed-since"
    assert fault(pause_at, Clock(), LEVELS, at(11), at(9))[0] == "clock-not-running"
    assert fault(take_out, clock, LEVELS, at(12), at(11), at(13))[0] == "clock-time-out-of-range"
    assert fault(take_out, clock, LEVELS, at(12), at(14), at(13))[0] == "clock-time-out-of-range"


def test_an_instant_without_a_zone_is_a_bug():
    with pytest.raises(TypeError):
        start(Clock(), LEVELS, EIGHT.replace(tzinfo=None))
