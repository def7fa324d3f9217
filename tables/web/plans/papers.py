"""Move slips: asked for in the press that moves the players, and again afterwards."""

from collections.abc import Sequence
from dataclasses import replace

from django.http import HttpRequest

from tables.actions.prints import ask_print
from tables.delivery import making
from tables.models import PrintJob, Seat
from tables.printing.documents import DOCUMENTS
from tables.web.prints.device import printer_for
from tables.web.prints.forms import reading
from tournaments.journal.change import By
from tournaments.models import Day
from tournaments.web.who import by

LONE_SLIP = "4x3"
SLIP = "move_slip"


def print_moves(
    request: HttpRequest, day: Day, seats: Sequence[Seat], last: PrintJob | None = None
) -> PrintJob:
    """One slip for each of these seats, by old table and chair, on this machine's printer for slips.

    last: the job that this repeats. RuleError as ask_print; the moves stand whatever becomes of the paper.
    """
    profile = printer_for(request, "slips")
    fits = profile is not None and profile.sheet in DOCUMENTS[SLIP].sheets
    job = ask_print(
        _by(request),
        day.event,
        document=SLIP,
        sheet=profile.sheet if profile is not None and fits else LONE_SLIP,
        profile=profile,
        options={"day": day.pk, "which": "one", "seats": [seat.pk for seat in seats], **reading(request)},
        reprint_of=last,
    )
    making.start(job)
    job.refresh_from_db(fields=["state", "problem", "done"])
    return job


def _by(request: HttpRequest) -> By:
    """Who asks. The moves have their own row in the journal; a repeated press finds both again."""
    who = by(request)
    return replace(who, request_id=f"{who.request_id[:60]}:m") if who.request_id else who
