"""Raw printers on real sockets and devices: what they get, and what is said when they do not take it."""

import os
import select
import threading
import time
from pathlib import Path

import pytest

from config.embedded import Embedded
from tables import tasks
from tables.actions.house_prints import ask_house_print, asked_again
from tables.actions.printers import add_printer
from tables.actions.prints import ask_print
from tables.delivery import making, raw
from tables.models import PrinterProfile, PrintJob
from tables.queries.print_queue import PROBLEMS
from tests.factories import as_by, make_staff
from tests.printing.escpos_reading import read_escpos
from tests.printing.seated import seated_day
from tests.realtime.raw_printers import (
    NO_PAPER,
    PAPER,
    answers,
    breaks_off,
    full_backlog,
    never_reads,
    nobody,
    printer,
    reads_all,
)

SOON = 15.0


@pytest.fixture(autouse=True)
def prints(tmp_path, settings):
    settings.PRINTS_DIR = tmp_path / "prints"


@pytest.fixture
def by(db):
    return as_by(make_staff())


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(raw, "CONNECT_S", 0.2)
    monkeypatch.setattr(raw, "WHOLE_S", 0.4)


def profile(by, address, kind="network", name="Desk"):
    return add_printer(by, name=name, kind=kind, queue="", address=address, sheet="a4")


def asked(by, printer, n=2, **more):
    day = seated_day(n)
    options = {"day": day.pk, "which": "all", "base": "http://10.0.0.7:8000"}
    return ask_print(
        by, day.event, document="seat_cards", sheet="80mm", profile=printer, options=options, **more
    )


def fate(job):
    job.refresh_from_db()
    return job.state, job.problem


def made(by, printer, **more):
    """A job after its worker had it."""
    job = asked(by, printer, **more)
    tasks.make_print(job.pk)
    return job


@pytest.mark.parametrize("behave", [reads_all, answers(PAPER)], ids=["closes", "answers"])
def test_a_printer_gets_each_card_cut(by, behave):
    with printer(behave) as desk:
        job = made(by, profile(by, desk.address), n=3)
        assert fate(job) == ("printed", "")
    (data,) = desk.received
    assert data.endswith(raw.ASK_PAPER)
    assert len(read_escpos(data.removesuffix(raw.ASK_PAPER))) == 3
    assert making.pdf_path(job.pk).exists()


def test_a_printer_that_never_reads_is_given_up(by, impatient):
    with printer(never_reads) as desk:
        start = time.monotonic()
        assert fate(made(by, profile(by, desk.address))) == ("failed", "no-word")
        assert time.monotonic() - start < SOON


def test_one_that_stops_midway_is_given_up(impatient):
    with printer(never_reads) as desk, pytest.raises(raw.Problem, match="cut-short"):
        raw.hand_over(PrinterProfile(kind="network", address=desk.address), bytes(50_000_000))


def test_one_whose_line_breaks_is_said(by):
    with printer(breaks_off) as desk:
        assert fate(made(by, profile(by, desk.address))) == ("failed", "broke-off")


def test_one_without_paper_is_said(by):
    with printer(answers(NO_PAPER)) as desk:
        assert fate(made(by, profile(by, desk.address))) == ("failed", "no-paper")


def test_one_that_is_switched_off_is_said(by, impatient):
    assert fate(made(by, profile(by, nobody()))) == ("failed", "refuses")
    with full_backlog() as address:
        start = time.monotonic()
        assert fate(made(by, profile(by, address, name="Wall"))) == ("failed", "silent")
        assert time.monotonic() - start < SOON


def test_one_whose_name_is_nowhere_is_out_of_reach(by):
    assert fate(made(by, profile(by, "printer.invalid"))) == ("failed", "unreachable")


def test_patience_is_three_seconds_for_the_line_and_ten_for_all():
    assert (raw.CONNECT_S, raw.WHOLE_S) == (3.0, 10.0)


def test_a_device_gets_the_bytes_as_fast_as_it_takes_them(by, tmp_path):
    fifo = tmp_path / "lp0"
    os.mkfifo(fifo)
    device = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    read, over = bytearray(), threading.Event()

    def take() -> None:
        while not over.is_set():
            if select.select([device], [], [], 0.05)[0]:
                read.extend(os.read(device, 4_096))

    taker = threading.Thread(target=take)
    taker.start()
    job = made(by, profile(by, str(fifo), "device"), n=4)
    over.set()
    taker.join()
    while piece := os.read(device, 65_536):
        read.extend(piece)
    os.close(device)
    assert fate(job) == ("printed", "")
    assert len(read_escpos(bytes(read))) == 4


def test_a_device_that_is_not_there_or_none_is_said(by, tmp_path):
    fifo, file = tmp_path / "lp0", tmp_path / "file"
    os.mkfifo(fifo)
    file.write_text("not a printer")
    found = [
        fate(made(by, profile(by, str(path), "device", path.name)))
        for path in (fifo, file, tmp_path / "gone")
    ]
    assert found == [("failed", "no-device"), ("failed", "not-a-device"), ("failed", "no-device")]
    assert file.read_text() == "not a printer"


