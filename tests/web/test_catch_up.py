"""Catching up after the dark."""

import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from tables.models import Bust, Seat
from tests import factories
from tests.actions.floor import seat_at, spot
from tournaments.journal import invariants
from tournaments.journal.change import utc_now
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry
from tournaments.rules.roles import Role

pytestmark = pytest.mark.django_db

PAGE = "/floor/main/catch-up/"


class Dark:
    """Tables 3 and 9 with five players each; times are minutes ago."""

    def __init__(self) -> None:
        factories.make_house(timezone="Europe/Vienna")
        self.day = factories.make_day(factories.make_event(slug="main"), registration="closed")
        three, nine = (
            factories.make_tables(self.day, 1, first=3)[0],
            factories.make_tables(self.day, 1, first=9)[0],
        )
        self.three, self.nine = seat_at(self.day, three, range(1, 6)), seat_at(self.day, nine, range(1, 6))
        self.now = utc_now()

    def at(self, minutes_ago: int) -> str:
        return f"{(self.now - timedelta(minutes=minutes_ago)).astimezone(ZoneInfo('Europe/Vienna')):%H:%M}"


@pytest.fixture
def dark(db) -> Dark:
    return Dark()


def text(answer) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def show(client, lines):
    return client.post(PAGE, {"day": "1", "lines": lines, "do": "show"})


def do(client, lines, **more):
    plan = show(client, lines).context["plan"]
    return client.post(PAGE, {"day": "1", "lines": lines, "do": "all", "seen": plan.seen, **more})


def test_lines_are_shown_in_words_in_order_of_time_and_nothing_is_done(director_client, dark):
    lines = f"{dark.at(5)} 3-2 → 9-7\n{dark.at(9)} 9-1, 9-2 out"
    answer = show(director_client, lines)
    page = text(answer)
    assert answer.status_code == 200
    assert page.index("out in one hand, from 9-1, 9-2") < page.index("moves from 3-2 to 9-7")
    assert not Action.objects.exists()


def test_they_are_done_one_by_one_at_their_times(director_client, dark):
    lines = f"{dark.at(5)} 9-3 out\n{dark.at(9)} 9-1, 9-2 out\n{dark.at(3)} 3-2 -> 9-3"
    answer = do(director_client, lines)
    assert answer.url == "/floor/main/day/1/"
    orders = {bust.entry_id: bust.order for bust in Bust.objects.all()}
    assert (orders[dark.nine[1].pk], orders[dark.nine[2].pk], orders[dark.nine[3].pk]) == (1, 2, 3)
    assert spot(dark.three[2]) == "9-3"
    kinds = list(Action.objects.order_by("seq").values_list("kind", "happened_at"))
    minute = [at.strftime("%H:%M") for _kind, at in kinds]
    assert [kind for kind, _at in kinds] == ["bust.several", "bust.bust", "seat.move"]
    assert minute == sorted(minute)
    assert kinds[0][1] < dark.now - timedelta(minutes=8)
    assert not list(invariants.violations(dark.day.event))


def test_each_is_undone_by_itself(director_client, dark):
    do(director_client, f"{dark.at(9)} 9-1 out\n{dark.at(5)} 9-2 out")
    undo(factories.as_by(), Action.objects.order_by("seq").first())
    assert (spot(dark.nine[1]), Bust.objects.values_list("entry", "order").get()) == (
        "9-1",
        (dark.nine[2].pk, 1),
    )


