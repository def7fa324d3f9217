"""One late seat at a time: by the house's rule, always drawn, alternates first."""

import pytest

from tables.actions.draw import draw_all, draw_seat, seat_alternates
from tables.actions.out import put_out
from tables.models import DayTable, Draw, Seat
from tables.rules.replay import replay
from tests import factories
from tests.actions.test_draw import again, field, refusal
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry

pytestmark = pytest.mark.django_db


@action("entry.test_leave")
def leave(change: Change, entry: Entry) -> Seat | None:
    """A cancel as simple as there can be."""
    seat = Seat.objects.filter(entry=entry, until=None).first()
    put_out(change, entry)
    return seat


def rows(day):
    return [DayTable.objects.get(pk=row.pk).state for row in day.day_tables.order_by("order")]


def test_a_late_entry_is_drawn_among_the_shortest_tables(director, clock):
    day = factories.make_day()
    tables = factories.make_tables(day, 3)
    field(day, 8)
    draw_all(factories.as_by(director, clock), day)
    (late,) = field(day, 1)
    seat = draw_seat(factories.as_by(director, clock), late, cut="mine")
    draw = seat.draw
    assert (seat.table, seat.since) == (tables[2].table, clock.now)
    assert draw.purpose == "late-seat"
    assert (draw.number, draw.cut, draw.outcome) == (2, "mine", [str(late.pk), seat.table.number, seat.chair])
    assert draw.candidates["entry"] == str(late.pk)
    assert [(t["number"], t["players"], len(t["open"])) for t in draw.candidates["tables"]] == [
        (tables[2].table.number, 2, 7)
    ]
    assert again(draw) == draw.outcome
    late.refresh_from_db()
    assert late.state == "seated"
    assert violations(day.event) == []


@pytest.mark.parametrize(("rule", "chosen"), [("fewest", [1]), ("any", [0, 1]), ("in-order", [0])])
def test_the_events_rule_says_which_tables_are_drawn_from(director, rule, chosen):
    event = factories.make_event(rules={"late_seat": rule})
    day = factories.make_day(event)
    tables = factories.make_tables(day, 2)
    field(day, 1)
    draw_all(factories.as_by(director), day)
    (late,) = field(day, 1)
    draw = draw_seat(factories.as_by(director), late).draw
    assert [t["number"] for t in draw.candidates["tables"]] == [tables[i].table.number for i in chosen]


def test_a_reserved_table_opens_when_the_open_ones_are_full_to_their_start_size(director):
    day = factories.make_day(factories.make_event(chairs=3))
    factories.make_tables(day, 1, chairs=4)
    factories.make_tables(day, 2, chairs=4, state="reserved")
    field(day, 3)
    draw_all(factories.as_by(director), day)
    assert rows(day) == ["open", "reserved", "reserved"]
    (late,) = field(day, 1)
    seat = draw_seat(factories.as_by(director), late)
    assert DayTable.objects.get(table=seat.table).state == "open"
    assert sorted(rows(day)) == ["open", "open", "reserved"]
    undo(factories.as_by(director), Action.objects.get(kind="draw.seat"))
    assert rows(day) == ["open", "reserved", "reserved"]
    assert Draw.objects.get(number=2).void_reason == "undone"


def test_without_a_chair_the_entry_is_an_alternate_and_draws_nothing(director):
    day = factories.make_day()
    factories.make_tables(day, 1, chairs=2)
    field(day, 2)
    who = factories.as_by(director)
    draw_all(who, day)
    first, second = field(day, 2)
    assert draw_seat(who, first) is None
    assert draw_seat(who, second) is None
    first.refresh_from_db()
    assert draw_seat(who, first) is None
    states = Entry.objects.filter(pk__in=[first.pk, second.pk]).values_list("state", "alternate")
    assert list(states) == [("paid", 1), ("paid", 2)]
    assert Draw.objects.count() == 1


def test_a_freed_chair_goes_to_the_first_alternate_by_a_draw(director, clock):
    """Known fault 25: a freed seat was simply handed to the next player."""
    day = factories.make_day()
    factories.make_tables(day, 2, chairs=2)
    seated = field(day, 4)
    who = factories.as_by(director, clock)
    draw_all(who, day)
    first, second = field(day, 2)
    draw_seat(who, first)
    draw_seat(who, second)
    freed = leave(who, seated[0])
    (newcomer,) = field(day, 1)
    assert draw_seat(who, newcomer) is None
    (seat,) = seat_alternates(who, day)
    assert (seat.entry, seat.table_id, seat.chair) == (first, freed.table_id, freed.chair)
    assert seat.draw.candidates["tables"][0]["open"] == [freed.chair]
    waiting = Entry.objects.filter(day=day, state="paid").order_by("alternate")
    assert list(waiting.values_list("pk", "alternate")) == [(second.pk, 2), (newcomer.pk, 3)]
    assert refusal(seat_alternates, who, day) == ("room-full", {"entries": 2, "chairs": 0})
    assert violations(day.event) == []


