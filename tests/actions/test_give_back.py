"""A stack that was taken up: brought back for its player, or paid back by a director."""

import pytest

from tables.actions.desk import cancel, register
from tables.actions.draw import draw_all
from tables.actions.unclaimed import give_back_stack, take_up
from tables.models import Bust, Draw, Seat
from tests import factories
from tests.actions.test_check_in import (
    TAKEN_UP,
    a_day,
    by,
    clock,
    counted,
    evening_begins,
    imported,
    late,
    refused,
    started,
    undone,
)
from tournaments.journal.invariants import violations
from tournaments.models import Day, Entry, LedgerLine, Purchase
from tournaments.rules.errors import RuleError

__all__ = ["evening_begins"]
pytestmark = pytest.mark.django_db


def taken_up_one() -> tuple[Day, Entry]:
    """A Day with a stack taken up, and that entry as it is now."""
    day, entry = late()
    take_up(by(), day, entries=[entry.pk])
    entry.refresh_from_db()
    return day, entry


def where(entry: Entry) -> tuple[int, int] | None:
    return Seat.objects.filter(entry=entry, until=None).values_list("table__number", "chair").first()


def test_one_of_several_stacks_taken_up_is_brought_back_to_its_chair():
    day = a_day(TAKEN_UP, unclaimed_level=1)
    entries = imported(day, 3)
    draw_all(by(), day)
    chair = where(entries[1])
    day = started(day)
    clock.forward(minutes=21)
    take_up(by(), day, entries=[entry.pk for entry in entries])
    give_back_stack(by(), entries[1])
    assert [entry.state for entry in Entry.objects.order_by("number")] == ["out", "seated", "out"]
    assert list(Bust.objects.order_by("order").values_list("entry__number", "order")) == [(1, 1), (3, 2)]
    assert where(entries[1]) == chair
    back = Entry.objects.get(pk=entries[1].pk)
    assert (back.checked_in_at, back.out_at) == (clock.now, None)
    assert counted(day, clock.now) == (1, 20_000, 20_000)
    assert violations(day.event) == []
    undone(day.event, "bust.give_back")
    assert list(Bust.objects.order_by("order").values_list("entry__number", flat=True)) == [1, 2, 3]
    assert (where(entries[1]), Entry.objects.get(pk=entries[1].pk).checked_in_at) == (None, None)
    assert list(Purchase.objects.filter(in_play=True)) == []
    assert violations(day.event) == []


def test_a_stack_whose_chair_is_gone_is_brought_back_to_a_drawn_one():
    day, entry = taken_up_one()
    table = Bust.objects.get().table
    closed = day.day_tables.get(table=table)
    closed.state = "closed"
    closed.save()
    give_back_stack(by(), entry)
    drawn = Draw.objects.latest("pk")
    assert where(entry) == tuple(drawn.outcome[1:])
    assert where(entry)[0] != table.number
    assert violations(day.event) == []
    undone(day.event, "bust.give_back")
    drawn.refresh_from_db()
    assert (where(entry), drawn.void_reason, Bust.objects.count()) == (None, "undone", 1)


def test_only_a_stack_that_was_taken_up_is_brought_back_and_not_beside_another():
    day, entry = taken_up_one()
    again = factories.make_option(day.event, kind="re-entry", name="Re-entry")
    sold = register(by(), day, entry.player, again)
    assert refused(give_back_stack, entry)[0] == "player-in"
    cancel(by(), sold, stack="removed")
    give_back_stack(by(), entry)
    assert refused(give_back_stack, entry)[0] == "player-in"
    Entry.objects.filter(pk=entry.pk).update(state="cancelled")
    assert refused(give_back_stack, entry)[0] == "not-taken-up"


def test_a_director_returns_the_money_of_a_stack_taken_up_and_takes_that_back():
    day, entry = taken_up_one()
    clerk = factories.as_by(factories.make_staff("floor"), clock)
    with pytest.raises(RuleError) as error:
        cancel(clerk, entry)
    assert error.value.code == "cancel-director"
    cancel(by(), entry, reason="ill")
    entry.refresh_from_db()
    assert (entry.state, entry.out_at, Bust.objects.count()) == ("cancelled", None, 0)
    assert [(p.in_play, p.cancelled_at) for p in Purchase.objects.all()] == [(False, clock.now)]
    assert sum(LedgerLine.objects.values_list("amount", flat=True)) == 0
    assert violations(day.event) == []
    undone(day.event, "entry.cancel")
    entry.refresh_from_db()
    assert (entry.state, Bust.objects.get().kind) == ("out", "taken-up")
    assert Purchase.objects.get().cancelled_at is None
    assert violations(day.event) == []


def test_one_who_went_out_playing_is_not_cancelled():
    _day, entry = taken_up_one()
    Bust.objects.update(kind="bust")
    assert refused(cancel, entry)[0] == "cannot-cancel"
