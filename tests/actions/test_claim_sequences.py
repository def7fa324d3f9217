"""Whatever order players come, go and are given up in, chips are in play as the event has it."""

from contextlib import suppress

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tables.actions.bust import bust
from tables.actions.check_in import check_in
from tables.actions.desk import pay, register
from tables.actions.draw import draw_all
from tables.actions.import_entries import import_entries
from tables.actions.sale import take_option
from tables.actions.seat_notes import mark_seen
from tables.actions.unclaimed import take_up
from tables.queries.no_shows import unclaimed
from tables.queries.screen import screen_state
from tests import factories
from tests.actions.test_desk_sequences import rows
from tournaments.actions.clock import start_clock
from tournaments.actions.event import change_event
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Day, Entry, Event
from tournaments.queries.clock import reading_of
from tournaments.rules.csv_import import lines_of_csv, read_players
from tournaments.rules.errors import RuleError

WHEN_CLAIMED = Event.Unclaimed.WHEN_CLAIMED
KINDS = (
    *("check-in", "seen", "bust", "pay", "rebuy", "register", "draw"),
    *("check-in", "choice", "choice", "take-up", "take-up", "undo", "undo"),
)
steps = st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 7)), min_size=1, max_size=16)


class Floor:
    """An event with four paid entries and a reservation of a list, its first level over."""

    def __init__(self) -> None:
        self.clock = factories.Clock()
        self.by = factories.as_by(clock=self.clock)
        event = factories.make_event(unclaimed_level=1)
        self.day = factories.make_day(event)
        self.option = factories.make_option(event)
        self.rebuy = factories.make_option(event, kind="rebuy", name="Rebuy")
        factories.make_tables(self.day, 2, chairs=3)
        for paid, cards in ((True, (1, 2, 3, 4)), (False, (5,))):
            lines = "".join(f"{card},First,Last{card}\n" for card in cards)
            sheet = read_players(lines_of_csv(f"card,first_name,last_name\n{lines}"))
            import_entries(self.by, self.day, self.option, sheet, paid=paid)
        start_clock(self.by, self.day)
        self.clock.forward(minutes=21)
        self.last = Action.objects.latest("seq").seq

    @property
    def event(self) -> Event:
        return Event.objects.get(pk=self.day.event_id)

    def step(self, what: str, n: int) -> None:
        entries = list(Entry.objects.filter(event=self.day.event_id).order_by("pk"))
        entry = entries[n % len(entries)]
        day = Day.objects.select_related("event").get(pk=self.day.pk)
        if what == "take-up":
            take_up(self.by, day, entries=[one.pk for one in entries[n % 3 :]])
        elif what == "choice":
            change_event(self.by, day.event, unclaimed=Event.Unclaimed.values[n % 3])
        elif what == "undo":
            done = Action.objects.filter(event=day.event, seq__gt=self.last).order_by("-seq")
            if done:
                undo(self.by, done[n % len(done)])
        elif what == "draw":
            draw_all(self.by, day)
        elif what == "register":
            register(self.by, day, factories.make_player(), self.option)
        elif what == "rebuy":
            take_option(self.by, entry, self.rebuy)
        else:
            {"check-in": check_in, "seen": mark_seen, "bust": bust, "pay": pay}[what](self.by, entry)

    def shown(self) -> dict:
        day = Day.objects.select_related("event").get(pk=self.day.pk)
        state = screen_state(day.event, day, reading_of(day, self.clock.now), self.clock.now)
        return {**state["counts"], **state["chips"]}

    def expected_players(self) -> int:
        playing = Entry.objects.filter(event=self.day.event_id, state__in=["paid", "seated"])
        playing = playing.exclude(state="paid", alternate__isnull=False)
        if self.event.unclaimed == WHEN_CLAIMED:
            playing = playing.exclude(checked_in_at=None)
        return playing.count()


@pytest.mark.django_db
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sequence=steps)
def test_chips_follow_the_choice_and_all_of_it_is_undone_without_a_trace(sequence, db):
    with transaction.atomic():
        floor = Floor()
        first = rows()
        for step in sequence:
            with suppress(RuleError):
                floor.step(*step)
            assert violations(floor.event) == []
            shown = floor.shown()
            assert shown["players"] == floor.expected_players()
            assert set(unclaimed(floor.day)) >= set(Entry.objects.filter(state="seated", checked_in_at=None))
        for done in Action.objects.filter(event=floor.event, seq__gt=floor.last).order_by("-seq"):
            if Action.objects.filter(pk=done.pk, undone_by=None).exists():
                undo(floor.by, done)
                assert violations(floor.event) == []
        after = rows()
        added = {"tournaments.Player"}  # those whom the sequence made for itself
        assert {name: after[name] for name in after if name not in added} == {
            name: first[name] for name in first if name not in added
        }
        transaction.set_rollback(True)
