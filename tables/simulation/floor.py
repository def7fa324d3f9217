"""The floor staff of a simulated evening: redraw, break, balance, and what they put right."""

import random
from collections.abc import Sequence
from contextlib import suppress

from tables.actions.balance import propose_balance
from tables.actions.break_table import draw_next_break, propose_break
from tables.actions.day_tables import set_chairs
from tables.actions.plans import accept_plan, discard_plan
from tables.actions.positions import next_hand, positions_of, start_positions
from tables.actions.redraw import propose_redraw
from tables.actions.seat_notes import lock_seat, mark_table_seen
from tables.actions.table_state import padlock
from tables.models import DayTable, Plan, Seat
from tables.queries.balance import (
    Combine,
    PlayedFloor,
    balance_of,
    combine_due,
    next_to_break,
    played_floor,
)
from tables.rules.balance_sizes import allowed_difference
from tables.simulation.chance import Buttons, Habits
from tables.simulation.pace import Pace
from tables.simulation.setting import Setting
from tables.simulation.tally import Accepted, Tally
from tournaments.journal.change import By
from tournaments.models import Entry
from tournaments.queries.house_rules import rules_of
from tournaments.queries.registration import registration_of
from tournaments.rules.errors import RuleError

MOST_PLANS = 40  # of one hand: after that something goes round in a circle


