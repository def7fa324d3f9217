"""Taking up the stacks of players who never came, and bringing one back for a player who came after all."""

from collections.abc import Sequence

from tables.actions.bust import name_of, refuse_over
from tables.actions.out import put_out, take_back_out
from tables.actions.reinstate import sit_again
from tables.models import Bust
from tables.queries.merged import plays_on
from tables.queries.no_shows import may_take_up, unclaimed
from tables.queries.refund import taken_up
from tables.queries.standing import refuse_live
from tournaments.actions.claim import claim
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day, Entry, Event, Purchase
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name


@action("bust.take_up")
def take_up(change: Change, /, day: Day, *, entries: Sequence[int]) -> int:
    """Put these entries out and their chips out of play, but for those claimed since; how many that were.

    Nothing is refunded. RuleError: `dealt-in` where the event leaves unclaimed stacks in; `take-up-early`
    before its level is over; `nobody-unclaimed`.
    """
    _refuse(change, day)
    rows = list(unclaimed(day).filter(pk__in=entries).select_related("player", "day").order_by("number"))
    if not rows:
        raise RuleError("nobody-unclaimed", "Each of these stacks has been claimed or taken up since.")
    for entry in rows:
        put_out(change, entry, kind=Bust.Kind.TAKEN_UP)
    bought = Purchase.objects.filter(entry__in=[entry.pk for entry in rows])
    change.update_many(bought.filter(in_play=True), in_play=False)
    change.note(day=day.code, entries=len(rows), numbers=[entry.number for entry in rows])
    if len(rows) == 1:
        player = rows[0].player
        change.note(case="one", name=full_name(player.first_name, player.last_name))
    return len(rows)


@action("bust.give_back")
def give_back_stack(change: Change, /, entry: Entry) -> Entry:
    """Bring back a stack that was taken up: its player came. Those who went out since move up one.

    His chair, or a drawn one, as after `reinstate`; he is checked in and his chips are in play.
    RuleError: `not-taken-up`; `player-in` if he has re-entered, `no-chair`, `day-over`, `event-over`.
    """
    refuse_over(plays_on(entry.day))
    refuse_live(entry.event_id, entry.player)
    bust = taken_up(entry)
    if bust is None:
        raise RuleError("not-taken-up", "The stack of {name} was not taken up.", {"name": name_of(entry)})
    table, chair = bust.table, bust.chair
    change.note(number=entry.number, name=name_of(entry), option=entry.option.name)
    take_back_out(change, bust)
    claim(change, entry)
    sit_again(change, entry, table, chair)
    change.note(day=entry.day.code)
    return entry


def _refuse(change: Change, day: Day) -> None:
    if change.event.unclaimed != Event.Unclaimed.TAKEN_UP:
        words = "By this event's settings stacks that nobody claims are not taken up."
        raise RuleError("dealt-in", words)
    if not may_take_up(day, change.now):
        words = "Unclaimed stacks are taken up once level {level} is over."
        raise RuleError("take-up-early", words, {"level": change.event.unclaimed_level})
