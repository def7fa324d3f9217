"""Every event has a colour that its neighbours in the calendar have not."""

import pytest

from tests import factories
from tournaments.queries.colours import COLOURS, unlike_the_last

pytestmark = pytest.mark.django_db


def test_a_new_event_has_a_colour_of_its_own_and_they_come_round():
    chosen = []
    for _n in range(2 * len(COLOURS)):
        chosen.append(unlike_the_last())
        factories.make_event(colour=chosen[-1])
    assert chosen == [*COLOURS, *COLOURS]


def test_a_colour_that_somebody_chose_is_not_proposed():
    factories.make_event(colour=COLOURS[0])
    factories.make_event(colour="#123456")
    assert unlike_the_last() == COLOURS[1]
