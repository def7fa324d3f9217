"""Days that are run by counts alone: what was typed, and the money and chips it comes to."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tables.models import DayFloor
from tournaments.journal.prepared import Prepared
from tournaments.models import Day, Event, Option
from tournaments.rules.errors import RuleError


@dataclass(frozen=True, slots=True)
class CountedOption:
    """What the event sells, and how many of it were counted. starts: it makes a player."""

    key: int
    name: str
    kind: str
    starts: bool
    n: int
    chips: int
    prize: int


@dataclass(frozen=True, slots=True)
class CountedDay:
    """A Day by its counts. left: players who still play."""

    options: tuple[CountedOption, ...] = ()
    left: int = 0

    @property
    def entries(self) -> int:
        """How many have entered, re-entries among them."""
        return sum(option.n for option in self.options if option.starts)

    @property
    def reentries(self) -> int:
        """How many of them again."""
        return sum(option.n for option in self.options if option.kind == Option.Kind.REENTRY)

    @property
    def chips(self) -> int:
        """The chips that were sold; all of them are in play."""
        return sum(option.n * option.chips for option in self.options)

    @property
    def prize(self) -> int:
        """What was paid into the prize pool, in minor units."""
        return sum(option.n * option.prize for option in self.options)


@dataclass(frozen=True, slots=True)
class CountedFloor:
    """The columns of a Day's floor that counts are made from."""

    day: int
    counted: Mapping[str, int]
    left: int


def is_by_counts(day: Day) -> bool:
    """Whether a Day is run without names and seats. One query."""
    return bool(_BY_COUNTS(day.pk))


_BY_COUNTS = Prepared(lambda day: DayFloor.objects.filter(day=day, by_counts=True).values_list("pk"))


def refuse_by_counts(day: Day) -> None:
    """RuleError `by-counts` for whatever needs names or seats on a Day that is run without. One query."""
    if is_by_counts(day):
        words = "{day} is run by counts only: it has no names and no seats. Count the entry on its page."
        raise RuleError("by-counts", words, {"day": day.label})


def refuse_counted(option: Option) -> None:
    """RuleError `option-counted` for one that was counted: counts are worth what it costs. One query."""
    for counted in DayFloor.objects.filter(day__event=option.event_id, by_counts=True).values_list("counted"):
        n = counted[0].get(str(option.pk), 0)
        if n:
            words = "{option} was counted {n} times. Count it back to nothing before it is changed."
            raise RuleError("option-counted", words, {"option": option.name, "n": n})


def counted_day(day: Day) -> CountedDay | None:
    """A Day by its counts; None where it has names and seats. Two queries."""
    floor = DayFloor.objects.filter(day=day, by_counts=True).first()
    if floor is None:
        return None
    return counted_days(day.event, [CountedFloor(day.pk, floor.counted, floor.players_left)])[day.pk]


def counted_days(event: Event, floors: Iterable[CountedFloor]) -> dict[int, CountedDay]:
    """The counts of these Days of an event, by key. One query, none without any."""
    floors = list(floors)
    options = list(Option.objects.filter(event=event)) if floors else []
    return {
        floor.day: CountedDay(
            tuple(_option(option, floor.counted.get(str(option.pk), 0)) for option in options), floor.left
        )
        for floor in floors
    }


def _option(option: Option, n: int) -> CountedOption:
    return CountedOption(
        key=option.pk,
        name=option.name,
        kind=option.kind,
        starts=option.kind in Option.STARTS_ENTRY,
        n=n,
        chips=option.chips,
        prize=option.prize,
    )
