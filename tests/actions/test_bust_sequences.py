"""Busts, corrections, swaps and undos in any order keep the floor in order; undone, they leave no trace."""

from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tables.actions.bust import bust, bust_many
from tables.actions.hand_for_hand import complete_hand, hand_done, start_hand_for_hand, stop_hand_for_hand
from tables.actions.marks import disqualify, mark_absent
from tables.actions.reinstate import correct_bust, reinstate
from tables.actions.swap import swap
from tables.models import Bust, DaySeed, Draw, Seat
from tables.queries.places import place_of
from tables.queries.results import results
from tests.actions.in_play import Floor, make_floor
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry, Event, House
from tournaments.rules.errors import RuleError

COUNTERS = {"last_seq", "revision", "last_action_at"}
VERBS = ["bust", "bust", "late", "same-hand", "several", "several", "list", "correct", "reinstate", "swap"]
MORE = ["disqualify", "absent", "start", "done", "complete", "stop", "undo", "undo", "undo"]

HAND = {
    "start": start_hand_for_hand,
    "complete": partial(complete_hand, force=True),
    "stop": stop_hand_for_hand,
}

steps = st.lists(
    st.tuples(st.sampled_from(VERBS + MORE), st.integers(0, 39), st.integers(0, 39), st.integers(0, 4)),
    min_size=1,
    max_size=20,
)


def rows() -> dict[str, Any]:
    """Every row of both apps, but for the journal, what no undo takes back, and the event's counters."""
    found: dict[str, Any] = {}
    for app in ("tournaments", "tables"):
        for model in apps.get_app_config(app).get_models():
            if model in {Action, Draw, DaySeed}:
                continue
            columns = [f.attname for f in model._meta.concrete_fields]
            if model in {Event, House}:
                columns = [c for c in columns if c not in COUNTERS]
            found[model._meta.label] = sorted(model._default_manager.values_list(*columns), key=repr)
    return found


def step(floor: Floor, what: str, n: int, m: int, k: int) -> None:  # noqa: C901 - a verb a line
    entries = floor.entries
    one, other = entries[n % len(entries)], entries[m % len(entries)]
    busts = list(Bust.objects.filter(event=floor.event))
    gone = busts[m % len(busts)] if busts else None
    chosen = {entries[(n + i) % len(entries)].pk: (None, 500, 900)[(m + i) % 3] for i in range(k + 1)}
    by, day = floor.by, floor.day
    if what == "bust":
        bust(by, one, by=other, stack_before=100 * k or None)
    elif what in {"several", "list"}:
        bust_many(by, day, chosen, one_hand=what == "several", before=gone if k == 2 else None)
    elif what == "swap":
        swap(by, one, other)
    elif what == "disqualify":
        disqualify(by, one, reason="dumping")
    elif what == "absent":
        mark_absent(by, one)
    elif what == "undo":
        actions = list(Action.objects.filter(event=floor.event).order_by("-seq"))
        if actions:
            undo(by, actions[n % len(actions)])
    elif gone and what in {"late", "same-hand", "correct", "reinstate"}:
        on_bust(floor, what, one, gone)
    elif what == "done":
        hand_done(by, floor.tables[n % len(floor.tables)])
    elif what in HAND:
        HAND[what](by, day)


def on_bust(floor: Floor, what: str, entry: Entry, gone: Bust) -> None:
    if what == "late":
        bust(floor.by, entry, before=gone)
    elif what == "same-hand":
        bust(floor.by, entry, same_hand=gone)
    elif what == "correct":
        correct_bust(floor.by, gone, entry)
    else:
        reinstate(floor.by, gone)


def check(floor: Floor) -> None:
    """Nothing is wrong; everybody plays or has a place, and the places are all there, ties apart."""
    assert violations(floor.event) == []
    n = len(floor.entries)
    found = results(floor.event, floor.clock.now)
    sitting = Seat.objects.filter(day=floor.day, until=None).count()
    busts = Bust.objects.filter(event=floor.event)
    assert sitting + busts.count() == n
    assert sorted(busts.values_list("order", flat=True)) == list(range(1, n - sitting + 1))
    shown = sorted(row.place for row in found.rows if row.place)
    held = busts.filter(held=True).count()
    winner = int(sitting == 1 and not held)
    taken_up: list[int] = []
    for place in dict.fromkeys(shown):
        taken_up += range(place, place + shown.count(place))
    assert taken_up == list(range(1 if winner else sitting + held + 1, n + 1))
    last = busts.filter(held=False).last()
    if last:
        place = next(row.place for row in found.rows if row.entry == last.entry_id)
        assert place_of(last.entry, floor.clock.now).place.place == place


@pytest.mark.django_db
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(players=st.integers(2, 40), sequence=steps)
def test_any_sequence_holds_and_is_undone_without_a_trace(players, sequence):
    with transaction.atomic():
        floor = make_floor(players, -(-players // 9))
        first = rows()
        for one in sequence:
            floor.clock.forward(seconds=30)
            with suppress(RuleError):
                step(floor, *one)
            check(floor)
        for done in Action.objects.filter(event=floor.event).order_by("-seq"):
            if Action.objects.filter(pk=done.pk, undone_by=None).exists():
                undo(floor.by, done)
                check(floor)
        assert rows() == first
        transaction.set_rollback(True)
