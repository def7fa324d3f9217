"""Lists imported at once, and while entries are sold: each all of it or nothing, and nobody twice."""

from collections import Counter

import pytest

from tables.actions.desk import register
from tables.actions.import_entries import import_entries
from tables.queries.import_plan import import_plan
from tests import factories
from tests.actions.test_draw_race import at_once
from tournaments.journal.invariants import violations
from tournaments.models import Entry, LedgerLine, Player
from tournaments.queries.imports import read_file

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def day(db):
    day = factories.make_day()
    factories.make_option(day.event)
    factories.make_tables(day, 12)
    return day


def sheet(numbers):
    rows = "\n".join(f"{number},First{number},Last{number}" for number in numbers)
    return read_file(f"card,first_name,last_name\n{rows}\n".encode()).sheet


def test_the_same_list_by_two_clerks_at_once_is_imported_once(day):
    people, option = sheet(range(1, 61)), day.event.options.get()
    seen = import_plan(day.event, people).seen()
    results = at_once(
        *(
            lambda: import_entries(factories.as_by(), day, option, people, paid=True, expected=seen)
            for _clerk in range(4)
        )
    )
    assert Counter(results) == {60: 1, "import-changed": 3}
    assert (Entry.objects.count(), Player.objects.count()) == (60, 60)
    assert LedgerLine.objects.count() == 3 * 60
    assert violations(day.event) == []


def test_of_two_lists_that_share_players_nobody_enters_twice(day):
    option = day.event.options.get()
    results = at_once(
        *(
            lambda first=first: import_entries(
                factories.as_by(), day, option, sheet(range(first, first + 40)), paid=True, seat=True
            )
            for first in (1, 21, 41)
        )
    )
    assert sum(results) == 80
    assert sorted(Entry.objects.values_list("number", flat=True)) == list(range(1, 81))
    assert sorted(int(card) for card in Entry.objects.values_list("player__card", flat=True)) == [
        *range(1, 81)
    ]
    assert violations(day.event) == []


def test_an_import_among_sales_leaves_every_player_one_entry_and_every_chair_one_player(day):
    option = day.event.options.get()
    known = [factories.make_player(card=str(number)) for number in range(1, 21)]
    jobs = [lambda p=player: register(factories.as_by(), day, p, option) for player in known]
    people = sheet(range(1, 61))
    jobs[10:10] = [lambda: import_entries(factories.as_by(), day, option, people, paid=True, seat=True)]
    results = at_once(*jobs)
    imported = results[10]
    refused = [result for result in results if isinstance(result, str)]
    assert set(refused) <= {"player-in"}
    assert imported + 20 - len(refused) == Entry.objects.count() == 60
    assert set(Entry.objects.values_list("state", flat=True)) == {"seated"}
    assert violations(day.event) == []
