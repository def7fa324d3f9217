"""Places and prizes of those who went out; ties by the published cases, by id."""

import json
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.actions.bust import bust, bust_many
from tables.queries.places import place_of
from tables.queries.prizes import prizes
from tables.queries.results import results
from tests import factories
from tests.actions.in_play import make_floor
from tournaments.models import Event, LedgerLine
from tournaments.rules.standings import Place

pytestmark = pytest.mark.django_db

FILE = Path(__file__).parents[1] / "vectors" / "money_cases.json"
TIES = [case for case in json.loads(FILE.read_text())["cases"] if case["topic"] == "tie_payout"]


def fixed(*amounts, unit=1):
    return {"scheme": "fixed", "amounts": list(amounts), "unit": unit, "minimum": 0}


def pays(floor, amounts, unit=1):
    """The event's prizes are these, and the guarantee makes the pool hold them."""
    Event.objects.filter(pk=floor.event.pk).update(payouts=fixed(*amounts, unit=unit), guarantee=sum(amounts))
    floor.event.refresh_from_db()


def shown(floor):
    event = Event.objects.get(pk=floor.event.pk)
    return [(r.number, r.place, r.tied, r.prize) for r in results(event, floor.clock.now).rows]


def test_the_first_of_ten_out_is_tenth():
    """Fault 27."""
    floor = make_floor(10, 2)
    bust(floor.by, floor.entries[4])
    assert shown(floor) == [(5, 10, False, 0)]
    assert place_of(floor.entries[4], floor.clock.now).place == Place(10)


def test_while_registration_is_open_a_bust_is_the_first_out():
    floor = make_floor(10, 2, registration="open")
    bust(floor.by, floor.entries[4])
    found = results(floor.event, floor.clock.now)
    assert (found.ranked, found.left, found.rows[0].order, found.rows[0].place) == (False, 9, 1, None)
    assert place_of(floor.entries[4], floor.clock.now).place is None
    floor.day.line_cut_at = floor.clock.now  # and those in line may still come in
    floor.day.save()
    assert not results(floor.event, floor.clock.now).ranked


def test_who_reenters_is_ranked_once_where_he_went_out_last():
    """Fault 27."""
    floor = make_floor(5, 1)
    one, two, *_ = floor.entries
    bust(floor.by, one)
    bust(floor.by, two)
    again = factories.make_entry(floor.day, floor.option, one.player, reentry=True)
    assert shown(floor) == [(2, 5, False, 0), (1, None, False, None)]
    factories.make_out(again)
    now = floor.clock.now
    assert shown(floor) == [(6, 4, False, 0), (2, 5, False, 0), (1, None, False, None)]
    assert [place_of(e, now).place for e in (again, two, one)] == [Place(4), Place(5), None]


def test_the_winner_stands_first_with_his_prize():
    floor = make_floor(3, 1)
    pays(floor, [5_000, 3_000])
    bust(floor.by, floor.entries[1], by=floor.entries[2])
    bust(floor.by, floor.entries[2], by=floor.entries[0])
    assert shown(floor) == [(1, 1, False, 5_000), (3, 2, False, 3_000), (2, 3, False, 0)]
    rows = results(floor.event, floor.clock.now).rows
    assert [row.by for row in rows] == [
        "",
        *(f"{e.player.last_name}, {e.player.first_name}" for e in (floor.entries[0], floor.entries[2])),
    ]
    assert place_of(floor.entries[2], floor.clock.now).prize == 3_000


@pytest.mark.parametrize("case", TIES, ids=[case["id"] for case in TIES])
def test_published_ties(case):
    given, expected = case["input"], case["expected"]
    left = given.get("left", given.get("players_left"))
    out = given.get("bust", given.get("bust_same_hand_different_tables"))
    paid = {int(place): amount for place, amount in given["prizes"].items() if amount}
    amounts = [paid.get(place, 10_000) for place in range(1, max(paid) + 1)]
    floor = make_floor(left, -(-left // 9))
    pays(floor, [100 * amount for amount in amounts])
    stacks = given.get("start_stacks", [5_000] * out)
    entries = floor.entries[:: 9 if "same_stack" not in given and "start_stacks" not in given else 1][:out]
    bust_many(floor.by, floor.day, {e.pk: s for e, s in zip(entries, stacks, strict=True)})
    found = [place_of(entry, floor.clock.now) for entry in entries]
    assert {one.place for one in found} == {Place(left - out + 1, tied=True)}
    share = 100 * expected["each"]
    assert all(abs(one.prize - share) <= 1 for one in found)
    assert sum(one.prize for one in found) == 100 * expected.get("total_shared", out * expected["each"])
    assert {row.entry: row.prize for row in results(floor.event, floor.clock.now).rows} == {
        entry.pk: one.prize for entry, one in zip(entries, found, strict=True)
    }


def test_place_of_one_is_his_place_in_the_ranking():
    floor = make_floor(14, 2)
    ids = [entry.pk for entry in floor.entries]
    bust_many(floor.by, floor.day, {ids[0]: 500, ids[8]: 700})
    late = bust(floor.by, floor.entries[1])
    bust_many(floor.by, floor.day, {ids[2]: 500, ids[3]: 400})
    bust(floor.by, floor.entries[9], before=late)
    bust(floor.by, floor.entries[4], same_hand=late)
    rows = results(floor.event, floor.clock.now).rows
    for row in rows:
        entry = next(e for e in floor.entries if e.pk == row.entry)
        found = place_of(entry, floor.clock.now)
        assert (found.order, found.place.place, found.place.tied) == (row.order, row.place, row.tied)
    assert len(rows) == 7


def test_the_guarantee_never_replaces_a_larger_pool():
    """Fault 30."""
    floor = make_floor(3, 1, event={"guarantee": 100_00})
    entry = floor.entries[0]
    line = {"entry": entry, "purchase": entry.purchases.get(), "part": "prize", "at": factories.START}
    LedgerLine.objects.create(event=floor.event, amount=90_00, **line)
    assert (prizes(floor.event).pool, prizes(floor.event).final) == (100_00, False)
    LedgerLine.objects.create(event=floor.event, amount=20_00, **line)
    assert (prizes(floor.event).pool, prizes(floor.event).amounts) == (110_00, ())


def test_a_chart_without_a_band_says_so_and_ranks_all_the_same():
    chart = {"scheme": "chart", "chart": [{"entries": "1-3", "percent": [100]}], "unit": 1, "minimum": 0}
    floor = make_floor(5, 1, event={"payouts": chart, "guarantee": 500})
    bust(floor.by, floor.entries[0])
    found = prizes(floor.event)
    assert (found.amounts, found.places, found.trouble.code) == ((), 1, "chart-no-band")
    assert shown(floor) == [(1, 5, False, 0)]


def test_queries_do_not_grow_with_the_field():
    asked = []
    for players in (4, 30):
        floor = make_floor(players, 4, chairs=10)
        factories.make_out(*floor.entries[: players - 2])
        with CaptureQueriesContext(connection) as whole:
            assert len(results(floor.event, floor.clock.now).rows) == players - 2
        with CaptureQueriesContext(connection) as one:
            place_of(floor.entries[0], floor.clock.now)
        asked.append((len(whole), len(one)))
    assert asked[0] == asked[1] <= (7, 12)
