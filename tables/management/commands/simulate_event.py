"""`manage.py simulate_event --players 600 --seed 1`: a whole evening, for console and screens to follow."""

import random
import time
from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tables.simulation import rewind
from tables.simulation.chance import Habits
from tables.simulation.evening import Evening
from tables.simulation.pace import FastPace, Pace, WatchedPace
from tables.simulation.setting import Setting, make_setting, setting_of
from tables.simulation.tally import Tally, busts, check_places, ties
from tournaments.journal.change import By, utc_now
from tournaments.models import Event
from tournaments.rules.errors import RuleError

SPEED = 600  # ten hours in a minute
LONGEST = timedelta(hours=16)  # of play and breaks; a fast evening has ended by now
KINDS = ("balance", "break", "redraw")


class Command(BaseCommand):
    help = (
        "Play an evening by chance, through the actions, to its winner. Exits with 1 if anything was wrong."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=600, help="2 to 5,000 (default 600)")
        parser.add_argument("--seed", type=int, default=1, help="of the chance that stands for the players")
        parser.add_argument("--chairs", type=int, default=9, help="at a table, 6 to 10 (default 9)")
        parser.add_argument("--event", metavar="SLUG", help="the address of the event that is made")
        parser.add_argument(
            "--check-every",
            type=int,
            default=0,
            metavar="N",
            help="hands between two checks (default by size)",
        )
        parser.add_argument("--undo", action="store_true", help="undo the evening afterwards, to its start")
        pace = parser.add_mutually_exclusive_group()
        pace.add_argument(
            "--speed", type=float, default=SPEED, help=f"times as fast as an evening goes (default {SPEED})"
        )
        pace.add_argument("--fast", action="store_true", help="as fast as it can, at times that are past")

    def handle(self, *args: Any, **options: Any) -> None:
        _refuse(options)
        players = options["players"]
        pace: Pace = WatchedPace(options["speed"])
        if options["fast"]:
            pace = FastPace(utc_now() - LONGEST)
        by = By(device="simulation", clock=pace.clock)
        chance, habits = random.Random(options["seed"]), Habits()  # noqa: S311 - play, not a draw
        try:
            setting = self._setting(by, options, chance, habits)
            start, before = rewind.last_action(setting.event), rewind.rows_of(setting.event)
            self.stdout.write(f"{setting.event.name}, at /floor/{setting.event.slug}/")
            begun = time.monotonic()
            every = options["check_every"] or max(1, players // 30)
            evening = Evening(by, setting, pace, chance=chance, habits=habits, every=every)
            tally = evening.play()
            seconds = time.monotonic() - begun
            tally.wrong += check_places(setting.event, by.clock())
            self._say(setting, tally, by, seconds)
            if options["undo"]:
                tally.wrong += self._undo(by, setting, start, before)
        except RuleError as error:
            raise CommandError(f"{error.code}: {error}") from error
        if tally.wrong:
            raise CommandError("Wrong:\n  " + "\n  ".join(tally.wrong))
        self.stdout.write("Nothing was wrong.")

    def _setting(self, by: By, options: dict[str, Any], chance: random.Random, habits: Habits) -> Setting:
        """The event that is named, if nobody has entered it yet; else one that is made."""
        slug = options["event"] or f"simulated-{options['players']}-{options['seed']}-{_free_number(options)}"
        named = Event.objects.filter(slug=slug).first()
        if named is None:
            return make_setting(
                by,
                slug=slug,
                players=options["players"],
                chairs=options["chairs"],
                chance=chance,
                habits=habits,
            )
        if named.entries.exists() or not named.days.filter(day_tables__isnull=False).exists():
            raise CommandError(
                f"{slug} is under way, or has no tables. Name an event that nobody entered yet."
            )
        try:
            return setting_of(named, options["players"])
        except KeyError:
            raise CommandError(f"{slug} does not sell both an entry and a re-entry.") from None

    def _say(self, setting: Setting, tally: Tally, by: By, seconds: float) -> None:
        """What the evening came to."""
        event, now, count = setting.event, by.clock(), tally.counts
        entries = event.entries.exclude(state="cancelled").count()
        self.stdout.write(
            f"  {entries} entries ({count['re-entries']} again), {busts(event)} out, one winner"
        )
        self.stdout.write(
            f"  {count['moves']} moves: {count['balance']} balances, {count['break']} breaks, "
            f"{count['redraw']} redraws; {ties(event, now)} players share a place"
        )
        worst = ", ".join(f"{kind} {tally.worst(kind)}" for kind in KINDS)
        self.stdout.write(f"  worst difference between tables after a plan: {worst}")
        others = sorted(name for name in count if name not in {"moves", "checks", "re-entries", *KINDS})
        self.stdout.write("  " + ", ".join(f"{name} {count[name]}" for name in others if count[name]))
        done = rewind.last_action(event)
        self.stdout.write(
            f"  {done} actions in {seconds:.1f} s ({1000 * seconds / max(done, 1):.0f} ms each), "
            f"{count['checks']} times every invariant"
        )

    def _undo(self, by: By, setting: Setting, start: int, before: rewind.Rows) -> list[str]:
        """Undo the evening; what is left of it that should not be."""
        begun = time.monotonic()
        made = rewind.undo_since(by, setting.event, start)
        self.stdout.write(f"  undone to the start by {made} undos in {time.monotonic() - begun:.1f} s")
        return rewind.traces(before, rewind.rows_of(setting.event))


def _refuse(options: dict[str, Any]) -> None:
    for name, least, most in (("players", 2, 5000), ("chairs", 6, 10)):
        if not least <= options[name] <= most:
            raise CommandError(f"--{name} is a number from {least} to {most}.")
    if options["speed"] <= 0:
        raise CommandError("--speed is a number above 0.")


def _free_number(options: dict[str, Any]) -> int:
    begin = f"simulated-{options['players']}-{options['seed']}-"
    return Event.objects.filter(slug__startswith=begin).count() + 1
