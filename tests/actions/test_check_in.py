"""Checking players in, and the stacks of those who never came."""

from datetime import timedelta

import pytest

from tables.actions.bust import bust
from tables.actions.check_in import check_in
from tables.actions.desk import register, reserve
from tables.actions.draw import draw_all
from tables.actions.import_entries import import_entries
from tables.actions.sale import take_option
from tables.actions.seat_notes import mark_seen, mark_table_seen
from tables.actions.unclaimed import take_up
from tables.models import Bust, Seat
from tables.queries.check_in import CheckIns, check_ins
from tables.queries.no_shows import may_take_up, no_shows, stacks, unclaimed
from tables.queries.screen import screen_state
from tests import factories
from tests.factories import START
from tournaments.actions.clock import start_clock
from tournaments.actions.event import change_event
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Day, Entry, Event, Purchase
from tournaments.queries.clock import reading_of
from tournaments.rules.csv_import import lines_of_csv, read_players
from tournaments.rules.errors import RuleError

pytestmark = pytest.mark.django_db
clock = factories.Clock()


@pytest.fixture(autouse=True)
def evening_begins() -> None:
    """All of a test happens on one clock."""
    clock.now = START


def by():
    return factories.as_by(clock=clock)


DEALT_IN, WHEN_CLAIMED, TAKEN_UP = Event.Unclaimed.values


def a_day(unclaimed=DEALT_IN, **values) -> Day:
    """Two tables of nine, an entry for sale, levels of 20 minutes."""
    event = factories.make_event(unclaimed=unclaimed, **{"unclaimed_level": 2} | values)
    day = factories.make_day(event)
    factories.make_option(event)
    factories.make_tables(day, 2)
    return day


def imported(day: Day, n: int, *, paid=True) -> list[Entry]:
    """Entries of a list that was paid, or reserved, before anybody came."""
    first = Entry.objects.filter(day=day).count()
    rows = "".join(f"{700_000 + day.pk * 1000 + first + i},First,Last{first + i:02}\n" for i in range(n))
    sheet = read_players(lines_of_csv(f"card,first_name,last_name\n{rows}"))
    import_entries(by(), day, day.event.options.get(kind="entry"), sheet, paid=paid)
    return list(Entry.objects.filter(day=day, number__gt=first).order_by("number"))


def counted(day: Day, now=START) -> tuple[int, int, int | None]:
    """(players, chips in play, average stack) as the hall is shown them."""
    day = Day.objects.select_related("event").get(pk=day.pk)
    shown = reading_of(day, now)
    state = screen_state(day.event, day, shown, now)
    return state["counts"]["players"], state["chips"]["in_play"], state["chips"]["average"]


def undone(event: Event, kind: str) -> None:
    undo(by(), Action.objects.filter(event=event, kind=kind).latest("seq"))
    assert violations(Event.objects.get(pk=event.pk)) == []


def refused(action, *args, **kwargs) -> tuple[str, dict]:
    with pytest.raises(RuleError) as error:
        action(by(), *args, **kwargs)
    return error.value.code, error.value.facts


def test_who_pays_at_the_desk_is_checked_in_at_once():
    day = a_day()
    option = day.event.options.get()
    sold = register(by(), day, factories.make_player(), option)
    held = reserve(by(), day, factories.make_player(), option)
    assert (sold.checked_in_at, held.checked_in_at) == (START, None)
    paid = register(by(), day, held.player, option)
    assert (paid.pk, paid.checked_in_at) == (held.pk, START)


def test_entries_of_a_list_are_not():
    day = a_day()
    assert [entry.checked_in_at for entry in imported(day, 2)] == [None, None]
    assert check_ins(day) == CheckIns(0, 2)


def test_a_paid_entry_is_seated_where_the_event_seats_at_registration():
    day = a_day()
    entry = imported(day, 1)[0]
    check_in(by(), entry)
    entry.refresh_from_db()
    assert (entry.state, entry.checked_in_at) == ("seated", START)
    assert Seat.objects.filter(entry=entry, until=None).count() == 1
    assert violations(day.event) == []


