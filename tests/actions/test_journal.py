"""The journal's promises, on an action as simple as there can be."""

import pytest

from tests import factories
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.journal.undo import undo
from tournaments.models import Action, Day, Event
from tournaments.rules.errors import RuleError

pytestmark = pytest.mark.django_db


@action("event.test_rename")
def rename(change: Change, event: Event, name: str) -> Event:
    change.note(before=event.name, after=name)
    return change.update(event, name=name)


@action("event.test_add_day")
def add_day(change: Change, event: Event, code: str) -> Day:
    return change.create(Day, event=event, code=code, label=f"Day {code}")


def test_an_action_leaves_one_row_with_what_changed(director, clock):
    event = factories.make_event(name="Old")
    rename(factories.as_by(director, clock), event, "New")
    row = Action.objects.get()
    assert (row.event, row.seq, row.kind, row.actor, row.at) == (
        event,
        1,
        "event.test_rename",
        director,
        clock.now,
    )
    assert row.writes == [
        {
            "model": "tournaments.event",
            "op": "update",
            "columns": ["name"],
            "rows": [[event.pk, ["Old"], ["New"]]],
        }
    ]
    event.refresh_from_db()
    assert (event.name, event.revision, event.last_seq) == ("New", 1, 1)


def test_the_same_request_is_answered_once(director):
    event = factories.make_event()
    first = add_day(factories.as_by(director, request_id="a"), event, "1A")
    second = add_day(factories.as_by(director, request_id="a"), event, "1A")
    assert first == second
    assert Day.objects.filter(event=event).count() == 1


def test_a_request_id_is_not_used_for_something_else(director):
    event = factories.make_event()
    add_day(factories.as_by(director, request_id="a"), event, "1A")
    with pytest.raises(RuleError) as caught:
        rename(factories.as_by(director, request_id="a"), event, "New")
    assert caught.value.code == "request-reused"


def test_undo_and_undo_of_undo(director):
    event = factories.make_event(name="Old")
    rename(factories.as_by(director), event, "New")
    done = Action.objects.get()
    undo(factories.as_by(director), done)
    event.refresh_from_db()
    done.refresh_from_db()
    assert event.name == "Old"
    assert done.undone_by is not None
    undo(factories.as_by(director), done.undone_by)
    event.refresh_from_db()
    done.refresh_from_db()
    assert (event.name, done.undone_by) == ("New", None)


def test_undo_names_the_later_action_in_the_way(director):
    event = factories.make_event(name="Old")
    rename(factories.as_by(director), event, "New")
    rename(factories.as_by(director), event, "Newer")
    first, second = Action.objects.order_by("seq")
    with pytest.raises(RuleError) as caught:
        undo(factories.as_by(director), first)
    assert (caught.value.code, caught.value.facts["actions"]) == ("later-actions", [second.pk])


def test_undo_of_a_created_row_that_is_pointed_at_is_refused(director):
    event = factories.make_event()
    day = add_day(factories.as_by(director), event, "1A")
    factories.make_entry(day, factories.make_option(event))
    with pytest.raises(RuleError) as caught:
        undo(factories.as_by(director), Action.objects.get())
    assert caught.value.code == "changed-since"
    assert Day.objects.filter(pk=day.pk).exists()


def test_a_viewer_may_not(db):
    event = factories.make_event(name="Old")
    with pytest.raises(RuleError) as caught:
        rename(factories.as_by(factories.make_staff("viewer")), event, "New")
    assert caught.value.code == "not-your-role"
    event.refresh_from_db()
    assert event.name == "Old"


def test_time_never_runs_backwards_in_the_journal(director, clock):
    event = factories.make_event()
    rename(factories.as_by(director, clock), event, "A")
    clock.forward(minutes=-5)
    rename(factories.as_by(director, clock), event, "B")
    first, second = Action.objects.order_by("seq")
    assert first.at == second.at
