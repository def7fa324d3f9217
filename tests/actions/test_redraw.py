"""Everybody drawn anew: at the event's points and for the final table, chips and all."""

import pytest

from tables.actions.bust import bust
from tables.actions.plans import accept_plan, discard_plan
from tables.actions.redraw import propose_redraw
from tables.actions.table_state import padlock
from tables.models import ChipCount, DayTable, Draw, Seat
from tables.queries.balance import combine_due
from tables.queries.proofs import proofs
from tests import factories
from tests.actions.floor import late_day, seat_at, sizes, spots
from tests.actions.test_draw import again, refusal
from tests.rules.floor_cases import published
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def by(director, clock):
    return factories.as_by(director, clock)


def test_everybody_draws_a_new_seat_and_the_other_tables_close(by, clock):
    day = late_day()
    tables = factories.make_tables(day, 3, first=1)
    (reserve,) = factories.make_tables(day, 1, first=9, state="reserved")
    seated = {
        f"{n}-{c}": e for n, row in enumerate(tables, 1) for c, e in seat_at(day, row, [1, 4, 6]).items()
    }
    rich = seated["2-4"]
    count = ChipCount.objects.create(event=day.event, day=day, entry=rich, chips=90_000, at=clock.now)
    plan = propose_redraw(by, day, [9])
    assert again(plan.draw) == plan.draw.outcome
    assert [(t["number"], t["taken"]) for t in plan.draw.candidates["tables"]] == [(9, 0)]
    assert sizes(day) == {1: 3, 2: 3, 3: 3}
    accept_plan(by, plan)
    assert sizes(day) == {9: 9}
    assert sorted(spots(seated).values()) == [f"9-{c}" for c in range(1, 10)]
    assert Seat.objects.get(entry=rich, until=None).entry.chip_counts.get() == count
    assert [proof.problem for proof in proofs(day.event)] == [""]
    assert violations(day.event) == []
    undo(by, Action.objects.get(kind="plan.accept"))
    assert sizes(day) == {1: 3, 2: 3, 3: 3}
    assert spots(seated) == {key: key for key in seated}
    assert DayTable.objects.get(pk=reserve.pk).state == "reserved"
    discard_plan(by, plan, reason="not yet")
    assert propose_redraw(by, day, [1, 2]).draw.number == 2


def test_a_redraw_may_give_somebody_the_seat_he_had(by):
    day = late_day()
    (table,) = factories.make_tables(day, 1, chairs=2, first=1)
    seat_at(day, table, [1, 2])
    accept_plan(by, propose_redraw(by, day, [1]))
    assert (sizes(day), violations(day.event)) == ({1: 2}, [])
    assert [proof.problem for proof in proofs(day.event)] == [""]


def test_locked_players_keep_their_chairs_and_their_table(by):
    day = late_day()
    one, _two = factories.make_tables(day, 2, first=1)
    (kept,) = seat_at(day, one, [5], locked=True).values()
    others = seat_at(day, one, [1, 2, 3])
    assert refusal(propose_redraw, by, day, [2]) == ("seat-locked", {"table": 1, "chair": 5})
    plan = propose_redraw(by, day, [1, 2])
    assert [t["taken"] for t in plan.draw.candidates["tables"]] == [1, 0]
    accept_plan(by, plan)
    assert (sizes(day), spots({5: kept})) == ({1: 2, 2: 2}, {5: "1-5"})
    assert (len(others), violations(day.event)) == (3, [])


def test_tables_that_cannot_be_drawn_to_are_refused(by):
    day, elsewhere = late_day(), late_day()
    one, two = factories.make_tables(day, 2, chairs=3, first=1)
    assert refusal(propose_redraw, by, day, [1])[0] == "nobody-sits"
    seat_at(day, one, [1, 2])
    seat_at(day, two, [1, 2])
    assert refusal(propose_redraw, by, day, [])[0] == "no-tables-chosen"
    assert refusal(propose_redraw, by, day, [1])[0] == "room-full"
    assert refusal(propose_redraw, by, day, [77])[0] == "no-such-table"
    closed, reserved = factories.make_tables(day, 2, first=3, state="closed")
    assert refusal(propose_redraw, by, day, [3])[0] == "table-closed"
    DayTable.objects.filter(pk=reserved.pk).update(state="reserved")
    held = DayTable.objects.create(day=elsewhere, table=reserved.table, chairs=9, state="open")
    code, facts = refusal(propose_redraw, by, day, [4])
    assert (code, facts["event"]) == ("table-elsewhere", elsewhere.event.name)
    held.delete()
    reserved.table.lent = True
    reserved.table.save()
    assert refusal(propose_redraw, by, day, [4])[0] == "table-lent"
    padlock(by, two)
    assert refusal(propose_redraw, by, day, [1, 2])[0] == "padlocked"
    assert refusal(propose_redraw, by, day, [1])[0] == "padlocked"
    assert (Draw.objects.count(), closed.table.number) == (0, 3)