def test_a_bust_goes_before_those_known_to_be_later(director_client, dark):
    factories.make_out(dark.three[5], at=dark.now - timedelta(minutes=2))
    do(director_client, f"{dark.at(9)} 9-1 out")
    assert list(Bust.objects.order_by("order").values_list("entry", flat=True)) == [
        dark.nine[1].pk, dark.three[5].pk,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("9-8 out", "Nobody sits in 9-8."),
        ("12-1 out", "Table 12 is not open here."),
        ("3-1 → 9-2", "sits in 9-2 then."),
        ("3-1 → 9-10", "Nobody can sit in 9-10."),
        ("3-1 → 3-1", "He sits in 3-1 already."),
        ("3-1 gone fishing", "cannot be read. Type it like 21:14 12-4 out"),
    ],
)
def test_what_is_wrong_is_said_of_its_line(director_client, dark, line, words):
    lines = f"{dark.at(9)} 9-1 out\n{dark.at(8)} {line}"
    answer = show(director_client, lines)
    assert (answer.status_code, words in text(answer), 'value="all"' in answer.content.decode()) == (
        422,
        True,
        False,
    )
    assert lines.splitlines()[1] in answer.context["lines"]
    answer = director_client.post(PAGE, {"day": "1", "lines": lines, "do": "all", "seen": ""})
    assert (answer.status_code, Bust.objects.count()) == (422, 0)


def test_a_chair_left_earlier_is_free_and_its_player_gone(director_client, dark):
    lines = f"{dark.at(9)} 9-1 out\n{dark.at(8)} 3-1 → 9-1\n{dark.at(7)} 3-1 out"
    answer = show(director_client, lines)
    assert answer.context["plan"].wrong == 1
    assert "Nobody sits in 3-1 then:" in text(answer)


def test_times_that_are_none_are_said(director_client, dark):
    assert "is not a time of day" in text(show(director_client, "25:00 9-1 out"))
    assert "Type what happened" in text(show(director_client, "  \n "))
    many = "\n".join(f"{dark.at(9)} 9-1 out" for _ in range(201))
    assert "At most 200 lines at a time." in text(show(director_client, many))


def test_a_plan_whose_tables_have_changed_is_shown_again(director_client, dark):
    lines = f"{dark.at(9)} 9-1 out"
    seen = show(director_client, lines).context["plan"].seen
    Seat.objects.filter(entry=dark.nine[1]).update(until=dark.now)
    Seat.objects.filter(entry=dark.nine[2]).update(chair=1)
    answer = director_client.post(PAGE, {"day": "1", "lines": lines, "do": "all", "seen": seen})
    assert (answer.status_code, "have changed since this was shown" in text(answer)) == (422, True)
    assert not Bust.objects.exists()


def test_a_line_that_the_floor_refuses_leaves_nothing_done(director_client, dark):
    Seat.objects.filter(entry=dark.three[1]).update(locked=True)
    answer = do(director_client, f"{dark.at(9)} 9-1 out\n{dark.at(8)} 3-1 → 9-1")
    assert (answer.status_code, "Nothing was done" in text(answer), "keeps his seat" in text(answer)) == (
        422, True, True,
    )  # fmt: skip
    assert (Bust.objects.count(), Action.objects.count()) == (0, 0)
    assert Entry.objects.get(pk=dark.nine[1].pk).state == "seated"


def test_a_double_press_does_it_once(director_client, dark):
    lines = f"{dark.at(9)} 9-1 out"
    seen = show(director_client, lines).context["plan"].seen
    sent = {"day": "1", "lines": lines, "do": "all", "seen": seen, "request_id": "once"}
    for _ in range(2):
        assert director_client.post(PAGE, sent).url == "/floor/main/day/1/"
    assert Bust.objects.count() == 1


@pytest.mark.parametrize("role", Role)
def test_it_is_the_floors(client, dark, role):
    client.force_login(factories.make_staff(role), backend="django.contrib.auth.backends.ModelBackend")
    may = 200 if role in {"director", "floor"} else 403
    assert (client.get(PAGE).status_code, show(client, f"{dark.at(9)} 9-1 out").status_code) == (may, may)


def test_a_time_that_is_still_to_come_is_not_yesterdays(director_client, dark):
    """A tablet that is fast: taken as yesterday's, he would be out before everybody."""
    answer = show(director_client, f"{dark.at(-2)} 9-1 out")
    assert (answer.status_code, f"It is not {dark.at(-2)} yet." in text(answer)) == (422, True)
