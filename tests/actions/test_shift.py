"""Drawers: opened, moved, counted, put right, and what no undo gets past."""

import pytest

from tables.actions.desk import cancel, register
from tables.actions.house_undo import take_back
from tests import factories
from tests.factories import as_by
from tournaments.actions.shift import count_drawer, move_cash, open_shift, recount_drawer
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, LedgerLine, Shift
from tournaments.queries.drawers import drawer, drawer_rows
from tournaments.rules.errors import RuleError

pytestmark = pytest.mark.django_db

PRICE = 55_000


@pytest.fixture
def ivy():
    return factories.make_staff("registration", name="Ivy")


@pytest.fixture
def day():
    day = factories.make_day()
    factories.make_option(day.event)
    return day


def rows() -> tuple:
    shifts = list(Shift.objects.order_by("pk").values_list())
    return Action.objects.count(), shifts, LedgerLine.objects.count()


def refused(function, *args, **kwargs) -> str:
    before = rows()
    with pytest.raises(RuleError) as caught:
        function(*args, **kwargs)
    assert rows() == before
    return caught.value.code


def sell(day, staff, **values):
    return register(as_by(staff), day, factories.make_player(), day.event.options.get(), seat=False, **values)


def opened(staff, opening=10_000, currency="EUR"):
    return open_shift(as_by(staff), opening=opening, currency=currency, desk="Desk 1")


def last() -> Action:
    return Action.objects.latest("pk")


def test_a_drawer_takes_what_its_clerk_sells_until_it_is_counted(ivy, day):
    shift = opened(ivy)
    sell(day, ivy)
    sell(day, ivy, method="card")
    sell(day, factories.make_staff("registration"))
    found = drawer(shift)
    assert [(line.way, line.amount) for line in found.lines] == [("cash", PRICE), ("card", PRICE)]
    assert (found.ways, found.events) == ((("cash", PRICE), ("card", PRICE)), ((day.event.name, 2 * PRICE),))
    assert (found.expected, found.difference) == (10_000 + PRICE, None)
    counted = count_drawer(as_by(ivy), shift, counted=10_000 + PRICE - 500)
    assert (counted.expected, drawer(counted).difference) == (10_000 + PRICE, -500)
    sell(day, ivy)
    assert (len(drawer(counted).lines), LedgerLine.objects.filter(shift=None).count()) == (2, 6)
    assert violations(day.event) == []


def test_a_refund_comes_out_of_the_drawer_of_who_gives_it(ivy, day):
    entry = sell(day, factories.make_staff("registration"))
    shift = opened(ivy, opening=100_000)
    cancel(as_by(ivy), entry)
    found = drawer(shift)
    assert ([line.amount for line in found.lines], found.expected) == ([-PRICE], 100_000 - PRICE)


def test_a_drawer_in_another_currency_takes_nothing(ivy, day):
    shift = opened(ivy, currency="JPY")
    sell(day, ivy)
    assert drawer(shift).lines == ()


def test_one_open_drawer_for_each_clerk_and_currency(ivy):
    opened(ivy)
    assert refused(opened, ivy) == "drawer-open"
    opened(ivy, currency="JPY")
    opened(factories.make_staff("cashier"))
    count_drawer(as_by(ivy), Shift.objects.get(staff=ivy, currency="EUR"), counted=10_000)
    opened(ivy)
    assert [row.shift.closed_at is None for row in drawer_rows()] == [True, True, True, False]


@pytest.mark.parametrize(
    ("values", "code"), [({"opening": -1}, "amount"), ({"currency": "XYZ"}, "no-such-currency")]
)
def test_what_is_no_float_is_refused(ivy, values, code):
    assert refused(open_shift, as_by(ivy), **({"opening": 0, "currency": "EUR"} | values)) == code


def test_cash_is_put_in_and_taken_out_with_a_reason(ivy):
    shift = opened(ivy)
    move_cash(as_by(ivy), shift, amount=20_000, reason="change from the cage")
    move_cash(as_by(ivy), shift, amount=-25_000, reason="drop")
    assert (drawer(shift).moved, drawer(shift).expected) == (-5_000, 5_000)
    assert refused(move_cash, as_by(ivy), shift, amount=-5_001, reason="drop") == "not-so-much"
    assert refused(move_cash, as_by(ivy), shift, amount=1, reason=" ") == "reason"
    assert refused(move_cash, as_by(ivy), shift, amount=0, reason="x") == "amount"
    count_drawer(as_by(ivy), shift, counted=5_000)
    assert refused(move_cash, as_by(ivy), shift, amount=1, reason="x") == "drawer-counted"
    assert refused(count_drawer, as_by(ivy), shift, counted=5_000) == "drawer-counted"


