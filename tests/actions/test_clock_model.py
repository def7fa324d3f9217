"""Any sequence of clock actions, edits and restarts against a model that is read in a minute.

The model is a list of [id, milliseconds] and a place on it. Time is walked second by second of its own
making: `pass_time` takes what goes by off the item on show and carries the rest over. It knows nothing
of anchors; a restart is reading the row anew, which every step does.
"""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import factories
from tests.factories import as_by
from tournaments.actions import clock as actions
from tournaments.actions.structure_edit import edit_structure
from tournaments.journal.change import By
from tournaments.journal.invariants import violations
from tournaments.models import Day, Staff
from tournaments.queries.clock import reading_of
from tournaments.rules.errors import RuleError
from tournaments.rules.structure import Level, items_from_json

pytestmark = pytest.mark.django_db
MINUTE = 60_000


class Model:
    """A wall clock with a list of cards: `left` is what is left of card number `at`."""

    def __init__(self, cards: list[list[int]]) -> None:
        self.cards, self.at, self.left = cards, 0, cards[0][1]
        self.begun = self.runs = False

    def settle(self) -> None:
        while self.left <= 0 and self.at + 1 < len(self.cards):
            self.at += 1
            self.left += self.cards[self.at][1]
        self.left = max(self.left, 0)

    def pass_time(self, ms: int) -> None:
        if self.runs:
            self.left -= ms
            self.settle()

    def show(self, at: int) -> None:
        self.at, self.left = at, self.cards[at][1]

    def insert_break(self, ident: int, ms: int, now: bool) -> None:
        if now:
            self.cards[self.at][1] = self.left
            self.cards.insert(self.at, [ident, ms])
            self.left, self.runs = ms, True
        else:
            self.cards.insert(self.at + 1, [ident, ms])

    def relength(self, at: int, ms: int, keep: str) -> None:
        fresh = not self.begun and (self.at, self.left) == (0, self.cards[0][1])
        played = self.cards[self.at][1] - self.left
        self.cards[at][1] = ms
        if fresh or keep == "restart":
            self.show(self.at)
        elif at == self.at and keep == "elapsed":
            self.left = ms - played
            if self.left <= 0:  # ended at the edit: the next begins whole, the last once more
                self.show(min(self.at + 1, len(self.cards) - 1))

    def reading(self) -> tuple[int, int, str]:
        over = self.left == 0 and self.at + 1 == len(self.cards)
        state = "waiting" if not self.begun else "finished" if over else "running" if self.runs else "paused"
        return self.cards[self.at][0], self.left, state


some_ms = st.integers(1, 40 * MINUTE)
# An edit is of any item, and half of the time of the one on show, where it matters most.
places = st.one_of(st.none(), st.integers(0, 20))
keeps = st.sampled_from(["elapsed", "remaining", "restart"])
steps = st.one_of(
    st.just(("start",)),
    st.just(("pause",)),
    st.just(("next",)),
    st.just(("previous",)),
    st.tuples(st.just("go_to"), st.integers(0, 20)),
    st.tuples(st.just("more"), st.integers(-50 * MINUTE, 50 * MINUTE)),
    st.tuples(st.just("left"), st.integers(0, 60 * MINUTE)),
    st.tuples(st.just("take_break"), some_ms, st.booleans()),
    st.tuples(st.just("edit"), places, some_ms, keeps),
    st.tuples(st.just("edit"), places, some_ms, keeps),
)
# Time passes before every press, or not at all; most nights begin with a start.
nights = st.lists(st.tuples(st.integers(0, 45 * MINUTE), steps), min_size=4, max_size=12)


class Both:
    """The Day and the model, pressed together; the Day is read from the database at every step."""

    def __init__(self, day: Day, staff: Staff) -> None:
        self.pk, self.time, self.staff = day.pk, factories.Clock(), staff
        self.model = Model([[row["id"], row["duration_ms"]] for row in day.structure])
        self.next_id = day.next_item_id

    @property
    def day(self) -> Day:
        return Day.objects.get(pk=self.pk)

    @property
    def by(self) -> By:
        return as_by(self.staff, self.time)

    @property
    def shown(self) -> int:
        return self.model.reading()[0]

    def wait(self, ms: int) -> None:
        self.time.now += timedelta(milliseconds=ms)
        self.model.pass_time(ms)

    def start(self) -> None:
        actions.start_clock(self.by, self.day)
        if self.model.reading()[2] != "finished":
            self.model.begun = self.model.runs = True

    def pause(self) -> None:
        actions.pause_clock(self.by, self.day)
        if self.model.reading()[2] == "running":
            self.model.runs = False

    def next(self) -> None:
        if self.model.at + 1 < len(self.model.cards):
            actions.next_item(self.by, self.day, self.shown)
            self.model.show(self.model.at + 1)

    def previous(self) -> None:
        actions.previous_item(self.by, self.day, self.shown)
        self.model.show(max(self.model.at - 1, 0))

    def go_to(self, at: int) -> None:
        at %= len(self.model.cards)
        actions.go_to_item(self.by, self.day, self.model.cards[at][0], showing=self.shown)
        self.model.show(at)

    def more(self, ms: int) -> None:
        actions.adjust_clock(self.by, self.day, ms)
        self.model.left += ms
        self.model.settle()

    def left(self, ms: int) -> None:
        actions.set_time_left(self.by, self.day, ms)
        self.model.left = ms
        self.model.settle()

    def take_break(self, ms: int, now: bool) -> None:
        by, day = self.by, self.day
        kinds = {row["id"]: row["kind"] for row in day.structure}
        shown, _left, state = self.model.reading()
        if kinds[shown] == "break" or state in ("waiting", "finished"):
            with pytest.raises(RuleError):
                actions.take_break(by, day, ms, when="now" if now else "later")
            return
        actions.take_break(by, day, ms, when="now" if now else "later")
        self.model.insert_break(self.next_id, ms, now)
        self.next_id += 1

    def edit(self, at: int | None, ms: int, keep: str) -> None:
        day = self.day
        if self.model.reading()[2] == "finished":
            return  # what an edit does to a clock at its end has tests of its own
        at = self.model.at if at is None else at % len(self.model.cards)
        items = list(items_from_json(day.structure))
        items[at] = replace(items[at], duration_ms=ms)
        edit_structure(self.by, day, items, keep=keep)
        self.model.relength(at, ms, keep)


@settings(
    max_examples=100,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.booleans(), nights)
def test_any_sequence_of_actions_is_right_to_the_millisecond(director, begins, night):
    both = Both(factories.make_day(structure=factories.levels(4, break_after=(2,))), director)
    if begins:
        both.start()
    for pause, (verb, *values) in night:
        both.wait(pause)
        getattr(both, verb)(*values)
        reading = reading_of(both.day, both.time.now)
        assert (reading.item, reading.remaining_ms, reading.state) == both.model.reading(), verb
    assert violations(both.day.event) == []
    numbers = [item.number for item in items_from_json(both.day.structure) if isinstance(item, Level)]
    assert numbers == [1, 2, 3, 4]
