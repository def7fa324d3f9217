"""From a waiting print job to paper: claimed by one worker, made, handed to its printer.

Nothing here makes a journal row: that a PDF got ready is no act of a member of staff. All writes are
conditional updates of PrintJob, so that two workers, or one that was thought dead, cannot both make or
print a job. Who makes a job moves its `touched_at`; when that stands still for STALE, it is given back.
"""

import logging
import os
import subprocess
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

from tables.delivery.words import make_pdf
from tables.models import PrinterProfile, PrintJob
from tables.printing.documents import DOCUMENTS
from tournaments.journal.change import utc_now
from tournaments.journal.lock import write_transaction

log = logging.getLogger("floorman.prints")

AT_ONCE = 200  # pages made while the page that asked for them waits
STALE = timedelta(minutes=2)
PROGRESS_S = 0.25
LP_S = 30
TASK = "tables.make_print"


class Lost(Exception):
    """Somebody else has the job now: whatever this worker still does with it must not count."""


class Problem(Exception):
    """The job cannot be printed. The text is what PrintJob.problem keeps: "code" or "code: detail"."""


class Claim:
    """One worker's right to a job. It holds as long as nobody else has touched the row."""

    def __init__(self, pk: int, touched: datetime) -> None:
        self.pk = pk
        self._touched = touched
        self._next = 0.0

    def write(self, **values: Any) -> None:
        """Set columns of the job and show a sign of life. Lost, if the job has gone to another."""
        now = max(utc_now(), self._touched + timedelta(milliseconds=1))
        mine = PrintJob.objects.filter(pk=self.pk, state=PrintJob.State.MAKING, touched_at=self._touched)
        with write_transaction():
            if not mine.update(touched_at=now, **values):
                raise Lost(self.pk)
        self._touched = now

    def pages_done(self, pages: int) -> None:
        """Note progress, at most a few times a second."""
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + PROGRESS_S
            self.write(done=pages)


def claim(pk: int) -> Claim | None:
    """The right to make a waiting job; None if it does not wait, or another worker was first."""
    now = utc_now()
    with write_transaction():
        won = PrintJob.objects.filter(pk=pk, state=PrintJob.State.WAITING).update(
            state=PrintJob.State.MAKING, touched_at=now, done=0
        )
    return Claim(pk, now) if won else None


def start(job: PrintJob) -> None:
    """Have a job made: here and now if it is short, by a worker if it is long or goes to a queue."""
    if job.total <= AT_ONCE and not _is_cups(job):
        make(job.pk)
    else:
        send(job.pk)


def send(pk: int) -> None:
    """Tell the workers of a job. If the broker is away, the beat tells them later."""
    try:
        current_app.send_task(TASK, args=[pk], retry=False)
    except OperationalError:
        log.warning("print job %s waits: the broker does not answer", pk)


def make(pk: int) -> None:
    """Make a waiting job and hand it to its printer. Nothing, if another worker has it."""
    mine = claim(pk)
    if mine is None:
        return
    try:
        _make(mine)
    except Lost:
        log.warning("print job %s went to another worker", pk)


def give_back_stale() -> int:
    """Let jobs wait again whose maker shows no sign of life; how many."""
    still = PrintJob.objects.filter(state=PrintJob.State.MAKING, touched_at__lt=utc_now() - STALE)
    with write_transaction():
        return still.update(state=PrintJob.State.WAITING)


def pdf_path(pk: int) -> Path:
    """Where a job's PDF is kept."""
    return Path(settings.PRINTS_DIR) / f"{pk}.pdf"


def _make(mine: Claim) -> None:
    job = PrintJob.objects.select_related("event", "profile").get(pk=mine.pk)
    try:
        _keep(job, _pdf_of(job, mine))
        mine.write(done=job.total)
        state = _deliver(job)
    except Problem as problem:
        mine.write(state=PrintJob.State.FAILED, problem=str(problem)[:300], finished_at=utc_now())
    except Lost:
        raise
    except Exception:
        # Whoever asked must see that it failed, whatever it was; the log has the cause.
        log.exception("print job %s failed", job.pk)
        mine.write(state=PrintJob.State.FAILED, problem="bug", finished_at=utc_now())
    else:
        mine.write(state=state, problem="", finished_at=utc_now())


def _pdf_of(job: PrintJob, mine: Claim) -> bytes:
    per_page = DOCUMENTS[job.document].items_per_page[job.sheet]
    pdf = make_pdf(job, lambda items: mine.pages_done(min(-(-items // per_page), job.total)))
    if not pdf:
        raise Problem("nothing")
    return pdf


def _keep(job: PrintJob, pdf: bytes) -> None:
    path = pdf_path(job.pk)
    path.parent.mkdir(parents=True, exist_ok=True)
    # Written beside and moved: nobody opens half a PDF, nor one that two workers wrote at once.
    part = path.with_suffix(f".{os.getpid()}-{time.monotonic_ns()}.part")
    part.write_bytes(pdf)
    part.replace(path)


def _is_cups(job: PrintJob) -> bool:
    return job.profile is not None and job.profile.kind == PrinterProfile.Kind.CUPS


def _deliver(job: PrintJob) -> str:
    """Hand the PDF to the job's queue, if it has one; the state it is in then. Problem, if that fails."""
    if job.profile is None or not _is_cups(job):
        return PrintJob.State.READY
    command = ["lp", "-d", job.profile.queue, "-t", f"Floorman {job.pk}", str(pdf_path(job.pk))]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=LP_S, text=True)  # noqa: S603
    except FileNotFoundError:
        raise Problem("no-lp") from None
    except subprocess.TimeoutExpired:
        raise Problem("lp-late") from None
    except (subprocess.CalledProcessError, OSError) as error:
        said = getattr(error, "stderr", None) or str(error)
        raise Problem(f"lp: {said.strip()[:200]}") from None
    return PrintJob.State.PRINTED
