"""Two rows of one person become one: both histories, nobody found twice, and back again to the letter."""

from datetime import date
from typing import Any

import pytest

from tables.actions.desk import cancel, register, reserve
from tables.actions.house_undo import take_back
from tables.queries.import_plan import import_plan
from tests import factories
from tests.actions.test_desk_sequences import rows
from tests.actions.test_draw_race import at_once
from tournaments.actions.player import change_player
from tournaments.actions.player_merge import merge_players
from tournaments.actions.player_stops import bar_player, exclude_player
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry, Event, Player
from tournaments.queries.imports import read_file
from tournaments.queries.players import find_players, player_of_card, player_page
from tournaments.rules.errors import RuleError
from tournaments.rules.person import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def by(director, clock):
    return factories.as_by(director, clock)


def make_event() -> Event:
    event = factories.make_event()
    factories.make_day(event)
    factories.make_option(event)
    factories.make_option(event, kind="re-entry", name="Re-entry")
    return event


def sell(by, event: Event, player: Player) -> Entry:
    return register(by, event.days.get(), player, event.options.get(kind="entry"), seat=False)


def refusal(function, *args, **kwargs) -> tuple[str, str]:
    before = rows()
    with pytest.raises(RuleError) as caught:
        function(*args, **kwargs)
    assert rows() == before
    return caught.value.code, str(caught.value)


def found(text: str) -> list[int]:
    return [player.pk for player in find_players(text)]


@pytest.fixture
def pair(db) -> tuple[Player, Player]:
    kept = factories.make_player(first_name="Zoe", last_name="Rossi", card="100")
    other = factories.make_player(
        first_name="Zoe", last_name="Russo", card="200", alias="zed", birth_date=date(1990, 1, 2)
    )
    return kept, other


def test_both_histories_are_kept_and_the_other_is_found_no_more(by, pair):
    kept, other = pair
    one, two = make_event(), make_event()
    entries = [sell(by, one, kept), sell(by, two, other)]
    merge_players(by, kept, other)
    assert list(Entry.objects.order_by("pk").values_list("pk", "player")) == [
        (entry.pk, kept.pk) for entry in entries
    ]
    assert found("zoe") == found("rossi") == found("russo") == found("zed") == [kept.pk]
    assert player_page("", 1).total == 1
    assert [player_of_card(card).pk for card in ("100", "200")] == [kept.pk, kept.pk]
    kept.refresh_from_db()
    assert (kept.card, kept.alias, kept.birth_date) == ("100", "zed", date(1990, 1, 2))
    assert [violations(event) for event in (one, two)] == [[], []]


def test_a_merge_is_undone_exactly(by, pair):
    kept, other = pair
    third = factories.make_player(card=None)
    event = make_event()
    sell(by, event, other)
    cancel(by, sell(by, event, third))
    bar_player(by, third, reason="theft")
    exclude_player(by, other, until=date(2027, 1, 1))
    before = rows()
    merge_players(by, third, other)
    first, between = Action.objects.latest("pk"), rows()
    merge_players(by, kept, third)
    assert {row.merged_into_id for row in Player.objects.exclude(pk=kept.pk)} == {kept.pk}
    assert refusal(take_back, by, first)[0] == "later-actions"
    take_back(by, Action.objects.latest("pk"))
    assert rows() == between
    take_back(by, first)
    assert rows() == before
    take_back(by, Action.objects.latest("pk"))
    assert rows() == between


def test_what_was_done_since_stays_with_the_kept_one(by, pair):
    kept, other = pair
    one, two = make_event(), make_event()
    moved = sell(by, one, other)
    merge_players(by, kept, other)
    merge = Action.objects.latest("pk")
    since = sell(by, two, kept)
    take_back(by, merge)
    owners = dict(Entry.objects.values_list("pk", "player"))
    assert owners == {moved.pk: other.pk, since.pk: kept.pk}


def test_two_who_are_both_in_one_event_are_two_for_now(by, pair):
    kept, other = pair
    event = make_event()
    sell(by, event, kept)
    reserved = reserve(by, event.days.get(), other, event.options.get(kind="entry"))
    said = (
        f"Zoe Rossi and Zoe Russo are both in {event.name}: they cannot be merged until one of them is out."
    )
    assert refusal(merge_players, by, kept, other) == ("both-in-event", said)
    cancel(by, reserved)
    merge_players(by, kept, other)
    assert Entry.objects.filter(player=kept).count() == 2


