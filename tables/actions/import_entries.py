"""Entries for a whole list of players, all of them or none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tables.actions.desk import new_token, next_number
from tables.actions.draw import draw_seat
from tables.actions.sale import price_lines, refuse_method
from tables.queries.counted_days import refuse_by_counts
from tables.queries.import_plan import ImportPlan, PlannedRow, import_plan, refuse_changed
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
    expected: Mapping[int, str] | None = None,
    without_broken: bool = False,
) -> int:
    """Make an entry, reserved or paid, for every player of a list who has none; how many that were.

    New players are added to the house. A row that the list says is reserved stays so, and one that names
    an option of the event gets that one. seat: draw paid entries' seats at once, where the event seats at
    registration. expected: `ImportPlan.seen()` as shown before; anything else is refused. without_broken:
    leave out the rows that cannot be taken.
    RuleError, with nothing written: `rows-broken`, `import-changed`, `not-an-entry`, `method`, and those
    of `may_sell`.
    """
    refuse_method(method)
    if option.kind != Option.Kind.ENTRY:
        raise RuleError("not-an-entry", "{option} does not begin an entry.", {"option": option.name})
    refuse_by_counts(day)
    plan = import_plan(change.event, sheet, change.by.role, change.now)
    if expected is not None:
        refuse_changed(expected, plan.seen())
    if plan.broken and not without_broken:
        raise _broken(plan)
    options = _options(change, day, option, plan.rows)
    change.note(day=day.code, option=option.name, paid=paid, players=plan.new_players, entries=plan.entries)
    if without_broken:
        change.note(left_out=len(plan.broken))
    wanted = [row for row in plan.rows if row.verdict != "again"]
    players = add_players(change, wanted)
    entering = [
        Start(player, options[row.option or option.pk], is_paid=paid and not row.row.is_reserved)
        for player, row in zip(players, wanted, strict=True)
        if row.makes_entry
    ]
    entries = _entries(change, day, entering)
    bought = [entry for entry in entries if entry.state == Entry.State.PAID]
    sell_to(change, bought, method)
    if seat and change.event.seating == Event.Seating.AT_REGISTRATION:
        for entry in bought:
            draw_seat(change, entry)
    return len(entries)


@dataclass(frozen=True, slots=True)
class Start:
    """Somebody who enters, and how."""

    player: Player
    option: Option
    is_paid: bool


def add_players(change: Change, rows: Sequence[PlannedRow]) -> list[Player]:
    """The rows' players in their order, the new ones made in one write."""
    known = Player.objects.in_bulk([row.player for row in rows if row.player is not None])
    new = [Player(birth_date=row.row.birth, **columns(row.row.person)) for row in rows if row.player is None]
    made = iter(change.create_many(Player, new))
    players = [next(made) if row.player is None else known[row.player] for row in rows]
    for player, row in zip(players, rows, strict=True):
        if row.gets_card:
            card = row.row.person.card
            key = search_key(player.first_name, player.last_name, player.alias, card)
            change.update(player, card=card, search=key)
    return players


def sell_to(change: Change, entries: Sequence[Entry], method: str) -> None:
    """Sell each entry its option, in three writes however many they are. No drawer: nobody paid here."""
    sold = [
        Purchase(
            event=change.event,
            entry=entry,
            option=entry.option,
            chips=entry.option.chips,
            at=change.happened_at,
            in_play=comes_into_play(change.event, entry),
        )
        for entry in entries
    ]
    purchases = change.create_many(Purchase, sold)
    lines = [line for bought in purchases for line in price_lines(change, bought, bought.option, method)]
    change.create_many(LedgerLine, lines)


def _broken(plan: ImportPlan) -> RuleError:
    words = "{count} rows cannot be imported, the first is line {line}. Nothing was imported."
    facts = {"count": len(plan.broken), "line": plan.broken[0].line}
    if len(plan.broken) == 1:
        words = "Line {line} cannot be imported. Nothing was imported."
    return RuleError("rows-broken", words, facts)


def _options(change: Change, day: Day, option: Option, rows: Sequence[PlannedRow]) -> dict[int, Option]:
    """The options that the rows buy, by key; each may be sold now."""
    keys = {row.option or option.pk for row in rows if row.makes_entry} | {option.pk}
    found = Option.objects.in_bulk(keys)
    for wanted in found.values():
        may_sell(wanted, day, change.now)
    return found


def _entries(change: Change, day: Day, starts: Sequence[Start]) -> list[Entry]:
    first = next_number(change.event)
    rows = [
        Entry(
            event=change.event,
            day=day,
            player=start.player,
            number=number,
            state=Entry.State.PAID if start.is_paid else Entry.State.RESERVED,
            option=start.option,
            token=new_token(),
            made_at=change.happened_at,
            paid_at=change.happened_at if start.is_paid else None,
        )
        for number, start in enumerate(starts, start=first)
    ]
    return change.create_many(Entry, rows)
