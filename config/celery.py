"""The Celery app: worker and beat of the embedded process, or of `celery -A config.celery worker`."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Django's checks are the business of manage.py; a worker would run them again at each start.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

from celery import Celery

app = Celery("floorman")
app.config_from_object("django.conf:settings", namespace="CELERY")
# Tasks are shared_task, found by the current app; threads that did not make it need the default.
app.set_default()
app.autodiscover_tasks()

# A poke that waited until the next one was due is of no more use: dropped, not piled up.
app.conf.beat_schedule = {
    "sign of life": {
        "task": "tournaments.sign_of_life",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "announcements": {
        "task": "tournaments.arm_announcements",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "prints": {
        "task": "tables.requeue_prints",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
}


def assert_registered() -> None:
    """Fail loudly when beat would send a task that no worker knows: such a one is lost without a word."""
    app.loader.import_default_modules()
    missing = {entry["task"] for entry in app.conf.beat_schedule.values()} - set(app.tasks)
    if missing:
        raise RuntimeError(f"no such tasks: {sorted(missing)}")
