"""The draws of an event as everybody may read them, and what the next draw of a Day would do."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, OuterRef, Q, Subquery

from tables.models import DaySeed, Draw, Plan
from tables.queries.floor_plan import floor_plan
from tables.queries.seating import WaitingEntry, waiting
from tables.rules.table_numbers import written
from tournaments.models import Day, Entry, Event
from tournaments.rules.names import listed_name

MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class DrawnSeat:
    """Where a draw put an entry. `name` is empty where the event hides names, `number` None once removed."""

    number: int | None
    name: str
    table: int
    chair: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawLine:
    """One draw. It chose from so many entries, tables and chairs; `seats`: the first few of `seated`.

    plan: the kind of plan that it was made for, "" for none; breaks: the table that breaks by it.
    sitting: how many still sit where it put them. published_seed: in hex.
    """

    pk: int
    day: str
    number: int
    purpose: str
    plan: str
    breaks: int | None
    at: datetime
    cut: str
    entries: int
    tables: int
    chairs: int
    seated: int
    seats: tuple[DrawnSeat, ...]
    sitting: int
    is_void: bool
    voided_at: datetime | None
    voided_by: str
    void_reason: str
    commitment: str
    published_seed: str | None


@dataclass(frozen=True, slots=True)
class SeedLine:
    """A seed of a Day: its commitment, and itself in hex once it is published."""

    number: int
    commitment: str
    published_at: datetime | None
    published_seed: str | None


@dataclass(frozen=True, slots=True)
class DrawPlan:
    """What a draw of everybody who waits would do. `opens`: reserved tables that it opens, by number.

    missing: chairs too few. chairs: open ones at `tables` open tables. in_reserve: at those that could open.
    """

    waiting: tuple[WaitingEntry, ...]
    tables: int
    chairs: int
    in_reserve: int
    opens: tuple[int, ...]
    missing: int

    @property
    def opening(self) -> str:
        """`opens` as staff write them: "1-24, 30"."""
        return written(self.opens)

    @property
    def fitting(self) -> int:
        """How many find a chair."""
        return len(self.waiting) - self.missing

    @property
    def alternates(self) -> tuple[WaitingEntry, ...]:
        """Those on the alternates list, in its order."""
        listed = [entry for entry in self.waiting if entry.alternate is not None]
        return tuple(sorted(listed, key=lambda entry: entry.alternate or 0))

    @property
    def alternates_to_seat(self) -> int:
        """How many of them have a chair now."""
        return min(len(self.alternates), self.chairs + self.in_reserve)


def draw_plan(day: Day) -> DrawPlan:
    """What the next draw for all would do now. Four queries."""
    who, plan = waiting(day), floor_plan(day)
    opened = plan.opened_for(len(who))
    chairs = sum(len(table.open_chairs) for table in plan.open)
    reserve = sum(len(table.open_chairs) for table in plan.unopened)
    return DrawPlan(
        waiting=who,
        tables=len(plan.open),
        chairs=chairs,
        in_reserve=reserve,
        opens=tuple(table.number for table in opened),
        missing=max(0, len(who) - chairs - reserve),
    )


def seeds_of(day: Day) -> tuple[SeedLine, ...]:
    """A Day's seeds, oldest first: the last is the one that is drawn from, unless it is published."""
    return tuple(_seed_line(seed) for seed in DaySeed.objects.filter(day=day).order_by("number"))


def draw_list(event: Event, day: Day | None = None) -> tuple[DrawLine, ...]:
    """All draws of an event (or of one Day) by Day and number, the void ones too. Two queries."""
    rows = Draw.objects.filter(day__event=event).select_related("seed", "voided_by")
    if day is not None:
        rows = rows.filter(day=day)
    plans = Plan.objects.filter(draw=OuterRef("pk")).order_by()
    rows = rows.annotate(
        code=F("day__code"),
        sitting=Count("seats", filter=Q(seats__until=None)),
        plan=Subquery(plans.values("kind")[:1]),
        breaks=Subquery(plans.values("table__number")[:1]),
    )
    found = list(rows.order_by("day__code", "number"))
    shown = {row.pk: [seat for seat in _seats(row)[:MOST_NAMED] if seat] for row in found}
    who = labels(event, [int(seat[0]) for seats in shown.values() for seat in seats])
    return tuple(_line(row, shown[row.pk], who) for row in found)


