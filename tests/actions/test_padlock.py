"""A table that staff padlock gets nobody: no draw, no alternate, no fill; and it says so."""

import pytest

from tables.actions.alternates import call, seat
from tables.actions.balance import fill
from tables.actions.bust import bust
from tables.actions.desk import register
from tables.actions.draw import draw_all, draw_seat, seat_alternates
from tables.actions.reinstate import reinstate
from tables.actions.table_state import padlock
from tables.models import DayTable, Seat
from tables.queries.alternates import alternates_of
from tables.queries.console import to_do
from tables.queries.open_chairs import open_chairs_by_table
from tables.queries.screen import screen_state
from tests import factories
from tests.actions.floor import seat_at, sizes, spot
from tests.actions.test_draw import field, refusal
from tournaments.journal.change import utc_now
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry
from tournaments.rules.errors import RuleError

pytestmark = pytest.mark.django_db


@pytest.fixture
def by(director, clock):
    return factories.as_by(director, clock)


@pytest.fixture
def day():
    return factories.make_day(registration="open")


def sentence(action, *args, **kwargs):
    with pytest.raises(RuleError) as refused:
        action(*args, **kwargs)
    return str(refused.value)


@pytest.mark.parametrize("late_seat", ["fewest", "any", "in-order"])
def test_no_late_entry_is_drawn_to_a_padlocked_table(by, late_seat):
    event = factories.make_event(rules={"late_seat": late_seat})
    day, option = factories.make_day(event, registration="open"), factories.make_option(event)
    one, two = factories.make_tables(day, 2, first=1, chairs=4)
    factories.make_tables(day, 1, first=3, chairs=2, state="reserved")
    seat_at(day, two, [1])
    padlock(by, one)
    seats = [register(by, day, factories.make_player(), option) for _ in range(5)]
    assert sizes(day) == {1: 0, 2: 4, 3: 2}
    late = register(by, day, factories.make_player(), option)
    assert (late.alternate, spot(late)) == (1, "")
    assert (len(seats), violations(event)) == (5, [])


def test_a_reserved_table_that_is_padlocked_does_not_open(by, day):
    (one,) = factories.make_tables(day, 1, first=1, chairs=2, state="reserved")
    factories.make_tables(day, 1, first=2, chairs=2, state="reserved")
    padlock(by, one)
    assert draw_seat(by, *field(day, 1)).table.number == 2
    assert DayTable.objects.get(pk=one.pk).state == "reserved"


def test_a_draw_for_all_says_which_tables_are_padlocked(by, day):
    one, _two = factories.make_tables(day, 2, first=1, chairs=4)
    padlock(by, one)
    field(day, 5)
    assert sentence(draw_all, by, day) == (
        "5 players do not fit: 4 chairs are open, 1 too few. "
        "There are open chairs at padlocked tables: 1. Take a padlock off, or open another table."
    )
    assert Seat.objects.count() == 0
    padlock(by, DayTable.objects.get(pk=one.pk), locked=False)
    draw_all(by, day)
    assert sizes(day) == {1: 3, 2: 2}


def test_where_all_open_chairs_are_at_padlocked_tables_the_alternates_wait(by, day):
    one, two = factories.make_tables(day, 2, first=1, chairs=3)
    seat_at(day, one, [1])
    padlock(by, one)
    padlock(by, two)
    waiting = field(day, 2)
    for entry in waiting:
        assert draw_seat(by, entry) is None
    said = "The only open chairs are at padlocked tables: 1, 2. Take a padlock off, or open another table."
    assert sentence(call, by, day) == said
    assert sentence(seat_alternates, by, day) == said
    assert sentence(seat, by, Entry.objects.get(pk=waiting[0].pk)) == said
    found = alternates_of(day, utc_now())
    assert (found.chairs, found.shut) == (0, (1, 2))
    (card,) = [one for one in to_do(day, utc_now()) if one.kind == "alternates"]
    assert "padlocked tables: 1, 2" in card.text
    padlock(by, DayTable.objects.get(pk=two.pk), locked=False)
    found = alternates_of(day, utc_now())
    assert (found.chairs, found.shut) == (3, ())
    assert len(seat_alternates(by, day)) == 2
    assert sizes(day) == {1: 1, 2: 2}


def test_a_full_padlocked_table_is_not_spoken_of(by, day):
    (one,) = factories.make_tables(day, 1, first=1, chairs=2)
    seat_at(day, one, [1, 2])
    padlock(by, one)
    draw_seat(by, *field(day, 1))
    assert "padlock" not in sentence(call, by, day)


def test_one_brought_back_has_his_own_chair_and_is_drawn_to_no_padlocked_table(by, day):
    one, two, three = factories.make_tables(day, 3, first=1, chairs=4)
    gone, other = seat_at(day, one, [1, 2]).values()
    seat_at(day, two, [1])
    seat_at(day, three, [1])
    out = bust(by, gone)
    padlock(by, one)
    reinstate(by, out)
    assert spot(gone) == "1-1"
    out = bust(by, Entry.objects.get(pk=gone.pk))
    Seat.objects.filter(entry=other, until=None).update(chair=1)
    padlock(by, two)
    reinstate(by, out)
    assert spot(gone).startswith("3-")
    out = bust(by, Entry.objects.get(pk=gone.pk))
    Seat.objects.filter(entry=other, until=None).update(chair=int(out.chair), table=three.table)
    padlock(by, three)
    assert sentence(reinstate, by, out).startswith("The only open chairs are at padlocked tables: 1-3.")
    assert violations(day.event) == []


def test_a_padlocked_table_is_not_filled(by, day):
    (one,) = factories.make_tables(day, 1, first=1)
    padlock(by, one)
    assert refusal(fill, by, DayTable.objects.get(pk=one.pk), 2) == ("padlocked", {"table": 1})
    fill(by, padlock(by, one, locked=False), 2)
    assert padlock(by, DayTable.objects.get(pk=one.pk)).fill == 0
    undo(by, Action.objects.filter(kind="table.padlock").latest("pk"))
    row = DayTable.objects.get(pk=one.pk)
    assert (row.fill, row.padlocked) == (2, False)


def test_its_chairs_are_not_counted_as_open(by, day):
    one, two = factories.make_tables(day, 2, first=1, chairs=5)
    seat_at(day, one, [1, 2])
    seat_at(day, two, [1])
    padlock(by, one)
    counts = screen_state(day.event, day, None, utc_now())["counts"]
    assert (counts["open_chairs"], counts["tables"]) == (4, 2)
    assert [found.table for found in open_chairs_by_table(day)] == [2]