def test_before_a_draw_for_all_he_is_checked_in_and_waits():
    day = a_day(seating="for-all")
    entry = check_in(by(), imported(day, 1)[0])
    assert (entry.state, entry.checked_in_at is None) == ("paid", False)
    assert not Seat.objects.exists()


def test_without_a_chair_he_becomes_an_alternate_and_an_alternate_keeps_his_place():
    event = factories.make_event()
    day = factories.make_day(event)
    factories.make_option(event)
    factories.make_tables(day, 1, chairs=2)
    entries = imported(day, 4)
    made = [check_in(by(), entry) for entry in entries]
    assert [(entry.state, entry.alternate) for entry in made] == [
        ("seated", None), ("seated", None), ("paid", 1), ("paid", 2),
    ]  # fmt: skip
    Entry.objects.filter(pk=entries[2].pk).update(checked_in_at=None)
    assert check_in(by(), entries[2]).alternate == 1
    assert Action.objects.latest("pk").facts["case"] == "alternate"


def test_twice_is_once():
    day = a_day()
    entry = imported(day, 1)[0]
    check_in(by(), entry)
    clock.forward(minutes=5)
    assert check_in(by(), entry).checked_in_at == START
    assert Seat.objects.count() == 1
    assert Action.objects.latest("pk").facts["case"] == "already"


def test_a_seat_that_was_drawn_stands_in_the_journal():
    day = a_day()
    entry = imported(day, 1)[0]
    draw_all(by(), day)
    check_in(by(), entry)
    seat, facts = Seat.objects.get(), Action.objects.latest("pk").facts
    assert (facts["case"], facts["table"], facts["chair"]) == ("seated", seat.table.number, seat.chair)


def test_a_reservation_has_to_be_paid_first():
    day = a_day()
    entry = imported(day, 1, paid=False)[0]
    assert refused(check_in, entry)[0] == "payment-due"
    assert Entry.objects.get().checked_in_at is None


def test_who_is_out_or_cancelled_is_not_checked_in():
    day = a_day()
    option = day.event.options.get()
    for state in ("out", "cancelled"):
        entry = factories.make_entry(day, option, state=state)
        assert refused(check_in, entry)[0] == "not-in"


def test_a_check_in_is_undone_with_its_seat():
    day = a_day(WHEN_CLAIMED)
    entry = imported(day, 1)[0]
    check_in(by(), entry)
    undone(day.event, "entry.check_in")
    entry.refresh_from_db()
    assert (entry.state, entry.checked_in_at) == ("paid", None)
    assert (Seat.objects.count(), Purchase.objects.get().in_play) == (0, False)


@pytest.mark.parametrize(
    ("choice", "before", "after"),
    [
        (DEALT_IN, (3, 60_000, 20_000), (3, 60_000, 20_000)),
        (TAKEN_UP, (3, 60_000, 20_000), (3, 60_000, 20_000)),
        (WHEN_CLAIMED, (1, 20_000, 20_000), (2, 40_000, 20_000)),
    ],
)
def test_players_and_chips_follow_the_events_choice(choice, before, after):
    day = a_day(choice)
    register(by(), day, factories.make_player(), day.event.options.get())
    entries = imported(day, 2)
    draw_all(by(), day)
    assert counted(day) == before
    assert violations(day.event) == []
    check_in(by(), entries[0])
    assert counted(day) == after
    assert violations(day.event) == []
    # His chair is kept whatever the choice.
    assert Seat.objects.filter(until=None).count() == 3


def test_a_rebuy_of_an_unclaimed_stack_waits_with_it():
    day = a_day(WHEN_CLAIMED)
    rebuy = factories.make_option(day.event, kind="rebuy", name="Rebuy")
    entry = imported(day, 1)[0]
    take_option(by(), entry, rebuy)
    assert list(Purchase.objects.values_list("in_play", flat=True)) == [False, False]
    check_in(by(), entry)
    assert list(Purchase.objects.values_list("in_play", flat=True)) == [True, True]


