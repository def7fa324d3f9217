"""Whole evenings by chance, from the first entry to the winner, undone without a trace."""

import random
from dataclasses import replace

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tables.models import DaySeed, Draw
from tables.queries.proofs import proofs
from tables.queries.results import results
from tables.rules.draw import commitment
from tables.simulation.chance import Habits
from tables.simulation.evening import Evening
from tables.simulation.pace import FastPace
from tables.simulation.rewind import last_action, undo_since
from tables.simulation.setting import Setting, make_setting
from tables.simulation.tally import Accepted
from tests import factories
from tests.actions.test_desk_sequences import rows
from tournaments.journal.change import By
from tournaments.journal.invariants import violations
from tournaments.models import Action, Entry, Player
from tournaments.rules.errors import RuleError

CALM = Habits(mishap=0.02, undo=0.02)
WILD = Habits(
    lock=0.1, padlock=0.1, several=0.2, across=0.1, mishap=0.3, undo=0.2, own_choice=0.3, some_moves=0.3
)


def played(players: int, chairs: int, seed: int, habits: Habits, every: int) -> tuple[By, Evening]:
    """An evening that is set up and not begun. Its draws come from the seed too: it can be had again."""
    pace, chance = FastPace(factories.START), random.Random(seed)
    by = factories.as_by(clock=pace.clock)
    setting = make_setting(by, slug="evening", players=players, chairs=chairs, chance=chance, habits=habits)
    secret = chance.randbytes(32)
    DaySeed.objects.filter(day=setting.day).update(seed=secret, commitment=commitment(secret))
    return by, Evening(by, setting, pace, chance=chance, habits=habits, every=every)


def fewest(sizes: tuple[int, ...]) -> int:
    """Moves until all are within one, counted without our planner: what is above even sizes goes."""
    whole, more = divmod(sum(sizes), len(sizes))
    even = [whole + 1] * more + [whole] * (len(sizes) - more)
    return sum(max(0, size - to) for size, to in zip(sorted(sizes, reverse=True), even, strict=True))


def check_plan(plan: Accepted) -> None:
    """It lost nobody; where nothing held it back the tables are within one, by the fewest moves."""
    assert sum(plan.before) == sum(plan.after)
    if plan.kind == "redraw":
        assert max(plan.after) - min(plan.after) <= 1 or plan.bound
    elif plan.kind == "break":
        before = max(plan.before) - min(plan.before)
        assert max(plan.after) - min(plan.after) <= max(1, before) or plan.bound
        assert len(plan.after) == len(plan.before) - 1
        assert plan.moves in plan.before
    elif plan.whole and not plan.bound:
        assert max(plan.after) - min(plan.after) <= 1
        assert plan.moves == fewest(plan.before)


def check_places(setting: Setting, by: By) -> None:
    """One is left; of n players each has one of the places 1 to n, those tied the best of theirs."""
    entries = Entry.objects.filter(event=setting.event, state__in=Entry.IN)
    assert entries.exclude(state="out").count() == 1
    players = set(entries.values_list("player", flat=True))
    found = [row for row in results(setting.event, by.clock()).rows if row.place is not None]
    assert len(found) == len(players) == len({row.player for row in found})
    ranked = sorted(row.place for row in found)
    assert [place for place in range(1, len(found) + 1) if place in ranked] == sorted(set(ranked))
    for place in set(ranked):
        following = [other for other in ranked if other > place]
        assert min(following, default=len(found) + 1) == place + ranked.count(place)
        tied = {row.tied for row in found if row.place == place}
        assert tied == {ranked.count(place) > 1}


@pytest.mark.timeout(900)
@pytest.mark.django_db
@settings(
    max_examples=4,
    deadline=None,
    # A shorter evening is another one: what fails is not made smaller by trying many.
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    players=st.integers(2, 60),
    chairs=st.integers(6, 10),
    seed=st.integers(0, 2**32 - 1),
    habits=st.sampled_from([CALM, WILD, replace(WILD, short_room=1.0), replace(WILD, early=0.3)]),
)
def test_any_evening_holds_to_its_winner_and_is_undone_without_a_trace(players, chairs, seed, habits):
    with transaction.atomic():
        by, evening = played(players, chairs, seed, habits, every=1 if players < 12 else 4)
        event = evening.setting.event
        start, first = last_action(event), rows()
        tally = evening.play()
        assert tally.wrong == []
        for plan in tally.plans:
            check_plan(plan)
        check_places(evening.setting, by)
        assert {proof.problem for proof in proofs(event)} == {""}
        undo_since(by, event, start)
        assert violations(event) == []
        assert rows() == first
        numbers = list(Draw.objects.filter(day=evening.setting.day).values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))
        transaction.set_rollback(True)


@pytest.mark.timeout(900)
@pytest.mark.django_db
def test_an_evening_of_six_hundred_holds_to_its_winner():
    by, evening = played(600, 9, 1, replace(CALM, short_room=0.0), every=100)
    tally = evening.play()
    assert tally.wrong == []
    for plan in tally.plans:
        check_plan(plan)
    check_places(evening.setting, by)
    assert Player.objects.count() == 600
    done = {*Action.objects.filter(event=evening.setting.event).values_list("kind", flat=True)}
    assert {"plan.balance", "plan.break", "plan.redraw", "hand.start", "bust.several", "draw.all"} <= done


@pytest.mark.django_db
def test_an_undo_of_an_evening_is_refused_where_something_else_rests_on_it():
    by, evening = played(6, 6, 1, CALM, every=6)
    start = last_action(evening.setting.event)
    evening.play()
    entry = Entry.objects.filter(event=evening.setting.event).first()
    other = factories.make_day()
    factories.make_entry(other, factories.make_option(other.event), entry.player)
    with pytest.raises(RuleError):
        undo_since(by, evening.setting.event, start)
