"""Prints made by workers: once each, with progress, and never lost."""

import os
import stat
import threading
from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from django.db import connection
from pypdf import PdfReader

from config.celery import app, assert_registered
from config.embedded import Embedded
from tables import tasks
from tables.actions.printers import add_printer
from tables.actions.prints import ask_print
from tables.delivery import making
from tables.models import PrintJob
from tests.factories import as_by, make_house, make_staff
from tests.printing.reading import words
from tests.printing.seated import seated_day
from tournaments.journal.change import utc_now
from tournaments.models import Action, Event

SOON = 15.0


@pytest.fixture(autouse=True)
def prints(tmp_path, settings):
    settings.PRINTS_DIR = tmp_path / "prints"


@pytest.fixture
def by(db):
    return as_by(make_staff())


@pytest.fixture
def queue(by):
    return add_printer(by, name="Desk", kind="cups", queue="Front_desk", sheet="4x3")


def asked(by, n=2, sheet="a4", **more):
    day = seated_day(n)
    options = {"day": day.pk, "which": "all", "base": "http://10.0.0.7:8000"}
    return ask_print(by, day.event, document="seat_cards", sheet=sheet, options=options, **more)


def states(job):
    job.refresh_from_db()
    return job.state, job.done, job.total, job.problem


def fake_lp(monkeypatch, folder: Path, script: str) -> Path:
    """An `lp` of our own at the front of the PATH; it writes its arguments to a file beside it."""
    lp = folder / "bin" / "lp"
    lp.parent.mkdir()
    lp.write_text(f'#!/bin/sh\necho "$@" > "{folder}/asked"\n{script}\n')
    lp.chmod(lp.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{lp.parent}:{os.environ['PATH']}")
    return folder / "asked"


def test_the_tasks_are_known_by_the_names_they_are_sent_under(db):
    assert_registered()
    assert {making.TASK, "tables.requeue_prints"} <= set(app.tasks)


def test_more_than_200_pages_are_made_by_the_task_with_progress(by, monkeypatch):
    job = asked(by, n=207, sheet="4x3")
    monkeypatch.setattr(making, "PROGRESS_S", 0.0)
    seen: list[int] = []
    claimed = making.Claim.write

    def watched(self, **values):
        claimed(self, **values)
        seen.append(PrintJob.objects.get(pk=job.pk).done)

    monkeypatch.setattr(making.Claim, "write", watched)
    making.start(job)
    assert states(job) == ("waiting", 0, 207, "")
    tasks.make_print(job.pk)
    assert states(job) == ("ready", 207, 207, "")
    assert seen[:3] == [1, 2, 3]
    assert seen == sorted(seen)
    assert len(PdfReader(making.pdf_path(job.pk)).pages) == 207


def test_progress_is_written_a_few_times_a_second_at_most(by, django_assert_max_num_queries):
    job = asked(by, n=30, sheet="4x3")
    with django_assert_max_num_queries(30):
        tasks.make_print(job.pk)
    assert states(job)[0] == "ready"


def test_a_task_leaves_no_journal_and_moves_no_revision(by):
    job = asked(by)
    before = (Action.objects.count(), Event.objects.get(pk=job.event_id).revision)
    tasks.make_print(job.pk)
    assert (Action.objects.count(), Event.objects.get(pk=job.event_id).revision) == before


def test_twice_is_once(by):
    job = asked(by)
    tasks.make_print(job.pk)
    first = PrintJob.objects.get(pk=job.pk).finished_at
    making.pdf_path(job.pk).unlink()
    tasks.make_print(job.pk)
    assert PrintJob.objects.get(pk=job.pk).finished_at == first
    assert not making.pdf_path(job.pk).exists()


@pytest.mark.django_db(transaction=True)
def test_of_many_workers_at_once_one_has_the_job():
    job = asked(as_by(make_staff()))
    won, gate = [], threading.Barrier(6)

    def worker():
        gate.wait()
        won.append(making.claim(job.pk))
        connection.close()

    workers = [threading.Thread(target=worker) for _ in range(6)]
    for one in workers:
        one.start()
    for one in workers:
        one.join()
    assert sum(claim is not None for claim in won) == 1


def test_a_worker_thought_dead_neither_finishes_nor_prints(by, queue, tmp_path, monkeypatch):
    asked_of_lp = fake_lp(monkeypatch, tmp_path, "exit 0")
    job = asked(by, profile=queue)
    dead = making.claim(job.pk)
    PrintJob.objects.filter(pk=job.pk).update(touched_at=utc_now() - timedelta(minutes=3))
    assert making.give_back_stale() == 1
    with pytest.raises(making.Lost):
        making._make(dead)
    assert states(job)[0] == "waiting"
    assert not asked_of_lp.exists()
    tasks.make_print(job.pk)
    assert states(job)[0] == "printed"


def test_one_that_shows_signs_of_life_keeps_its_job(by):
    job = asked(by)
    making.claim(job.pk)
    assert (making.give_back_stale(), states(job)[0]) == (0, "making")


def test_at_the_start_of_the_only_process_no_job_is_under_way(by):
    before, since = asked(by), asked(by)
    making.claim(before.pk)
    PrintJob.objects.filter(pk=before.pk).update(touched_at=utc_now() - timedelta(seconds=1))
    begun = utc_now()
    making.claim(since.pk)
    tasks.requeue_prints(begun.isoformat())
    assert [states(job)[0] for job in (before, since)] == ["waiting", "making"]


def test_an_error_in_the_making_is_a_failed_job_and_not_a_lost_one(by, caplog):
    job = asked(by)
    PrintJob.objects.filter(pk=job.pk).update(document="of another version")
    tasks.make_print(job.pk)
    assert states(job) == ("failed", 0, 1, "bug")
    assert "failed" in caplog.text


def test_when_everybody_has_moved_on_nothing_is_printed(by):
    job = asked(by)
    Event.objects.get(pk=job.event_id).days.get().seats.update(until=utc_now())
    tasks.make_print(job.pk)
    assert states(job) == ("failed", 0, 1, "nothing")


def test_a_queue_gets_the_pdf(by, queue, tmp_path, monkeypatch):
    asked_of_lp = fake_lp(monkeypatch, tmp_path, "exit 0")
    job = asked(by, profile=queue)
    tasks.make_print(job.pk)
    assert states(job) == ("printed", 1, 1, "")
    assert asked_of_lp.read_text() == f"-d Front_desk -t Floorman {job.pk} {making.pdf_path(job.pk)}\n"


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        ("echo 'lp: no such printer' >&2; exit 1", "lp: lp: no such printer"),
        ("exec sleep 20", "lp-late"),
    ],
)
def test_a_queue_that_fails_is_said(by, queue, tmp_path, monkeypatch, script, problem):
    fake_lp(monkeypatch, tmp_path, script)
    monkeypatch.setattr(making, "LP_S", 0.5)
    job = asked(by, profile=queue)
    tasks.make_print(job.pk)
    assert states(job) == ("failed", 1, 1, problem)