def test_the_choice_may_change_and_the_chips_follow():
    day = a_day()
    here = register(by(), day, factories.make_player(), day.event.options.get())
    away = imported(day, 1)[0]

    def in_play() -> dict[int, bool]:
        return dict(Purchase.objects.values_list("entry", "in_play"))

    change_event(by(), day.event, unclaimed=WHEN_CLAIMED)
    assert in_play() == {here.pk: True, away.pk: False}
    assert violations(Event.objects.get()) == []
    undone(Event.objects.get(), "event.change")
    assert in_play() == {here.pk: True, away.pk: True}
    change_event(by(), Event.objects.get(), unclaimed=WHEN_CLAIMED)
    change_event(by(), Event.objects.get(), unclaimed=TAKEN_UP)
    assert in_play() == {here.pk: True, away.pk: True}
    assert violations(Event.objects.get()) == []


def started(day: Day) -> Day:
    """The Day with its clock running."""
    start_clock(by(), day)
    return Day.objects.select_related("event").get(pk=day.pk)


def test_stacks_are_taken_up_once_their_level_is_over_and_not_before():
    day = a_day(TAKEN_UP, unclaimed_level=2)
    entries = imported(day, 3)
    draw_all(by(), day)
    day = started(day)
    early = clock.forward(minutes=39, seconds=59)
    assert not may_take_up(day, early)
    with pytest.raises(RuleError) as error:
        take_up(by(), day, entries=[entry.pk for entry in entries])
    assert (error.value.code, error.value.facts) == ("take-up-early", {"level": 2})
    assert may_take_up(day, early + timedelta(seconds=1))
    clock.forward(seconds=1)
    check_in(by(), entries[0])
    taken = take_up(by(), day, entries=[entry.pk for entry in entries])
    assert taken == 2
    assert [entry.state for entry in Entry.objects.order_by("number")] == ["seated", "out", "out"]
    assert list(Bust.objects.values_list("entry__number", "kind")) == [(2, "taken-up"), (3, "taken-up")]
    assert counted(day, clock.now) == (1, 20_000, 20_000)
    assert Seat.objects.filter(until=None).count() == 1
    assert violations(day.event) == []
    undone(day.event, "bust.take_up")
    assert counted(day, clock.now) == (3, 60_000, 20_000)
    assert Seat.objects.filter(until=None).count() == 3


def test_a_break_after_the_level_belongs_to_it():
    day = a_day(TAKEN_UP, unclaimed_level=4)
    day = started(day)
    assert not may_take_up(day, clock.forward(minutes=85))
    assert may_take_up(day, clock.forward(minutes=5))


def test_after_the_last_level_stacks_are_taken_up_at_the_end():
    day = a_day(TAKEN_UP, unclaimed_level=6)
    day = started(day)
    assert not may_take_up(day, clock.forward(minutes=129))
    assert may_take_up(day, clock.forward(minutes=1))


def late(choice=TAKEN_UP) -> tuple[Day, Entry]:
    """A Day whose unclaimed stack may be taken up, and that stack."""
    day = a_day(choice, unclaimed_level=1)
    entry = imported(day, 1)[0]
    draw_all(by(), day)
    day = started(day)
    clock.forward(minutes=21)
    return day, entry


@pytest.mark.parametrize("choice", [DEALT_IN, WHEN_CLAIMED])
def test_other_choices_take_nothing_up(choice):
    day, entry = late(choice)
    with pytest.raises(RuleError) as error:
        take_up(by(), day, entries=[entry.pk])
    assert error.value.code == "dealt-in"


