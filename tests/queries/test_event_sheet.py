"""The event's sheet: its sums, from an evening reckoned by hand."""

import pytest

from tables.actions.desk import cancel, register
from tables.actions.sale import take_option
from tests import factories
from tests.factories import as_by
from tournaments.actions.shift import open_shift
from tournaments.models import LedgerLine
from tournaments.queries.event_sheet import event_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    event = factories.make_event(guarantee=200_000)
    day = factories.make_day(event)
    entry = factories.make_option(
        event, prize=40_000, fee=5_000, staff=1_000, bounty=4_000, deductions=[["Fund", 500]]
    )
    rebuy = factories.make_option(event, kind="rebuy", name="Rebuy", prize=20_000, fee=0, staff=0)
    ivy = factories.make_staff("registration", name="Ivy")
    mia = factories.make_staff("registration", name="Mia")
    open_shift(as_by(ivy), opening=0, currency="EUR")
    first = register(as_by(ivy), day, factories.make_player(), entry, seat=False)
    register(as_by(ivy), day, factories.make_player(), entry, seat=False, method="card")
    comp = register(as_by(mia), day, factories.make_player(), entry, seat=False, method="comp")
    take_option(as_by(mia), first, rebuy)
    cancel(as_by(mia), comp)
    return event


def test_the_sums_are_those_reckoned_by_hand(event):
    sheet = event_sheet(event)
    assert (sheet.taken, sheet.back, sheet.total, sheet.money) == (171_500, -50_500, 121_000, 121_000)
    assert [(o.name, o.price, o.sold, o.cancelled, o.amount) for o in sheet.options] == [
        ("Entry", 50_500, 3, 1, 101_000),
        ("Rebuy", 20_000, 1, 0, 20_000),
    ]
    assert [(p.key, p.name if p.key == "deduction" else "", p.total) for p in sheet.parts] == [
        ("prize", "", 100_000),
        ("fee", "", 10_000),
        ("staff", "", 2_000),
        ("bounty", "", 8_000),
        ("deduction", "Fund", 1_000),
    ]
    assert [(w.key, w.taken, w.back) for w in sheet.ways] == [
        ("cash", 70_500, 0),
        ("card", 50_500, 0),
        ("comp", 50_500, -50_500),
    ]
    assert [(c.name, c.total) for c in sheet.clerks] == [("Ivy", 101_000), ("Mia", 20_000)]
    assert [(d.name, d.total) for d in sheet.drawers] == [("Ivy", 101_000), ("", 20_000)]
    assert (sheet.prize, sheet.added, sheet.balances) == (100_000, 100_000, True)
    assert [(line.what, line.amount, line.is_back) for line in sheet.comps] == [
        ("comp", 50_500, False),
        ("comp", -50_500, True),
    ]
    assert [(line.what, line.amount) for line in sheet.loose] == [
        ("comp", 50_500),
        ("cash", 20_000),
        ("comp", -50_500),
    ]


def test_a_line_that_is_missing_shows_as_a_difference(event):
    LedgerLine.objects.filter(event=event, amount=5_000, method="cash").update(amount=4_999)
    LedgerLine.objects.filter(event=event, amount=-5_000).delete()
    off = {check.key: check.difference for check in event_sheet(event).checks}
    assert off == {"price": -5_000, "part": 0, "way": 0, "clerk": 0, "drawer": 0}
    assert not event_sheet(event).balances


def test_what_was_sold_at_another_price_stands_apart_and_balances(event):
    option = event.options.get(name="Rebuy")
    option.prize = 25_000
    option.save()
    entry = event.entries.get(number=1)
    take_option(as_by(), entry, option)
    sheet = event_sheet(event)
    assert [(o.price, o.sold, o.is_old_price) for o in sheet.options if o.name == "Rebuy"] == [
        (25_000, 1, False),
        (20_000, 1, True),
    ]
    assert sheet.balances


def test_an_event_without_sales_balances_at_nothing():
    event = factories.make_event()
    sheet = event_sheet(event)
    assert (sheet.total, sheet.balances, sheet.options, sheet.added) == (0, True, (), 0)


@pytest.mark.parametrize("n", [1, 15])
def test_more_sales_ask_no_more_questions(n, django_assert_num_queries):
    day = factories.make_day()
    option = factories.make_option(day.event)
    for _ in range(n):
        entry = register(as_by(), day, factories.make_player(), option, seat=False, method="comp")
        entry.purchases.update(override="friend of the house")
    with django_assert_num_queries(12):
        assert len(event_sheet(day.event).overrides) == n
