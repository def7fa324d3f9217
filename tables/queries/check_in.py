"""Checking in: whether an entry may be, how many are, and what stands on the page of a check-in line."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Count, Q

from tables.models import Bust
from tables.queries.desk import standings
from tables.queries.desk_search import DeskSearch, Hit, desk_search
from tables.queries.entries import EntryLine, entry_line
from tournaments.models import Day, Entry, Event, Option, Player
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name


@dataclass(frozen=True, slots=True)
class CheckIns:
    """How many of a Day's entries were checked in, and of how many; cancelled ones are no part of it."""

    done: int
    expected: int


@dataclass(frozen=True, slots=True)
class Arrival:
    """A player at the check-in line. line: his newest entry, None if he has none in this event.

    due: the option that a reservation still has to pay. refusal: why he cannot be checked in.
    checked_in_at: when he was.
    """

    player: Player
    line: EntryLine | None = None
    due: Option | None = None
    refusal: RuleError | None = None
    checked_in_at: datetime | None = None

    @property
    def may_check_in(self) -> bool:
        """Whether the button is for him."""
        return self.line is not None and self.refusal is None and self.checked_in_at is None

    @property
    def is_taken_up(self) -> bool:
        """Whether his stack was taken up, so that the floor may bring it back."""
        return self.refusal is not None and self.refusal.code == "stack-taken-up"


def check_in_search(event: Event, text: str, limit: int = 8) -> DeskSearch:
    """As the desk searches, with those who are awaited first, then who else is in this event."""
    found = desk_search(event, text, limit * 5)

    def rank(hit: Hit) -> tuple[bool, bool, bool]:
        standing = hit.standing
        is_awaited = standing is not None and (
            standing.is_unclaimed or standing.state == Entry.State.RESERVED
        )
        return not hit.is_exact, not is_awaited, standing is None

    return replace(found, hits=tuple(sorted(found.hits, key=rank)[:limit]))


def may_check_in(entry: Entry) -> None:
    """RuleError unless this entry's player may be checked in.

    `payment-due` for a reservation; `stack-taken-up`; `not-in` for one that is out or cancelled.
    """
    state, player = Entry.State, entry.player
    name = full_name(player.first_name, player.last_name)
    facts = {"name": name, "number": entry.number, "option": entry.option.name}
    if entry.state == state.RESERVED:
        words = "{name} has a reservation and has not paid yet. Sell {option} at the desk."
        raise RuleError("payment-due", words, facts)
    if entry.state == state.CANCELLED:
        raise RuleError("not-in", "Entry {number} of {name} was cancelled.", facts)
    if entry.state != state.OUT:
        return
    taken_up = Bust.objects.filter(entry=entry, kind=Bust.Kind.TAKEN_UP).first()
    if taken_up is None:
        raise RuleError("not-in", "{name} is out.", facts)
    words = "The stack of {name} was taken up at {at}. The floor may bring it back; else sell a re-entry."
    raise RuleError("stack-taken-up", words, facts | {"at": taken_up.at})


def arrival(event: Event, player: Player) -> Arrival:
    """Where a player stands who came to be checked in."""
    standing = standings(event, [player.pk]).get(player.pk)
    if standing is None:
        return Arrival(player)
    entry = Entry.objects.select_related("player", "option", "day").get(pk=standing.entry)
    line = entry_line(entry)
    try:
        may_check_in(entry)
    except RuleError as error:
        due = entry.option if entry.state == Entry.State.RESERVED else None
        return Arrival(player, line, due, error)
    return Arrival(player, line, checked_in_at=entry.checked_in_at)


def check_ins(day: Day) -> CheckIns:
    """How many of a Day's entries were checked in."""
    counts = (
        Entry.objects.filter(day=day)
        .exclude(state=Entry.State.CANCELLED)
        .aggregate(done=Count("pk", Q(checked_in_at__isnull=False)), expected=Count("pk"))
    )
    return CheckIns(**counts)
