"""Alternates: called as chairs open, seated when they come, skipped when they do not, back in their place."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.actions.alternates import call, come_back, leave, seat, skip
from tables.actions.bust import bust
from tables.actions.desk import register, seat_entry
from tables.actions.draw import draw_all, seat_alternates
from tables.models import Draw, Seat
from tests import factories
from tests.actions.test_draw import again, refusal
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Day, Entry, LedgerLine

pytestmark = pytest.mark.django_db


class Floor:
    """A full table of `chairs`, and behind it so many alternates."""

    def __init__(self, staff, chairs=3, alternates=4) -> None:
        self.clock = factories.Clock()
        self.by = factories.as_by(staff, self.clock)
        self.event = factories.make_event()
        self.day: Day = factories.make_day(self.event)
        self.option = factories.make_option(self.event)
        factories.make_tables(self.day, 1, chairs=chairs)
        self.sat = [self.sell() for _ in range(chairs)]
        self.list = [self.sell() for _ in range(alternates)]

    def sell(self) -> Entry:
        return register(self.by, self.day, factories.make_player(), self.option)

    def free(self, n=1) -> None:
        """So many go out, and their chairs are open."""
        for entry in Entry.objects.filter(day=self.day, state="seated").order_by("pk")[:n]:
            bust(self.by, entry)

    def entry(self, number: int) -> Entry:
        return Entry.objects.get(day=self.day, alternate=number)

    def states(self) -> dict[int, str]:
        """By number: "waiting", "called", "skipped" or the entry's state."""
        found = {}
        for entry in Entry.objects.filter(day=self.day, alternate__isnull=False).order_by("alternate"):
            on_list = "skipped" if entry.skipped_at else "called" if entry.called_at else "waiting"
            found[entry.alternate] = on_list if entry.state == "paid" else entry.state
        return found


@pytest.fixture
def floor(director) -> Floor:
    return Floor(director)


def test_as_many_are_called_as_chairs_are_open(floor):
    assert refusal(call, floor.by, floor.day) == ("room-full", {"entries": 4, "chairs": 0})
    floor.free(2)
    called = call(floor.by, floor.day)
    assert [entry.alternate for entry in called] == [1, 2]
    assert {entry.called_at for entry in called} == {floor.clock.now}
    assert floor.states() == {1: "called", 2: "called", 3: "waiting", 4: "waiting"}
    assert refusal(call, floor.by, floor.day) == ("room-full", {"entries": 2, "chairs": 0})
    assert Action.objects.get(kind="alternate.call").facts == {"day": "1", "alternates": "1, 2", "left": 2}
    assert violations(floor.event) == []


def test_one_is_called_although_there_are_chairs_for_more(floor):
    floor.free(3)
    assert [entry.alternate for entry in call(floor.by, floor.day, most=1)] == [1]
    assert [entry.alternate for entry in call(floor.by, floor.day, most=9)] == [2, 3]
    assert refusal(call, floor.by, floor.day)[0] == "room-full"


def test_who_comes_is_seated_by_a_recorded_draw_at_that_instant(floor):
    floor.free(2)
    call(floor.by, floor.day)
    before = Draw.objects.count()
    floor.clock.forward(minutes=2)
    drawn = seat(floor.by, floor.entry(2), cut="mine")
    assert (drawn.entry, drawn.since, drawn.until) == (floor.entry(2), floor.clock.now, None)
    assert (drawn.draw.purpose, drawn.draw.cut, drawn.draw.number) == ("late-seat", "mine", before + 1)
    assert len(drawn.draw.candidates["tables"][0]["open"]) == 2
    assert again(drawn.draw) == drawn.draw.outcome
    assert floor.states() == {1: "called", 2: "seated", 3: "waiting", 4: "waiting"}
    assert violations(floor.event) == []