def test_a_table_with_several_freed_chairs_is_drawn_from_all_of_them(director):
    day = factories.make_day()
    factories.make_tables(day, 1, chairs=9)
    seated = field(day, 9)
    who = factories.as_by(director)
    draw_all(who, day)
    freed = sorted(leave(who, entry).chair for entry in seated[:4])
    (late,) = field(day, 1)
    draw = draw_seat(who, late).draw
    assert draw.candidates["tables"][0]["open"] == freed


def test_alternates_are_seated_in_order_each_by_a_draw_of_its_own(director):
    day = factories.make_day()
    factories.make_tables(day, 1, chairs=2)
    field(day, 2)
    who = factories.as_by(director)
    draw_all(who, day)
    late = field(day, 5)
    for entry in late:
        draw_seat(who, entry)
    factories.make_tables(day, 1, chairs=2)
    factories.make_tables(day, 1, chairs=2, state="reserved")
    seats = seat_alternates(who, day)
    assert [seat.entry for seat in seats] == late[:4]
    draws = list(Draw.objects.order_by("number"))
    assert [d.number for d in draws] == [1, 2, 3, 4, 5]
    assert all(
        replay(bytes(d.seed.seed), d.number, d.purpose, d.cut, d.candidates) == d.outcome for d in draws
    )
    assert rows(day) == ["open"] * 3
    assert violations(day.event) == []
    undo(who, Action.objects.get(kind="draw.alternates"))
    assert Draw.objects.filter(voided_at=None).count() == 1
    assert violations(day.event) == []


def test_who_does_not_wait_is_not_drawn(director):
    day = factories.make_day()
    factories.make_tables(day, 1)
    (entry,) = field(day, 1, state="out")
    assert refusal(draw_seat, factories.as_by(director), entry) == ("not-waiting", {"number": entry.number})


def test_a_draw_at_registration_is_one_journal_row_of_the_action_it_joins(director):
    day = factories.make_day()
    factories.make_tables(day, 1)
    (entry,) = field(day, 1)

    @action("entry.test_enter")
    def enter(change: Change, entry: Entry) -> Seat | None:
        return draw_seat(change, entry)

    seat = enter(factories.as_by(director), entry)
    row = Action.objects.get()
    assert (row.kind, row.facts) == (
        "entry.test_enter",
        {"entry": entry.number, "draw": 1, "seat": f"{seat.table.number}-{seat.chair}"},
    )


@pytest.mark.parametrize("n", [1, 30])
def test_queries_of_a_late_seat_do_not_grow(director, django_assert_num_queries, n):
    day = factories.make_day()
    factories.make_tables(day, 5)
    field(day, n)
    draw_all(factories.as_by(director), day)
    (late,) = field(day, 1)
    who = factories.as_by(director)
    with django_assert_num_queries(12):
        draw_seat(who, late)


def test_when_even_the_reserve_is_too_small_the_last_to_enter_are_alternates(director):
    day = factories.make_day()
    factories.make_tables(day, 1, chairs=2)
    factories.make_tables(day, 1, chairs=2, state="reserved")
    entries = field(day, 6)
    Entry.objects.filter(pk=entries[5].pk).update(alternate=1)
    who = factories.as_by(director)
    draw = draw_all(who, day, rest_waits=True)
    assert draw.candidates["entries"] == [str(entries[i].pk) for i in (0, 1, 2, 5)]
    assert rows(day) == ["open", "open"]
    waiting = Entry.objects.filter(day=day, state="paid").order_by("number")
    assert list(waiting.values_list("pk", "alternate")) == [(entries[3].pk, 2), (entries[4].pk, 3)]
    assert Action.objects.get().facts == {"day": "1", "draw": 1, "entries": 4, "left": 2}
    assert violations(day.event) == []
    undo(who, Action.objects.get())
    assert set(Entry.objects.values_list("state", "alternate")) == {("paid", None), ("paid", 1)}
    factories.make_tables(day, 1, chairs=2)
    assert len(draw_all(who, day, rest_waits=True).outcome) == 6
    late = field(day, 1)
    assert refusal(draw_all, who, day, rest_waits=True) == (
        "room-full",
        {"entries": len(late), "chairs": 0, "missing": 1},
    )
