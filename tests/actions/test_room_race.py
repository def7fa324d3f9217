"""Sales among padlocks, closings and chairs that change: nobody is drawn where nobody may sit."""

import random

import pytest

from tables.actions.bust import bust
from tables.actions.day_tables import set_chairs
from tables.actions.desk import cancel, register
from tables.actions.room import change_table, close_table, give_tables, open_table
from tables.actions.table_state import padlock, release
from tables.models import DayTable, Seat, Table
from tables.queries.proofs import proofs
from tests import factories
from tests.actions.test_desk_clerks import at_once
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry
from tournaments.rules.errors import RuleError

pytestmark = pytest.mark.django_db(transaction=True)

TABLETS = 6


class Tablet:
    """Somebody who sells, or changes what there is to sell, as it comes to hand."""

    def __init__(self, seed, days):
        self.chance, self.days, self.by = random.Random(seed), days, factories.as_by()
        self.sold, self.broken = 0, []

    def press(self, times):
        for _ in range(times):
            what, day = self.chance.choice(self.PRESSES), self.chance.choice(self.days)
            try:
                what(self, type(day).objects.get(pk=day.pk))
            except RuleError:
                pass
            except Exception as error:  # a thread would only print it
                self.broken.append(f"{what.__name__}: {error!r}")

    def one(self, rows):
        found = list(rows.order_by("pk"))
        return self.chance.choice(found) if found else None

    def sell(self, day):
        option = day.event.options.get(kind="entry")
        self.sold += bool(register(self.by, day, factories.make_player(), option))

    def out(self, day):
        if entry := self.one(Entry.objects.filter(day=day, state="seated")):
            self.chance.choice([bust, cancel])(self.by, entry)

    def lock(self, day):
        if row := self.one(day.day_tables.all()):
            padlock(self.by, row, locked=self.chance.random() < 0.5)

    def shut(self, day):
        if row := self.one(day.day_tables.all()):
            self.chance.choice([close_table, open_table, open_table, release])(self.by, row)

    def give(self, day):
        number = self.chance.choice(list(Table.objects.values_list("number", flat=True)))
        give_tables(self.by, day, [number], state=self.chance.choice(["open", "reserved"]))

    def chairs(self, day):
        number = self.chance.choice(list(day.day_tables.values_list("table__number", flat=True)))
        set_chairs(self.by, day, [number], chairs=self.chance.randint(2, 5))

    def house(self, _day):
        table = self.one(Table.objects.all())
        chairs = self.chance.randint(2, 5)
        blocked = self.chance.sample(range(1, chairs + 1), self.chance.randint(0, 2))
        change_table(self.by, table, chairs=chairs, blocked=blocked, lent=self.chance.random() < 0.3)

    def take_back(self, day):
        done = list(Action.objects.filter(event=day.event_id).order_by("-seq")[:6])
        if done:
            undo(self.by, self.chance.choice(done))

    PRESSES = (*[sell] * 8, *[house, shut] * 3, *[out, lock, chairs, give, take_back] * 2)


@pytest.mark.parametrize("seed", range(3))
def test_whatever_becomes_of_the_tables_nobody_sits_where_nobody_may(seed):
    events = [factories.make_event(chairs=5) for _ in range(2)]
    days = [factories.make_day(event, registration="open") for event in events]
    for event, day in zip(events, days, strict=True):
        factories.make_option(event)
        factories.make_tables(day, 2, chairs=5)
        factories.make_tables(day, 3, chairs=5, state="reserved")
    tablets = [Tablet(10 * seed + n, days) for n in range(TABLETS)]
    at_once([lambda tablet=tablet: tablet.press(30) for tablet in tablets])
    assert [broken for tablet in tablets for broken in tablet.broken] == []
    assert sum(tablet.sold for tablet in tablets) > 0
    for event in events:
        assert [str(found) for found in violations(event)] == []
        assert {proof.problem for proof in proofs(event)} <= {""}
    assert not DayTable.objects.filter(table__lent=True, state="open").exists()
    assert Seat.objects.filter(until=None).count() == Entry.objects.filter(state="seated").count()
