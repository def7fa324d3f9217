"""Taking over a running event: chairs, chips, order of going out and the clock, all of it or nothing."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.actions.desk import reserve
from tables.actions.take_over import take_over
from tables.models import Bust, ChipCount, DayTable, Seat, Table
from tables.queries.proofs import proofs
from tables.queries.take_over_plan import take_over_plan
from tests import factories
from tournaments.actions.clock import start_clock
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Day, Entry, LedgerLine, Player, Purchase
from tournaments.queries.clock import reading_of
from tournaments.queries.imports import read_file
from tournaments.rules.errors import RuleError

pytestmark = pytest.mark.django_db
MINUTES = 60_000
LIST = """card,name,table,chair,chips,place
1,Ann Lee,7,1,50000,
2,Bob Ray,7,2,10000,
3,Cy Fox,8,9,40000,
4,Di Orr,,,,5
5,Ed Poe,,,,4
"""


@pytest.fixture
def day(db) -> Day:
    event = factories.make_event(slug="main", stack=20_000)
    factories.make_option(event)
    day = factories.make_day(event)
    factories.make_tables(day, 2, first=7, state="reserved")
    return day


def sheet(text: str):
    return read_file(text.encode()).sheet


def run(day: Day, text: str = LIST, **options):
    choice = {"item": 3, "left_ms": 12 * MINUTES} | options
    by = choice.pop("by", None) or factories.as_by()
    return take_over(by, day, day.event.options.first(), sheet(text), **choice)


def plan_of(day: Day, text: str, **options):
    return take_over_plan(day, sheet(text), day.event.options.first(), "director", **options)


def said(notes) -> list[str]:
    return [note.words.format(**note.facts) for note in notes]


def test_everything_is_as_the_list_says(day):
    assert run(day) == 5
    seats = Seat.objects.filter(until=None).values_list(
        "entry__player__card", "table__number", "chair", "draw"
    )
    assert sorted(seats) == [("1", 7, 1, None), ("2", 7, 2, None), ("3", 8, 9, None)]
    counts = ChipCount.objects.values_list("entry__player__card", "chips")
    assert sorted(counts) == [("1", 50_000), ("2", 10_000), ("3", 40_000)]
    assert list(Bust.objects.values_list("order", "entry__player__card")) == [(1, "4"), (2, "5")]
    assert Purchase.objects.filter(in_play=True).count() == 5
    assert (LedgerLine.objects.count(), LedgerLine.objects.filter(shift=None).count()) == (15, 15)
    assert DayTable.objects.filter(day=day, state="open").count() == 2
    assert (Action.objects.count(), violations(day.event), proofs(day.event)) == (1, [], ())


def test_the_clock_stands_at_the_level_and_goes_on_from_there(day):
    clock = factories.Clock()
    run(day, by=factories.as_by(clock=clock))
    day.refresh_from_db()
    reading = reading_of(day, clock.now)
    assert (reading.state, reading.item, reading.remaining_ms) == ("paused", 3, 12 * MINUTES)
    start_clock(factories.as_by(clock=clock), day)
    day.refresh_from_db()
    reading = reading_of(day, clock.forward(minutes=13))
    assert (reading.state, reading.item, reading.remaining_ms) == ("running", 4, 19 * MINUTES)


def test_undo_takes_the_whole_back(day):
    before = Day.objects.filter(pk=day.pk).values().get()
    run(day, LIST.replace("8,9", "99,9"), makes_tables=True)
    assert Table.objects.filter(number=99).exists()
    undo(factories.as_by(), Action.objects.get())
    assert [m.objects.count() for m in (Player, Entry, Purchase, LedgerLine, Seat, Bust, ChipCount)] == [
        0
    ] * 7
    assert not Table.objects.filter(number=99).exists()
    assert list(DayTable.objects.values_list("state", flat=True)) == ["reserved", "reserved"]
    assert Day.objects.filter(pk=day.pk).values().get() == before


def test_entries_that_are_only_counted_are_out_first_and_pay_into_the_pool(day):
    run(day, "card,name,entries,table,chair,place\n1,Ann Lee,3,7,1,\n2,Bob Ray,1,,,2\n")
    assert list(Entry.objects.values_list("number", "player__card", "state", "reentry")) == [
        (1, "1", "out", False),
        (2, "1", "out", True),
        (3, "1", "seated", True),
        (4, "2", "out", False),
    ]
    assert list(Bust.objects.values_list("order", "entry__number")) == [(1, 1), (2, 2), (3, 4)]
    assert LedgerLine.objects.filter(part="prize").count() == 4
    assert violations(day.event) == []


def test_a_reservation_becomes_the_entry(day):
    player = factories.make_player(first_name="Ann", last_name="Lee", card="1")
    reserve(factories.as_by(), day, player, day.event.options.get())
    run(day)
    assert Entry.objects.get(player=player).state == "seated"
    assert (Entry.objects.count(), violations(day.event)) == (5, [])


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("6,Flo Kay,7,1,1,", "Line 2 sits in chair 7-1 as well."),
        ("6,Flo Kay,7,10,1,", "Table 7 has 9 chairs; there is no chair 10."),
        ("6,Flo Kay,7,5,1,", "Chair 7-5 is blocked."),
        ("6,Flo Kay,7,,1,", "A table and a chair go together; one of them is missing."),
        ("6,Flo Kay,,,,4", "Line 6 has place 4 as well."),
        ("6,Flo Kay,7,3,,9", "He is out and sits in 7-3: one of them is wrong."),
        ("6,Flo Kay,,,500,9", "He is out and has 500 chips: one of them is wrong."),
        ("1,Ann Lee,7,3,500,", "Card 1 is in line 2 already."),
        ("6,Flo Kay,seven,3,500,", "“seven” is not the number of a table."),
    ],
)
def test_what_cannot_be_is_named_by_line_and_nothing_is_taken_over(day, row, sentence):
    Table.objects.filter(number=7).update(blocked=[5])
    text = f"{LIST}{row}\n"
    assert [(found.line, said([found])[0]) for found in plan_of(day, text).broken] == [(7, sentence)]
    with pytest.raises(RuleError) as caught:
        run(day, text)
    assert (caught.value.code, Player.objects.count(), Action.objects.count()) == ("rows-broken", 0, 0)


def test_what_does_not_add_up_is_told_with_figures(day):
    text = LIST.replace("10000", "9,000".replace(",", "")).replace(",5\n", ",9\n").replace(",4\n", ",8\n")
    plan = plan_of(day, text)
    assert said(plan.warnings) == [
        "The list has 99000 chips, and 100000 were sold: 1000 too few.",
        "The best place of those out is 8, and 3 players are still in.",
    ]
    assert plan.is_possible
    assert plan_of(day, LIST).warnings == ()


def test_missing_tables_stop_it_unless_they_are_made(day):
    text = LIST.replace("8,9", "12,10")
    assert said(plan_of(day, text).problems) == [
        "The house has no table 12. Add it, or let the missing tables be made."
    ]
    with pytest.raises(RuleError, match="The house has no table 12"):
        run(day, text)
    run(day, text, makes_tables=True)
    assert (Table.objects.get(number=12).chairs, violations(day.event)) == (10, [])


def test_a_table_of_another_event_and_a_lent_one_stop_it(day):
    other = factories.make_day(factories.make_event(name="Turbo"))
    DayTable.objects.create(day=other, table=Table.objects.get(number=7), chairs=9, state="open")
    Table.objects.filter(number=8).update(lent=True)
    assert said(plan_of(day, LIST).problems) == [
        "Turbo, Day 1, has table 7 now.",
        "Table 8 is lent to cash games.",
    ]


def test_a_closed_table_opens_with_the_chairs_that_the_house_left_it(day):
    DayTable.objects.filter(table__number=7).update(state="closed")
    Table.objects.filter(number=7).update(chairs=6)
    run(day)
    assert dict(DayTable.objects.values_list("table__number", "chairs")) == {7: 6, 8: 9}
    assert violations(day.event) == []


def test_an_event_that_has_sold_entries_is_not_taken_over(day):
    run(day)
    with pytest.raises(RuleError, match="Entries have been sold in this event"):
        run(day, "card,name\n77,Zoe Rossi\n")


def test_only_a_director_takes_over(day):
    with pytest.raises(RuleError, match="Your role may not do this"):
        run(day, by=factories.as_by(factories.make_staff("floor")))


def test_what_changed_since_it_was_shown_is_said(day):
    seen = plan_of(day, LIST).seen()
    factories.make_player(first_name="Ann", last_name="Lee", card="1")
    with pytest.raises(RuleError, match="line 2 is a known player now"):
        run(day, expected=seen)
    assert Entry.objects.count() == 0


def test_query_counts_do_not_grow_with_the_field(db):
    def text(n: int) -> str:
        seats = (f"{i},First{i} Last{i},{i // 9 + 1},{i % 9 + 1},20000,\n" for i in range(n))
        gone = (f"{9000 + i},Gone{i} Out{i},,,,{n + 1 + i}\n" for i in range(n))
        return "card,name,table,chair,chips,place\n" + "".join([*seats, *gone])

    def made() -> Day:
        event = factories.make_event()
        factories.make_option(event)
        return factories.make_day(event)

    def asked(field: int) -> int:
        """Queries besides inserts, which go in portions."""
        day, staff, rows = made(), factories.as_by(), text(field)
        with CaptureQueriesContext(connection) as found:
            run(day, rows, by=staff, makes_tables=True)
        Seat.objects.all().delete()
        DayTable.objects.all().delete()
        Table.objects.all().delete()
        Player.objects.update(card=None, last_name="Other")
        return sum("INSERT" not in query["sql"] for query in found)

    few = asked(9)
    assert few <= 40
    assert asked(99) <= few
