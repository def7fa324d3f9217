"""Barred, self-excluded and under-age players are stopped at every door, and only a director reads why."""

from datetime import date

import pytest

from tables.actions.desk import pay, register, reserve
from tables.actions.house_undo import take_back
from tables.actions.import_entries import import_entries
from tables.queries.import_plan import import_plan
from tables.queries.journal import journal
from tests import factories
from tournaments.actions.player_stops import bar_player, exclude_player, readmit_player, unbar_player
from tournaments.models import Action, Entry, Player
from tournaments.queries.imports import read_file
from tournaments.rules.admission import Admission, may_play
from tournaments.rules.errors import RuleError

pytestmark = pytest.mark.django_db

NEUTRAL = "This player may not be entered. Call a director."
TODAY = factories.START.date()


@pytest.fixture
def by(director, clock):
    return factories.as_by(director, clock)


@pytest.fixture
def clerk(clock):
    return factories.as_by(factories.make_staff("registration"), clock)


@pytest.fixture
def day(db):
    event = factories.make_event()
    factories.make_option(event)
    return factories.make_day(event)


def option(day):
    return day.event.options.get()


def refusal(function, *args, **kwargs) -> tuple[str, str]:
    """Code and sentence of a refusal, after which nothing is written."""
    before = Action.objects.count(), Entry.objects.count()
    with pytest.raises(RuleError) as caught:
        function(*args, **kwargs)
    assert (Action.objects.count(), Entry.objects.count()) == before
    return caught.value.code, str(caught.value)


def stops(player: Player) -> tuple:
    row = Player.objects.get(pk=player.pk)
    return row.barred, row.barred_until, row.barred_reason, row.excluded_until


def code_of(known: Admission) -> str:
    """Why somebody may not play at 18 years and more, "" if he may."""
    try:
        may_play(known, TODAY, 18)
    except RuleError as error:
        return error.code
    return ""


@pytest.mark.parametrize(
    ("known", "code"),
    [
        ({}, ""),
        ({"barred": True, "reason": "theft"}, "barred"),
        ({"barred": True, "barred_until": date(2026, 11, 28)}, "barred"),
        ({"barred": True, "barred_until": date(2026, 11, 27)}, ""),
        ({"excluded_until": date(2026, 11, 28)}, "self-excluded"),
        ({"excluded_until": date(2026, 11, 27)}, ""),
        ({"birth_date": date(2008, 11, 29)}, "under-age"),
        ({"birth_date": date(2008, 11, 28)}, ""),
        ({"birth_date": date(2008, 2, 29)}, ""),
    ],
)
def test_the_last_day_counts_and_the_birthday_does(known, code):
    assert code_of(Admission(name="Zoe", **known)) == code


def test_a_barred_player_is_stopped_and_only_a_director_reads_why(day, by, clerk):
    player = factories.make_player(first_name="Zoe", last_name="Rossi")
    bar_player(by, player, reason=" marked  cards ", until=date(2026, 12, 31))
    assert stops(player) == (True, date(2026, 12, 31), "marked cards", None)
    for sale in (register, reserve):
        assert refusal(sale, clerk, day, player, option(day)) == ("call-director", NEUTRAL)
        said = "Zoe Rossi is barred until 2026-12-31: marked cards"
        assert refusal(sale, by, day, player, option(day)) == ("barred", said)


def test_a_clerk_s_refusal_carries_nothing_of_the_reason(day, by, clerk):
    player = factories.make_player()
    bar_player(by, player, reason="marked cards")
    with pytest.raises(RuleError) as caught:
        register(clerk, day, player, option(day))
    assert caught.value.facts == {}
    assert "marked" not in journal(None, "registration", "UTC")[0].text


def test_who_was_barred_after_the_reservation_cannot_pay_it(day, by, clerk):
    player = factories.make_player()
    entry = reserve(clerk, day, player, option(day))
    exclude_player(by, player, until=date(2027, 5, 1))
    assert refusal(pay, clerk, entry) == ("call-director", NEUTRAL)
    assert refusal(register, by, day, player, option(day))[0] == "self-excluded"
    readmit_player(by, player)
    pay(clerk, entry, seat=False)
    assert Entry.objects.get().state == "paid"


def test_the_house_s_minimum_age_is_asked_on_the_house_s_date(day, by, clerk):
    # 18:00 UTC on the 28th is the 29th in Auckland: the birthday.
    player = factories.make_player(birth_date=date(2005, 11, 29))
    factories.make_house(minimum_age=21)
    assert refusal(register, clerk, day, player, option(day)) == ("call-director", NEUTRAL)
    assert refusal(register, by, day, player, option(day))[0] == "under-age"
    factories.make_house(timezone="Pacific/Auckland")
    register(clerk, day, player, option(day), seat=False)
    assert Entry.objects.get().player == player


def test_stops_are_lifted_and_undone(by):
    player = factories.make_player()
    bar_player(by, player, reason="theft")
    exclude_player(by, player, until=date(2027, 1, 1))
    unbar_player(by, player)
    assert stops(player) == (False, None, "", date(2027, 1, 1))
    unbarred, excluded, barred = Action.objects.order_by("-seq")
    take_back(by, unbarred)
    assert stops(player) == (True, None, "theft", date(2027, 1, 1))
    take_back(by, excluded)
    take_back(by, barred)
    assert stops(player) == (False, None, "", None)


@pytest.mark.parametrize("role", ["floor", "registration", "cashier", "viewer"])
def test_only_a_director_stops_players_and_takes_it_back(role, by, clock):
    player, other = factories.make_player(), factories.as_by(factories.make_staff(role), clock)
    refused = [
        refusal(bar_player, other, player, reason="theft"),
        refusal(exclude_player, other, player, until=date(2027, 1, 1)),
        refusal(unbar_player, other, player),
        refusal(readmit_player, other, player),
    ]
    assert {code for code, _said in refused} == {"not-your-role"}
    bar_player(by, player, reason="theft")
    assert refusal(take_back, other, Action.objects.get())[0] == "not-your-role"


def test_what_makes_no_sense_is_refused(by):
    player = factories.make_player()
    past = date(2026, 11, 27)
    assert refusal(bar_player, by, player, reason="  ")[0] == "reason-missing"
    assert refusal(bar_player, by, player, reason="x" * 201)[0] == "too-long"
    assert refusal(bar_player, by, player, reason="theft", until=past)[0] == "day-past"
    assert refusal(exclude_player, by, player, until=past)[0] == "day-past"
    assert refusal(unbar_player, by, player)[0] == "not-barred"
    assert refusal(readmit_player, by, player)[0] == "not-excluded"


def test_an_import_names_the_stopped_as_broken_rows(day, by, clerk):
    player = factories.make_player(first_name="Zoe", last_name="Rossi", card="77")
    bar_player(by, player, reason="theft")
    sheet = read_file(b"card,first name,last name\n77,Zoe,Rossi\n78,Ann,Lee\n").sheet

    def broken(role):
        plan = import_plan(day.event, sheet, role, factories.START)
        return [(row.line, row.words.format(**row.facts)) for row in plan.broken]

    assert broken("registration") == broken("") == [(2, NEUTRAL)]
    assert broken("director") == [(2, "Zoe Rossi is barred for good: theft")]
    assert refusal(import_entries, clerk, day, option(day), sheet)[0] == "rows-broken"
    unbar_player(by, player)
    assert import_entries(clerk, day, option(day), sheet) == 2
