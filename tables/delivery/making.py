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

from tables.delivery.folder import keep_in_folder
from tables.delivery.raw import Problem, hand_over
from tables.delivery.words import make_document
from tables.models import PrinterProfile, PrintJob
from tables.printing.documents import DOCUMENTS
from tables.printing.escpos_book import EscPos
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
    """The right to make a waiting job; None if it does not wait, or another worker was first.

    None also while another job is on the way to the same raw printer: it takes one line at a time, and a
    second one would find it silent. Who ends that job tells of the next.
    """
    now = utc_now()
    with write_transaction():
        if _is_printer_busy(pk):
            return None
        won = PrintJob.objects.filter(pk=pk, state=PrintJob.State.WAITING).update(
            state=PrintJob.State.MAKING, touched_at=now, done=0
        )
    return Claim(pk, now) if won else None


def _is_printer_busy(pk: int) -> bool:
    raw = PrinterProfile.objects.filter(jobs=pk, kind__in=PrinterProfile.RAW)
    profile = raw.select_for_update(no_key=True, of=("self",)).first()
    return profile is not None and profile.jobs.filter(state=PrintJob.State.MAKING).exists()


def start(job: PrintJob) -> None:
    """Have a job made: here and now if it is short, by a worker if it is long or a printer must answer."""
    if job.total <= AT_ONCE and (job.profile is None or job.profile.kind == PrinterProfile.Kind.BROWSER):
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
    _tell_next(pk)


def _tell_next(pk: int) -> None:
    """Have the next job of a raw printer made, once this one no longer holds its line."""
    waiting = PrintJob.objects.filter(state=PrintJob.State.WAITING, profile__jobs=pk)
    following = waiting.filter(profile__kind__in=PrinterProfile.RAW).order_by("pk").first()
    if following is not None:
        send(following.pk)


def give_back_stale(begun: datetime | None = None) -> int:
    """Let jobs wait again whose maker shows no sign of life; how many.

    begun: when the only process that makes any began. What was under way before is nobody's now.
    """
    last = utc_now() - STALE if begun is None else begun
    still = PrintJob.objects.filter(state=PrintJob.State.MAKING, touched_at__lt=last)
    with write_transaction():
        return still.update(state=PrintJob.State.WAITING)


def pdf_path(pk: int) -> Path:
    """Where a job's PDF is kept."""
    return Path(settings.PRINTS_DIR) / f"{pk}.pdf"


def _make(mine: Claim) -> None:
    job = PrintJob.objects.select_related("event", "profile").get(pk=mine.pk)
    try:
        raw = _made(job, mine)
        mine.write(done=job.total)
        state = _deliver(job, raw)
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


def _made(job: PrintJob, mine: Claim) -> bytes:
    """Keep the PDF; the bytes for a raw printer, b"" for any other."""
    per_page = DOCUMENTS[job.document].items_per_page[job.sheet]
    also = (EscPos,) if job.profile is not None and job.profile.is_raw else ()
    made = make_document(
        job, lambda items: mine.pages_done(min(-(-items // per_page), job.total)), also=also
    )  # fmt: skip
    if not made:
        raise Problem("nothing")
    _keep(job, made[0])
    return made[1] if also else b""


def _keep(job: PrintJob, pdf: bytes) -> None:
    path = pdf_path(job.pk)
    path.parent.mkdir(parents=True, exist_ok=True)
    # Written beside and moved: nobody opens half a PDF, nor one that two workers wrote at once.
    part = path.with_suffix(f".{os.getpid()}-{time.monotonic_ns()}.part")
    part.write_bytes(pdf)
    part.replace(path)


def _deliver(job: PrintJob, raw: bytes) -> str:
    """Hand the job to its printer, if it has one; the state it is in then. Problem, if that fails."""
    profile = job.profile
    if job.options.get("spare_folder"):
        keep_in_folder(job, pdf_path(job.pk))
        return PrintJob.State.PRINTED
    if profile is None or profile.kind == PrinterProfile.Kind.BROWSER:
        return PrintJob.State.READY
    if profile.is_raw:
        known = _known_since(job, profile)
        if known:
            raise Problem(known)
        hand_over(profile, raw)
    else:
        _to_queue(job, profile)
    return PrintJob.State.PRINTED


def _known_since(job: PrintJob, profile: PrinterProfile) -> str:
    """Why the printer cannot be had, if that was found out after this job was asked for; else "".

    So a line of jobs behind a dead printer fails at once instead of by three seconds each. Whoever knows of
    it and prints again is tried again.
    """
    last = (
        profile.jobs.exclude(finished_at=None).exclude(problem="elsewhere").order_by("-finished_at").first()
    )
    is_dead = last is not None and last.state == PrintJob.State.FAILED and last.problem in PrintJob.DEAD
    if not is_dead or last is None or last.finished_at is None or last.finished_at < job.asked_at:
        return ""
    return last.problem


def _to_queue(job: PrintJob, profile: PrinterProfile) -> None:
    command = ["lp", "-d", profile.queue, "-t", f"Floorman {job.pk}", str(pdf_path(job.pk))]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=LP_S, text=True)  # noqa: S603
    except FileNotFoundError:
        raise Problem("no-lp") from None
    except subprocess.TimeoutExpired:
        raise Problem("lp-late") from None
    except (subprocess.CalledProcessError, OSError) as error:
        said = getattr(error, "stderr", None) or str(error)
        raise Problem(f"lp: {said.strip()[:200]}") from None