def test_a_sale_does_not_take_the_chair_of_one_who_is_called_or_waits(floor):
    floor.free(2)
    call(floor.by, floor.day, most=1)
    newcomer = floor.sell()
    assert (newcomer.state, newcomer.alternate) == ("paid", 5)
    assert refusal(seat, floor.by, newcomer) == ("not-your-turn", {"alternate": 5, "ahead": 4})
    assert refusal(seat, floor.by, floor.entry(3))[0] == "not-your-turn"
    assert seat(floor.by, floor.entry(2)).entry.alternate == 2  # the second chair is his anyhow
    assert floor.states() == {1: "called", 2: "seated", 3: "waiting", 4: "waiting", 5: "waiting"}


def test_a_sale_is_seated_at_once_where_there_are_chairs_for_everybody(floor):
    floor.free(3)
    for number in (1, 2):
        leave(floor.by, floor.entry(number))
    call(floor.by, floor.day)
    assert floor.states() == {1: "cancelled", 2: "cancelled", 3: "called", 4: "called"}
    assert floor.sell().state == "seated"  # the third chair is nobody's
    assert floor.sell().alternate == 5


def test_who_does_not_come_is_skipped_and_the_next_is_called(floor):
    floor.free(1)
    call(floor.by, floor.day)
    floor.clock.forward(minutes=5)
    assert skip(floor.by, floor.entry(1)).skipped_at == floor.clock.now
    assert floor.states() == {1: "skipped", 2: "called", 3: "waiting", 4: "waiting"}
    facts = Action.objects.get(kind="alternate.skip").facts
    assert (facts["alternate"], facts["case"], facts["next"]) == (1, "next", 2)
    assert refusal(skip, floor.by, floor.entry(1)) == ("skipped-already", {"alternate": 1})
    seat(floor.by, floor.entry(2))
    floor.free(1)
    assert [entry.alternate for entry in call(floor.by, floor.day)] == [3]


def test_who_comes_back_is_the_next_of_those_who_wait(floor):
    floor.free(1)
    call(floor.by, floor.day)
    skip(floor.by, floor.entry(1))
    come_back(floor.by, floor.entry(1))
    assert floor.states() == {1: "waiting", 2: "called", 3: "waiting", 4: "waiting"}
    assert refusal(seat, floor.by, floor.entry(1)) == ("not-your-turn", {"alternate": 1, "ahead": 1})
    seat(floor.by, floor.entry(2))
    floor.free(1)
    assert [entry.alternate for entry in call(floor.by, floor.day)] == [1]
    assert refusal(come_back, floor.by, floor.entry(3)) == ("waits-already", {"alternate": 3})


def test_one_called_too_soon_goes_back_into_the_line(floor):
    floor.free(1)
    call(floor.by, floor.day)
    come_back(floor.by, floor.entry(1))
    assert floor.states()[1] == "waiting"
    assert [entry.alternate for entry in call(floor.by, floor.day)] == [1]


def test_no_chair_is_kept_for_one_who_was_skipped(floor):
    floor.free(3)
    call(floor.by, floor.day)
    for number in (1, 2, 3, 4):
        skip(floor.by, floor.entry(number))
    assert set(floor.states().values()) == {"skipped"}
    assert floor.sell().state == "seated"
    assert refusal(seat_alternates, floor.by, floor.day)[0] == "nobody-waits"
    assert refusal(call, floor.by, floor.day)[0] == "nobody-waits"
    assert refusal(draw_all, floor.by, floor.day)[0] == "nobody-waits"
    assert seat(floor.by, floor.entry(4)).entry.alternate == 4  # he came, and nobody is before him
    assert violations(floor.event) == []


def test_who_leaves_is_cancelled_and_his_money_returned(floor):
    leaver = floor.entry(2)
    leave(floor.by, leaver, reason="a flight")
    assert floor.states() == {1: "waiting", 2: "cancelled", 3: "waiting", 4: "waiting"}
    assert sum(line.amount for line in LedgerLine.objects.filter(entry=leaver)) == 0
    assert floor.sell().alternate == 5  # his number is not given again
    assert refusal(leave, floor.by, leaver) == ("not-alternate", {"number": leaver.number})
    assert violations(floor.event) == []