def labels(event: Event, keys: list[int] | None = None) -> dict[str, tuple[int, str]]:
    """Entries by their key as draws store it: number and name, the name empty where the event hides names."""
    rows = Entry.objects.filter(event=event)
    if keys is not None:
        rows = rows.filter(pk__in=keys)
    columns = rows.values_list("pk", "number", "player__first_name", "player__last_name")
    return {
        str(pk): (number, listed_name(first, last) if event.shows_names else "")
        for pk, number, first, last in columns
    }


def draws_document(event: Event, day: Day | None = None) -> dict[str, Any]:
    """Everything a browser needs to do the draws of an event (or of one Day) again, as plain values.

    Seeds only once they are published. `entries`: what each key in a draw stands for.
    """
    days = [day] if day else list(event.days.order_by("code"))
    rows = Draw.objects.filter(day__in=days).select_related("seed").order_by("day__code", "number")
    by_day: dict[int, list[Draw]] = {found.pk: [] for found in days}
    for row in rows:
        by_day[row.day_id].append(row)
    seeds = DaySeed.objects.filter(day__in=days).order_by("number")
    return {
        "v": 1,
        "event": {"slug": event.slug, "name": event.name},
        "entries": {key: f"{number} {name}".rstrip() for key, (number, name) in labels(event).items()},
        "days": [
            {
                "code": found.code,
                "label": found.label,
                "seeds": [_seed_document(seed) for seed in seeds if seed.day_id == found.pk],
                "draws": [_draw_document(row) for row in by_day[found.pk]],
            }
            for found in days
        ],
    }


def _seats(row: Draw) -> list[Any]:
    """The seats a draw gave, as it stores them."""
    if row.purpose == "seats":
        return list(row.outcome)
    return [row.outcome] if row.purpose == "late-seat" and row.outcome else []


def _line(row: Draw, shown: list[Any], who: Mapping[str, tuple[int, str]]) -> DrawLine:
    tables = row.candidates["tables"] if isinstance(row.candidates, dict) else []
    entries = row.candidates.get("entries", ["one"]) if isinstance(row.candidates, dict) else row.candidates
    seed = _seed_line(row.seed)
    return DrawLine(
        pk=row.pk,
        day=row.code,  # type: ignore[attr-defined]
        number=row.number,
        purpose=row.purpose,
        plan=row.plan or "",  # type: ignore[attr-defined]
        breaks=row.breaks,  # type: ignore[attr-defined]
        at=row.at,
        cut=row.cut,
        entries=len(entries),
        tables=len(tables),
        chairs=sum(len(table.get("chairs", table.get("open", ()))) for table in tables),
        seated=len(_seats(row)),
        seats=tuple(_drawn(who.get(entry), table, chair) for entry, table, chair in shown),
        sitting=row.sitting,  # type: ignore[attr-defined]
        is_void=row.voided_at is not None,
        voided_at=row.voided_at,
        voided_by=row.voided_by.name if row.voided_by else "",
        void_reason=row.void_reason,
        commitment=seed.commitment,
        published_seed=seed.published_seed,
    )


def _drawn(who: tuple[int, str] | None, table: int, chair: int) -> DrawnSeat:
    number, name = who or (None, "")
    return DrawnSeat(number, name, table, chair)


def _seed_line(seed: DaySeed) -> SeedLine:
    return SeedLine(
        seed.number,
        seed.commitment,
        seed.published_at,
        bytes(seed.seed).hex() if seed.published_at else None,
    )


def _seed_document(seed: DaySeed) -> dict[str, Any]:
    line = _seed_line(seed)
    return {"number": line.number, "commitment": line.commitment, "seed": line.published_seed}


def _draw_document(row: Draw) -> dict[str, Any]:
    return {
        "number": row.number,
        "seed": row.seed.number,
        "purpose": row.purpose,
        "cut": row.cut,
        "void": row.voided_at is not None,
        "candidates": row.candidates,
        "outcome": row.outcome,
    }
