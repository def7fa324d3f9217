"""Plans: moves that staff were shown, kept until they accept or discard them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tables.actions.room import AS_CLOSED
from tables.models import DayFloor, DayTable, Draw, Plan, Seat, Table
from tables.queries.balance import move_to_json
from tables.queries.plan_facts import PlanFacts, plan_facts
from tables.queries.seat_history import who_wrote
from tables.rules.seating import Move
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name

LONGEST_REASON = 200
WHOLE = (Plan.Kind.BREAK, Plan.Kind.REDRAW)


@action("plan.accept")
def accept_plan(
    change: Change,
    /,
    plan: Plan,
    *,
    chosen: Sequence[int] | None = None,
    instead: Mapping[int, int] | None = None,
    reason: str = "",
) -> list[Seat]:
    """Carry out a plan, or the chosen ones of its moves (by index, from 0); the new seats, hollow.

    instead: {index of a move: key of the entry that goes in his place}, with a reason; where a card decided
    who goes, the entry it fell to, without one. A plan to break or redraw is carried out whole: its table,
    or those not drawn to, close.
    RuleError, with nothing done: `plan-ended`; `last-hands`; `plan-stale` naming what has changed,
    `kept-apart`; `nothing-chosen`, `no-such-move`; `plan-whole`; `no-reason`; `who-moves` where the card is
    missing; `not-at-table`, `seat-locked`, `entry-twice` for another player.
    """
    _refuse_ended(plan)
    refuse_last_hands(plan.day)
    moves = [dict(move) for move in plan.moves]
    indexes = _chosen(plan, chosen)
    _put_instead(plan, moves, indexes, instead or {}, reason)
    facts = plan_facts(plan, [moves[index] for index in indexes])
    facts.check()
    seats = _carry_out(change, plan, [moves[index] for index in indexes], facts)
    if plan.kind in WHOLE:
        _close_and_open(change, plan)
    for index, move in enumerate(moves):
        move["accepted"] = index in indexes
    change.update(plan, state=Plan.State.ACCEPTED, ended_at=change.now, moves=moves)
    change.note(
        day=plan.day.code,
        case=plan.kind,
        moves=len(seats),
        table=plan.table.number if plan.table else None,
        reason=reason.strip()[:LONGEST_REASON],
    )
    if plan.kind == Plan.Kind.BALANCE and len(seats) == 1:
        _note_move(change, seats[0], moves[indexes[0]])
    return seats


@action("plan.discard")
def discard_plan(change: Change, /, plan: Plan, *, reason: str = "") -> Plan:
    """Leave a plan undone. What was drawn for it stays on the public list, void, so that takes a reason.

    RuleError: `plan-ended`, `no-reason`.
    """
    _refuse_ended(plan)
    why = reason.strip()[:LONGEST_REASON]
    if plan.draw is not None and plan.draw.voided_at is None:
        if not why:
            words = "Say why draw {number} is void: everybody can read it."
            raise RuleError("no-reason", words, {"number": plan.draw.number})
        change.update(plan.draw, voided_at=change.now, voided_by=change.by.staff, void_reason=why)
    case = plan.kind if why else "unsaid"
    change.note(day=plan.day.code, case=case, reason=why or "–", moves=len(plan.moves))
    change.note(table=plan.table.number if plan.table else None)
    return change.update(plan, state=Plan.State.DISCARDED, ended_at=change.now)


def _note_move(change: Change, seat: Seat, move: Mapping[str, Any]) -> None:
    """One move is told by its player."""
    player = seat.entry.player
    change.note(
        case="balance-one",
        name=full_name(player.first_name, player.last_name),
        seat="-".join(str(part) for part in (move["from_table"], move["from_chair"]) if part),
        to=f"{move['to_table']}-{seat.chair}",
    )


def propose(
    change: Change,
    day: Day,
    kind: str,
    moves: Iterable[Move],
    *,
    table: Table | None = None,
    draw: Draw | None = None,
) -> Plan:
    """Keep a plan for staff to look at, as part of the action under way.

    A plan to balance takes the place of the one before.
    """
    if kind == Plan.Kind.BALANCE:
        waiting = Plan.objects.filter(day=day, kind=kind, state=Plan.State.PROPOSED)
        change.update_many(waiting, state=Plan.State.DISCARDED, ended_at=change.now)
    kept = [move_to_json(move) for move in moves]
    return change.create(
        Plan,
        event=change.event,
        day=day,
        kind=kind,
        moves=kept,
        table=table,
        draw=draw,
        made_at=change.now,
    )


def refuse_last_hands(day: Day) -> None:
    """RuleError `last-hands`: nobody is moved while the last hands are played (WSOP 125)."""
    floor = DayFloor.objects.filter(day=day, last_hands__isnull=False).first()
    if floor is not None:
        words = "The last hands are being played. Nobody is moved or drawn anew until they are over."
        raise RuleError("last-hands", words, {"hands": floor.last_hands}, "WSOP 125")


def refuse_open_plan(day: Day, kind: str, table: Table | None = None) -> None:
    """RuleError `plan-open` while such a plan waits: its draw would have to be void first."""
    waiting = Plan.objects.filter(day=day, kind=kind, table=table, state=Plan.State.PROPOSED).first()
    if waiting is not None:
        words = "A plan for this waits already, made at {made_at} by {who}. Accept or discard it first."
        who = who_wrote(waiting.event_id, ("tables.plan", waiting.pk), waiting.made_at)
        raise RuleError("plan-open", words, {"made_at": waiting.made_at, "who": who, "plan": waiting.pk})


def _refuse_ended(plan: Plan) -> None:
    if plan.state == Plan.State.PROPOSED:
        return
    words = {
        Plan.State.ACCEPTED.value: "This plan was carried out at {ended_at} by {who}.",
        Plan.State.DISCARDED.value: "This plan was discarded at {ended_at} by {who}.",
    }[plan.state]
    at = plan.ended_at or plan.made_at
    facts = {"ended_at": at, "who": who_wrote(plan.event_id, ("tables.plan", plan.pk), at)}
    raise RuleError("plan-ended", words, facts)


def _chosen(plan: Plan, chosen: Sequence[int] | None) -> list[int]:
    """The indexes of the moves to carry out, in the plan's order."""
    indexes = sorted(set(range(len(plan.moves)) if chosen is None else chosen))
    if not indexes:
        raise RuleError("nothing-chosen", "Choose the moves first.")
    if indexes[0] < 0 or indexes[-1] >= len(plan.moves):
        raise RuleError("no-such-move", "This plan has no such move. Load the page again.")
    if plan.kind in WHOLE and len(indexes) < len(plan.moves):
        raise RuleError("plan-whole", "Everybody in this plan was drawn a seat: it is carried out whole.")
    return indexes