def test_only_what_was_ticked_and_is_unclaimed_is_taken_up():
    day, entry = late()
    other = imported(day, 1)[0]
    assert take_up(by(), day, entries=[entry.pk]) == 1
    assert list(unclaimed(day)) == [other]
    with pytest.raises(RuleError) as error:
        take_up(by(), day, entries=[entry.pk])
    assert error.value.code == "nobody-unclaimed"


def test_who_comes_later_hears_what_became_of_his_stack_and_may_enter_again():
    day, entry = late()
    take_up(by(), day, entries=[entry.pk])
    code, facts = refused(check_in, entry)
    assert (code, facts["at"]) == ("stack-taken-up", clock.now)
    again = factories.make_option(day.event, kind="re-entry", name="Re-entry")
    sold = register(by(), day, entry.player, again)
    assert (sold.state, sold.reentry, sold.checked_in_at) == ("seated", True, clock.now)
    assert counted(day, clock.now) == (1, 20_000, 20_000)
    assert violations(day.event) == []


def test_undone_he_has_his_stack_and_his_chair_again():
    day, entry = late()
    chair = Seat.objects.values_list("table", "chair").get(until=None)
    take_up(by(), day, entries=[entry.pk])
    undone(day.event, "bust.take_up")
    check_in(by(), entry)
    assert Seat.objects.values_list("table", "chair").get(until=None) == chair
    assert Bust.objects.count() == 0


def test_who_was_seen_in_his_chair_is_no_no_show():
    day, entry = late()
    Seat.objects.update(seen_at=START)
    assert (list(unclaimed(day)), no_shows(day)) == ([], ())
    with pytest.raises(RuleError):
        take_up(by(), day, entries=[entry.pk])


def test_the_list_has_reservations_waiting_ones_and_empty_chairs_in_both_orders():
    day = a_day()
    seated = imported(day, 2)
    draw_all(by(), day)
    waiting, reserved = imported(day, 1)[0], imported(day, 1, paid=False)[0]
    register(by(), day, factories.make_player(), day.event.options.get())
    by_name = no_shows(day)
    assert [one.pk for one in by_name] == [*(e.pk for e in seated), waiting.pk, reserved.pk]
    assert [one.pk for one in stacks(by_name)] == [*(e.pk for e in seated), waiting.pk]
    by_table = no_shows(day, "table")
    places = [(one.table, one.chair) for one in by_table]
    assert places[:2] == sorted(Seat.objects.filter(entry__in=seated).values_list("table__number", "chair"))
    assert [one.state for one in by_table[2:]] == ["paid", "reserved"]


@pytest.mark.parametrize("n", [1, 12])
def test_the_list_takes_as_many_queries_for_many_as_for_one(n, django_assert_num_queries):
    day = a_day()
    imported(day, n)
    draw_all(by(), day)
    with django_assert_num_queries(1):
        assert len(no_shows(day, "table")) == n
    with django_assert_num_queries(1):
        check_ins(day)


def test_who_is_seen_in_his_chair_has_claimed_his_stack():
    day = a_day(WHEN_CLAIMED)
    first = imported(day, 3)[0]
    draw_all(by(), day)
    mark_seen(by(), first)
    assert counted(day) == (1, 20_000, 20_000)
    for table in day.day_tables.all():
        mark_table_seen(by(), table)
    assert counted(day) == (3, 60_000, 20_000)
    assert no_shows(day) == ()
    assert violations(day.event) == []
    for done in Action.objects.filter(kind="seat.table_seen").order_by("-seq"):
        undo(by(), done)
    assert counted(day) == (1, 20_000, 20_000)
    assert violations(day.event) == []


def test_who_busts_had_his_chips_on_the_table():
    day = a_day(WHEN_CLAIMED)
    first, _second = imported(day, 2)
    draw_all(by(), day)
    bust(by(), first)
    assert counted(day) == (0, 20_000, None)
    assert violations(day.event) == []
    undone(day.event, "bust.bust")
    assert counted(day) == (0, 0, None)
