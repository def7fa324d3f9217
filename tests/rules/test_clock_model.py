"""Any sequence of clock actions, edits and restarts, against a clock that simply counts: 0 ms of error."""

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vectors.make_clock import document, from_document
from tournaments.rules import clock as rules
from tournaments.rules.clock import Clock, Item

EIGHT = datetime(2026, 10, 24, 20, 0, tzinfo=UTC)


@dataclass
class Counter:
    """The naive clock: it knows no anchor, it is told of each stretch of time as it passes."""

    items: list[Item]
    at: int = 0
    played: int = 0
    going: bool = False
    started: bool = False

    def left(self):
        return self.items[self.at].duration_ms - self.played

    def is_last(self):
        return self.at == len(self.items) - 1

    def is_over(self):
        return self.left() == 0 and self.is_last()

    def play(self, ms):
        while ms and self.left():
            step = min(ms, self.left())
            self.played += step
            ms -= step
            self.move_on()

    def move_on(self):
        while self.left() == 0 and not self.is_last():
            if self.items[self.at].stop_at_end:
                self.going = False
                return
            self.at, self.played = self.at + 1, 0

    def edit(self, items, keep):
        over, shown, later = self.is_over(), self.items[self.at], self.items[self.at + 1 :]
        ids = [item.id for item in items]
        left, self.items = self.left(), items
        following = [item.id for item in later if item.id in ids]
        if not self.started and self.at == 0 and self.played == 0:
            return
        if shown.id not in ids and following:
            self.at, self.played = ids.index(following[0]), 0
            return
        gone = shown.id not in ids
        self.at = len(ids) - 1 if gone else ids.index(shown.id)
        whole = items[self.at].duration_ms
        kept = {"elapsed": self.played, "remaining": whole - left, "restart": 0}[keep]
        self.played = whole if gone and over else min(kept, whole)
        self.move_on()
        if self.is_over() and not over:
            self.played = 0

    def state(self):
        if not self.started:
            return "waiting"
        return "finished" if self.is_over() else "running" if self.going else "paused"

    def to_break(self):
        breaks = [place for place in range(self.at, len(self.items)) if self.items[place].kind == "break"]
        if not breaks or breaks[0] == self.at:
            return 0 if breaks else None
        return self.left() + sum(item.duration_ms for item in self.items[self.at + 1 : breaks[0]])

    # What staff press.

    def start(self):
        if self.started and (self.going or self.is_over()):
            return
        if self.left() == 0 and not self.is_last():
            self.at, self.played = self.at + 1, 0
        self.started = self.going = True

    def pause(self):
        self.going = self.going and self.is_over()

    def go_to(self, place):
        self.at, self.played = place, 0

    def adjust(self, ms):
        if ms < 0:
            self.play(-ms)
        else:
            self.played -= ms

    def set_remaining(self, ms):
        self.played = self.items[self.at].duration_ms - ms
        self.move_on()


