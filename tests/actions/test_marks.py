"""Absent players and penalties, chips counted, clocks called; the published penalties by id."""

from datetime import timedelta

import pytest

from tables.actions.bust import bust
from tables.actions.chip_counts import count_table
from tables.actions.marks import count_down, lift, mark_absent, penalty
from tables.actions.shot_clock import call_clock, end_shot_clock
from tables.actions.swap import swap
from tables.models import ChipCount, Mark, ShotClock
from tables.queries.chip_counts import chip_counts
from tables.queries.marks import marks
from tables.rules.shot_clock import read_shot_clock
from tests.actions.in_play import make_floor
from tests.actions.test_draw import refusal
from tests.rules.floor_cases import published
from tournaments.journal.invariants import violations

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor():
    return make_floor(6, 2)


@published("penalty")
def test_published_penalties(case):
    given, expected = case["input"], case["expected"]
    floor = make_floor(given.get("players_at_table_when_given", 9), 1)
    if "hands_missed" in expected:
        given_out = penalty(floor.by, floor.entries[0], rounds=given["rounds"])
        assert given_out.hands == expected["hands_missed"]
    elif "counts_as" in expected:
        one = penalty(floor.by, floor.entries[0], rounds=1)
        assert one.hands - count_down(floor.by, one).hands == expected["counts_as"]
    else:
        assert set(expected) == {"chips_removed"}  # test_reinstate.py has the disqualified player


def test_a_mark_follows_its_player_and_ends_with_him(floor):
    one, four = floor.entries[0], floor.entries[3]
    mark_absent(floor.by, one)
    mark = penalty(floor.by, one, rounds=1, hands=2, reason=" phone ")
    assert (mark.rounds, mark.hands, mark.reason, mark.since) == (1, 5, "phone", floor.clock.now)
    swap(floor.by, one, four)
    table = floor.tables[1].table.number
    shown = [(m.kind, m.entry, m.table, m.chair, m.hands) for m in marks(floor.day)]
    assert shown == [("absent", one.pk, table, 1, 0), ("penalty", one.pk, table, 1, 5)]
    bust(floor.by, one)
    assert marks(floor.day) == ()
    assert violations(floor.event) == []


def test_the_stack_that_is_blinded_off_is_listed(floor):
    one = floor.entries[0]
    at = floor.clock.now
    count_table(floor.by, floor.tables[0], {one.pk: 18_000})
    floor.clock.forward(minutes=30)
    mark_absent(floor.by, one)
    (shown,) = marks(floor.day)
    assert (shown.chips, shown.as_of, shown.since) == (18_000, at, floor.clock.now)


def test_a_penalty_is_over_with_its_last_hand(floor):
    mark = penalty(floor.by, floor.entries[0], hands=3)
    assert count_down(floor.by, mark, hands=2).hands == 1
    assert count_down(floor.by, mark).until == floor.clock.now
    assert refusal(count_down, floor.by, mark)[0] == "mark-over"
    assert refusal(lift, floor.by, mark)[0] == "mark-over"
    floor.undo_last()
    assert Mark.objects.get().until is None
    assert lift(floor.by, mark).until == floor.clock.now
    penalty(floor.by, floor.entries[0], hands=1)


def test_marks_that_are_refused(floor):
    one, two, *_ = floor.entries
    absent = mark_absent(floor.by, one)
    assert refusal(mark_absent, floor.by, one)[0] == "marked-already"
    assert refusal(count_down, floor.by, absent)[0] == "not-a-penalty"
    assert refusal(penalty, floor.by, two)[0] == "no-penalty"
    assert refusal(penalty, floor.by, two, rounds=1, hands=-4)[0] == "no-penalty"
    assert refusal(penalty, floor.by, two, rounds=-1)[0] == "penalty-negative"
    bust(floor.by, two)
    assert refusal(mark_absent, floor.by, two)[0] == "already-out"


