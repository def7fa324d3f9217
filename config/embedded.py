"""Celery inside the web process: one worker and one beat thread, on the memory broker.

What is kept in memory is forgotten on exit, so at the start everything is armed anew from the database.
"""

import logging
import threading
from datetime import UTC, datetime
from typing import Any

from celery.beat import EmbeddedService
from celery.worker import WorkController

from config.celery import app, assert_registered

log = logging.getLogger("floorman.embedded")

CONCURRENCY = 2
PATIENCE_S = 15.0


class _Worker(threading.Thread):
    """The worker in a thread of its own. A WorkController, not the CLI's Worker, which takes over signals."""

    def __init__(self) -> None:
        super().__init__(name="celery-worker", daemon=True)
        self.ready = threading.Event()
        self.controller: Any = None

    def run(self) -> None:
        # Made here, not in the starting thread: its set-up closes the database connections of its thread.
        self.controller = WorkController(
            app=app,
            pool_cls="threads",
            concurrency=CONCURRENCY,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
            ready_callback=lambda _consumer: self.ready.set(),
        )
        self.controller.start()


class Embedded:
    """A running worker and beat."""

    def __init__(self) -> None:
        assert_registered()
        self._worker = _Worker()
        self._worker.start()
        if not self._worker.ready.wait(PATIENCE_S):
            raise RuntimeError("the Celery worker did not start")
        # A thread, since a forked beat would outlive this process and not see its broker.
        self._beat: Any = EmbeddedService(app, thread=True, scheduler_cls="celery.beat:Scheduler")
        self._beat.start()

    @property
    def is_alive(self) -> bool:
        """Whether either of them still runs."""
        return bool(self._worker.is_alive() or self._beat.is_alive())

    def stop(self) -> None:
        """End beat, then the worker once the tasks under way are done."""
        self._beat.stop()
        self._worker.controller.stop()
        self._worker.join(PATIENCE_S)
        if self._worker.is_alive():
            log.warning("the Celery worker is still busy")


_running: Embedded | None = None


def start_embedded() -> None:
    """Start worker and beat in this process, once, and arm what is due; returns when tasks are taken."""
    global _running
    if _running is None:
        begun = datetime.now(UTC).isoformat()
        _running = Embedded()
        for name in ("tournaments.sign_of_life", "tournaments.arm_announcements"):
            app.send_task(name)
        # Nobody else makes prints: a job that was under way before would hold its printer's line for minutes.
        app.send_task("tables.requeue_prints", kwargs={"begun": begun})


def stop_embedded() -> None:
    """Stop what start_embedded started; without it, nothing happens."""
    global _running
    if _running is not None:
        _running.stop()
        _running = None
