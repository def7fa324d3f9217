"""Papers of the house, which are of no event, and sending a printer's jobs elsewhere."""

from typing import Any

from tables.actions.prints import ask_print, came_out, confirm_print, refuse_paper, seen_on_paper
from tables.models import PrinterProfile, PrintJob
from tables.printing.documents import DOCUMENTS
from tables.queries.print_queue import not_printed
from tournaments.journal.action import action
from tournaments.journal.change import By, Change
from tournaments.rules.errors import RuleError


@action("print.house", scope="house")
def ask_house_print(
    change: Change,
    /,
    *,
    document: str,
    sheet: str,
    profile: PrinterProfile | None = None,
    options: dict[str, Any] | None = None,
    reprint_of: PrintJob | None = None,
) -> PrintJob:
    """Ask for a paper of the house, as a drawer's report or a printer's test page.

    options: what its facts are made from (tables/delivery/words.py), and `language`, `base`.
    RuleError: `no-such-document`, `no-such-paper`, `roll-only`.
    """
    if document not in DOCUMENTS or not DOCUMENTS[document].of_house:
        raise RuleError("no-such-document", "Choose what to print.")
    refuse_paper(document, sheet, profile)
    chosen = {**(options or {}), "items": 1}
    chosen["reprint"] = reprint_of is not None and came_out(reprint_of)
    case = "reprint" if reprint_of is not None else document
    change.note(case=case, document=document, job=reprint_of.pk if reprint_of else None)
    return change.create(
        PrintJob,
        document=document,
        options=chosen,
        sheet=sheet,
        profile=profile,
        reprint_of=reprint_of,
        total=1,
        asked_by=change.by.staff,
        asked_at=change.now,
    )


@action("print.confirm_house", scope="house")
def confirm_house_print(change: Change, /, job: PrintJob) -> PrintJob:
    """Say that a paper of the house came out. RuleError as confirm_print has them."""
    return seen_on_paper(change, job)


def confirmed(who: Change | By, job: PrintJob) -> PrintJob:
    """Say that a job came out: of its event, or of the house."""
    return confirm_house_print(who, job) if job.event_id is None else confirm_print(who, job)


def asked_again(
    who: Change | By, job: PrintJob, sheet: str, profile: PrinterProfile | None, reading: dict[str, str]
) -> PrintJob:
    """The same job once more: of its event, or of the house. reading: language and address of now."""
    options = {**job.options, **reading}
    if job.event is None:
        return ask_house_print(
            who, document=job.document, sheet=sheet, profile=profile, options=options, reprint_of=job
        )
    return ask_print(
        who, job.event, document=job.document, sheet=sheet, profile=profile, options=options, reprint_of=job
    )


def fitting_sheet(job: PrintJob, profile: PrinterProfile | None) -> str:
    """The paper for a job on that printer: the printer's, if the document has it, else the job's."""
    if profile is None or profile.sheet not in DOCUMENTS[job.document].sheets:
        return job.sheet
    return profile.sheet


@action("print.elsewhere", scope="house")
def send_elsewhere(
    change: Change,
    /,
    profile: PrinterProfile,
    *,
    to: PrinterProfile | None,
    reading: dict[str, str] | None = None,
) -> list[PrintJob]:
    """Ask again, on another printer, for all that this one has not printed; the new jobs.

    What waits is taken from its queue. to: None is the browser of whoever asks.
    RuleError: `same-printer`, `nothing-to-print`; `roll-only` for a document that has no form for that roll.
    """
    if to == profile:
        raise RuleError("same-printer", "Choose another printer.")
    state, made = PrintJob.State, []
    jobs = (
        not_printed(change.now)
        .filter(profile=profile)
        .select_related("event")
        .select_for_update(of=("self",))
    )
    for job in jobs.order_by("pk"):
        if job.state == state.WAITING:
            change.update(job, state=state.FAILED, problem="elsewhere")
        made.append(asked_again(change, job, fitting_sheet(job, to), to, reading or {}))
    if not made:
        raise RuleError("nothing-to-print", "Nothing of {name} is left to print.", {"name": profile.name})
    change.facts.clear()
    change.note(name=profile.name, to=to.name if to else "", n=len(made))
    return made