def test_one_press_seats_the_called_first_and_then_the_others_in_order(floor):
    floor.free(1)
    call(floor.by, floor.day)
    skip(floor.by, floor.entry(1))  # 2 is called
    come_back(floor.by, floor.entry(1))
    floor.free(1)
    seats = seat_alternates(floor.by, floor.day)
    assert [found.entry.alternate for found in seats] == [2, 1]
    assert violations(floor.event) == []


def test_a_draw_for_all_gives_the_chairs_to_the_called_first(floor):
    floor.free(1)
    call(floor.by, floor.day)
    skip(floor.by, floor.entry(1))
    come_back(floor.by, floor.entry(1))
    draw_all(floor.by, floor.day, rest_waits=True)
    assert floor.states() == {1: "waiting", 2: "seated", 3: "waiting", 4: "waiting"}


@pytest.mark.parametrize("act", [seat, skip, come_back, leave])
def test_only_alternates_are_alternates(floor, act):
    assert refusal(act, floor.by, floor.sat[0]) == ("not-alternate", {"number": floor.sat[0].number})


def test_each_action_is_undone(floor):
    floor.free(1)
    for press in (
        lambda: call(floor.by, floor.day),
        lambda: skip(floor.by, floor.entry(1)),
        lambda: come_back(floor.by, floor.entry(1)),
        lambda: seat(floor.by, floor.entry(2)),
        lambda: leave(floor.by, floor.entry(3)),
    ):
        before = floor.states()
        press()
        assert floor.states() != before
        undo(floor.by, Action.objects.order_by("-seq").first())
        assert floor.states() == before
        assert violations(floor.event) == []
        press()


def test_a_sale_in_the_middle_of_the_list_is_not_undone_but_cancelled(floor):
    """Undone, its number would be missing: alternates are numbered without a gap."""
    sale = Action.objects.filter(kind="entry.register").order_by("seq")[4]
    assert sale.facts["alternate"] == 2
    assert refusal(undo, floor.by, sale)[0] == "alternate-gap"
    newest = Action.objects.order_by("-seq").first()
    undo(floor.by, newest)
    assert floor.sell().alternate == 4
    assert violations(floor.event) == []


def test_a_bust_undone_takes_the_chair_back_from_one_who_is_called(floor):
    """It must be possible: the player was not out. The alternate waits at the desk for the next chair."""
    floor.free(1)
    call(floor.by, floor.day)
    undo(floor.by, Action.objects.get(kind="bust.bust"))
    assert floor.states()[1] == "called"
    assert refusal(seat, floor.by, floor.entry(1)) == ("not-your-turn", {"alternate": 1, "ahead": 0})
    floor.free(1)
    assert refusal(call, floor.by, floor.day)[0] == "room-full"  # the chair is his
    assert seat(floor.by, floor.entry(1))
    assert Seat.objects.filter(until=None).count() == 3


def test_a_day_that_is_over_calls_nobody(floor):
    floor.free(1)
    Day.objects.update(over_at=floor.clock.now)
    assert refusal(call, floor.by, floor.day)[0] == "day-over"


def test_queries_of_a_call_do_not_grow_with_the_list(director):
    counts = []
    for n in (2, 12):
        floor = Floor(director, alternates=n)
        floor.free(1)
        with CaptureQueriesContext(connection) as queries:
            call(floor.by, floor.day)
        counts.append(len(queries))
    assert counts[0] == counts[1] < 15


def test_the_entries_list_seats_no_alternate_before_his_turn(floor):
    assert refusal(seat_entry, floor.by, floor.entry(1))[0] == "not-your-turn"
    floor.free(1)
    facts = {"alternate": 2, "ahead": 1}
    assert refusal(seat_entry, floor.by, floor.entry(2)) == ("not-your-turn", facts)
    assert floor.states() == {1: "waiting", 2: "waiting", 3: "waiting", 4: "waiting"}
    seat_entry(floor.by, floor.entry(1))
    assert floor.states()[1] == "seated"
    assert violations(floor.event) == []
