"""A Day that is run by counts alone."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tables.actions.counts_only import count_left, count_sold, run_by_counts
from tables.actions.desk import register, reserve
from tables.actions.import_entries import import_entries
from tables.actions.room import give_tables, open_table
from tables.models import DayFloor
from tables.queries.counted_days import counted_day
from tables.queries.prizes import prizes
from tables.queries.screen import screen_state
from tests import factories
from tournaments.journal import invariants
from tournaments.journal.undo import undo
from tournaments.models import Action, Day, Event
from tournaments.queries.clock import reading_of
from tournaments.rules.csv_import import PlayerSheet
from tournaments.rules.errors import RuleError

pytestmark = pytest.mark.django_db


class Daily:
    """Entries of 100 with 80 into the pool for 10,000 chips, rebuys of 40 with all of it for 5,000."""

    def __init__(self) -> None:
        self.day = factories.make_day()
        event = self.day.event
        self.entry = factories.make_option(event, prize=8_000, fee=2_000, staff=0, chips=10_000)
        self.again = factories.make_option(
            event, kind="re-entry", name="Re-entry", prize=8_000, fee=2_000, staff=0, chips=10_000
        )
        self.rebuy = factories.make_option(
            event, kind="rebuy", name="Rebuy", prize=4_000, fee=0, staff=0, chips=5_000
        )
        self.by = factories.as_by()
        run_by_counts(self.by, self.day)

    def floor(self) -> DayFloor:
        return DayFloor.objects.get(day=self.day)

    def now(self) -> tuple[int, int, int]:
        floor = self.floor()
        return floor.counted_entries, floor.counted_rebuys, floor.players_left


@pytest.fixture
def daily(db) -> Daily:
    return Daily()


def code(call, *args, **kwargs) -> str:
    with pytest.raises(RuleError) as refused:
        call(*args, **kwargs)
    return refused.value.code


def test_entries_rebuys_and_players_left_are_counted(daily):
    count_sold(daily.by, daily.day, daily.entry, by=1)
    count_sold(daily.by, daily.day, daily.entry, to=11)
    count_sold(daily.by, daily.day, daily.rebuy, by=3)
    count_left(daily.by, daily.day, by=-4)
    count_sold(daily.by, daily.day, daily.again, by=1)
    assert daily.now() == (12, 3, 8)
    counted = counted_day(daily.day)
    # 12 entries of 10,000 and 3 rebuys of 5,000 chips; 12 times 80 and 3 times 40 into the pool.
    assert (counted.entries, counted.reentries, counted.chips, counted.prize) == (12, 1, 135_000, 108_000)


def test_screen_and_prizes_are_those_of_the_counts(daily):
    count_sold(daily.by, daily.day, daily.entry, to=20)
    count_sold(daily.by, daily.day, daily.rebuy, to=4)
    count_left(daily.by, daily.day, to=9)
    day = Day.objects.select_related("event").get(pk=daily.day.pk)
    shown = screen_state(day.event, day, reading_of(day, factories.START), factories.START)
    assert {name: shown["counts"][name] for name in ("entries", "reentries", "players", "tables")} == {
        "entries": 20, "reentries": 0, "players": 9, "tables": 0,
    }  # fmt: skip
    assert shown["chips"] == {"in_play": 220_000, "average": 24_444}
    assert (shown["prizes"]["pool"], prizes(day.event).pool) == (176_000, 176_000)


def test_a_guarantee_holds_against_the_counts(daily):
    Event.objects.update(guarantee=500_000)
    count_sold(daily.by, daily.day, daily.entry, to=20)
    assert prizes(Event.objects.get()).pool == 500_000


def test_an_entry_counted_back_takes_a_player_with_it(daily):
    count_sold(daily.by, daily.day, daily.entry, to=3)
    count_sold(daily.by, daily.day, daily.entry, by=-1)
    assert daily.now() == (2, 0, 2)
    count_left(daily.by, daily.day, to=1)
    count_sold(daily.by, daily.day, daily.entry, by=-1)
    assert daily.now() == (1, 0, 1)
    count_sold(daily.by, daily.day, daily.entry, by=-1)
    assert daily.now() == (0, 0, 0)


def test_counts_that_cannot_be_are_refused(daily):
    day, by = daily.day, daily.by
    assert code(count_sold, by, day, daily.rebuy, by=1) == "nobody-plays"
    assert code(count_left, by, day, by=-1) == "nobody-plays"
    assert code(count_sold, by, day, daily.entry, by=-1) == "count-below"
    assert code(count_sold, by, day, daily.entry, to=100_001) == "count-too-many"
    count_sold(by, day, daily.entry, to=2)
    assert code(count_left, by, day, by=1) == "more-than-entered"
    assert code(count_left, by, day, by=-2) == "last-player"
    assert code(count_sold, by, day, factories.make_option(factories.make_event()), by=1) == "other-event"
    assert code(run_by_counts, by, day, on=False) == "has-counts"
    other = factories.make_day()
    assert code(count_left, by, other, by=1) == "not-by-counts"


def test_names_and_seats_are_refused_with_a_sentence(daily):
    day, by = daily.day, daily.by
    player = factories.make_player()
    assert code(register, by, day, player, daily.entry) == "by-counts"
    assert code(reserve, by, day, player, daily.entry) == "by-counts"
    assert code(import_entries, by, day, daily.entry, PlayerSheet((), ())) == "by-counts"
    (table,) = factories.make_tables(day, 1, state="reserved")
    assert code(open_table, by, table) == "by-counts"
    (free,) = factories.make_tables(factories.make_day(), 1, state="closed")
    assert code(give_tables, by, day, [free.table.number]) == "by-counts"


def test_a_day_that_has_begun_with_names_stays_so():
    day = factories.make_day()
    by = factories.as_by()
    factories.make_tables(day, 1)
    assert code(run_by_counts, by, day) == "has-tables"
    factories.make_entry(day, factories.make_option(day.event))
    assert code(run_by_counts, by, day) == "has-entries"


def test_each_count_is_undone_by_itself(daily):
    count_sold(daily.by, daily.day, daily.entry, to=5)
    count_left(daily.by, daily.day, by=-1)
    last = Action.objects.get(kind="count.left")
    undo(daily.by, last)
    assert daily.now() == (5, 0, 5)
    undo(daily.by, Action.objects.get(kind="count.sold"))
    assert daily.now() == (0, 0, 0)
    undo(daily.by, Action.objects.get(kind="event.by_counts"))
    assert not DayFloor.objects.exists()


def test_counting_is_the_floors_and_the_setting_the_directors():
    day = factories.make_day()
    factories.make_option(day.event)
    assert code(run_by_counts, factories.as_by(factories.make_staff("floor")), day) == "not-your-role"
    run_by_counts(factories.as_by(), day)
    option = day.event.options.get()
    assert code(count_sold, factories.as_by(factories.make_staff("cashier")), day, option) == "not-your-role"
    count_sold(factories.as_by(factories.make_staff("floor")), day, option, by=1)


steps = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["entry", "again", "rebuy"]), st.integers(-3, 5)),
        st.tuples(st.just("left"), st.integers(-3, 2)),
        st.tuples(st.just("undo"), st.integers(0, 3)),
    ),
    max_size=14,
)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=steps)
def test_whatever_is_pressed_the_counts_can_be(db, steps):
    daily = Daily()
    for what, n in steps:
        try:
            if what == "left":
                count_left(daily.by, daily.day, by=n)
            elif what == "undo":
                found = Action.objects.filter(event=daily.day.event, kind__startswith="count.").order_by(
                    "-pk"
                )
                if n < len(found):
                    undo(daily.by, found[n])
            else:
                count_sold(daily.by, daily.day, getattr(daily, what), by=n)
        except RuleError:
            pass
        entries, _rebuys, left = daily.now()
        assert (1 if entries else 0) <= left <= entries
        assert not list(invariants.violations(daily.day.event))
