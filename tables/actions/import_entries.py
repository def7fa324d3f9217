"""Entries for a whole list of players, all of them or none."""

from collections.abc import Sequence

from tables.actions.desk import new_token, next_number
from tables.actions.draw import draw_seat
from tables.actions.sale import price_lines, refuse_method
from tables.queries.import_plan import ImportPlan, PlannedRow, import_plan
from tournaments.actions.player import columns
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day, Entry, Event, LedgerLine, Option, Player, Purchase
from tournaments.queries.claims import comes_into_play
from tournaments.queries.sales import may_sell
from tournaments.rules.csv_import import PlayerSheet
from tournaments.rules.errors import RuleError
from tournaments.rules.names import search_key


@action("entry.import")
def import_entries(
    change: Change,
    /,
    day: Day,
    option: Option,
    sheet: PlayerSheet,
    *,
    paid: bool = False,
    method: str = "cash",
    seat: bool = False,
    expected: tuple[int, int] | None = None,
) -> int:
    """Make an entry, reserved or paid, for every player of a list who has none; how many that were.

    New players are added to the house. seat: draw paid entries' seats at once, where the event seats at
    registration. expected: (players new, entries) as shown before; anything else is refused.
    RuleError, with nothing written: `rows-broken`, `import-changed`, `not-an-entry`, `method`, and those
    of `may_sell`.
    """
    may_sell(option, day, change.now)
    refuse_method(method)
    if option.kind != Option.Kind.ENTRY:
        raise RuleError("not-an-entry", "{option} does not begin an entry.", {"option": option.name})
    plan = import_plan(change.event, sheet, change.by.role, change.now)
    _refuse(plan, expected)
    change.note(day=day.code, option=option.name, paid=paid, players=plan.new_players, entries=plan.entries)
    players = _players(change, plan.rows)
    entering = [player for player, row in zip(players, plan.rows, strict=True) if row.makes_entry]
    entries = _entries(change, day, option, entering, paid=paid)
    if paid:
        _sales(change, entries, option, method)
        if seat and change.event.seating == Event.Seating.AT_REGISTRATION:
            for entry in entries:
                draw_seat(change, entry)
    return len(entries)


def _refuse(plan: ImportPlan, expected: tuple[int, int] | None) -> None:
    if plan.broken:
        words = "{count} rows cannot be imported, the first is line {line}. Nothing was imported."
        facts = {"count": len(plan.broken), "line": plan.broken[0].line}
        if len(plan.broken) == 1:
            words = "Line {line} cannot be imported. Nothing was imported."
        raise RuleError("rows-broken", words, facts)
    if expected is not None and expected != (plan.new_players, plan.entries):
        words = "Players or entries have changed since the list was shown. Look at it again."
        raise RuleError("import-changed", words)


def _players(change: Change, rows: Sequence[PlannedRow]) -> list[Player]:
    """The rows' players in their order, the new ones made in one write."""
    known = Player.objects.in_bulk([row.player for row in rows if row.player is not None])
    new = [Player(**columns(row.row.person)) for row in rows if row.player is None]
    made = iter(change.create_many(Player, new))
    players = [next(made) if row.player is None else known[row.player] for row in rows]
    for player, row in zip(players, rows, strict=True):
        if row.gets_card:
            card = row.row.person.card
            key = search_key(player.first_name, player.last_name, player.alias, card)
            change.update(player, card=card, search=key)
    return players


def _entries(
    change: Change, day: Day, option: Option, players: Sequence[Player], *, paid: bool
) -> list[Entry]:
    first = next_number(change.event)
    state = Entry.State.PAID if paid else Entry.State.RESERVED
    rows = [
        Entry(
            event=change.event,
            day=day,
            player=player,
            number=number,
            state=state,
            option=option,
            token=new_token(),
            made_at=change.happened_at,
            paid_at=change.happened_at if paid else None,
        )
        for number, player in enumerate(players, start=first)
    ]
    return change.create_many(Entry, rows)


def _sales(change: Change, entries: Sequence[Entry], option: Option, method: str) -> None:
    sold = [
        Purchase(
            event=change.event,
            entry=entry,
            option=option,
            chips=option.chips,
            at=change.happened_at,
            in_play=comes_into_play(change.event, entry),
        )
        for entry in entries
    ]
    purchases = change.create_many(Purchase, sold)
    lines = [line for purchase in purchases for line in price_lines(change, purchase, option, method)]
    change.create_many(LedgerLine, lines)
