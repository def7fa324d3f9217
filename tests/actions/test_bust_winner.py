"""Who won the hand, said after the bust."""

import pytest

from tables.actions.bust import bust, bust_many
from tables.actions.bust_winner import won_by
from tables.models import Bust, Seat
from tests import factories
from tournaments.journal.undo import undo
from tournaments.models import Action, Day, Entry
from tournaments.rules.errors import RuleError

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Day:
    return factories.make_day()


@pytest.fixture
def entries(day: Day) -> list[Entry]:
    """Four at one table."""
    option = factories.make_option(day.event)
    table = factories.make_tables(day, 1)[0]
    made = [factories.make_entry(day, option, state="seated") for _ in range(4)]
    for chair, entry in enumerate(made, start=1):
        Seat.objects.create(day=day, entry=entry, table=table.table, chair=chair, since=factories.START)
    return made


def winners() -> list[int | None]:
    """Who put out each, in the order of going out."""
    return list(Bust.objects.order_by("order").values_list("by", flat=True))


def test_the_winner_of_one_bust_and_undo(entries, clock):
    who = factories.as_by(clock=clock)
    gone = bust(who, entries[0])
    clock.forward(seconds=5)
    won_by(who, gone, entries[1])
    assert winners() == [entries[1].pk]
    undo(who, Action.objects.latest("seq"))
    assert winners() == [None]


def test_it_is_said_of_all_who_went_out_in_the_hand_and_of_no_other(day, entries, clock):
    who = factories.as_by(clock=clock)
    gone = bust_many(who, day, {entries[0].pk: None, entries[1].pk: None})
    other = bust(who, entries[2])
    won_by(who, gone[0], entries[3])
    assert winners() == [entries[3].pk, entries[3].pk, None]
    won_by(who, gone[1], None)
    assert (winners(), other.by_id) == ([None, None, None], None)


def test_nobody_who_went_out_in_the_hand_has_won_it(day, entries):
    who = factories.as_by()
    gone = bust_many(who, day, {entries[0].pk: None, entries[1].pk: None})
    with pytest.raises(RuleError) as refused:
        won_by(who, gone[0], entries[1])
    assert (refused.value.code, winners()) == ("own-bust", [None, None])


def test_a_player_of_another_event_is_refused(entries):
    who = factories.as_by()
    gone = bust(who, entries[0])
    other_day = factories.make_day()
    other = factories.make_entry(other_day, factories.make_option(other_day.event))
    with pytest.raises(RuleError) as refused:
        won_by(who, gone, other)
    assert refused.value.code == "other-event"
