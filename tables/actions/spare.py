"""Lists for the night the network dies: who sits where, on a spare printer or in a folder at each level."""

from collections.abc import Mapping
from typing import Any

from tables.actions.out import floor_of
from tables.actions.prints import ask_print
from tables.models import DayFloor, PrinterProfile, PrintJob, Seat
from tables.printing.documents import DOCUMENTS
from tables.rules.spare_folder import is_spare_folder
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day
from tournaments.rules.errors import RuleError

LISTS = ("list_by_name", "list_by_table")
SHEET = "a4"


@action("event.spare")
def choose_spare(
    change: Change, /, day: Day, *, printer: PrinterProfile | None = None, folder: str = "",
    language: str = "",
) -> DayFloor:  # fmt: skip
    """Say where the lists of a Day go at each level: to a printer, into a folder, both, or nowhere.

    folder: a path below the house's folder of spare lists. language: of whoever chooses; the lists are in it.
    RuleError: `spare-raw` for a printer that has no pages; `spare-browser` for one that only a
    browser reaches; `spare-folder`.
    """
    if printer is not None and printer.is_raw:
        words = (
            "{name} prints on a roll: these lists would take metres of it each level. Choose one with pages."
        )
        raise RuleError("spare-raw", words, {"name": printer.name})
    if printer is not None and printer.kind == PrinterProfile.Kind.BROWSER:
        words = "{name} prints only while somebody has its page open. Choose a printer of the server."
        raise RuleError("spare-browser", words, {"name": printer.name})
    where = folder.strip()
    if where and not is_spare_folder(where):
        words = "Name a folder below the house's own, as main-event: letters, digits, spaces and dashes."
        raise RuleError("spare-folder", words)
    said = " + ".join(part for part in (printer.name if printer else "", where) if part)
    change.note(day=day.code, where=said, case="" if said else "off", language=language)
    return change.update(floor_of(change, day), spare=printer, spare_folder=where)


@action("print.spare")
def print_spare(
    change: Change, /, day: Day, *, item: int, stamp: str, reading: Mapping[str, str]
) -> list[PrintJob]:
    """Ask for the lists of a level that begins; what the last level's left unprinted is not waited for.

    stamp: date and time of its beginning, for the names of files. reading: the language of the paper.
    RuleError: `no-spare` where the Day has chosen no place; `nothing-to-print` while nobody sits.
    """
    floor = DayFloor.objects.filter(day=day).select_related("spare").first()
    if floor is None or not (floor.spare or floor.spare_folder):
        raise RuleError("no-spare", "{day} has no spare printer and no folder.", {"day": day.label})
    if not Seat.objects.filter(day=day, until=None).exists():
        raise RuleError("nothing-to-print", "Nobody is seated on this Day yet.")
    places: list[tuple[PrinterProfile | None, str]] = []
    if floor.spare:
        places.append((floor.spare, ""))
    if floor.spare_folder:
        places.append((None, floor.spare_folder))
    made = [
        _asked(change, day, document, printer, folder, stamp, reading)
        for printer, folder in places
        for document in LISTS
    ]
    change.facts.clear()
    change.note(day=day.code, item=item, where=_where(floor))
    return made


def _asked(
    change: Change,
    day: Day,
    document: str,
    printer: PrinterProfile | None,
    folder: str,
    stamp: str,
    reading: Mapping[str, str],
) -> PrintJob:
    sheet = printer.sheet if printer and printer.sheet in DOCUMENTS[document].sheets else SHEET
    options: dict[str, Any] = {"day": day.pk, **reading}
    job = ask_print(change, day.event, document=document, sheet=sheet, profile=printer, options=options)
    failed = PrintJob.objects.filter(event=day.event_id, document=document, state=PrintJob.State.FAILED)
    old = failed.filter(profile=printer, options__day=day.pk, options__spare=True, reprints=None)
    kept = {**job.options, "spare": True}
    if folder:
        name = f"{day.event.slug}-{day.code}-{stamp}-{document}.pdf"
        kept |= {"spare_folder": folder, "spare_file": name}
    # A newer list takes the place of one that never came out: only the last is worth a word to staff.
    return change.update(job, options=kept, reprint_of=old.order_by("-pk").first())


def _where(floor: DayFloor) -> str:
    return " + ".join(part for part in (floor.spare.name if floor.spare else "", floor.spare_folder) if part)