def _put_instead(
    plan: Plan, moves: list[dict[str, Any]], indexes: Sequence[int], instead: Mapping[int, int], reason: str
) -> None:
    """Let other entries go, by index of the move, and refuse a move that nobody makes."""
    if instead and plan.kind in WHOLE:
        raise RuleError("plan-whole", "Everybody in this plan was drawn a seat: it is carried out whole.")
    why = reason.strip()[:LONGEST_REASON]
    seats = _seats_of(plan, instead.values())
    for index in indexes:
        move = moves[index]
        if index in instead:
            if move["entry"] not in (None, instead[index]) and not why:
                raise RuleError("no-reason", "Say why another player moves than the rule names.")
            seat = seats.get(instead[index])
            _refuse_other(move, seat)
            by_rule = move["entry"] is None or move["entry"] == instead[index]
            move |= {
                "entry": instead[index],
                "from_chair": seat and seat.chair,
                "reason": "" if by_rule else why,
            }
        elif move["entry"] is None:
            words = "Deal a card to everybody at table {table}, and say who got the highest."
            raise RuleError("who-moves", words, {"table": move["from_table"]}, "WSOP 67")
    going = [moves[index]["entry"] for index in indexes]
    if len(set(going)) < len(going):
        raise RuleError("entry-twice", "One player cannot move twice in a plan.")


def _seats_of(plan: Plan, entries: Iterable[int]) -> dict[int, Seat]:
    rows = Seat.objects.filter(day=plan.day_id, entry__in=list(entries), until=None)
    return {seat.entry_id: seat for seat in rows.select_related("table")}


def _refuse_other(move: Mapping[str, Any], seat: Seat | None) -> None:
    if seat is None or seat.table.number != move["from_table"]:
        words = "This player does not sit at table {table}."
        raise RuleError("not-at-table", words, {"table": move["from_table"]})
    if seat.locked:
        facts = {"table": seat.table.number, "chair": seat.chair}
        raise RuleError("seat-locked", "The player in {table}-{chair} keeps his seat.", facts)


def _carry_out(
    change: Change, plan: Plan, moves: Sequence[Mapping[str, Any]], facts: PlanFacts
) -> list[Seat]:
    """End the old seats, then begin the new ones: in two statements, whoever goes where."""
    old = [facts.seats[move["entry"]] for move in moves]
    change.update_many(Seat.objects.filter(pk__in=[seat.pk for seat in old]), until=change.now)
    return change.create_many(
        Seat,
        [
            Seat(
                day_id=plan.day_id,
                table_id=facts.tables[move["to_table"]].table_id,
                chair=move["to_chair"],
                entry_id=move["entry"],
                draw_id=plan.draw_id,
                since=change.now,
                locked=seat.locked,
            )
            for move, seat in zip(moves, old, strict=True)
        ],
    )


def _close_and_open(change: Change, plan: Plan) -> None:
    """After a break its table is closed; after a redraw, every table that nobody was drawn to."""
    used = {move["to_table"] for move in plan.moves}
    rows = DayTable.objects.filter(day=plan.day_id)
    change.update_many(
        rows.filter(table__number__in=used).exclude(state=DayTable.State.OPEN), state=DayTable.State.OPEN
    )
    left = rows.filter(state=DayTable.State.OPEN)
    if plan.kind == Plan.Kind.BREAK:
        left = left.filter(table=plan.table_id)
    else:
        taken = Seat.objects.filter(day=plan.day_id, until=None).values("table")
        left = left.exclude(table__number__in=used).exclude(table__in=taken)
    change.update_many(left, **AS_CLOSED)
