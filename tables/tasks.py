"""Prints that Celery makes. A task that comes twice, late or never does no harm: see delivery/making.py."""

import logging
from datetime import datetime
from typing import Any

from celery import shared_task
from kombu.exceptions import OperationalError

from tables.delivery import making, spare
from tables.models import PrintJob
from tournaments.tasks import announced

log = logging.getLogger("floorman.prints")

# A poke that no worker took by the next round is of no more use.
ROUND_S = 60


@shared_task(name="tables.make_print")  # type: ignore[untyped-decorator]
def make_print(pk: int) -> None:
    """Make one waiting job, unless another worker has it."""
    making.make(pk)


@shared_task(name="tables.requeue_prints")  # type: ignore[untyped-decorator]
def requeue_prints(begun: str | None = None) -> int:
    """Each minute: see requeue_waiting; and the lists of a level that nobody told of."""
    spare.print_due()
    return requeue_waiting(datetime.fromisoformat(begun) if begun else None)


def requeue_waiting(begun: datetime | None = None) -> int:
    """Tell the workers of every job that waits, those whose maker died included; how many.

    For the start of a process, since a memory broker forgets, and for each minute after it. A job that is
    told of twice is made once. begun: see give_back_stale.
    """
    making.give_back_stale(begun)
    waiting = list(
        PrintJob.objects.filter(state=PrintJob.State.WAITING).order_by("pk").values_list("pk", flat=True)
    )
    for pk in waiting:
        make_print.apply_async(args=[pk], expires=ROUND_S)
    return len(waiting)


@shared_task(name="tables.spare_prints")  # type: ignore[untyped-decorator]
def spare_prints() -> int:
    """The lists of who sits where, for every Day whose level has just begun."""
    return spare.print_due()


def on_announced(**_signal: Any) -> None:
    """A level or a break has begun: have its lists printed. Without a broker the minute's round does."""
    try:
        spare_prints.apply_async(retry=False, expires=ROUND_S)
    except OperationalError:
        log.warning("spare lists wait: the broker does not answer")


announced.connect(on_announced, dispatch_uid="tables.spare_prints")
