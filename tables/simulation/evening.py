"""An evening from the first entry to the winner, everything in it done by actions."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from tables.models import Seat
from tables.simulation.chance import Habits
from tables.simulation.desk import Desk
from tables.simulation.floor import FloorStaff
from tables.simulation.hands import Hands
from tables.simulation.pace import Pace
from tables.simulation.setting import Setting
from tables.simulation.tally import Tally
from tournaments.actions.clock import next_item, pause_clock, start_clock
from tournaments.actions.registration import confirm_pool
from tournaments.journal.change import By
from tournaments.models import Day, Entry, Event
from tournaments.queries.clock import on_show, reading_of
from tournaments.queries.registration import registration_of

MINUTES = 600.0  # that an evening takes, whatever its size
MOST_STEPS = 20  # for each player


@dataclass(frozen=True, slots=True)
class Shown:
    """What the clock shows: the item, whether it is a break, and how many minutes of it are left."""

    item: int
    is_break: bool
    minutes_left: float


class Evening:
    """Plays one. watch: called after each step, with its number; every `every`-th is checked."""

    def __init__(
        self,
        by: By,
        setting: Setting,
        pace: Pace,
        *,
        chance: random.Random,
        habits: Habits | None = None,
        every: int = 1,
        watch: Callable[[int], None] = lambda step: None,
    ) -> None:
        habits = habits or Habits()
        self.by, self.setting, self.pace, self.every, self.watch = by, setting, pace, every, watch
        self.tally = Tally()
        self.desk = Desk(by, setting, chance, habits, self.tally)
        self.floor = FloorStaff(by, setting, pace, chance, habits, self.tally)
        self.hands = Hands(by, setting.day, chance, habits, self.tally)
        # About as many hands put somebody out as people come, and a quarter of them come again.
        self.interval = MINUTES / (setting.players * 1.25)
        self._item_left: float | None = None

    def play(self) -> Tally:
        """The whole evening, to its winner."""
        self.desk.begin()
        start_clock(self.by, self._day())
        self.floor.lock_some()
        self._after(0)
        for step in range(1, self.setting.players * MOST_STEPS + MOST_STEPS):
            if self._is_won():
                break
            self._step()
            self._after(step)
        else:
            self.tally.wrong.append("the evening never ended")
        pause_clock(self.by, self._day())
        self.tally.check(self._event())
        return self.tally

    def _step(self) -> None:
        """A few minutes: the clock, who comes, who goes, and what staff do about it."""
        self._pass_time(self.interval)
        self._close_registration()
        is_open = self._registration_is_open()
        if is_open:
            self.desk.arrivals(self._steps_to_close())
        waiting = self.desk.alternates()
        if self.hands.mind_the_bubble():
            self.hands.hand_for_hand()
        else:
            gone = self.hands.play(least=2 if is_open or waiting else 1)
            self.hands.put_right()
            if is_open:
                self.desk.reentries(gone)
                self.desk.fill_short_tables()
        self.floor.padlock_some()
        self.floor.play_hand()
        if not waiting:
            self.floor.settle()

    def _pass_time(self, minutes: float) -> None:
        """Let minutes of play go by, and any break whole; staff go on to the next level where they must."""
        while minutes > 0:
            shown = self._shown()
            if shown is None:
                self.pace.forward(minutes)
                return
            spent = shown.minutes_left if shown.is_break else min(minutes, shown.minutes_left)
            self.pace.forward(spent)
            minutes -= 0 if shown.is_break else spent
            if not self.pace.passes_levels:
                self._item_left = shown.minutes_left - spent
                if self._item_left <= 0:
                    next_item(self.by, self._day(), shown.item)
                    self._item_left = None

    def _shown(self) -> Shown | None:
        """What the clock shows; None where no end of it is known, as on the last level."""
        day = self._day()
        reading = reading_of(day, self.by.clock())
        last = day.structure[-1]["id"]
        if reading.state != "running" or reading.item == last:
            return None
        left = (reading.remaining_ms or 0) / 60_000
        if not self.pace.passes_levels and self._item_left is not None:
            left = self._item_left
        return Shown(reading.item, on_show(day, reading.item).kind == "break", max(left, 0.001))

    def _close_registration(self) -> None:
        """Once the clock has closed registration the pool is made final."""
        event = self._event()
        if event.pool_final_at is None and not self._registration_is_open():
            confirm_pool(self.by, event)
            self.tally.counts["too late"] += len(self.desk.late)

    def _registration_is_open(self) -> bool:
        return registration_of(self._day(), self.by.clock()).is_open

    def _steps_to_close(self) -> float:
        """How many steps registration stays open, about."""
        day = self._day()
        items = day.structure
        limit = self.setting.event.registration_level
        shown = reading_of(day, self.by.clock()).item
        place = next(index for index, item in enumerate(items) if item["id"] == shown)
        left: int = sum(
            item["duration_ms"]
            for item in items[place:]
            if item["kind"] == "level" and item["number"] <= limit
        )
        return max(1.0, left / 60_000 / self.interval / 2)

    def _is_won(self) -> bool:
        playing = Entry.objects.filter(event=self.setting.event, state__in=Entry.PLAYING).count()
        sitting = Seat.objects.filter(day=self.setting.day, until=None).count()
        return playing == sitting == 1 and not self._registration_is_open()

    def _after(self, step: int) -> None:
        if step % self.every == 0:
            self.tally.check(self._event())
        self.watch(step)

    def _day(self) -> Day:
        return self.setting.now()

    def _event(self) -> Event:
        return Event.objects.get(pk=self.setting.event.pk)
