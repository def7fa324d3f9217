"""Wrong PINs are counted: for whom, by whom, and in a day. The password is not touched by it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F

from tournaments.journal.change import utc_now
from tournaments.journal.lock import write_transaction
from tournaments.models import Staff, WrongPins

Kind = WrongPins.Kind
# How many wrong ones are let through, and in what time.
LIMITS = {
    Kind.FOR: (5, timedelta(minutes=15)),
    Kind.DAY: (20, timedelta(days=1)),
    Kind.BY: (10, timedelta(minutes=15)),
}


@dataclass(frozen=True, slots=True)
class Guess:
    """A PIN about to be tried. It counts as wrong before it is looked at: of many at once none is free."""

    for_whom: Staff
    by_whom: Staff

    def is_let_through(self) -> bool:
        """Count it; False where there were too many wrong ones before."""
        with write_transaction():
            # Always in this order, so that no two wait for each other's rows.
            tries = {kind: _counted(staff, kind, utc_now()) for kind, staff in self._whose().items()}
        return all(tries[kind] <= LIMITS[kind][0] for kind in tries)

    def was_right(self) -> None:
        """Take it out of the counts again; the person is known, so the wrong ones just before were slips."""
        with write_transaction():
            _forgotten(self.for_whom, Kind.FOR)
            for kind in (Kind.DAY, Kind.BY):
                counted = WrongPins.objects.filter(staff=self._whose()[kind], kind=kind, tries__gt=0)
                counted.update(tries=F("tries") - 1)

    def _whose(self) -> dict[WrongPins.Kind, Staff]:
        # By whose password the device is signed in: a new session begins no new count.
        return {Kind.FOR: self.for_whom, Kind.DAY: self.for_whom, Kind.BY: self.by_whom}


def forget(staff: Staff) -> None:
    """Wrong PINs of somebody who gave the password, or has a new PIN, are forgotten."""
    for kind in (Kind.FOR, Kind.DAY):
        _forgotten(staff, kind)


def _forgotten(staff: Staff, kind: WrongPins.Kind) -> None:
    """The row stays: somebody may be about to count on it."""
    WrongPins.objects.filter(staff=staff, kind=kind).update(tries=0)


def _counted(staff: Staff, kind: WrongPins.Kind, now: datetime) -> int:
    """How many there are with this one; the row is held until the transaction ends."""
    WrongPins.objects.bulk_create([WrongPins(staff=staff, kind=kind, since=now)], ignore_conflicts=True)
    row = WrongPins.objects.select_for_update().get(staff=staff, kind=kind)
    if now - row.since >= LIMITS[kind][1]:
        row.tries, row.since = 0, now
    row.tries += 1
    row.save()
    return row.tries