def combined(players, tables, handed, entries, rules, clock):
    event = factories.make_event(chairs=handed, rules=rules)
    day = late_day(event=event)
    rows = factories.make_tables(day, tables, chairs=handed)
    for number, row in enumerate(rows):
        seat_at(day, row, range(1, len(range(number, players, tables)) + 1))
    option = event.options.first()
    for _ in range(entries - players):
        factories.make_entry(day, option, state="bagged")
    found = combine_due(day, clock.now)
    return found and (found.kind, found.tables)


@published("final_table")
def test_published_cases_of_the_final_table(case, clock):
    handed, players = case["input"]["handed"], case["input"]["players_left"]
    rules = {} if "TDA" in case["source"] else {"final_table": "wsop"}
    found = combined(players, 2, handed, players, rules, clock)
    assert (found == ("final", 1)) == case["expected"]["combine"]


@pytest.mark.parametrize(
    ("handed", "points"),
    [pytest.param(8, (24, 16, 9), id="redraw-05"), pytest.param(9, (27, 18, 9), id="nine-handed")],
)
def test_three_two_and_one_table_are_points_in_players_too(handed, points, clock):
    """Due with the bust after which so many are left, and not before; the end of Day 1 is staff's to say."""
    tables = {point: left for left, point in zip((3, 2, 1), points, strict=True)}
    for point, left in tables.items():
        before = combined(point + 1, left + 1, handed, 300, {}, clock)
        assert (before, combined(point, left + 1, handed, 300, {}, clock)[1]) == (None, left)


# The others are of events with points of their own.
@published("redraw", which=lambda case: case["id"] in {"redraw-01", "redraw-02", "redraw-04"})
def test_published_cases_of_redraws(case, clock):
    final = case["input"].get("event") == "final table"
    left = 1 if final else case["input"]["tables_left"]
    players = 9 * left
    found = combined(players, left + 1, 9, case["input"]["entries"], {}, clock)
    assert (found is not None and found[1] == left) == case["expected"]["redraw"]
    assert Entry.objects.count() == case["input"]["entries"]


def test_a_redraw_at_a_number_of_players_comes_once(by, clock):
    """Six tables of six: at 30 players, whatever the tables are; then not again until the next point."""
    event = factories.make_event(chairs=6, rules={"redraw_players": [30, 25], "redraw_min_entries": 20})
    day = late_day(event=event)
    rows = factories.make_tables(day, 6, chairs=6, first=1)
    seats = [seat_at(day, row, range(1, 7)) for row in rows]
    players = [entry for chairs in seats for entry in chairs.values()]
    outs = iter(players)

    def due_after(left):
        while Seat.objects.filter(day=day, until=None).count() > left:
            bust(by, Entry.objects.get(pk=next(outs).pk))
        found = combine_due(day, by.clock())
        return found and (found.kind, found.tables)

    assert (due_after(36), due_after(31), due_after(30)) == (None, None, ("redraw", 5))
    plan = propose_redraw(by, day, [2, 3, 4, 5, 6])
    accept_plan(by, plan)
    assert combine_due(day, by.clock()) is None
    undo(by, Action.objects.get(kind="plan.accept"))
    assert combine_due(day, by.clock()).tables == 5
    accept_plan(by, plan)
    assert (due_after(26), due_after(24)) == (None, ("redraw", 4))
    assert violations(event) == []


def test_a_day_that_began_with_fewer_players_has_no_redraw_at_more(by, clock):
    event = factories.make_event(chairs=6, rules={"redraw_players": [30], "redraw_min_entries": 2})
    day = late_day(event=event)
    for row in factories.make_tables(day, 5, chairs=6):
        seat_at(day, row, range(1, 6))
    assert combine_due(day, clock.now) is None