class FloorStaff:
    """Those who look at the to-do list after each hand, and do what it says."""

    def __init__(
        self, by: By, setting: Setting, pace: Pace, chance: random.Random, habits: Habits, tally: Tally
    ) -> None:
        self.by, self.setting, self.day, self.pace = by, setting, setting.day, pace
        self.chance, self.habits, self.tally = chance, habits, tally
        self.buttons = Buttons(chance)

    def settle(self) -> None:
        """Redraw, break and balance until nothing is due any more."""
        self._finish_open_plans()
        for _ in range(MOST_PLANS):
            if not self._next():
                return
        self.tally.wrong.append(f"after {MOST_PLANS} plans there was still one to make")

    def play_hand(self) -> None:
        """Move button and blinds on at tables where they are kept."""
        for row in DayTable.objects.filter(day=self.day, state=DayTable.State.OPEN, positions__isnull=False):
            if positions_of(row) is not None:
                with suppress(RuleError):  # one player is left
                    next_hand(self.by, row)

    def lock_some(self) -> None:
        """Lock the seats of a few: dealers who play, somebody in a wheelchair."""
        seats = Seat.objects.filter(day=self.day, until=None).order_by("entry__number")
        for seat in seats.select_related("entry"):
            if self.chance.random() < self.habits.lock:
                lock_seat(self.by, seat.entry)
                self.tally.counts["locked"] += 1

    def padlock_some(self) -> None:
        """Now and then padlock a table, as for the television; it is opened again after a while."""
        locked = DayTable.objects.filter(day=self.setting.day, padlocked=True).order_by("pk").first()
        if locked is not None and self.chance.random() < 0.2:
            padlock(self.by, locked, locked=False)
        elif locked is None and self.chance.random() < self.habits.padlock:
            rows = DayTable.objects.filter(day=self.setting.day, state=DayTable.State.OPEN)
            padlock(self.by, self.chance.choice(list(rows.order_by("table__number"))))
            self.tally.counts["padlocked"] += 1

    def _next(self) -> bool:
        """Do what is due first; whether anything was."""
        now = self.by.clock()
        self.day = self.setting.now()
        floor = played_floor(self.day, now)
        combine = combine_due(self.day, now, floor)
        if combine is not None:
            self._redraw(combine, floor)
            return True
        if self._break(floor):
            return True
        if registration_of(self.day, now).is_open:
            return False
        return self._balance(floor)

    def _redraw(self, combine: Combine, floor: PlayedFloor) -> None:
        for row in DayTable.objects.filter(day=self.day, padlocked=True):
            padlock(self.by, row, locked=False)
        with_locked = [
            table.number for table in floor.all if not table.locked.isdisjoint(table.taken.values())
        ]
        if len(with_locked) > combine.tables:
            self._unlock()
            with_locked = []
        others = [table.number for table in floor.all if table.number not in with_locked]
        numbers = sorted((with_locked + others)[: combine.tables])
        if combine.kind == "final" and combine.players > self.day.event.chairs:
            set_chairs(self.by, self.day, numbers, chairs=combine.players)
        self._accept(propose_redraw(self.by, self.day, numbers), floor)
        if combine.kind == "final":
            self.tally.counts["final tables"] += 1
            row = DayTable.objects.get(day=self.day, table__number=numbers[0])
            start_positions(self.by, row)

    def _break(self, floor: PlayedFloor) -> bool:
        now = self.by.clock()
        found = next_to_break(self.day, now, floor)
        if found.table is None and not found.among:
            seats = Seat.objects.filter(day=self.day, until=None, locked=True)
            room = sum(len(table.open_chairs) for table in floor.movable)
            smallest = min(floor.movable, key=lambda table: table.players, default=None)
            spare = room - len(smallest.open_chairs) if smallest else 0
            if len(floor.movable) > 1 and smallest and spare >= smallest.players and seats.exists():
                self._unlock()  # every table has somebody who stays: nobody can be moved but by his leave
                return True
            return False
        if not found.is_due:
            return False
        number = draw_next_break(self.by, self.day).outcome if found.among else found.table
        row = DayTable.objects.get(day=self.day, table__number=int(number or 0))
        self._accept(propose_break(self.by, row), floor)
        return True

    def _balance(self, floor: PlayedFloor) -> bool:
        found = balance_of(self.day, self.by.clock(), floor)
        if not found.is_due:
            return False
        tables = {table.number: table for table in floor.all}
        blinds = {
            n: self.buttons.big_blind(n, tables[n].chairs, tables[n].taken, self.pace.minutes)
            for n in found.ask
        }
        try:
            plan = propose_balance(self.by, self.day, big_blinds=blinds)
        except RuleError as error:
            if error.code == "big-blind-unknown":  # with these told another table is to be asked
                more = [n for n in error.facts["ask"] if n not in blinds]
                blinds |= {
                    n: self.buttons.big_blind(n, tables[n].chairs, tables[n].taken, self.pace.minutes)
                    for n in more
                }
                plan = propose_balance(self.by, self.day, big_blinds=blinds)
            elif error.code == "in-balance":
                return False
            else:
                raise
        self._accept(plan, floor)
        return True

    def _accept(self, plan: Plan, floor: PlayedFloor) -> None:
        """Carry a plan out: as it is, with another player, or some of its moves."""
        before = {table.number: table.players for table in floor.all}
        bound = any(table.locked for table in floor.all) or len(floor.movable) < len(floor.all)
        chosen: Sequence[int] | None = None
        instead: dict[int, int] = {}
        if plan.kind == Plan.Kind.BALANCE:
            chosen, instead = self._own_choice(plan, floor)
        seats = accept_plan(self.by, plan, chosen=chosen, instead=instead, reason="asked" if instead else "")
        after = {
            row.table.number: 0
            for row in self.day.day_tables.filter(state=DayTable.State.OPEN).select_related("table")
        }
        for number in Seat.objects.filter(day=self.day, until=None).values_list("table__number", flat=True):
            after[number] += 1
        self.tally.accepted(
            Accepted(
                plan.kind,
                len(seats),
                tuple(before.values()),
                tuple(after.values()),
                allowed_difference(len(after), rules_of(self.day.event)),
                bound,
                whole=chosen is None,
            )
        )
        for number in sorted({seat.table.number for seat in seats}):
            if self.chance.random() < 0.5:
                mark_table_seen(self.by, DayTable.objects.get(day=self.day, table__number=number))

    def _own_choice(self, plan: Plan, floor: PlayedFloor) -> tuple[Sequence[int] | None, dict[int, int]]:
        """Sometimes staff move only some, or somebody else."""
        if len(plan.moves) > 1 and self.chance.random() < self.habits.some_moves:
            return sorted(self.chance.sample(range(len(plan.moves)), len(plan.moves) // 2)), {}
        if len(plan.moves) == 1 and self.chance.random() < self.habits.own_choice:
            move = plan.moves[0]
            table = floor.table(move["from_table"])
            others = sorted(set(table.taken.values()) - table.locked, key=int) if table else []
            return None, {0: int(self.chance.choice(others))}
        return None, {}

    def _finish_open_plans(self) -> None:
        """A plan that an undo left open is carried out, or discarded where the floor has moved on."""
        waiting = Plan.objects.filter(day=self.day, state=Plan.State.PROPOSED).order_by("pk")
        for plan in waiting:
            try:
                self._accept(plan, played_floor(self.day, self.by.clock()))
            except RuleError as error:
                self.tally.counts[f"refused: {error.code}"] += 1
                discard_plan(self.by, plan, reason="the floor has changed")

    def _unlock(self) -> None:
        locked = Seat.objects.filter(day=self.day, until=None, locked=True).values("entry")
        for entry in Entry.objects.filter(pk__in=locked).order_by("pk"):
            lock_seat(self.by, entry, locked=False)
