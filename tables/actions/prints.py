"""Asking for prints. What becomes of a job afterwards is in tables/delivery/ and stands in no journal."""

from typing import Any

from tables.actions.settled_slips import SLIPS, settled_slips
from tables.models import PrinterProfile, PrintJob
from tables.printing.documents import DOCUMENTS, ROLL
from tables.queries import prints as facts
from tables.queries.no_shows import missing_from
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day, Event
from tournaments.rules.errors import RuleError

CARDS = frozenset({"seat_cards", "table_cards"})
WHICH = {
    "seat_cards": ("all", "new", "table", "one"),
    "table_cards": ("all", "table"),
    "list_by_name": ("all",),
    "list_by_table": ("all",),
    "list_no_shows": ("all",),
    **dict.fromkeys(SLIPS, ("one",)),
}
KEPT = ("day", "order", "language", "base", "name", "wait", "received", "change")
LISTED_TABLE = 2  # lines that a table's heading takes in a list


@action("print.ask")
def ask_print(
    change: Change,
    /,
    event: Event,
    *,
    document: str,
    sheet: str,
    profile: PrinterProfile | None = None,
    options: dict[str, Any] | None = None,
    reprint_of: PrintJob | None = None,
) -> PrintJob:
    """Ask for a document of one Day; the job waits until tables/delivery/making.py makes it.

    options: `day` and `which` (for "one" `entries`, for "table" `tables`), `order`, `language`, `base`;
    tables/queries/prints.py says what they mean, settled_slips.py what slips want. reprint_of: the job
    this repeats; unless that one cannot have come out, every card is marked.

    RuleError: `no-such-document`, `no-such-paper`, `roll-only`, `no-such-choice`, `no-such-day`,
    `nothing-to-print`.
    """
    if document in DOCUMENTS:
        refuse_paper(document, sheet, profile)
    chosen = settled(event, document, sheet, _once_more(options or {}, reprint_of))
    chosen["reprint"] = reprint_of is not None and came_out(reprint_of)
    change.note(**_said(document, chosen, reprint_of))
    return change.create(
        PrintJob,
        event=event,
        document=document,
        options=chosen,
        sheet=sheet,
        profile=profile,
        reprint_of=reprint_of,
        total=pages(document, sheet, chosen),
        asked_by=change.by.staff,
        asked_at=change.now,
    )


@action("print.confirm")
def confirm_print(change: Change, /, job: PrintJob) -> PrintJob:
    """Say that a print came out, which only who stands at the printer knows. RuleError: `not-made-yet`."""
    return seen_on_paper(change, job)


def seen_on_paper(change: Change, job: PrintJob) -> PrintJob:
    """A job that somebody saw on paper. RuleError `not-made-yet`."""
    if job.state not in (PrintJob.State.READY, PrintJob.State.FAILED):
        raise RuleError("not-made-yet", "This print is not ready yet, or is printed already.")
    change.note(job=job.pk)
    return change.update(job, state=PrintJob.State.PRINTED)


def _once_more(options: dict[str, Any], reprint_of: PrintJob | None) -> dict[str, Any]:
    """The options of a repeated job: what was new when there was nothing before it was everything."""
    is_whole = reprint_of is not None and options.get("which") == "new" and "entries" not in options
    return {**options, "which": "all"} if is_whole else options


def came_out(job: PrintJob) -> bool:
    """Whether such a paper may be about already; then a further one says that it is a reprint."""
    if job.state != PrintJob.State.FAILED or job.options.get("reprint"):
        return True
    return job.problem.partition(":")[0] in PrintJob.PERHAPS


def settled(event: Event, document: str, sheet: str, options: dict[str, Any]) -> dict[str, Any]:
    """The options as a job keeps them: what is asked for, counted, fixed at this moment.

    `items`: how many cards or names. RuleError as ask_print has them.
    """
    _refuse_unknown(document, options)
    refuse_paper(document, sheet, None)
    if not Day.objects.filter(pk=options.get("day", 0), event=event).exists():
        raise RuleError("no-such-day", "Choose a Day of this event.")
    which = options.get("which", "all")
    chosen = {"which": which, **{name: options[name] for name in KEPT if name in options}}
    if document in SLIPS:
        return chosen | settled_slips(event, document, options)
    if document == "list_no_shows":
        return chosen | {"items": missing_from(chosen["day"])}
    chosen["last_seat"] = facts.last_seat(chosen["day"])
    if which == "new" and "entries" not in options:
        entries = facts.new_entries(chosen["day"])
        if entries is not None:
            chosen["entries"] = list(entries)
    for name in ("entries", "tables"):
        if name in options:
            chosen[name] = list(options[name])
    rows = facts.tables_of(chosen) if document == "table_cards" else facts.seats_of(chosen)
    chosen["items"] = rows.count()
    if not chosen["items"]:
        raise RuleError("nothing-to-print", _why_nothing(document, which))
    return chosen


def pages(document: str, sheet: str, options: dict[str, Any]) -> int:
    """About how many pages settled options take."""
    items: int = options["items"]
    if document == "list_by_table":
        items += LISTED_TABLE * facts.seats_of(options).values("table").distinct().count()
    return DOCUMENTS[document].pages(items, sheet)


def refuse_paper(document: str, sheet: str, profile: PrinterProfile | None) -> None:
    """RuleError `no-such-paper`, `roll-only`, where a document does not go on that paper or printer."""
    if sheet not in DOCUMENTS[document].sheets:
        raise RuleError("no-such-paper", "This cannot be printed on that paper. Choose another paper.")
    if profile is not None and profile.is_raw and sheet != ROLL:
        raise RuleError("roll-only", "{name} prints on an 80 mm roll only.", {"name": profile.name})


def _refuse_unknown(document: str, options: dict[str, Any]) -> None:
    if document not in DOCUMENTS or DOCUMENTS[document].of_house:
        raise RuleError("no-such-document", "Choose what to print.")
    which = options.get("which", "all")
    if which not in WHICH[document]:
        raise RuleError("no-such-choice", "This is printed for all only, or for one table.")
    if which == "table" and not options.get("tables"):
        raise RuleError("no-such-choice", "Say which table.")
    if which == "one" and document not in SLIPS and not options.get("entries"):
        raise RuleError("no-such-choice", "Say whose card.")


def _why_nothing(document: str, which: str) -> str:
    if document == "table_cards":
        return "This Day has no such table."
    if which == "new":
        return "Every seat has its card already. There is nothing new to print."
    if which == "one":
        return "This player has no seat now, so there is no card to print."
    if which == "table":
        return "Nobody sits at that table."
    return "Nobody is seated on this Day yet."


def _said(document: str, options: dict[str, Any], reprint_of: PrintJob | None) -> dict[str, Any]:
    case = document
    if reprint_of is not None:
        case = "reprint"
    elif document == "seat_cards" and options["which"] == "one" and options.get("name"):
        case = "seat_card"
    return {
        "case": case,
        "document": document,
        "items": options["items"],
        "name": options.get("name", ""),
        "job": reprint_of.pk if reprint_of else None,
    }
