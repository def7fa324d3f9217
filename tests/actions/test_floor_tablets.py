"""Several tablets at once: one is first, the others are told, nothing is half done, and all can be undone."""

import random

import pytest

from tables.actions.balance import propose_balance
from tables.actions.break_table import propose_break
from tables.actions.bust import bust, bust_many
from tables.actions.hand_for_hand import complete_hand, hand_done, start_hand_for_hand, stop_hand_for_hand
from tables.actions.last_hands import draw_last_hands, end_last_hands
from tables.actions.move import move
from tables.actions.open_table import open_by_draw
from tables.actions.plans import accept_plan, discard_plan
from tables.actions.redraw import propose_redraw
from tables.actions.reinstate import correct_bust, reinstate
from tables.actions.room import close_table, give_tables, open_table
from tables.actions.swap import swap
from tables.actions.table_state import merge_days, padlock
from tables.models import Bust, DayTable, Draw, Plan, Seat
from tables.queries.balance import played_floor
from tables.queries.proofs import proofs
from tests import factories
from tests.actions.floor import late_day, seat_at, sizes
from tests.actions.test_desk_clerks import at_once
from tests.actions.test_desk_sequences import rows
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry
from tournaments.rules.errors import RuleError

pytestmark = pytest.mark.django_db(transaction=True)

TABLETS = 4


@pytest.fixture
def day(db):
    return late_day()


def on_tablets(job, n=TABLETS):
    """The same done on so many tablets at once; the codes of those that were refused."""
    bys = [factories.as_by() for _ in range(n)]
    return sorted(at_once([lambda by=by: job(by) for by in bys]))


def test_one_player_is_put_out_once(day):
    (one,) = factories.make_tables(day, 1)
    entry = seat_at(day, one, range(1, 6))[3]
    assert on_tablets(lambda by: bust(by, Entry.objects.get(pk=entry.pk))) == ["already-out"] * 3
    assert Bust.objects.count() == 1
    assert violations(day.event) == []


def test_one_chair_is_moved_to_once(day):
    one, two = factories.make_tables(day, 2, first=1)
    entries = list(seat_at(day, one, range(1, 5)).values())
    seat_at(day, two, [1])
    bys = [factories.as_by() for _ in entries]
    jobs = [
        lambda by=by, entry=entry: move(by, entry, 2, 5, reason="asked")
        for by, entry in zip(bys, entries, strict=True)
    ]
    assert at_once(jobs) == ["chair-taken"] * 3
    assert (sizes(day), violations(day.event)) == ({1: 3, 2: 2}, [])


def test_one_plan_is_carried_out_once_and_one_break_is_planned_once(day):
    one, two = factories.make_tables(day, 2, first=1)
    seat_at(day, one, range(1, 5))
    seat_at(day, two, range(1, 5))
    assert on_tablets(lambda by: propose_break(by, DayTable.objects.get(pk=one.pk))) == ["plan-open"] * 3
    plan = Plan.objects.get()
    assert on_tablets(lambda by: accept_plan(by, Plan.objects.get(pk=plan.pk))) == ["plan-ended"] * 3
    assert (sizes(day), Draw.objects.count(), violations(day.event)) == ({2: 8}, 1, [])


def test_a_plan_and_a_bust_of_its_player_do_not_both_happen(day):
    one, two = factories.make_tables(day, 2, first=1)
    eight = seat_at(day, one, range(1, 9))
    seat_at(day, two, range(1, 7))
    first, second = factories.as_by(), factories.as_by()
    plan = propose_balance(first, day, big_blinds={1: 8, 2: 6})
    goes = eight[1]
    assert plan.moves[0]["entry"] == goes.pk
    refused = at_once(
        [
            lambda: accept_plan(first, Plan.objects.get(pk=plan.pk)),
            lambda: bust(second, Entry.objects.get(pk=goes.pk)),
        ]
    )
    # Moved first he goes out at the new table; out first he is not moved.
    assert refused in ([], ["plan-stale"])
    assert Bust.objects.get().table == (one if refused else two).table
    assert violations(day.event) == []


def test_a_table_goes_to_one_of_two_events(day):
    other = late_day()
    (one,) = factories.make_tables(day, 1, first=1, state="closed")
    first, second = factories.as_by(), factories.as_by()
    refused = at_once(
        [
            lambda: open_table(first, DayTable.objects.get(pk=one.pk)),
            lambda: give_tables(second, other, [1]),
        ]
    )
    assert refused == ["table-taken"]
    assert DayTable.objects.filter(table=one.table, state="open").count() == 1


def test_one_action_is_undone_once(day):
    (one,) = factories.make_tables(day, 1)
    entry = seat_at(day, one, range(1, 6))[3]
    bust(factories.as_by(), entry)
    done = Action.objects.get(kind="bust.bust")
    assert on_tablets(lambda by: undo(by, Action.objects.get(pk=done.pk))) == ["undone-already"] * 3
    assert (Bust.objects.count(), sizes(day)[one.table.number]) == (0, 5)
    assert violations(day.event) == []


