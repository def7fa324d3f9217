"""A clerk sells, refunds and undoes while his drawer is counted: the count holds what the lines say."""

import pytest

from tables.actions.desk import register
from tests import factories
from tests.actions.test_draw_race import at_once
from tournaments.actions.shift import count_drawer, open_shift
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, LedgerLine, Shift
from tournaments.queries.drawers import drawer

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_count_among_sales_and_undos_of_its_clerk_balances():
    ivy = factories.make_staff("registration")
    by = factories.as_by(ivy)
    days = [factories.make_day() for _ in range(2)]
    options = [factories.make_option(day.event) for day in days]
    for _round in range(3):
        shift = open_shift(by, opening=0, currency="EUR")
        sold = [
            register(by, day, factories.make_player(), option, seat=False)
            for day, option in zip(days, options, strict=True)
        ]
        done = [Action.objects.filter(event=entry.event_id).latest("seq") for entry in sold]
        jobs = [
            lambda d=day, o=option: register(by, d, factories.make_player(), o, seat=False)
            for day, option in zip(days, options, strict=True)
            for _sale in range(3)
        ]
        jobs[3:3] = [lambda s=shift: count_drawer(by, s, counted=0)]
        jobs += [lambda d=one: undo(by, d) for one in done]
        results = at_once(*jobs)
        assert {code for code in results if isinstance(code, str)} <= {"drawer-counted"}
        assert results[3] == shift
        shift.refresh_from_db()
        assert shift.expected == drawer(shift).expected
    for day in days:
        assert violations(day.event) == []
    total = sum(LedgerLine.objects.values_list("amount", flat=True))
    in_drawers = sum(drawer(shift).cash for shift in Shift.objects.all())
    loose = sum(LedgerLine.objects.filter(shift=None).values_list("amount", flat=True))
    assert in_drawers + loose == total