def test_a_drawer_is_its_clerks_and_the_floors(ivy):
    shift = opened(ivy)
    for role in ("registration", "cashier"):
        assert refused(count_drawer, as_by(factories.make_staff(role)), shift, counted=1) == "not-your-drawer"
    assert refused(count_drawer, as_by(factories.make_staff("viewer")), shift, counted=1) == "not-your-role"
    count_drawer(as_by(factories.make_staff("floor")), shift, counted=1)


def test_a_director_puts_a_count_right_with_a_reason(ivy):
    shift = opened(ivy)
    assert refused(recount_drawer, as_by(), shift, counted=1, reason="x") == "drawer-not-counted"
    count_drawer(as_by(ivy), shift, counted=1_000)
    assert refused(recount_drawer, as_by(), shift, counted=1, reason="") == "reason"
    assert (
        refused(recount_drawer, as_by(factories.make_staff("floor")), shift, counted=1, reason="x")
        == "not-your-role"
    )
    anew = recount_drawer(as_by(), shift, counted=10_000, reason="a zero was missing")
    assert (anew.counted, anew.expected, anew.note) == (10_000, 10_000, "a zero was missing")


def test_no_line_of_a_counted_drawer_is_undone(ivy, day):
    shift = opened(ivy)
    entry = sell(day, ivy)
    sold = last()
    count_drawer(as_by(ivy), shift, counted=10_000 + PRICE)
    assert refused(undo, as_by(), sold) == "drawer-counted"
    cancel(as_by(), entry)
    assert violations(day.event) == []


@pytest.mark.parametrize("method", ["card", "comp"])
def test_no_line_of_another_way_is_undone_either(ivy, day, method):
    shift = opened(ivy)
    sell(day, ivy, method=method)
    sold = last()
    count_drawer(as_by(ivy), shift, counted=10_000)
    assert refused(undo, as_by(), sold) == "drawer-counted"


def test_what_was_undone_before_the_count_does_not_come_back_after_it(ivy, day):
    shift = opened(ivy)
    sell(day, ivy)
    sold = last()
    undo(as_by(ivy), sold)
    undone = last()
    count_drawer(as_by(ivy), shift, counted=10_000)
    assert refused(undo, as_by(), undone) == "drawer-counted"


def test_a_refund_counted_is_not_undone(ivy, day):
    entry = sell(day, ivy)
    shift = opened(ivy, opening=PRICE)
    cancel(as_by(ivy), entry)
    cancelled = last()
    count_drawer(as_by(ivy), shift, counted=0)
    assert refused(undo, as_by(), cancelled) == "drawer-counted"


def test_a_director_alone_takes_a_count_back_and_then_lines_may_be_undone(ivy, day):
    shift = opened(ivy)
    sell(day, ivy)
    sold = last()
    count_drawer(as_by(ivy), shift, counted=10_000)
    counted = last()
    for role in ("floor", "registration", "cashier"):
        assert refused(take_back, as_by(factories.make_staff(role)), counted) == "not-your-role"
    take_back(as_by(), counted)
    reopened = last()
    shift.refresh_from_db()
    assert (shift.closed_at, shift.counted, shift.expected) == (None, None, None)
    undo(as_by(ivy), sold)
    assert refused(take_back, as_by(), reopened) == "drawer-counted"
    assert drawer(shift).expected == 10_000


def test_a_count_is_not_taken_back_beside_a_new_drawer(ivy):
    shift = opened(ivy)
    count_drawer(as_by(ivy), shift, counted=10_000)
    counted = last()
    opened(ivy)
    assert refused(take_back, as_by(), counted) == "later-actions"


def test_an_empty_drawer_opened_by_mistake_is_taken_back_and_one_with_lines_is_not(ivy, day, director):
    opened(ivy)
    mistake = last()
    take_back(as_by(ivy), mistake)
    assert Shift.objects.count() == 0
    opened(ivy)
    mistake = last()
    sell(day, ivy)
    assert refused(take_back, as_by(director), mistake) == "later-actions"


def test_a_movement_of_a_counted_drawer_is_not_taken_back(ivy):
    shift = opened(ivy)
    move_cash(as_by(ivy), shift, amount=5_000, reason="change")
    moved = last()
    count_drawer(as_by(ivy), shift, counted=15_000)
    assert refused(take_back, as_by(), moved) == "drawer-counted"


@pytest.mark.parametrize("n", [1, 12])
def test_more_lines_and_more_drawers_ask_no_more_questions(ivy, day, n, django_assert_num_queries):
    shift = opened(ivy)
    for _ in range(n):
        sell(day, ivy)
        opened(factories.make_staff("cashier"))
    with django_assert_num_queries(2):
        assert len(drawer(shift).lines) == n
    with django_assert_num_queries(1):
        assert len(drawer_rows()) == n + 1
