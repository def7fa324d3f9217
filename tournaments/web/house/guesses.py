"""Wrong PINs are counted: for whom, by whom, and in a day. The password is not touched by it."""

from dataclasses import dataclass

from django.core.cache import cache

from tournaments.models import Staff

QUARTER, DAY = 15 * 60, 24 * 3600


@dataclass(frozen=True, slots=True)
class Guess:
    """A PIN about to be tried. It counts as wrong before it is looked at: of many at once none is free."""

    for_whom: Staff
    by_whom: Staff

    def _limits(self) -> tuple[tuple[str, int, int], ...]:
        """Where it is counted, how many wrong ones are let through, and for how many seconds."""
        return (
            (f"pin:for:{self.for_whom.pk}", 5, QUARTER),
            (f"pin:day:{self.for_whom.pk}", 20, DAY),
            # By whose password the device is signed in: a new session begins no new count.
            (f"pin:by:{self.by_whom.pk}", 10, QUARTER),
        )

    def is_let_through(self) -> bool:
        """Count it; False where there were too many wrong ones before."""
        free = True
        for key, most, seconds in self._limits():
            free = _counted(key, seconds) <= most and free
        return free

    def was_right(self) -> None:
        """Take it out of the counts again; the person is known, so the wrong ones just before were slips."""
        (key, _most, _seconds), *others = self._limits()
        cache.delete(key)
        for other, _most, _seconds in others:
            _uncounted(other)


def forget(staff: Staff) -> None:
    """Wrong PINs of somebody who gave the password, or has a new PIN, are forgotten."""
    cache.delete_many([f"pin:for:{staff.pk}", f"pin:day:{staff.pk}"])


def _counted(key: str, seconds: int) -> int:
    cache.add(key, 0, seconds)
    try:
        return cache.incr(key)
    except ValueError:  # it ran out between the two
        cache.set(key, 1, seconds)
        return 1


def _uncounted(key: str) -> None:
    try:
        cache.decr(key)
    except ValueError:
        return
