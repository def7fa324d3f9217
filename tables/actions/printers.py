"""The house's printers."""

import re

from tables.models import PrinterProfile, PrintJob
from tables.printing.documents import PAPER_IDS
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.rules.errors import RuleError

# What CUPS takes as a queue's name; a dash in front would read as an option of lp.
_QUEUE = re.compile(r"[A-Za-z0-9_.][A-Za-z0-9_.\-]{0,99}")


@action("house.add_printer", scope="house")
def add_printer(change: Change, /, *, name: str, kind: str, queue: str, sheet: str) -> PrinterProfile:
    """Add a printer. RuleError: `printer-name`, `printer-name-taken`, `printer-queue`, `no-such-paper`."""
    _refuse_name(name, None)
    _refuse_values(kind, queue, sheet)
    change.note(name=name)
    return change.create(PrinterProfile, name=name, kind=kind, queue=_kept_queue(kind, queue), sheet=sheet)


@action("house.change_printer", scope="house")
def change_printer(
    change: Change, /, profile: PrinterProfile, *, name: str, kind: str, queue: str, sheet: str
) -> PrinterProfile:
    """Change a printer; jobs under way go where it leads now. RuleError as add_printer has them."""
    _refuse_name(name, profile)
    _refuse_values(kind, queue, sheet)
    change.note(name=name)
    return change.update(profile, name=name, kind=kind, queue=_kept_queue(kind, queue), sheet=sheet)


@action("house.remove_printer", scope="house")
def remove_printer(change: Change, /, profile: PrinterProfile) -> None:
    """Remove a printer; the jobs it had stay, without one. RuleError: `printer-busy`."""
    jobs = PrintJob.objects.filter(profile=profile)
    if jobs.filter(state__in=(PrintJob.State.WAITING, PrintJob.State.MAKING)).exists():
        raise RuleError("printer-busy", "{name} still has something to print.", {"name": profile.name})
    change.note(name=profile.name)
    change.update_many(jobs, profile=None)
    change.delete(profile)


def _kept_queue(kind: str, queue: str) -> str:
    return queue if kind == PrinterProfile.Kind.CUPS else ""


def _refuse_name(name: str, own: PrinterProfile | None) -> None:
    if not name.strip():
        raise RuleError("printer-name", "Give the printer a name.")
    if PrinterProfile.objects.filter(name=name).exclude(pk=own.pk if own else 0).exists():
        raise RuleError("printer-name-taken", "There is a printer called {name} already.", {"name": name})


def _refuse_values(kind: str, queue: str, sheet: str) -> None:
    if kind not in PrinterProfile.Kind.values:
        raise RuleError("printer-kind", "Choose how this printer is reached.")
    if kind == PrinterProfile.Kind.CUPS and not _QUEUE.fullmatch(queue):
        raise RuleError(
            "printer-queue",
            "Give the queue's name as the server's printing system has it, for example Front_desk.",
        )
    if sheet not in PAPER_IDS:
        raise RuleError("no-such-paper", "This cannot be printed on that paper. Choose another paper.")
