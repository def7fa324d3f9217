"""Any sequence of desk actions keeps the house in order, and undoing all of it leaves no trace."""

from contextlib import suppress
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tables.actions.desk import cancel, pay, register, register_new, reserve, seat_entry
from tables.actions.draw import draw_all
from tables.actions.sale import take_option
from tables.models import DaySeed, Draw
from tests import factories
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Event
from tournaments.rules.errors import RuleError
from tournaments.rules.person import Person

COUNTERS = {"last_seq", "revision", "last_action_at"}

steps = st.lists(
    st.tuples(
        st.sampled_from(
            ["register", "reserve", "new", "pay", "seat", "rebuy", "cancel", "draw", "undo", "undo"]
        ),
        st.integers(0, 7),
        st.booleans(),
    ),
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
            if model is Event or model._meta.model_name == "house":
                columns = [c for c in columns if c not in COUNTERS]
            found[model._meta.label] = sorted(model._default_manager.values_list(*columns), key=repr)
    return found


class Floor:
    """One event, five players, three chairs, and the steps that a sequence is made of."""

    def __init__(self) -> None:
        self.by = factories.as_by(clock=factories.Clock())
        self.event = factories.make_event()
        self.day = factories.make_day(self.event)
        self.option = factories.make_option(self.event)
        self.rebuy = factories.make_option(self.event, kind="rebuy", name="Rebuy", per_player=1)
        self.tables = [*factories.make_tables(self.day, 1, chairs=2)]
        self.tables += factories.make_tables(self.day, 1, chairs=2, state="reserved")
        self.players = [factories.make_player() for _ in range(5)]

    def step(self, what: str, n: int, flag: bool) -> None:
        entries = list(self.event.entries.order_by("pk"))
        entry = entries[n % len(entries)] if entries else None
        player = self.players[n % 5]
        if what == "register":
            register(self.by, self.day, player, self.option, seat=flag)
        elif what == "reserve":
            reserve(self.by, self.day, player, self.option)
        elif what == "new":
            register_new(self.by, self.day, self.option, Person(last_name="New", card=f"n{n}"), seat=flag)
        elif what == "draw":
            draw_all(self.by, self.day)
        elif what == "undo":
            actions = list(Action.objects.filter(event=self.event).order_by("-seq"))
            if actions:
                undo(self.by, actions[n % len(actions)])
        elif entry is not None:
            self._on_entry(what, entry, flag)

    def _on_entry(self, what: str, entry: Any, flag: bool) -> None:
        if what == "pay":
            pay(self.by, entry, seat=flag)
        elif what == "seat":
            seat_entry(self.by, entry)
        elif what == "rebuy":
            take_option(self.by, entry, self.rebuy)
        else:
            cancel(self.by, entry)


@pytest.mark.django_db
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sequence=steps)
def test_any_sequence_holds_and_is_undone_without_a_trace(sequence, db):
    with transaction.atomic():
        floor = Floor()
        first = rows()
        for step in sequence:
            with suppress(RuleError):
                floor.step(*step)
            assert violations(floor.event) == []
        for done in Action.objects.filter(event=floor.event).order_by("-seq"):
            if Action.objects.filter(pk=done.pk, undone_by=None).exists():
                undo(floor.by, done)
                assert violations(floor.event) == []
        assert rows() == first
        numbers = list(Draw.objects.filter(day=floor.day).values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))
        transaction.set_rollback(True)
