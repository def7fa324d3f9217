"""What one house decides differently from another, as one frozen value."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """The options of a house. Defaults are the TDA 2024 rules; an Event stores its own.

    max_difference: largest difference in players between two tables that is still in balance.
    wide_difference_above: with more tables than this, two apart is fine (None: never).
    halt: when a table three or more short by eliminations stops: TDA 2024, TDA 2022, or never.
    redraw_min_entries: below it there is no redraw before the final table.
    redraw_tables: with so many tables left everybody draws anew; at the final table always.
    redraw_players: likewise with so many players left, whatever the tables.
    hand_minutes: clock minutes taken for one hand in hand for hand.
    late_seat: which table a late entry gets.
    reserve_while_open: chairs kept free before a table breaks while registration is open.
    reopening: what reopens the betting after all-ins below a full raise.
    ante_order: which of big blind and big blind ante a short stack pays first.
    end_figure_bb: big blinds in play at which an event is taken to end.

    >>> HouseRules().halt, HouseRules.wsop().final_table
    ('2024', 'wsop')
    """

    max_difference: int = 1
    wide_difference_above: int | None = None
    halt: Literal["2024", "2022", "off"] = "2024"
    final_table: Literal["tda", "wsop"] = "tda"
    stud_mover: Literal["big-blind", "high-card"] = "big-blind"
    redraw_min_entries: int = 100
    redraw_tables: tuple[int, ...] = (3, 2, 1)
    redraw_players: tuple[int, ...] = ()
    hand_minutes: int = 2
    late_seat: Literal["fewest", "any", "in-order"] = "fewest"
    reserve_while_open: int = 0
    reopening: Literal["cumulative", "full-raise", "half-raise"] = "cumulative"
    ante_order: Literal["blind-first", "ante-first"] = "blind-first"
    first_button: Literal["dealers-right", "high-card", "chair-1"] = "dealers-right"
    end_figure_bb: int = 30

    @classmethod
    def wsop(cls) -> "HouseRules":
        """The World Series of Poker's choices."""
        return cls(final_table="wsop", stud_mover="high-card")
