"""The desk sells, the floor calls, seats and skips, players bust: all at once."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from tables.actions.alternates import call, come_back, leave, seat, skip
from tables.actions.bust import bust
from tables.actions.desk import register
from tables.models import Draw, Seat
from tables.queries.alternates import alternates_of
from tests import factories
from tests.actions.test_alternates_sequences import Model
from tournaments.journal.invariants import violations
from tournaments.models import Action, Entry
from tournaments.rules.errors import RuleError

CLERKS = 6
SALES = 12  # each clerk's
CHAIRS = 9


def at_once(*jobs: Callable[[], None]) -> list[BaseException]:
    """Run every job in a thread of its own, all let go together; what no rule refused."""
    gate, broken = threading.Barrier(len(jobs)), []

    def run(job: Callable[[], None]) -> None:
        try:
            gate.wait()
            job()
        except BaseException as error:
            broken.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[job]) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return broken


def press(act: Callable[..., object], *args: object, **more: object) -> None:
    """What a finger does: refused, it goes on."""
    try:
        act(*args, **more)
    except RuleError:
        return


class House:
    """A full room, six clerks with players in line, a floor that works the list, and players who bust."""

    def __init__(self) -> None:
        self.event = factories.make_event()
        self.day = factories.make_day(self.event)
        self.option = factories.make_option(self.event)
        factories.make_tables(self.day, 1, chairs=CHAIRS)
        self.players = [factories.make_player() for _ in range(CLERKS * SALES)]
        self.clerks = [factories.as_by() for _ in range(CLERKS)]
        self.floor, self.other = factories.as_by(), factories.as_by()

    def sell(self, clerk: int) -> None:
        for player in self.players[clerk::CLERKS]:
            register(self.clerks[clerk], self.day, player, self.option)

    def of(self, **wanted: object) -> list[Entry]:
        return list(Entry.objects.filter(day=self.day, **wanted).order_by("alternate", "pk"))

    def bust(self) -> None:
        for _ in range(25):
            for entry in self.of(state="seated")[:1]:
                press(bust, self.other, entry)

    def work_the_list(self) -> None:
        for turn in range(40):
            press(call, self.floor, self.day, most=2)
            called = self.of(state="paid", called_at__isnull=False, skipped_at=None)
            for entry in called[:1]:
                press(skip if turn % 5 == 4 else seat, self.floor, entry)
            for entry in self.of(state="paid", skipped_at__isnull=False)[:1] if turn % 7 == 6 else ():
                press(come_back, self.floor, entry)
            for entry in self.of(state="paid", alternate__isnull=False)[-1:] if turn % 11 == 10 else ():
                press(leave, self.floor, entry)


@pytest.mark.django_db(transaction=True)
def test_six_clerks_sell_while_the_floor_calls_and_seats():
    """Numbers without a gap, no chair twice, and nobody is seated before one who had the right."""
    house = House()
    jobs = [lambda clerk=clerk: house.sell(clerk) for clerk in range(CLERKS)]
    assert at_once(*jobs, house.bust, house.work_the_list) == []
    assert Entry.objects.count() == CLERKS * SALES
    numbers = sorted(entry.alternate for entry in house.of(alternate__isnull=False))
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > CHAIRS
    taken = list(Seat.objects.filter(until=None).values_list("chair", flat=True))
    assert len(set(taken)) == len(taken) <= CHAIRS
    draws = list(Draw.objects.order_by("number").values_list("number", flat=True))
    assert draws == list(range(1, len(draws) + 1))
    assert violations(house.event) == []
    replayed(house)


def replayed(house: House) -> None:
    """By the journal, in its order: who was called or seated had the right to it then."""
    paper = Model(free=CHAIRS)
    for done in Action.objects.filter(event=house.event).order_by("seq"):
        write_on(paper, done.kind, done.facts)
    found = alternates_of(house.day, factories.START)
    lists = [{line.number for line in some} for some in (found.waiting, found.called, found.skipped)]
    assert lists == [paper.waiting, paper.called, paper.skipped]
    assert Seat.objects.filter(until=None).count() == CHAIRS - paper.free


def write_on(paper: Model, kind: str, facts: dict[str, Any]) -> None:
    number = facts.get("alternate")
    if kind == "entry.register":
        assert paper.sell() == number
    elif kind == "bust.bust":
        paper.free += 1
    elif kind == "alternate.seat":
        assert paper.may_seat(number)
        paper.seat(number)
    elif kind in ("alternate.skip", "alternate.return", "alternate.leave"):
        paper.forget(number)
        into = {"alternate.skip": paper.skipped, "alternate.return": paper.waiting}.get(kind, set())
        into.add(number)
    if called := facts.get("alternates"):
        numbers = [int(text) for text in called.split(", ")]
        assert paper.call(len(numbers)) == numbers
