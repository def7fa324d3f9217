"""What must be true of those who are out, and how their order closes up after an undo."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from django.db.models import Count, F, Max, Min

from tables.models import Bust, ChipCount, DayFloor, Mark
from tournaments.journal.change import Change
from tournaments.journal.invariants import Violation, invariant
from tournaments.journal.mending import mender
from tournaments.models import Entry, Event

_BUST = Bust._meta.label_lower
_PORTION = 10_000


@invariant
def those_out_are_busts(event: Event) -> Iterator[Violation]:
    """An entry is out exactly while it has a Bust, of its own event."""
    busts = Bust.objects.filter(event=event)
    for entry in Entry.objects.filter(event=event, state="out").exclude(pk__in=busts.values("entry"))[:3]:
        yield Violation(
            "out-unknown", "Entry {number} is out and nobody busted it.", {"number": entry.number}
        )
    wrong = busts.exclude(entry__state="out") | busts.exclude(entry__event=event)
    for bust in wrong.select_related("entry")[:3]:
        yield Violation("out-playing", "Entry {number} is out and plays.", {"number": bust.entry.number})


@invariant
def busts_are_in_order(event: Event) -> Iterator[Violation]:
    """The order of going out runs from 1 without a gap."""
    found = Bust.objects.filter(event=event).aggregate(
        first=Min("order"), last=Max("order"), n=Count("pk"), orders=Count("order", distinct=True)
    )
    if found["n"] and (found["first"], found["last"], found["orders"]) != (1, found["n"], found["n"]):
        words = "{n} are out, numbered from {first} to {last}."
        yield Violation("bust-order", words, {name: found[name] for name in ("n", "first", "last")})


@invariant
def held_busts_wait_for_their_hand(event: Event) -> Iterator[Violation]:
    """A bust is held only while its Day plays hand for hand: nothing else would let it count."""
    playing = DayFloor.objects.filter(day__event=event, hand__gt=0).values("day")
    held = Bust.objects.filter(event=event, held=True).exclude(day__in=playing)
    for bust in held.select_related("entry")[:1]:
        words = "Entry {number} is out in a hand of hand for hand that nobody would complete."
        yield Violation("held-for-ever", words, {"number": bust.entry.number})


@invariant
def notes_are_of_this_event(event: Event) -> Iterator[Violation]:
    """Chips are counted and marks given for entries of the event itself."""
    for rows in (ChipCount.objects.filter(event=event), Mark.objects.filter(event=event)):
        for row in rows.exclude(entry__event=F("event")).select_related("entry")[:1]:
            yield Violation(
                "note-elsewhere", "Entry {number} is of another event.", {"number": row.entry.number}
            )


@mender
def close_up(change: Change) -> None:
    """After an undo: who is back among those out takes his old place, and the order has no gap."""
    written = [write for write in change.writes if write["model"] == _BUST]
    if not written or not isinstance(change.scope, Event):
        return
    back = {row[0] for write in written if write["op"] == "create" for row in write["rows"]}
    held = list(Bust.objects.filter(event=change.scope).order_by("order", "pk").values_list("pk", "order"))
    standing = [pk for pk, _order in held if pk not in back]
    for pk, order in held:
        if pk in back:
            standing.insert(order - 1, pk)
    _renumber(change, dict(held), standing)


def _renumber(change: Change, held: dict[int, int], standing: Sequence[int]) -> None:
    """Give each bust its place in a sequence; those that move alike in one statement."""
    moves = [(place - held[pk], pk) for place, pk in enumerate(standing, start=1) if place != held[pk]]
    for by, alike in groupby(sorted(moves), key=lambda move: move[0]):
        keys = [pk for _by, pk in alike]
        for start in range(0, len(keys), _PORTION):
            change.shift(Bust.objects.filter(pk__in=keys[start : start + _PORTION]), "order", by)