def test_without_lp_the_job_says_so(by, queue, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    job = asked(by, profile=queue)
    tasks.make_print(job.pk)
    assert states(job) == ("failed", 1, 1, "no-lp")


def test_a_job_for_a_queue_is_never_made_in_the_page(by, queue):
    job = asked(by, profile=queue)
    making.start(job)
    assert states(job)[0] == "waiting"


def test_the_card_reads_in_the_language_of_who_asked_and_the_houses_time(by):
    make_house(timezone="Asia/Macau")
    job = asked(by)
    making.start(job)
    said = words(making.pdf_path(job.pk).read_bytes())
    assert "First Player 0" in said
    assert "Main room · Sun 29 Nov 2026, 02:00" in said
    assert any(text.startswith("Buy-in · 30,000 chips · Card ") for text in said)


@pytest.mark.django_db(transaction=True)
def test_waiting_jobs_are_made_by_the_embedded_worker_after_a_start():
    by = as_by(make_staff())
    waiting, dead = asked(by), asked(by)
    making.claim(dead.pk)
    PrintJob.objects.filter(pk=dead.pk).update(touched_at=utc_now() - timedelta(minutes=3))
    done = threading.Event()
    finished = making.Claim.write

    def watched(self, **values):
        finished(self, **values)
        left = PrintJob.objects.filter(pk__in=[waiting.pk, dead.pk]).exclude(state="ready")
        if not left.exists():
            done.set()

    app.control.purge()  # what earlier tests told of jobs that had the same keys
    embedded = Embedded()
    try:
        making.Claim.write = watched
        assert tasks.requeue_waiting() == 2
        assert done.wait(SOON)
    finally:
        making.Claim.write = finished
        embedded.stop()
    assert [states(job)[0] for job in (waiting, dead)] == ["ready", "ready"]
    assert PdfReader(BytesIO(making.pdf_path(dead.pk).read_bytes())).pages
