"""What an event exports is taken over by another event to the same state."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tables.actions.take_over import take_over
from tables.models import Bust, ChipCount, DayTable, Seat
from tables.queries.export import export_rows
from tables.queries.take_over_plan import take_over_plan
from tests import factories
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Day, Entry, Player
from tournaments.queries.imports import read_file
from tournaments.queries.lists import csv_bytes, xlsx_bytes
from tournaments.rules.person import Person, checked

pytestmark = pytest.mark.django_db(transaction=False)
NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn", "Co"]), min_size=1, max_size=12)
NAME = st.one_of(
    st.sampled_from(
        ["Nguyễn", "=cmd|' /C calc'!A0", 'Do"e', "O'Neil", "-", "@home", "'=x", "Lee, Ann", "陳"]
    ),
    NAMES,
)
STATES = st.sampled_from(["seated", "seated", "out", "paid", "reserved"])


def writable(text: str) -> str:
    """The text as a player's name is kept, or a plain one."""
    try:
        return checked(Person(last_name=text)).last_name
    except ValueError:
        return "Plain"


def state_of(day: Day) -> list[tuple[object, ...]]:
    """All that the export is to carry: entries in order, with chair, stack and order of going out."""
    seats = {
        s.entry_id: (s.table.number, s.chair) for s in Seat.objects.filter(day=day).select_related("table")
    }
    outs = dict(Bust.objects.filter(day=day).values_list("entry", "order"))
    counts = dict(ChipCount.objects.filter(day=day).values_list("entry", "chips"))
    entries = Entry.objects.filter(event=day.event).select_related("player", "option").order_by("number")
    return [
        (
            e.number,
            e.player_id,
            e.state,
            e.option.name,
            e.reentry,
            seats.get(e.pk),
            counts.get(e.pk),
            outs.get(e.pk),
        )
        for e in entries
    ]


def made() -> Day:
    event = factories.make_event()
    factories.make_option(event)
    return factories.make_day(event)


def taken(day: Day, data: bytes) -> None:
    take_over(
        factories.as_by(),
        day,
        day.event.options.get(),
        read_file(data).sheet,
        item=2,
        left_ms=60_000,
        makes_tables=True,
    )


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(people=st.lists(st.tuples(NAME, NAME, STATES), min_size=1, max_size=12), is_workbook=st.booleans())
def test_an_export_is_taken_over_to_the_same_state(db, people, is_workbook):
    first, second = made(), made()
    outs = 0
    source = [("card", "first_name", "last_name", "note", "state", "table", "chair", "chips", "out")]
    for index, (given_name, last, state) in enumerate(people):
        outs += state == "out"
        source.append(
            (
                f"c{index}",
                writable(given_name),
                writable(last),
                writable(last),
                state,
                str(500 + index // 9) if state == "seated" else "",
                str(index % 9 + 1) if state == "seated" else "",
                "20000" if state == "seated" else "",
                str(outs) if state == "out" else "",
            )
        )
    taken(first, csv_bytes(source))
    before = state_of(first)
    players = list(Player.objects.order_by("card").values())
    write = (lambda found: xlsx_bytes(found, "List")) if is_workbook else csv_bytes
    data = write(export_rows(first.event))
    DayTable.objects.filter(day=first).update(state="closed")
    Seat.objects.filter(day=first).update(until=factories.START)
    taken(second, data)
    assert state_of(second) == before
    assert list(Player.objects.order_by("card").values()) == players
    assert violations(second.event) == []
    undo(factories.as_by(), Action.objects.filter(event=second.event).get())
    assert state_of(second) == []
    Bust.objects.all().delete()


def test_re_entries_come_back_as_those_of_their_player(db):
    first, second = made(), made()
    taken(first, b"card,name,entries,table,chair\n1,Ann Lee,3,500,1\n,Bob Ray,2,500,2\n")
    before = state_of(first)
    data = csv_bytes(export_rows(first.event))
    DayTable.objects.all().update(state="closed")
    Seat.objects.filter(day=first).update(until=factories.START)
    plan = take_over_plan(second, read_file(data).sheet, second.event.options.get(), "director")
    assert plan.broken == ()
    taken(second, data)
    assert state_of(second) == before
    assert Player.objects.count() == 2


def test_an_export_is_one_query(db):
    day = made()
    taken(day, b"card,name,table,chair\n1,Ann Lee,500,1\n2,Bob Ray,500,2\n")
    with CaptureQueriesContext(connection) as found:
        assert len(list(export_rows(day.event))) == 3
    assert len(found) == 1