def test_counts_follow_the_player_and_the_newest_counts(floor):
    one, two, three, four, *_ = floor.entries
    first = floor.clock.now
    counts = {one.pk: 43_500, two.pk: 9_000, three.pk: 1_000}
    count_table(floor.by, floor.tables[0], counts)
    now = floor.clock.forward(minutes=20)
    count_table(floor.by, floor.tables[0], {one.pk: 40_000})
    count_table(floor.by, floor.tables[0], {two.pk: 1}, as_of=first - timedelta(minutes=5))
    swap(floor.by, one, four)
    shown = chip_counts(floor.day)
    tables = [row.table.number for row in floor.tables]
    assert [(s.entry, s.chips, s.as_of, s.table, s.chair) for s in shown.counted] == [
        (one.pk, 40_000, now, tables[1], 1),
        (two.pk, 9_000, first, tables[0], 2),
        (three.pk, 1_000, first, tables[0], 3),
    ]
    assert (shown.total, shown.in_play, shown.average, shown.as_of) == (50_000, 120_000, 20_000, first)
    assert shown.difference is None
    assert shown.sentence() == "3 of 6 players counted: 50,000 of 120,000 chips."
    assert [s.entry for s in shown.leaders(1)] == [one.pk]


def test_whoever_is_out_has_no_stack(floor):
    one = floor.entries[0]
    count_table(floor.by, floor.tables[0], {one.pk: 5_000})
    bust(floor.by, one)
    assert one.pk not in {stack.entry for stack in chip_counts(floor.day).stacks}
    assert violations(floor.event) == []


@pytest.mark.parametrize(
    ("chips", "words"),
    [
        (20_000, "All 6 players counted: 120,000 chips, as many as are in play."),
        (20_500, "All 6 players counted: 120,500 chips, 500 more than are in play."),
        (19_000, "All 6 players counted: 119,000 chips, 1,000 fewer than are in play."),
    ],
)
def test_the_counts_of_all_are_held_against_the_chips_in_play(floor, chips, words):
    for table, entries in ((0, floor.entries[:3]), (1, floor.entries[3:])):
        count_table(floor.by, floor.tables[table], {entry.pk: 20_000 for entry in entries})
    count_table(floor.by, floor.tables[0], {floor.entries[0].pk: chips})
    assert chip_counts(floor.day).sentence() == words


def test_leaders_with_as_many_chips_are_all_named(floor):
    one, two, three, *_ = floor.entries
    count_table(floor.by, floor.tables[0], {one.pk: 9_000, two.pk: 5_000, three.pk: 5_000})
    assert len(chip_counts(floor.day).leaders(2)) == 3


def test_counts_that_are_refused(floor):
    one, four = floor.entries[0], floor.entries[3]
    table = floor.tables[0]
    later = floor.clock.now + timedelta(minutes=1)
    assert refusal(count_table, floor.by, table, {})[0] == "nothing-counted"
    assert refusal(count_table, floor.by, table, {one.pk: 5, four.pk: 5})[0] == "not-at-table"
    assert refusal(count_table, floor.by, table, {one.pk: 0})[0] == "no-chips"
    assert refusal(count_table, floor.by, table, {one.pk: 5}, as_of=later)[0] == "count-later"
    assert ChipCount.objects.count() == 0


def test_a_called_clock_is_read_and_never_ticks(floor):
    table = floor.tables[0]
    shot = call_clock(floor.by, table)
    floor.clock.forward(seconds=24, milliseconds=999)
    reading = read_shot_clock(shot.called_at, floor.clock.now)
    assert (shot.table, reading.state, reading.left_ms) == (table.table, "thinking", 5_001)
    assert refusal(call_clock, floor.by, table)[0] == "clock-called"
    floor.clock.forward(seconds=2)
    end_shot_clock(floor.by, shot)
    assert ShotClock.objects.get().ended_at == floor.clock.now
    assert not ShotClock.objects.filter(ended_at=None).exists()
    assert refusal(end_shot_clock, floor.by, shot)[0] == "clock-ended"


def test_a_clock_that_ran_out_makes_way_for_the_next(floor):
    shot = call_clock(floor.by, floor.tables[0])
    floor.clock.forward(seconds=90)
    call_clock(floor.by, floor.tables[0])
    shot.refresh_from_db()
    assert shot.ended_at - shot.called_at == timedelta(seconds=30)
    call_clock(floor.by, floor.tables[1])
    assert ShotClock.objects.filter(ended_at=None).count() == 2


def test_lists_ask_the_same_of_the_database_whatever_the_field(django_assert_num_queries):
    for players in (4, 18):
        floor = make_floor(players, 2)
        for entry in floor.entries:
            mark_absent(floor.by, entry)
        half = players // 2
        count_table(floor.by, floor.tables[0], {entry.pk: 5_000 for entry in floor.entries[:half]})
        with django_assert_num_queries(1):
            assert len(marks(floor.day)) == players
        with django_assert_num_queries(4):
            assert len(chip_counts(floor.day).counted) == half
