"""What an evening by chance is made of: whose hand it is, where the big blind is, what counts as wrong."""

import random
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from tables.actions.day import open_event
from tables.models import Mark
from tables.simulation.chance import Buttons, Habits, next_hand
from tables.simulation.tally import Accepted, Tally
from tests import factories
from tournaments.models import Event, Player
from tournaments.queries.clock import on_show, reading_of

tables = st.dictionaries(
    st.integers(1, 5), st.lists(st.integers(1, 999), max_size=9, unique=True), min_size=1
).map(lambda found: {n: [1000 * n + entry for entry in entries] for n, entries in found.items()})
HANDS = Habits(several=0.4, across=0.4)


@given(tables=tables, most=st.integers(0, 5), seed=st.integers(0, 99))
def test_a_hand_leaves_somebody_at_each_table_and_no_more_go_than_may(tables, most, seed):
    hand = next_hand(random.Random(seed), tables, HANDS, most)
    if most < 1 or all(len(entries) < 2 for entries in tables.values()):
        assert hand is None
        return
    where = {entry: number for number, entries in tables.items() for entry in entries}
    assert 1 <= len(hand.outs) <= most
    assert hand.tables == len({where[entry] for entry in hand.outs})
    assert all(set(entries) - set(hand.outs) for entries in tables.values() if entries)
    assert hand.by is None or (hand.by not in hand.outs and where[hand.by] in {where[e] for e in hand.outs})


@given(tables=tables, seed=st.integers(0, 99))
def test_the_same_seed_plays_the_same_hand_in_whatever_order_the_tables_are_read(tables, seed):
    turned = {number: entries[::-1] for number, entries in reversed(tables.items())}
    one, other = (next_hand(random.Random(seed), found, HANDS, 3) for found in (tables, turned))
    assert one == other


def test_the_big_blind_moves_a_player_on_with_each_hand():
    buttons = Buttons(random.Random(1))
    buttons.last[7] = (4, 0.0)
    assert buttons.big_blind(7, 9, {2, 4, 8}, minute=1.0) == 4
    assert buttons.big_blind(7, 9, {2, 4, 8}, minute=2.0) == 8
    assert buttons.big_blind(7, 9, {2, 4, 8}, minute=6.0) == 4
    assert buttons.big_blind(7, 9, {2, 8}, minute=6.0) == 4


@pytest.mark.parametrize(
    ("plan", "wrong"),
    [
        (Accepted("balance", 1, (9, 7), (8, 8), 1), False),
        (Accepted("balance", 1, (9, 5), (8, 6), 1), True),
        (Accepted("balance", 1, (9, 5), (8, 6), 2), False),
        (Accepted("balance", 1, (9, 5), (8, 6), 1, bound=True), False),
        (Accepted("balance", 1, (9, 5), (8, 6), 1, whole=False), False),
        (Accepted("redraw", 14, (7, 7), (9, 5), 1), True),
        (Accepted("break", 3, (7, 5, 3), (8, 7), 1), False),
        (Accepted("break", 3, (6, 5, 5), (9, 7), 1), True),
        (Accepted("break", 3, (6, 5, 5), (9, 7), 1, bound=True), False),
    ],
)
def test_a_plan_that_leaves_tables_apart_for_no_reason_is_wrong(plan, wrong):
    tally = Tally()
    tally.accepted(plan)
    assert bool(tally.wrong) is wrong
    assert tally.counts == {plan.kind: 1, "moves": plan.moves}


def simulated(**options) -> str:
    out = StringIO()
    call_command("simulate_event", stdout=out, **options)
    return out.getvalue()


@pytest.mark.django_db
def test_an_evening_is_played_into_the_house_and_undone_again():
    said = simulated(players=12, seed=4, chairs=6, fast=True, undo=True)
    assert "one winner" in said
    assert "undone to the start" in said
    assert said.endswith("Nothing was wrong.\n")
    event = Event.objects.get(slug="simulated-12-4-1")
    assert not event.entries.exists()
    assert not Player.objects.exists()


@pytest.mark.django_db
def test_a_watched_evening_goes_on_to_the_next_level_in_the_houses_own_time():
    said = simulated(players=8, seed=2, chairs=6, speed=1e9)
    assert said.endswith("Nothing was wrong.\n")
    event = Event.objects.get()
    day = event.days.get()
    assert event.pool_final_at is not None
    shown = on_show(day, reading_of(day, event.last_action_at).item)
    assert shown.kind == "break" or shown.level > event.registration_level
    assert (event.last_action_at - event.actions.earliest("at").at).total_seconds() < 120


@pytest.mark.django_db
def test_players_of_an_evening_before_are_known_again():
    for _ in range(2):
        simulated(players=6, seed=1, chairs=6, fast=True)
    assert Player.objects.count() == 6
    assert [*Event.objects.order_by("pk").values_list("slug", flat=True)] == [
        "simulated-6-1-1",
        "simulated-6-1-2",
    ]


@pytest.mark.django_db
def test_a_broken_invariant_is_said_and_is_a_failure():
    """A mark of another event's player in this one's rows: no action makes that."""
    simulated(players=6, seed=1, chairs=6, fast=True, event="first")
    first = Event.objects.get(slug="first")
    second = open_event(
        factories.as_by(),
        slug="second",
        name="Second",
        template=None,
        stack=first.stack,
        chips=first.chips,
        chairs=6,
        registration_level=8,
        seating="for-all",
        tables=list(first.days.get().day_tables.values_list("table__number", flat=True)),
    )
    for option in first.options.all():
        factories.make_option(second, kind=option.kind, name=option.name)
    day = second.days.get()
    day.structure = first.days.get().structure
    day.clock_item, day.next_item_id = day.structure[0]["id"], 99
    day.save()
    first.days.get().day_tables.update(state="closed")
    entry = first.entries.get(state="seated")
    Mark.objects.create(event=second, entry=entry, kind="absent", since=factories.START)
    with pytest.raises(CommandError, match="is of another event"):
        simulated(players=6, seed=1, chairs=6, fast=True, event="second")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 1}, "--players"),
        ({"players": 5001}, "--players"),
        ({"chairs": 5}, "--chairs"),
        ({"speed": 0.0}, "--speed"),
    ],
)
def test_a_number_out_of_range_is_named(options, words):
    with pytest.raises(CommandError, match=words):
        simulated(**options)


@pytest.mark.django_db
def test_an_event_under_way_is_left_alone():
    day = factories.make_day()
    factories.make_entry(day, factories.make_option(day.event))
    with pytest.raises(CommandError, match="under way"):
        simulated(players=6, event=day.event.slug)
    assert day.event.entries.count() == 1
