"""Undo: back to what was, or a refusal that names what stands in the way and changes nothing."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import transaction

from tables.actions.day import open_event
from tables.actions.desk import cancel, register, register_new, reserve
from tables.actions.house_undo import take_back
from tables.actions.room import add_tables, change_table, give_tables
from tables.models import DaySeed, Draw, Seat
from tests import factories
from tests.actions.test_desk_sequences import rows
from tests.factories import as_by
from tournaments.actions.event import change_day, change_event
from tournaments.actions.house import add_staff, change_staff
from tournaments.actions.option import change_option, remove_option
from tournaments.actions.player import add_player, change_player
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Day, Entry, Event, Player, Staff
from tournaments.rules.errors import RuleError
from tournaments.rules.person import Person

pytestmark = pytest.mark.django_db


@action("event.test_undo_cancel_entry_only")
def cancel_entry_only(change: Change, event: Event) -> None:
    change.update_many(event.entries.all(), state="cancelled")


@pytest.fixture
def by(director, clock):
    return as_by(director, clock)


@pytest.fixture
def day(db):
    return factories.make_day()


@pytest.fixture
def option(day):
    return factories.make_option(day.event)


def last() -> Action:
    return Action.objects.latest("pk")


def refused(by, done, how=undo) -> RuleError:
    """What an undo is refused with; nothing whatever has changed by it."""
    before = (rows(), list(Action.objects.order_by("pk").values()))
    with pytest.raises(RuleError) as caught:
        how(by, done)
    assert (rows(), list(Action.objects.order_by("pk").values())) == before
    return caught.value


def test_undo_of_undo_of_undo_says_of_each_whether_it_holds(by, day):
    change_event(by, day.event, name="New")
    first = last()
    chain = [first]
    for expected in [day.event.name, "New", day.event.name, "New", day.event.name]:
        undo(by, Action.objects.get(pk=chain[-1].pk))
        chain.append(last())
        assert Event.objects.get().name == expected
        marks = [Action.objects.get(pk=row.pk).undone_by for row in chain]
        holds = [(len(chain) - 1 - i) % 2 == 0 for i in range(len(chain))]
        assert [mark is None for mark in marks] == holds
    assert refused(by, chain[-2]).code == "undone-already"


def test_a_form_time_in_the_house_zone_can_be_undone(by, day):
    at = datetime(2026, 12, 1, 19, 30, tzinfo=ZoneInfo("Asia/Macau"))
    change_day(by, day, code="1", label="Day 1", starts_at=at)
    assert last().writes[0]["rows"] == [[day.pk, [None], ["2026-12-01T11:30:00+00:00"]]]
    undo(by, last())
    assert Day.objects.get().starts_at is None


def test_text_of_a_number_can_be_undone(by, day):
    change_event(by, day.event, stack="30000")
    undo(by, last())
    assert Event.objects.get().stack == 20_000


def test_a_sold_chair_names_the_sale(by, day, option):
    """Cancelled, the chair sold again: the undo of the cancellation names the second sale."""
    factories.make_tables(day, 1, chairs=2)
    factories.make_entry(day, option, state="out")
    one = register(by, day, factories.make_player(), option)
    register(by, day, factories.make_player(), option)
    cancel(by, one)
    cancelled = last()
    register(by, day, factories.make_player(), option)
    error = refused(by, cancelled)
    assert (error.code, error.facts) == ("later-actions", {"later": str(last().seq), "actions": [last().pk]})


def test_a_card_given_to_another_names_who_gave_it(by):
    ng = add_player(by, Person(last_name="Ng", card="500123"))
    change_player(by, ng, Person(last_name="Ng"))
    taken_off = last()
    add_player(by, Person(last_name="Li", card="500123"))
    assert refused(by, taken_off).facts["actions"] == [last().pk]


def test_a_row_written_since_names_the_writers_in_force(by, day, option):
    change_option(by, option, name="First")
    first = last()
    change_option(by, option, name="Second")
    second = last()
    change_option(by, option, name="Third")
    undo(by, last())
    assert refused(by, first).facts == {"later": "2", "actions": [second.pk]}


def test_a_row_that_points_at_ours_names_its_maker_in_another_event(by, day, option):
    register_new(by, day, option, Person(last_name="Ng"), seat=False)
    sold = last()
    other = factories.make_day(factories.make_event(name="Side event"))
    register(by, other, Player.objects.get(), factories.make_option(other.event), seat=False)
    error = refused(by, sold)
    assert (error.code, error.facts) == ("later-actions", {"later": "1 (Side event)", "actions": [last().pk]})


def test_an_undo_that_would_point_at_what_is_removed_names_who_removed_it(by, day):
    early, late = (
        factories.make_option(day.event, name="Early"),
        factories.make_option(day.event, name="Late"),
    )
    entry = reserve(by, day, factories.make_player(), early)
    reserved = Action.objects.get()
    undo(by, reserved)
    remove_option(by, early)
    with pytest.raises(RuleError, match="Later actions stand in the way: 3") as again:
        undo(by, Action.objects.get(undoes=reserved))
    assert again.value.facts["actions"] == [Action.objects.get(kind="event.remove_option").pk]
    assert (Entry.objects.filter(pk=entry.pk).exists(), late.entries.exists()) == (False, False)


def test_an_option_that_a_sale_replaced_and_was_removed_since_is_named(by, day):
    early, late = (
        factories.make_option(day.event, name="Early"),
        factories.make_option(day.event, name="Late"),
    )
    player = factories.make_player()
    reserve(by, day, player, early)
    entry = register(by, day, player, late)
    sold = Action.objects.get(kind="entry.register")
    remove_option(by, early)
    with pytest.raises(RuleError, match="Later actions stand in the way: 3"):
        undo(by, sold)
    entry.refresh_from_db()
    assert entry.option == late


def test_an_invariant_rolls_everything_back(by, day, option):
    """Undoing "entry cancelled" alone would bring an entry in that has no chair."""
    factories.make_tables(day, 1)
    register(by, day, factories.make_player(), option)
    factories.make_out(*Entry.objects.all())
    cancel_entry_only(by, day.event)
    done = last()
    done.writes[0]["rows"][0][1] = ["reserved"]
    done.save()
    error = refused(by, done)
    assert error.code in {"bought-not-in", "seat-state"}
    assert error.facts["actions"] == []


def test_by_roles(by, day, option, clock):
    factories.make_tables(day, 1)
    register(by, day, factories.make_player(), option)
    sale = last()
    change_event(by, day.event, name="New")
    renamed = last()
    desk = as_by(factories.make_staff("registration"), clock)
    assert refused(desk, renamed).code == "not-your-role"
    assert refused(as_by(factories.make_staff("viewer"), clock), sale).code == "not-your-role"
    assert refused(as_by(factories.make_staff("cashier"), clock), sale).code == "not-your-role"
    undo(by, renamed)
    assert refused(desk, last()).code == "not-your-role"  # an undo is of the kind of what it undid
    undo(desk, sale)
    assert not Entry.objects.exists()


def test_the_request_id_of_an_undo_is_answered_once(by, day, director):
    change_event(by, day.event, name="New")
    done = last()
    press = as_by(director, request_id="undo-1")
    assert [undo(press, done), undo(press, done)] == [None, None]
    assert Action.objects.count() == 2


def test_a_request_id_of_another_event_is_not_answered_with_its_rows(director, day, option):
    other = factories.make_day()
    press = as_by(director, request_id="same")
    register(press, day, factories.make_player(), option, seat=False)
    with pytest.raises(RuleError) as caught:
        register(press, other, factories.make_player(), factories.make_option(other.event), seat=False)
    assert caught.value.code == "request-reused"


def test_the_answer_of_what_was_undone_is_a_sentence(director, day, option):
    press = as_by(director, request_id="gone")
    player = factories.make_player()
    register(press, day, player, option, seat=False)
    undo(as_by(director), last())
    with pytest.raises(RuleError) as caught:
        register(press, day, player, option, seat=False)
    assert caught.value.code == "row-gone"


def test_a_device_or_request_no_column_takes_is_cut(director, day):
    change_event(
        as_by(director, device="Till\0" + "x" * 80, request_id="\0" + "y" * 80), day.event, name="New"
    )
    assert (last().device, last().request_id) == (("Till" + "x" * 80)[:60], "y" * 64)


def test_an_event_is_undone_with_all_that_came_with_it_and_done_again(by):
    factories.make_house()
    tables = [row.table.number for row in factories.make_tables(factories.make_day(), 2, state="closed")]
    first = rows()
    option = {"kind": "entry", "name": "Entry", "prize": 100, "chips": 100}
    open_event(by, slug="e", name="E", template=None, stack=100, option=option, tables=tables)
    opened = rows()
    seeds = DaySeed.objects.count()
    take_back(by, last())
    assert rows() == first
    assert DaySeed.objects.count() == seeds  # no undo touches a seed
    take_back(by, last())
    assert rows() == opened


def test_an_event_with_a_journal_of_its_own_stays_and_names_it(by):
    event = open_event(by, slug="e", name="Evening", template=None, stack=100)
    opened = last()
    change_event(by, event, name="Later")
    error = refused(by, opened, take_back)
    assert (error.code, error.facts) == ("later-actions", {"later": "1 (Later)", "actions": [last().pk]})
    undo(by, last())
    # Undone or not, its journal stands in the way for good: a journal is never thrown away.
    assert refused(by, opened, take_back).code == "changed-since"


def test_house_actions_that_events_depend_on_are_named(by, day, option):
    room = factories.make_tables(day, 1)[0].table.room
    (table,) = add_tables(by, room, first=50, last=50, chairs=9)
    added = last()
    give_tables(by, day, [50])
    assert refused(by, added, take_back).facts["actions"] == [last().pk]
    change_table(by, table, chairs=8, blocked=[1], accessible=[])
    take_back(by, last())
    table.refresh_from_db()
    assert (table.chairs, table.blocked) == (9, [])


def test_passwords_and_seeds_are_in_no_journal(by, day, option):
    staff = add_staff(by, username="ada", name="Ada", role="floor", password="correct horse 8")
    change_staff(by, staff, name="Ada L.")
    open_event(by, slug="e", name="E", template=None, stack=100)
    written = repr(list(Action.objects.values("facts", "writes", "answer")))
    for staff in Staff.objects.all():
        assert staff.password not in written
    for seed in DaySeed.objects.all():
        assert bytes(seed.seed).hex() not in written
        assert repr(bytes(seed.seed)) not in written
    assert "dayseed" not in written
    assert not {"password", "last_login"} & {
        c for row in Action.objects.all() for w in row.writes for c in w["columns"]
    }


def test_many_rows_written_with_a_secret_column_keep_it_out(by, day):
    @action("event.test_undo_secret")
    def all_staff(change: Change, event: Event) -> int:
        return change.update_many(Staff.objects.all(), password="hash", name="One")

    all_staff(by, day.event)
    assert last().writes[0]["columns"] == ["name"]


def test_a_draw_stays_void_and_counts_again_when_the_undo_is_undone(by, day, option):
    factories.make_tables(day, 1)
    register(by, day, factories.make_player(), option)
    sold = last()
    undo(by, sold)
    draw = Draw.objects.get()
    assert (draw.voided_at, draw.voided_by, draw.void_reason) == (by.clock(), by.staff, "undone")
    assert not Seat.objects.exists()
    undo(by, last())
    draw.refresh_from_db()
    assert (draw.voided_at, draw.void_reason, draw.seats.count()) == (None, "", 1)
    assert violations(day.event) == []


def test_an_action_long_ago_is_undone_where_only_other_columns_were_written(by, day, clock):
    change_event(by, day.event, name="New")
    renamed = last()
    clock.forward(hours=2)
    change_event(by, day.event, guarantee=5)
    undo(by, renamed)
    event = Event.objects.get()
    assert (event.guarantee, event.name != "New", last().at - renamed.at) == (5, True, timedelta(hours=2))


def test_inside_a_transaction_of_ones_own_a_refusal_leaves_it_usable(by, day, option):
    change_option(by, option, name="First")
    first = last()
    change_option(by, option, name="Second")
    with transaction.atomic():
        assert refused(by, first).code == "later-actions"
        change_event(by, day.event, name="Still")
    assert Event.objects.get().name == "Still"
