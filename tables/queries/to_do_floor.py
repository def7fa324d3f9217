"""What waits for staff on the floor of a Day, in words: computed from the seats each time, by no timer."""

from datetime import datetime

from tables.queries.balance import PlayedFloor, played_floor
from tables.queries.to_do_balance import balance_to_do
from tables.queries.to_do_button import button_to_do
from tables.queries.to_do_card import ToDo
from tables.queries.to_do_halts import halts_to_do
from tables.queries.to_do_hands import hands_to_do
from tables.queries.to_do_seats import seats_to_do
from tables.queries.to_do_winner import winner_to_do
from tournaments.models import Day


def floor_to_do(day: Day, now: datetime, floor: PlayedFloor | None = None) -> list[ToDo]:
    """Most pressing first: the hand all play, a redraw, tables that stop, who moves, seats to verify.

    floor: where whoever asks has read it already. At most fifteen queries with it, however large the
    field; four while no table is open.
    """
    if day.over_at is not None:
        return []
    floor = floor or played_floor(day, now)
    if not floor.tables:
        return []
    hand, last_hands = hands_to_do(day)
    if won := winner_to_do(day, now, floor):
        return [*hand, *won]
    moves = balance_to_do(day, now, floor)
    # Everybody draws anew: that settles the tables that are short too.
    redraw = [card for card in moves if card.kind == "redraw"]
    return [
        *hand,
        *redraw,
        *halts_to_do(day, now, floor),
        *last_hands,
        *button_to_do(day, now, floor),
        *(card for card in moves if card not in redraw),
        *seats_to_do(day, now),
    ]
