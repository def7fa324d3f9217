"""Two clerks at once."""

import threading

import pytest
from django.db import connection

from tables.actions.desk import register
from tables.models import Seat
from tests import factories
from tournaments.journal.invariants import violations
from tournaments.models import Entry
from tournaments.rules.errors import RuleError

CLERKS = 8


def at_once(jobs):
    """Run every job in a thread of its own, all let go together; the codes of those refused."""
    gate, refused = threading.Barrier(len(jobs)), []

    def run(job):
        try:
            gate.wait()
            job()
        except RuleError as error:
            refused.append(error.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[job]) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return refused


@pytest.mark.django_db(transaction=True)
def test_fault_22_clerks_who_sell_at_once_never_sell_one_seat_twice():
    """KNOWN_FAULTS 22: eight clerks, five chairs: five seats, three alternates, no chair twice."""
    event = factories.make_event()
    day = factories.make_day(event)
    option = factories.make_option(event)
    factories.make_tables(day, 1, chairs=5)
    players = [factories.make_player() for _ in range(CLERKS)]
    bys = [factories.as_by() for _ in range(CLERKS)]
    jobs = [lambda by=by, p=p: register(by, day, p, option) for by, p in zip(bys, players, strict=True)]
    assert at_once(jobs) == []
    assert sorted(Seat.objects.filter(until=None).values_list("chair", flat=True)) == [1, 2, 3, 4, 5]
    assert sorted(Entry.objects.filter(state="paid").values_list("alternate", flat=True)) == [1, 2, 3]
    assert sorted(Entry.objects.values_list("number", flat=True)) == list(range(1, CLERKS + 1))
    assert violations(event) == []


@pytest.mark.django_db(transaction=True)
def test_fault_22_one_player_is_sold_one_entry_by_clerks_at_once():
    event = factories.make_event()
    day = factories.make_day(event)
    option = factories.make_option(event)
    factories.make_tables(day, 2)
    player = factories.make_player()
    bys = [factories.as_by() for _ in range(4)]
    assert at_once([lambda by=by: register(by, day, player, option) for by in bys]) == ["player-in"] * 3
    assert Seat.objects.filter(until=None).count() == 1
    assert violations(event) == []
