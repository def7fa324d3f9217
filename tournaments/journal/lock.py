"""One write at a time: the transaction, and the row that is locked first."""

import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from django.conf import settings
from django.db import transaction

from tournaments.journal.single import read_row
from tournaments.models import Event, House
from tournaments.rules.errors import RuleError

# Without it 64 threads on SQLite starve some of their number past any time-out: the database's own lock
# is not a queue. PostgreSQL waits fairly on the row, so there the process need not wait for itself.
_ONE_WRITER = threading.RLock()

# Nor does a thread of this process take a connection to PostgreSQL only to wait there for another of its own.
_TURNS: defaultdict[int | None, threading.RLock] = defaultdict(threading.RLock)

Scope = Event | House


@contextmanager
def write_transaction() -> Iterator[None]:
    """A transaction for writing, one at a time in this process where the database takes only one."""
    with _ONE_WRITER if settings.ONE_WRITER else nullcontext(), transaction.atomic():
        yield


@contextmanager
def in_turn(event_id: int | None) -> Iterator[None]:
    """Wait here until no other thread of this process writes in the event, or in the house (None)."""
    with _TURNS[event_id]:
        yield


def locked_event(event_id: int) -> Event:
    """The Event's row, held until the transaction ends; RuleError `event-gone` if there is none."""
    event = read_row(Event, event_id, lock=True)
    if event is None:
        raise RuleError("event-gone", "This event no longer exists.")
    return event


def locked_house() -> House:
    """The House's row, held until the transaction ends; made if this is the first write ever."""
    house = read_row(House, 1, lock=True)
    if house is None:
        House.objects.bulk_create([House(pk=1)], ignore_conflicts=True)  # two may be the first at once
        house = House.objects.select_for_update(no_key=True).get(pk=1)
    return house
