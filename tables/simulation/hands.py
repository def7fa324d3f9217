"""Hands that put players out, at the bubble hand for hand; and what was entered wrong."""

import random
from collections import defaultdict
from collections.abc import Mapping

from tables.actions.bust import bust, bust_many
from tables.actions.hand_for_hand import complete_hand, hand_done, start_hand_for_hand, stop_hand_for_hand
from tables.actions.reinstate import correct_bust, reinstate
from tables.actions.swap import swap
from tables.models import Bust, DayFloor, DayTable, Seat
from tables.queries.prizes import prizes
from tables.simulation.chance import Habits, Hand, next_hand
from tables.simulation.tally import Tally
from tournaments.actions.clock import start_clock
from tournaments.journal.change import By
from tournaments.journal.undo import undo
from tournaments.models import Action, Day, Entry, Event
from tournaments.rules.errors import RuleError

MAY_BE_UNDONE = ("bust.", "plan.", "seat.", "table.", "journal.")


class Hands:
    """What the dealers report and staff enter."""

    def __init__(self, by: By, day: Day, chance: random.Random, habits: Habits, tally: Tally) -> None:
        self.by, self.day = by, day
        self.chance, self.habits, self.tally = chance, habits, tally

    def play(self, least: int) -> list[int]:
        """One hand that puts somebody out, so that `least` are left at least; the entries that went."""
        tables = self._tables()
        playing = sum(map(len, tables.values()))
        hand = next_hand(self.chance, tables, self.habits, playing - least)
        if hand is None:
            return []
        self._enter(hand)
        return list(hand.outs)

    def hand_for_hand(self) -> None:
        """One hand of hand for hand: some go out or nobody, the tables tick in, the hand is complete."""
        tables = self._tables()
        playing = sum(map(len, tables.values()))
        for _ in range(self.chance.choice((0, 1, 1, 2))):
            hand = next_hand(self.chance, tables, self.habits, playing - 2)
            if hand is None:
                break
            self._enter(hand)
            tables, playing = self._tables(), playing - len(hand.outs)
        rows = DayTable.objects.filter(day=self.day, state=DayTable.State.OPEN).order_by("table__number")
        for row in rows:
            if self.chance.random() < 0.9:
                hand_done(self.by, row)
        complete_hand(self.by, self.day, force=True)
        self.tally.counts["hands for hand"] += 1

    def mind_the_bubble(self) -> bool:
        """Begin hand for hand one before the money, end it in the money; whether it is on."""
        floor = DayFloor.objects.filter(day=self.day).first()
        is_on = bool(floor and floor.hand)
        event = Event.objects.get(pk=self.day.event_id)
        if event.pool_final_at is None:
            return False
        playing = self._tables()
        paid, tables = prizes(event).places, len(playing)
        left = sum(map(len, playing.values()))
        if is_on and (left <= paid or tables < 2):
            stop_hand_for_hand(self.by, self.day)
            start_clock(self.by, self.day)
            return False
        if not is_on and left == paid + 1 and tables > 1:
            start_hand_for_hand(self.by, self.day)
            return True
        return is_on

    def put_right(self) -> None:
        """Now and then: an undo, the wrong player, one who was not out, two in each other's seats."""
        roll = self.chance.random()
        if roll < self.habits.undo:
            self._undo_last()
        elif roll < self.habits.undo + self.habits.mishap:
            what = self.chance.choice(("swap", "wrong player", "reinstated"))
            try:
                self._mishap(what)
                self.tally.counts[what] += 1
            except RuleError as error:
                self.tally.counts[f"refused: {error.code}"] += 1

    def _enter(self, hand: Hand) -> None:
        by = Entry.objects.get(pk=hand.by) if hand.by else None
        if len(hand.outs) == 1:
            ((entry, stack),) = hand.outs.items()
            bust(self.by, Entry.objects.get(pk=entry), by=by, stack_before=stack)
        else:
            bust_many(self.by, self.day, hand.outs, by=by)
            self.tally.counts["several in a hand" if hand.tables == 1 else "at several tables at once"] += 1

    def _mishap(self, what: str) -> None:
        last = Bust.objects.filter(event=self.day.event_id).select_related("entry").order_by("-order").first()
        sitting = list(Entry.objects.filter(day=self.day, state=Entry.State.SEATED).order_by("number"))
        if what == "swap" and len(sitting) > 1:
            swap(self.by, *self.chance.sample(sitting, 2))
        elif what == "wrong player" and last and sitting:
            correct_bust(self.by, last, self.chance.choice(sitting))
        elif last and sitting:
            reinstate(self.by, last)

    def _undo_last(self) -> None:
        done = Action.objects.filter(event=self.day.event_id).order_by("-seq").first()
        if done is None or not done.kind.startswith(MAY_BE_UNDONE):
            return
        try:
            undo(self.by, done)
            self.tally.counts["undone"] += 1
        except RuleError as error:
            self.tally.counts[f"refused: {error.code}"] += 1

    def _tables(self) -> Mapping[int, list[int]]:
        """The entries in chairs, by number of the table, in the order of entry."""
        found: dict[int, list[int]] = defaultdict(list)
        seats = Seat.objects.filter(day=self.day, until=None).order_by("entry__number")
        for table, entry in seats.values_list("table__number", "entry_id"):
            found[table].append(entry)
        return found
