"""The last hands of a Day: a card that is drawn says how many each table still plays (WSOP 125)."""

from tables.actions.bust import refuse_over
from tables.actions.draw_record import record
from tables.actions.out import floor_of
from tables.models import DayFloor, DayTable, Draw
from tables.rules.card_ranks import RANKS, SUITS
from tables.rules.end_of_day import cards_that_count, last_hands
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day
from tournaments.rules.errors import RuleError


@action("hand.draw_last")
def draw_last_hands(change: Change, /, day: Day, *, cut: str = "") -> Draw:
    """Draw the card among those that count for the largest open table, and note the hands it gives.

    RuleError: `last-hands-drawn` with how many, `no-table-open`, `event-over`, `day-over`, `cut-too-long`.
    """
    refuse_over(day)
    floor = floor_of(change, day)
    if floor.last_hands is not None:
        words = "The card was drawn already: {hands} hands at each table."
        raise RuleError("last-hands-drawn", words, {"hands": floor.last_hands})
    tables = DayTable.objects.filter(day=day, state=DayTable.State.OPEN)
    chairs = max(tables.values_list("chairs", flat=True), default=0)
    if not chairs:
        raise RuleError("no-table-open", "No table is open on {day}.", {"day": day.label})
    cards = [RANKS[rank - 2] + suit for rank in cards_that_count(chairs) for suit in SUITS]
    draw = record(change, day, "last-hands", cut, cards, lambda chance: chance.pick(cards))
    change.update(floor, last_hands=last_hands(chairs, draw.outcome))
    change.note(day=day.code, draw=draw.number, card=draw.outcome, hands=floor.last_hands)
    return draw


@action("hand.end_last")
def end_last_hands(change: Change, /, day: Day) -> DayFloor:
    """The last hands are played, or the Day goes on after all. RuleError `no-last-hands`."""
    floor = floor_of(change, day)
    if floor.last_hands is None:
        raise RuleError(
            "no-last-hands", "No card has been drawn for the last hands of {day}.", {"day": day.label}
        )
    change.note(day=day.code)
    return change.update(floor, last_hands=None)
