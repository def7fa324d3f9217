"""A whole evening by chance: whatever staff do, the house is in order, and undoing it all leaves no trace."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tables.actions import draw, room
from tables.actions.draw_day import close_day, reopen_day
from tables.models import DayTable, Draw, Table
from tests import factories
from tests.actions.test_desk_sequences import Floor, rows
from tournaments.actions import clock, event, option, registration, structure_edit
from tournaments.actions.player import add_player, change_player
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Day, Player
from tournaments.queries.clock import reading_of
from tournaments.rules.errors import RuleError
from tournaments.rules.person import Person
from tournaments.rules.structure import Level, items_from_json

DESK = ["register", "reserve", "new", "pay", "seat", "rebuy", "cancel", "draw"]


class Evening(Floor):
    """The desk's floor, with everything else that a floor does of an evening."""

    def __init__(self) -> None:
        super().__init__()
        factories.make_house()
        self.by = self.director
        self.time: factories.Clock = self.by.clock  # type: ignore[assignment]
        self.spare = factories.make_tables(self.day, 1, chairs=3, state="closed")[0].table
        self.more: dict[str, Callable[[int], object]] = {
            "alternates": lambda n: draw.seat_alternates(self.by, self.day, most=n),
            "void": lambda n: draw.void_draw(self.by, self._one(Draw, n), reason="wrong cut"),
            "close day": lambda n: close_day(self.by, self.day),
            "reopen day": lambda n: reopen_day(self.by, self.day),
            "give": lambda n: room.give_tables(self.by, self.day, [self._one(Table, n).number]),
            "take back": lambda n: room.take_back_table(self.by, self._one(DayTable, n)),
            "open": lambda n: room.open_table(self.by, self._one(DayTable, n)),
            "close": lambda n: room.close_table(self.by, self._one(DayTable, n)),
            "order": self._order,
            "wait": lambda n: self.time.forward(minutes=5 * n + 1),
            "start": lambda n: clock.start_clock(self.by, self.day),
            "pause": lambda n: clock.pause_clock(self.by, self.day),
            "next": lambda n: clock.next_item(self.by, self.day, self._shown()),
            "previous": lambda n: clock.previous_item(self.by, self.day, self._shown()),
            "time left": lambda n: clock.set_time_left(self.by, self.day, 60_000 * n + 1),
            "break": lambda n: clock.take_break(self.by, self.day, 60_000 * (n + 1)),
            "structure": self._edit,
            "hold": lambda n: registration.hold_registration(
                self.by, self.day, Day.Registration.values[n % 3]
            ),
            "extend": lambda n: registration.extend_registration(self.by, self.day, n),
            "cut line": lambda n: registration.cut_line(self.by, self.day),
            "line done": lambda n: registration.finish_line(self.by, self.day),
            "pool": lambda n: registration.confirm_pool(self.by, self.event),
            "change event": lambda n: event.change_event(self.by, self.event, guarantee=n, chairs=2 + n % 3),
            "add day": lambda n: event.add_day(self.by, self.event, code=f"{n}", label=f"Day {n}"),
            "add option": lambda n: option.add_option(
                self.by, self.event, name=f"O{n}", kind="add-on", chips=n
            ),
            "change option": lambda n: option.change_option(self.by, self.option, name="Entry", prize=n),
            "player": lambda n: change_player(
                self.by, self._one(Player, n), Person(last_name=f"Renamed {n}", card=f"n{n % 3}")
            ),
            "add player": lambda n: add_player(self.by, Person(last_name="Added", card=f"n{n}")),
        }

    def step(self, what: str, n: int, flag: bool) -> None:
        if what in self.more:
            self.more[what](n)
        else:
            super().step(what, n, flag, n % 5)

    def _one(self, model, n: int):
        found = list(model.objects.order_by("pk"))
        if not found:
            raise RuleError("none", "There is none.")
        return found[n % len(found)]

    def _shown(self) -> int:
        return reading_of(Day.objects.get(pk=self.day.pk), self.time.now).item

    def _order(self, n: int) -> None:
        numbers = list(self.day.day_tables.values_list("table__number", flat=True))
        room.order_tables(self.by, self.day, [*numbers[n % 3 :], *numbers[: n % 3]])

    def _edit(self, n: int) -> None:
        items = list(items_from_json(Day.objects.get(pk=self.day.pk).structure))
        at = n % len(items)
        if isinstance(items[at], Level) and n < 4:
            items[at] = replace(items[at], duration_ms=60_000 * (n + 1))
        else:
            del items[at]
        structure_edit.edit_structure(self.by, self.day, items)


NAMES = [*DESK, *DESK, "undo", "undo", "undo"]


@pytest.mark.django_db
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_evening_holds_and_is_undone_without_a_trace(data, db):
    with transaction.atomic():
        evening = Evening()
        first = rows()
        whats = st.sampled_from([*NAMES, *evening.more])
        for what, n, flag in data.draw(
            st.lists(st.tuples(whats, st.integers(0, 7), st.booleans()), max_size=16)
        ):
            with suppress(RuleError):
                evening.step(what, n, flag)
            assert violations(evening.event) == []
        left = undo_all(evening)
        assert violations(evening.event) == []
        if not left:
            assert rows() == first
        numbers = list(Draw.objects.filter(day=evening.day).values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))
        seqs = list(Action.objects.filter(event=evening.event).order_by("seq").values_list("seq", flat=True))
        assert seqs == list(range(1, len(seqs) + 1))
        transaction.set_rollback(True)


def undo_all(evening: Evening) -> set[str]:
    """Undo all that holds, newest first over both journals; the codes of what may never be undone."""
    codes = set()
    for done in Action.objects.order_by("-pk"):
        if Action.objects.filter(pk=done.pk, undone_by=None).exists():
            code = undone(evening, done)
            # A published seed is published for good, and what came before its Day's end stays with it.
            assert not code or Action.objects.filter(kind="draw.close_day").exists(), (done.kind, code)
            codes |= {code} - {""}
            assert violations(evening.event) == []
    return codes


def undone(evening: Evening, done: Action) -> str:
    """Undo an action; the code of the refusal, if it is refused."""
    try:
        undo(evening.by, done)
    except RuleError as error:
        return error.code
    return ""
