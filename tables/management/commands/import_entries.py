"""`manage.py import_entries FILE --event SLUG`: entries for a list of players, all of them or none."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tables.actions.import_entries import import_entries
from tables.queries.import_plan import ImportPlan, import_plan
from tournaments.journal.change import By, utc_now
from tournaments.models import Day, Event, Option
from tournaments.queries.clock import current_day
from tournaments.queries.imports import MOST_BYTES, read_file, too_big
from tournaments.queries.sales import may_sell
from tournaments.rules.errors import RuleError
from tournaments.rules.sheet_columns import COLUMNS, Layout


class Command(BaseCommand):
    help = "Import a CSV or Excel list of players into an event, all of it or nothing; broken rows are named."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", type=Path, help="CSV (comma, semicolon, tab; UTF-8, Windows-1252) or XLSX"
        )
        parser.add_argument("--event", required=True, metavar="SLUG")
        parser.add_argument("--day", metavar="CODE", help="the event's current Day if not given")
        parser.add_argument("--option", metavar="NAME", help="the event's first entry option if not given")
        state = parser.add_mutually_exclusive_group()
        state.add_argument("--paid", action="store_true", help="paid entries")
        state.add_argument("--reserved", action="store_true", help="reservations (this is the default)")
        parser.add_argument(
            "--columns",
            metavar="NAMES",
            help=f"what each column is, by commas, nothing for one to ignore: {', '.join(COLUMNS)}",
        )
        parser.add_argument("--no-head", action="store_true", help="the first line is a player, not headings")
        parser.add_argument(
            "--without-broken", action="store_true", help="import the other rows when some cannot be taken"
        )
        parser.add_argument("--dry-run", action="store_true", help="say what would happen and do nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self._import(options)
        except RuleError as error:
            raise CommandError(str(error)) from None

    def _import(self, options: dict[str, Any]) -> None:
        event, day, option = _targets(options)
        read = read_file(_contents(options["file"]), _layout(options))
        plan = import_plan(event, read.sheet)
        self._say(plan, paid=options["paid"])
        if plan.broken and not options["without_broken"]:
            raise CommandError(f"{len(plan.broken)} broken rows. Nothing was imported.")
        if options["dry_run"]:
            may_sell(option, day, utc_now())
            self.stdout.write("Dry run: nothing was imported.")
            return
        made = import_entries(
            By(device="command line"),
            day,
            option,
            read.sheet,
            paid=options["paid"],
            without_broken=options["without_broken"],
        )
        self.stdout.write(f"Imported {made} entries into {event.name}, {day.label}.")

    def _say(self, plan: ImportPlan, *, paid: bool) -> None:
        for row in plan.broken:
            self.stderr.write(f"line {row.line}: {row.words.format(**row.facts)}")
        for note in plan.notes:
            self.stdout.write(f"line {note.line}: {note.words.format(**note.facts)}")
        self.stdout.write(
            f"{len(plan.rows)} good rows: {plan.new_players} new players, {plan.known_players} known, "
            f"{plan.entries} entries {'paid' if paid else 'reserved'}; {len(plan.broken)} broken."
        )


def _targets(options: dict[str, Any]) -> tuple[Event, Day, Option]:
    event = Event.objects.filter(slug=options["event"]).first()
    if event is None:
        known = ", ".join(Event.objects.values_list("slug", flat=True)[:10]) or "none"
        raise CommandError(f"There is no event {options['event']}. There are: {known}")
    code = options["day"]
    day = event.days.filter(code=code).first() if code else current_day(event, utc_now())
    if day is None:
        raise CommandError(f"{event.name} has no Day {code or 'to enter on'}.")
    entries = event.options.filter(kind=Option.Kind.ENTRY)
    option = entries.filter(name=options["option"]).first() if options["option"] else entries.first()
    if option is None:
        raise CommandError(
            f"{event.name} sells no entry{' called ' + options['option'] if options['option'] else ''}."
        )
    return event, day, option


def _layout(options: dict[str, Any]) -> Layout | None:
    """The columns as told; None as the file's first line names them."""
    if options["columns"] is None:
        if options["no_head"]:
            raise CommandError("--no-head wants --columns: nothing else says what they are.")
        return None
    columns = [name.strip() for name in options["columns"].split(",")]
    unknown = sorted({*columns} - {"", *COLUMNS})
    if unknown:
        raise CommandError(f"There is no column {', '.join(unknown)}. There are: {', '.join(COLUMNS)}")
    return Layout(tuple(columns), not options["no_head"])


def _contents(path: Path) -> bytes:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise too_big()
        return path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from None