def test_a_device_that_takes_no_more_is_given_up(by, tmp_path, impatient):
    fifo = tmp_path / "lp0"
    os.mkfifo(fifo)
    holding = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    assert fate(made(by, profile(by, str(fifo), "device"), n=9)) == ("failed", "cut-short")
    os.close(holding)


def test_a_file_takes_one_job_after_the_other_inside_the_prints(by, tmp_path):
    desk = profile(by, "desk.bin", "file")
    assert [fate(made(by, desk, n=n)) for n in (1, 2)] == [("printed", "")] * 2
    assert len(read_escpos((tmp_path / "prints" / "desk.bin").read_bytes())) == 3


@pytest.mark.parametrize("name", ["../out.bin", "/tmp/out.bin", "1.pdf", ".bin", "a/b.bin", ""])  # noqa: S108
def test_a_file_outside_the_prints_is_never_written(by, name):
    PrinterProfile.objects.create(name="Odd", kind="file", address=name, sheet="80mm")
    assert fate(made(by, PrinterProfile.objects.get())) == ("failed", "no-address")


def test_a_link_among_the_prints_leads_nowhere(by, tmp_path):
    (tmp_path / "prints").mkdir()
    (tmp_path / "prints" / "desk.bin").symlink_to(tmp_path / "out")
    state, problem = fate(made(by, profile(by, "desk.bin", "file")))
    assert (state, problem.split(":")[0], (tmp_path / "out").exists()) == ("failed", "refused", False)


@pytest.mark.parametrize(
    ("problem", "marked"),
    [
        ("silent", False), ("refuses", False), ("no-device", False), ("cut-short", True),
        ("no-word", True), ("broke-off", True), ("no-paper", True), ("lp-late", True),
    ],
)  # fmt: skip
def test_what_may_have_come_out_is_marked_when_it_is_tried_again(by, problem, marked):
    job = asked(by, profile(by, "10.0.0.7"))
    PrintJob.objects.filter(pk=job.pk).update(state="failed", problem=problem)
    job.refresh_from_db()
    again = asked_again(by, job, job.sheet, job.profile, {})
    assert (again.reprint_of, again.options["reprint"]) == (job, marked)


def test_a_line_of_jobs_behind_a_dead_printer_fails_at_once_and_a_later_one_is_tried(by):
    with printer(reads_all) as desk:
        dead = profile(by, nobody())
        jobs = [asked(by, dead, n=1) for _ in range(3)]
        tasks.make_print(jobs[0].pk)
        PrinterProfile.objects.update(address=desk.address)
        tasks.make_print(jobs[1].pk)
        assert [fate(job) for job in jobs[:2]] == [("failed", "refuses")] * 2
        assert desk.lines == 0
        again = asked_again(by, jobs[1], "80mm", dead, {})
        tasks.make_print(again.pk)
        assert (fate(again), desk.lines) == (("printed", ""), 1)


def test_a_second_job_waits_while_the_first_has_the_line(by):
    desk = profile(by, "10.0.0.7")
    first, second, other = asked(by, desk, n=1), asked(by, desk, n=1), asked(by, None, n=1)
    assert making.claim(first.pk) is not None
    assert making.claim(second.pk) is None
    assert making.claim(other.pk) is not None
    PrintJob.objects.filter(pk=first.pk).update(state="printed")
    assert making.claim(second.pk) is not None


@pytest.mark.django_db(transaction=True)
def test_workers_give_a_printer_one_job_at_a_time_and_all_of_them():
    by = as_by(make_staff())
    with printer(reads_all) as desk:
        device = profile(by, desk.address)
        jobs = [asked(by, device, n=1) for _ in range(5)]
        embedded = Embedded()
        try:
            for job in jobs:
                making.start(job)
            end = time.monotonic() + SOON
            while {fate(job)[0] for job in jobs} != {"printed"}:
                assert time.monotonic() < end
        finally:
            embedded.stop()
        assert (desk.lines, desk.most) == (5, 1)


def test_a_raw_printer_is_never_waited_for_in_the_page(by):
    with printer(never_reads) as desk:
        job = asked(by, profile(by, desk.address))
        start = time.monotonic()
        making.start(job)
        assert (fate(job)[0], desk.lines) == ("waiting", 0)
        assert time.monotonic() - start < SOON


def test_a_test_page_goes_to_its_printer(by):
    with printer(reads_all) as desk:
        device = profile(by, desk.address)
        job = ask_house_print(by, document="test_page", sheet="80mm", profile=device, options={})
        tasks.make_print(job.pk)
        assert (fate(job), job.event) == (("printed", ""), None)
    assert len(read_escpos(desk.received[0].removesuffix(raw.ASK_PAPER))) == 1


def test_every_problem_has_a_sentence():
    source = Path(raw.__file__).read_text() + Path(making.__file__).read_text()
    codes = {part.split('"')[0].split(":")[0] for part in source.split('Problem("')[1:]}
    assert codes | set(PrintJob.DEAD) | set(PrintJob.PERHAPS) <= set(PROBLEMS)