class Tablet:
    """Somebody who presses what comes to hand."""

    def __init__(self, seed, days):
        self.chance, self.days, self.by = random.Random(seed), days, factories.as_by()
        self.refused, self.broken = [], []

    def press(self, times):
        for _ in range(times):
            what = self.chance.choice(self.PRESSES)
            day = self.chance.choice(self.days)
            try:
                what(self, type(day).objects.get(pk=day.pk))
            except RuleError as error:
                self.refused.append(str(error))  # the sentence, with all its facts
            except Exception as error:  # a thread would only print it
                self.broken.append(f"{what.__name__}: {error!r}")

    def one(self, rows):
        found = list(rows.order_by("pk"))
        return self.chance.choice(found) if found else None

    def seated(self, day):
        return self.one(Entry.objects.filter(day=day, state="seated"))

    def table(self, day):
        return self.one(day.day_tables)

    def out(self, day):
        if entry := self.seated(day):
            bust(self.by, entry)

    def several(self, day):
        entries = {entry.pk for entry in (self.seated(day), self.seated(day)) if entry}
        bust_many(self.by, day, dict.fromkeys(entries))

    def back(self, day):
        if gone := self.one(Bust.objects.filter(day=day)):
            reinstate(self.by, gone)

    def other(self, day):
        gone, entry = self.one(Bust.objects.filter(event=day.event_id)), self.seated(day)
        if gone and entry:
            correct_bust(self.by, gone, entry)

    def change(self, day):
        if (entry := self.seated(day)) and (row := self.table(day)):
            move(self.by, entry, row.table.number, self.chance.randint(1, 6), reason="asked")

    def swap_two(self, day):
        if (entry := self.seated(day)) and (second := self.seated(day)):
            swap(self.by, entry, second)

    def plan(self, day):
        floor = played_floor(day, self.by.clock())
        blinds = {table.number: max(table.taken) for table in floor.all if table.taken}
        propose_balance(self.by, day, big_blinds=blinds)

    def breaks(self, day):
        if row := self.table(day):
            propose_break(self.by, row)

    def anew(self, day):
        numbers = list(day.day_tables.values_list("table__number", flat=True))
        propose_redraw(self.by, day, self.chance.sample(numbers, min(2, len(numbers))))

    def carry(self, day):
        if plan := self.one(Plan.objects.filter(day=day, state="proposed")):
            accept_plan(self.by, plan)

    def leave(self, day):
        if plan := self.one(Plan.objects.filter(day=day, state="proposed")):
            discard_plan(self.by, plan, reason="no")

    def lock(self, day):
        if row := self.table(day):
            padlock(self.by, row, locked=self.chance.random() < 0.3)

    def shut(self, day):
        if row := self.table(day):
            self.chance.choice([close_table, open_table, open_by_draw])(self.by, row)

    def hands(self, day):
        steps = [start_hand_for_hand, complete_hand, stop_hand_for_hand, draw_last_hands, end_last_hands]
        self.chance.choice(steps)(self.by, day)

    def tick(self, day):
        if row := self.table(day):
            hand_done(self.by, row)

    def merge(self, day):
        merge_days(self.by, day, self.chance.choice(self.days))

    def take_back(self, day):
        done = list(Action.objects.filter(event=day.event_id).order_by("-seq")[:6])
        if done:
            undo(self.by, self.chance.choice(done))

    PRESSES = (
        *[out] * 4,
        *[carry, take_back, tick, hands] * 3,
        *[several, back, other, change, swap_two, plan, breaks, anew, leave, lock, shut, merge] * 2,
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_pressed_at_once_the_floor_is_whole(seed):
    event = factories.make_event(chairs=6)
    days = [late_day(event=event, code=code, label=f"Day {code}") for code in ("1A", "1B")]
    for day in days:
        for row in factories.make_tables(day, 3, chairs=6):
            seat_at(day, row, range(1, 6))
    tablets = [Tablet(10 * seed + n, days) for n in range(TABLETS)]
    last = factories.as_by()
    first = rows()
    at_once([lambda tablet=tablet: tablet.press(30) for tablet in tablets])
    assert [broken for tablet in tablets for broken in tablet.broken] == []
    assert all(tablet.refused for tablet in tablets)
    assert violations(event) == []
    assert {proof.problem for proof in proofs(event)} <= {""}
    numbers = list(Action.objects.filter(event=event).order_by("seq").values_list("seq", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert Seat.objects.filter(until=None).count() == Entry.objects.filter(state="seated").count()
    for done in Action.objects.filter(event=event, seq__lte=len(numbers)).order_by("-seq"):
        if Action.objects.filter(pk=done.pk, undone_by=None).exists():
            undo(last, done)
    assert rows() == first
    assert violations(event) == []
