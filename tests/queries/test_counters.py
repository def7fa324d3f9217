"""Counters for the director."""

from datetime import timedelta

import pytest

from tables.actions.desk import register, reserve
from tables.queries.counters import counters
from tests import factories
from tests.factories import START, Clock, as_by
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry, Purchase

pytestmark = pytest.mark.django_db


def names(bars) -> list[tuple[str, int]]:
    return [(bar.name, bar.count) for bar in bars]


def test_entries_are_counted_by_hour_line_clerk_and_option():
    day = factories.make_day()
    option = factories.make_option(day.event)
    ivy, mia = (factories.make_staff("registration", name=name) for name in ("Ivy", "Mia"))
    clock = Clock()
    for minutes, staff, line in ((0, ivy, "A"), (10, ivy, "A"), (10, mia, "B"), (150, mia, "")):
        clock.now = START + timedelta(minutes=minutes)
        register(as_by(staff, clock, device=line), day, factories.make_player(), option, seat=False)
    undone = register(as_by(mia, clock, device="B"), day, factories.make_player(), option, seat=False)
    undo(as_by(mia, clock), Action.objects.get(event=day.event, facts__number=undone.number))
    found = counters(day.event, day, clock.now, "Asia/Macau")
    assert names(found.hours) == [("02:00", 3), ("03:00", 0), ("04:00", 1)]
    assert [bar.percent for bar in found.hours] == [100, 0, 33]
    assert names(found.lines) == [("A", 2), ("", 1), ("B", 1)]
    assert names(found.clerks) == [("Ivy", 2), ("Mia", 2)]
    assert names(found.options) == [("Entry", 4)]
    assert (found.entries, found.last_hour) == (4, 1)


def test_what_is_still_to_come_is_counted():
    day = factories.make_day()
    option = factories.make_option(day.event)
    factories.make_tables(day, 1, chairs=3)
    by = as_by()
    for in_line in (True, False, False):
        reserve(by, day, factories.make_player(), option, in_line=in_line)
    here, not_seen = (register(by, day, factories.make_player(), option) for _ in range(2))
    Entry.objects.filter(pk=here.pk).update(checked_in_at=START)
    Entry.objects.filter(pk=not_seen.pk).update(checked_in_at=None)
    found = counters(day.event, day, START, "UTC")
    assert (found.reserved, found.reserved_in_line, found.unclaimed) == (3, 1, 1)
    assert (found.room.chairs, found.alternates, found.called) == (1, 0, 0)
    for _ in range(3):
        register(by, day, factories.make_player(), option)
    found = counters(day.event, day, START, "UTC")
    assert (found.entries, found.room.chairs, found.alternates) == (5, 0, 2)


def test_an_event_without_entries_has_nothing_to_count():
    event = factories.make_event()
    found = counters(event, None, START, "UTC")
    assert (found.hours, found.lines, found.room, found.entries) == ((), (), None, 0)


@pytest.mark.parametrize("n", [100, 10_000])
def test_ten_thousand_entries_ask_no_more_questions(n, django_assert_num_queries):
    day = factories.make_day()
    option = factories.make_option(day.event)
    factories.make_tables(day, 4)
    player = factories.make_player()
    Entry.objects.bulk_create(
        Entry(
            event=day.event, day=day, player=player, number=k + 1, state="out", option=option,
            token=f"T{k:011d}", made_at=START, paid_at=START + timedelta(seconds=k),
        )
        for k in range(n)
    )  # fmt: skip
    Purchase.objects.bulk_create(
        Purchase(event=day.event, entry=entry, option=option, chips=1, at=START)
        for entry in Entry.objects.filter(event=day.event)
    )
    with django_assert_num_queries(8):
        assert counters(day.event, day, START, "UTC").entries == n
