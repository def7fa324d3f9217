"""Many at once: one writes, the others get the first answer, and no number is skipped."""

import threading
from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from tests import factories
from tests.actions.test_draw_race import at_once
from tournaments.actions.event import create_event
from tournaments.actions.player import add_player
from tournaments.journal import commit
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.journal.undo import undo
from tournaments.models import Action, Day, Event, House, Player
from tournaments.rules.errors import RuleError
from tournaments.rules.person import Person

pytestmark = pytest.mark.django_db(transaction=True)
THREADS = 16


@action("event.test_race_day")
def race_day(change: Change, event: Event, code: str) -> Day:
    return change.create(Day, event=event, code=code, label=code)


@action("event.test_race_break")
def break_half_way(change: Change, event: Event, error: Exception) -> None:
    change.update(event, name="Half")
    change.create(Day, event=event, code="half", label="Half")
    raise error


@action("event.test_race_players")
def rename_both(change: Change, event: Event, players: list[int], meet: threading.Barrier) -> None:
    for n, pk in enumerate(players):
        change.update(Player.objects.get(pk=pk), note=event.name)
        if n == 0 and not meet.broken:
            with suppress(threading.BrokenBarrierError):
                meet.wait(timeout=3)


@pytest.fixture
def told():
    """What the listeners are told: (event, revision) in order."""
    heard = []

    def hear(event_id, revision):
        heard.append((event_id, revision))

    commit.subscribe(hear)
    yield heard
    commit._listeners.remove(hear)


def test_one_request_pressed_many_times_at_once_is_done_once_and_answered_always(told):
    event = factories.make_event()
    who = factories.make_staff()
    press = lambda: race_day(factories.as_by(who, request_id="twice"), event, "1A")  # noqa: E731
    results = at_once(*[press] * 6)
    day = Day.objects.get()
    assert results == [day] * 6
    assert Action.objects.get().request_id == "twice"
    assert told == [(event.pk, 1)]


def test_the_first_actions_of_a_house_at_once_share_one_house():
    who = factories.make_staff()
    jobs = [
        lambda n=n: create_event(factories.as_by(who), slug=f"e{n}", name=f"E{n}", stack=100)
        for n in range(4)
    ]
    results = at_once(*jobs)
    assert sorted(event.slug for event in results) == ["e0", "e1", "e2", "e3"]
    assert sorted(Action.objects.values_list("seq", flat=True)) == [1, 2, 3, 4]
    assert House.objects.get().last_seq == 4


def test_numbers_have_no_gap_under_sixteen_threads_some_of_which_fail(told):
    event = factories.make_event()
    who = factories.make_staff()
    good = [lambda n=n: race_day(factories.as_by(who), event, f"{n}") for n in range(THREADS - 4)]
    bad = [lambda: break_half_way(factories.as_by(who), event, RuleError("no", "No.")) for _ in range(4)]
    jobs = [job for pair in zip(good, bad * 3, strict=True) for job in pair][:THREADS]
    results = at_once(*jobs)
    done = sum(isinstance(result, Day) for result in results)
    assert done + results.count("no") == THREADS
    assert sorted(Action.objects.values_list("seq", flat=True)) == list(range(1, done + 1))
    event.refresh_from_db()
    assert (event.last_seq, event.revision, event.days.count()) == (done, done, done)
    assert sorted(told) == [(event.pk, n) for n in range(1, done + 1)]


def test_one_card_given_out_at_two_desks_at_once_is_a_sentence_for_the_second():
    who = factories.make_staff()
    card = Person(last_name="Ng", card="500123")
    results = at_once(*[lambda: add_player(factories.as_by(who), card)] * 3)
    assert sorted(r for r in results if isinstance(r, str)) == ["card-taken"] * 2
    assert Player.objects.count() == 1


def test_two_events_that_write_the_same_players_in_other_orders_both_succeed():
    """On PostgreSQL the two wait for each other and one is let go: it is done again, not an error page."""
    one, two = factories.make_player(), factories.make_player()
    events = [factories.make_event(), factories.make_event()]
    who = factories.make_staff()
    meet = threading.Barrier(2) if connection.vendor == "postgresql" else threading.Barrier(1)
    orders = [[one.pk, two.pk], [two.pk, one.pk]]
    at_once(
        *(
            lambda event=event, order=order: rename_both(factories.as_by(who), event, order, meet)
            for event, order in zip(events, orders, strict=True)
        )
    )
    assert sorted(Action.objects.values_list("event", "seq")) == sorted((e.pk, 1) for e in events)
    notes = set(Player.objects.values_list("note", flat=True))
    assert len(notes) == 1
    assert notes <= {event.name for event in events}


@pytest.mark.parametrize(
    "error", [RuleError("no", "No."), ValueError("bug"), IntegrityError("a bug that is unique")]
)
def test_what_raises_half_way_leaves_nothing_and_tells_nobody(error, told):
    event = factories.make_event(name="Whole")
    with pytest.raises(type(error)) as caught:
        break_half_way(factories.as_by(), event, error)
    assert caught.value is error
    assert (Action.objects.count(), Day.objects.count()) == (0, 0)
    row = Event.objects.get()
    assert (row.name, row.last_seq, row.revision, row.last_action_at) == ("Whole", 0, 0, None)
    assert told == []


def test_only_what_is_unique_is_a_clash():
    event = factories.make_event()
    race_day(factories.as_by(), event, "1A")
    with pytest.raises(RuleError) as caught:
        race_day(factories.as_by(), event, "1A")
    assert caught.value.code == "clash"

    @action("event.test_race_null")
    def empty(change: Change, event: Event) -> None:
        change.create(Day, event=event, code="unique", label=None)

    with pytest.raises(IntegrityError):
        empty(factories.as_by(), event)
    assert Action.objects.count() == 1


def test_the_hub_is_told_once_per_commit_and_never_of_what_was_rolled_back(told):
    event = factories.make_event()
    who = factories.make_staff()
    race_day(factories.as_by(who), event, "1A")
    undo(factories.as_by(who), Action.objects.get())
    with transaction.atomic():
        race_day(factories.as_by(who), event, "1B")
        transaction.set_rollback(True)
    assert told == [(event.pk, 1), (event.pk, 2)]
    with transaction.atomic():
        race_day(factories.as_by(who), event, "1C")
        assert told == [(event.pk, 1), (event.pk, 2)]
    assert told == [(event.pk, 1), (event.pk, 2), (event.pk, 3)]


def test_a_listener_that_fails_undoes_nothing_and_the_others_hear(told):
    def fail(event_id, revision):
        raise ConnectionError("Redis is gone")

    commit._listeners.insert(0, fail)
    try:
        event = factories.make_event()
        day = race_day(factories.as_by(), event, "1A")
    finally:
        commit._listeners.remove(fail)
    assert Day.objects.get() == day
    assert told == [(event.pk, 1)]


def test_it_happened_when_it_is_said_to_have_but_never_later_than_now(clock):
    event = factories.make_event()
    who = factories.make_staff()
    early, late = clock.now - timedelta(minutes=7), clock.now + timedelta(minutes=7)
    for n, at in enumerate([early, late, None]):
        race_day(factories.as_by(who, clock, happened_at=at), event, str(n))
    rows = Action.objects.order_by("seq").values_list("at", "happened_at")
    assert list(rows) == [(clock.now, early), (clock.now, clock.now), (clock.now, clock.now)]
