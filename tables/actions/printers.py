"""The house's printers."""

import re

from tables.models import DayFloor, PrinterProfile, PrintJob
from tables.printing.documents import PAPER_IDS, ROLL
from tables.rules.printer_address import is_address
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.rules.errors import RuleError

# What CUPS takes as a queue's name; a dash in front would read as an option of lp.
_QUEUE = re.compile(r"[A-Za-z0-9_.][A-Za-z0-9_.\-]{0,99}")

_ADDRESS = {
    PrinterProfile.Kind.NETWORK.value: "Give the printer's network address, for example 10.0.0.7:9100.",
    PrinterProfile.Kind.DEVICE.value: "Give the printer's device on the server, for example /dev/usb/lp0.",
    PrinterProfile.Kind.FILE.value: "Give a plain file name that ends in .bin or .prn, for example desk.bin.",
}


@action("house.add_printer", scope="house")
def add_printer(
    change: Change, /, *, name: str, kind: str, queue: str, sheet: str, address: str = ""
) -> PrinterProfile:
    """Add a printer. address: of a raw one, whose paper is the roll.

    RuleError: `printer-name`, `printer-name-taken`, `printer-kind`, `printer-queue`, `printer-address`,
    `no-such-paper`.
    """
    _refuse_name(name, None)
    _refuse_values(kind, queue, address, sheet)
    change.note(name=name)
    return change.create(PrinterProfile, name=name, **_kept(kind, queue, address, sheet))


@action("house.change_printer", scope="house")
def change_printer(
    change: Change,
    /,
    profile: PrinterProfile,
    *,
    name: str,
    kind: str,
    queue: str,
    sheet: str,
    address: str = "",
) -> PrinterProfile:
    """Change a printer; jobs under way go where it leads now.

    RuleError as add_printer has them, and `printer-spare` where a spare printer would no longer print pages.
    """
    _refuse_name(name, profile)
    _refuse_values(kind, queue, address, sheet)
    if kind != PrinterProfile.Kind.CUPS:
        _refuse_spare(profile)
    change.note(name=name)
    return change.update(profile, name=name, **_kept(kind, queue, address, sheet))


@action("house.remove_printer", scope="house")
def remove_printer(change: Change, /, profile: PrinterProfile) -> None:
    """Remove a printer; the jobs it had stay, without one. RuleError: `printer-busy`, `printer-spare`."""
    _refuse_spare(profile)
    jobs = PrintJob.objects.filter(profile=profile)
    if jobs.filter(state__in=(PrintJob.State.WAITING, PrintJob.State.MAKING)).exists():
        raise RuleError("printer-busy", "{name} still has something to print.", {"name": profile.name})
    change.note(name=profile.name)
    change.update_many(jobs, profile=None)
    change.update_many(DayFloor.objects.filter(spare=profile), spare=None)
    change.delete(profile)


def _refuse_spare(profile: PrinterProfile) -> None:
    """RuleError `printer-spare` while a Day that is not over has it as its spare printer."""
    floor = DayFloor.objects.filter(spare=profile, day__over_at=None).select_related("day__event").first()
    if floor is not None:
        words = "{event}, {day}, has {name} as its spare printer. Choose another there first."
        facts = {"event": floor.day.event.name, "day": floor.day.label, "name": profile.name}
        raise RuleError("printer-spare", words, facts)


def _kept(kind: str, queue: str, address: str, sheet: str) -> dict[str, str]:
    """The columns of a kind: what belongs to another is dropped."""
    is_raw = kind in PrinterProfile.RAW
    return {
        "kind": kind,
        "queue": queue if kind == PrinterProfile.Kind.CUPS else "",
        "address": address if is_raw else "",
        "sheet": ROLL if is_raw else sheet,
    }


def _refuse_name(name: str, own: PrinterProfile | None) -> None:
    if not name.strip():
        raise RuleError("printer-name", "Give the printer a name.")
    if PrinterProfile.objects.filter(name=name).exclude(pk=own.pk if own else 0).exists():
        raise RuleError("printer-name-taken", "There is a printer called {name} already.", {"name": name})


def _refuse_values(kind: str, queue: str, address: str, sheet: str) -> None:
    if kind not in PrinterProfile.Kind.values:
        raise RuleError("printer-kind", "Choose how this printer is reached.")
    if kind == PrinterProfile.Kind.CUPS and not _QUEUE.fullmatch(queue):
        raise RuleError(
            "printer-queue",
            "Give the queue's name as the server's printing system has it, for example Front_desk.",
        )
    if kind in PrinterProfile.RAW and not is_address(kind, address):
        raise RuleError("printer-address", _ADDRESS[kind])
    if sheet not in PAPER_IDS:
        raise RuleError("no-such-paper", "This cannot be printed on that paper. Choose another paper.")