class Desk:
    """The rules and the counter side by side; after each thing done they must show the same."""

    def __init__(self, items):
        self.clock, self.items, self.micros = Clock(), tuple(items), 0
        self.counter, self.ids = Counter(list(items)), iter(range(1000, 2000))

    @property
    def now(self):
        return EIGHT + timedelta(microseconds=self.micros)

    def wait(self, micros):
        before = self.micros // 1000
        self.micros += micros
        if self.counter.going:
            self.counter.play(self.micros // 1000 - before)

    def do(self, kind, *facts):
        if kind in ("start", "pause", "adjust", "set_remaining"):
            self.clock = getattr(rules, kind)(self.clock, self.items, self.now, *facts)
            getattr(self.counter, kind)(*facts)
        else:
            getattr(self, kind)(*facts)

    def go_to(self, place):
        place %= len(self.items)
        self.clock = rules.go_to(self.clock, self.items, self.now, self.items[place].id)
        self.counter.go_to(place)

    def step(self, by):
        previous, following = rules.neighbours(self.clock, self.items, self.now)
        place = max(self.counter.at + by, 0)
        if place < len(self.items):
            assert self.items[place].id == (previous if by < 0 else following)
            self.go_to(place)
        else:
            assert following is None

    def restart(self):
        kept = json.dumps(document(self.clock, self.items, self.now))
        self.clock = from_document(json.loads(kept))

    def edit(self, items, keep):
        self.clock = rules.reschedule(self.clock, self.items, items, self.now, keep)
        self.items = items
        self.counter.edit(list(items), keep)

    def change(self, place, ms, stops, keep):
        place %= len(self.items)
        changed = replace(self.items[place], duration_ms=ms, stop_at_end=stops)
        self.edit((*self.items[:place], changed, *self.items[place + 1 :]), keep)

    def insert(self, place, item, keep):
        place %= len(self.items) + 1
        self.edit((*self.items[:place], replace(item, id=next(self.ids)), *self.items[place:]), keep)

    def delete(self, place, count, keep):
        place %= len(self.items)
        rest = self.items[:place] + self.items[place + count :]
        self.edit(rest or self.items[:1], keep)

    def compare(self):
        shown, counter = rules.read(self.clock, self.items, self.now), self.counter
        change = self.micros // 1000 + counter.left()
        assert shown == rules.Reading(
            item=counter.items[counter.at].id,
            elapsed_ms=counter.played,
            remaining_ms=counter.left(),
            state=counter.state(),
            next_change=EIGHT + change * timedelta(milliseconds=1) if counter.state() == "running" else None,
            to_break_ms=counter.to_break(),
        )


lengths = st.one_of(st.integers(1, 40), st.integers(1, 1_500_000))
kinds = st.sampled_from(["level", "level", "level", "break", "countdown"])
items = st.builds(Item, st.just(0), kinds, lengths, st.sampled_from([False, False, False, True]))
schedules = st.lists(items, min_size=1, max_size=7).map(
    lambda drawn: tuple(replace(item, id=100 - place) for place, item in enumerate(drawn))
)
places, keeps = st.integers(0, 6), st.sampled_from(["elapsed", "remaining", "restart"])
waits = st.one_of(st.integers(0, 3_000), st.integers(0, 100_000), st.integers(0, 3_000_000_000))
actions = st.one_of(
    st.just(("start",)),
    st.just(("start",)),
    st.just(("pause",)),
    st.just(("restart",)),
    st.tuples(st.just("step"), st.sampled_from([-1, 1])),
    st.tuples(st.just("go_to"), places),
    st.tuples(st.just("adjust"), st.integers(-2_000_000, 2_000_000)),
    st.tuples(st.just("adjust"), st.integers(-60, 60)),
    st.tuples(st.just("set_remaining"), st.one_of(st.just(0), lengths)),
    st.tuples(st.just("change"), places, lengths, st.booleans(), keeps),
    st.tuples(st.just("insert"), places, items, keeps),
    st.tuples(st.just("delete"), places, st.integers(1, 4), keeps),
)


@settings(max_examples=300, deadline=None)
@given(schedules, st.lists(st.tuples(waits, actions), max_size=25), waits)
def test_any_evening_shows_what_a_counter_shows(schedule, evening, last):
    desk = Desk(schedule)
    desk.compare()
    for micros, action in evening:
        desk.wait(micros)
        desk.compare()
        desk.do(*action)
        desk.compare()
    desk.wait(last)
    desk.compare()


short = st.lists(
    st.builds(Item, st.just(0), kinds, st.integers(1, 12), st.booleans()), min_size=1, max_size=5
)
short_schedules = short.map(lambda drawn: tuple(replace(item, id=50 + i) for i, item in enumerate(drawn)))


def after(ms):
    return EIGHT + timedelta(milliseconds=ms)


@given(short_schedules, st.integers(-5, 11), st.integers(-3, 40), st.integers(-3, 40))
def test_changes_are_those_seen_by_looking_every_millisecond(schedule, elapsed, first, last):
    clock = Clock(schedule[0].id, min(elapsed, schedule[0].duration_ms - 1), EIGHT, started=True)
    looks = [(after(ms), rules.read(clock, schedule, after(ms)).item) for ms in range(-4, 41)]
    seen = [(at, item) for (_, before), (at, item) in pairwise(looks) if item != before]
    due = tuple((at, item) for at, item in seen if after(first) < at <= after(last))
    assert rules.changes_between(clock, schedule, after(first), after(last)) == due
    begins = {item: at for at, item in seen if at > after(first)}
    for item in schedule:
        begin = rules.instant_of(clock, schedule, after(first), item.id)
        assert (begin if begin and begin <= after(40) else None) == begins.get(item.id)


@given(
    schedules,
    st.lists(st.integers(0, 2_000_000), min_size=3, max_size=3).map(sorted),
    st.integers(0, 2_000_000),
)
def test_a_gap_taken_out_is_a_pause(schedule, instants, started):
    gap_start, gap_end, now = map(after, instants)
    clock = rules.start(Clock(), schedule, min(after(started), now))
    paused = rules.pause(clock, schedule, max(gap_start, min(after(started), now)))
    # Not a second start: an item that ends just where the gap begins holds all the same.
    begun = rules.read(clock, schedule, gap_start).state == "running" and clock.anchor < gap_end
    expected = rules.start(paused, schedule, gap_end) if begun else clock
    taken = rules.take_out(clock, schedule, gap_start, gap_end, now)
    assert rules.read(taken, schedule, now) == rules.read(expected, schedule, now)


@given(schedules, st.lists(st.integers(0, 2_000_000), min_size=2, max_size=2).map(sorted))
def test_a_pause_entered_late_is_that_pause(schedule, instants):
    then, now = map(after, instants)
    clock = rules.start(Clock(), schedule, EIGHT)
    shown = rules.read(clock, schedule, then)
    if shown.state == "running":
        late = rules.pause_at(clock, schedule, now, then)
        assert late == rules.pause(clock, schedule, then)
        assert rules.read(late, schedule, now).remaining_ms == shown.remaining_ms
