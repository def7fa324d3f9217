"""The embedded process has a real worker and a real beat."""

import threading
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings

from config.celery import app, assert_registered
from config.embedded import Embedded

SOON = 10.0
_heard: dict[str, threading.Event] = {}


@app.task(name="tests.hear")
def hear(what: str) -> None:
    _heard[what].set()


@pytest.fixture
def beats():
    """Beat sends nothing but what a test asks for."""
    before = app.conf.beat_schedule
    app.conf.beat_schedule = {}
    yield app.conf.beat_schedule
    app.conf.beat_schedule = before


def waiting_for(what: str) -> threading.Event:
    return _heard.setdefault(what, threading.Event())


def test_every_task_of_the_house_has_its_name():
    assert_registered()
    assert {"tournaments.announce", "tournaments.arm_announcements", "tournaments.sign_of_life"} <= set(
        app.tasks
    )


def test_a_beat_for_an_unknown_task_stops_the_start(beats):
    beats["nothing"] = {"task": "tests.nothing", "schedule": 60.0}
    with pytest.raises(RuntimeError, match=r"tests\.nothing"):
        assert_registered()


@pytest.mark.skipif(not settings.EMBEDDED, reason="of the embedded house: run without REDIS_URL")
def test_it_runs_tasks_now_and_at_an_instant_and_by_beat_and_stops(beats):
    beats["hear"] = {"task": "tests.hear", "schedule": 0.2, "args": ["beat"]}
    now, later, beat = (waiting_for(what) for what in ("now", "later", "beat"))
    running = Embedded()
    try:
        hear.delay("now")
        hear.apply_async(args=["later"], eta=datetime.now(UTC) + timedelta(milliseconds=300))
        assert now.wait(SOON)
        assert later.wait(SOON)
        assert beat.wait(SOON)
    finally:
        running.stop()
    assert not running.is_alive