def test_undoing_it_may_not_put_one_player_into_an_event_twice(by, pair):
    kept, other = pair
    event = make_event()
    entry = sell(by, event, other)
    merge_players(by, kept, other)
    merge = Action.objects.latest("pk")
    assert refusal(sell, by, event, kept)[0] == "player-in"
    assert refusal(undo, by, Action.objects.get(event=event))[0] == "later-actions"
    cancel(by, entry)
    sell(by, event, kept)
    take_back(by, merge)
    assert sorted(Entry.objects.values_list("player", "state")) == sorted(
        [(other.pk, "cancelled"), (kept.pk, "paid")]
    )
    assert violations(event) == []


def test_whatever_stops_one_stops_the_kept_one(by, pair):
    kept, other = pair
    bar_player(by, kept, reason="late", until=date(2026, 12, 1))
    bar_player(by, other, reason="theft")
    exclude_player(by, other, until=date(2027, 1, 1))
    merge_players(by, kept, other)
    kept.refresh_from_db()
    stops: tuple[Any, ...] = (kept.barred, kept.barred_until, kept.barred_reason, kept.excluded_until)
    assert stops == (True, None, "theft", date(2027, 1, 1))


def test_the_card_of_one_becomes_the_other_s_where_that_has_none(by):
    kept, other = factories.make_player(card=None), factories.make_player(card="200")
    merge_players(by, kept, other)
    assert dict(Player.objects.values_list("pk", "card")) == {kept.pk: "200", other.pk: None}


def test_a_second_card_is_nobody_else_s_and_may_be_taken_up_again(by, pair):
    kept, other = pair
    stranger = factories.make_player(card=None)
    merge_players(by, kept, other)
    person = Person(first_name="Zoe", last_name="Rossi", card="200")
    said = "Card 200 belongs to Zoe Rossi."
    assert refusal(change_player, by, stranger, person) == ("card-taken", said)
    kept.refresh_from_db()
    change_player(by, kept, person)
    assert dict(Player.objects.exclude(pk=stranger.pk).values_list("pk", "card")) == {
        kept.pk: "200",
        other.pk: None,
    }
    assert found("russo") == [kept.pk]


def test_who_was_merged_is_not_entered_changed_stopped_or_merged_again(by, pair):
    kept, other = pair
    merge_players(by, kept, other)
    said = ("player-merged", "Zoe Russo has been merged into Zoe Rossi: take that player.")
    event = make_event()
    assert refusal(sell, by, event, other) == said
    assert refusal(change_player, by, other, Person(last_name="X")) == said
    assert refusal(bar_player, by, other, reason="theft") == said
    assert refusal(merge_players, by, kept, other) == said
    assert refusal(merge_players, by, other, factories.make_player()) == said
    assert refusal(merge_players, by, kept, kept)[0] == "same-player"


def test_a_list_with_the_old_name_or_card_finds_the_kept_one(by, pair):
    kept, other = pair
    merge_players(by, kept, other)
    sheet = read_file(b"card,first name,last name\n200,Zoe,Russo\n").sheet
    plan = import_plan(make_event(), sheet)
    assert [row.player for row in plan.rows] == [kept.pk]
    sheet = read_file(b"first name,last name\nZoe,Russo\n").sheet
    assert [row.player for row in import_plan(make_event(), sheet).rows] == [kept.pk]


@pytest.mark.parametrize("role", ["floor", "registration", "cashier", "viewer"])
def test_only_a_director_merges_and_takes_it_back(role, by, clock, pair):
    other = factories.as_by(factories.make_staff(role), clock)
    assert refusal(merge_players, other, *pair)[0] == "not-your-role"
    merge_players(by, *pair)
    assert refusal(take_back, other, Action.objects.get())[0] == "not-your-role"


@pytest.mark.django_db(transaction=True)
def test_whoever_is_sold_an_entry_meanwhile_is_not_lost_to_the_merge():
    """Sales and a merge at once: each entry is the kept player's, or was refused."""
    kept, other = factories.make_player(), factories.make_player()
    events = [make_event() for _ in range(4)]
    who = [factories.as_by() for _ in range(5)]
    results = at_once(
        lambda: merge_players(who[0], kept, other),
        *(
            lambda by=by, event=event: sell(by, event, other)
            for by, event in zip(who[1:], events, strict=True)
        ),
    )
    assert results[0] == kept
    assert set(Entry.objects.values_list("player", flat=True)) <= {kept.pk}
    assert [code for code in results[1:] if isinstance(code, str) and code != "player-merged"] == []
