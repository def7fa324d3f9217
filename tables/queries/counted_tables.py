"""The open tables of a Day by when their stacks were last counted."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from tables.queries.chip_counts import ChipCounts, Stack


@dataclass(frozen=True, slots=True)
class CountedTable:
    """A table with its stacks by chair. as_of: of its oldest count, None where somebody was never counted."""

    number: int
    stacks: tuple[Stack, ...]
    as_of: datetime | None

    @property
    def players(self) -> int:
        """How many sit there."""
        return len(self.stacks)

    @property
    def chips(self) -> int | None:
        """Their chips in all; None where somebody was never counted."""
        counted = [stack.chips for stack in self.stacks if stack.chips is not None]
        return sum(counted) if len(counted) == len(self.stacks) else None

    def is_counted(self, since: datetime | None) -> bool:
        """Whether all its stacks were counted at that instant or later; None: ever."""
        return self.as_of is not None and (since is None or self.as_of >= since)


def counted_tables(counts: ChipCounts) -> tuple[CountedTable, ...]:
    """The tables where these stacks are, by number. No query: whoever asks has the counts."""
    found: dict[int, list[Stack]] = defaultdict(list)
    for stack in counts.stacks:
        if stack.table is not None:
            found[stack.table].append(stack)
    return tuple(_table(number, stacks) for number, stacks in sorted(found.items()))


def _table(number: int, stacks: list[Stack]) -> CountedTable:
    times = [stack.as_of for stack in stacks if stack.as_of is not None]
    in_order = tuple(sorted(stacks, key=lambda stack: stack.chair or 0))
    return CountedTable(number, in_order, min(times) if len(times) == len(stacks) else None)
