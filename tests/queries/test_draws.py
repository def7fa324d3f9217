"""The public list of draws, the document of proofs, and the command that does all again."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tables.actions.draw import draw_all, draw_seat, seat_alternates
from tables.actions.draw_day import close_day, reopen_day
from tables.models import DaySeed, Draw, Seat
from tables.queries.draws import draw_list, draws_document
from tables.queries.journal import journal
from tests import factories
from tests.actions.test_draw import field
from tournaments.journal.undo import undo
from tournaments.models import Action

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(director, clock):
    """Three draws: one undone, its second try, and one late seat."""
    day = factories.make_day(factories.make_event(slug="open"))
    factories.make_tables(day, 2)
    field(day, 5)
    who = factories.as_by(director, clock)
    draw_all(who, day, cut="Zoe")
    undo(who, Action.objects.get(kind="draw.all"))
    draw_all(who, day)
    (late,) = field(day, 1)
    draw_seat(who, late)
    return day


def verify(slug="open"):
    out = StringIO()
    try:
        call_command("verify_draws", slug, stdout=out)
    except CommandError as error:
        return [*out.getvalue().splitlines(), str(error)]
    return out.getvalue().splitlines()


def test_the_list_has_every_draw_the_void_ones_with_who_and_why(day, director, clock):
    lines = draw_list(day.event)
    plain = [(line.number, line.purpose, line.cut, line.entries, line.tables, line.chairs) for line in lines]
    assert plain == [
        (1, "seats", "Zoe", 5, 2, 18),
        (2, "seats", "", 5, 2, 18),
        (3, "late-seat", "", 1, 1, 7),
    ]
    first = lines[0]
    assert (first.is_void, first.voided_at, first.voided_by, first.void_reason) == (
        True,
        clock.now,
        director.name,
        "undone",
    )
    assert [line.sitting for line in lines] == [0, 5, 1]
    assert {line.published_seed for line in lines} == {None}
    assert {line.commitment for line in lines} == {DaySeed.objects.get().commitment}


def test_names_are_shown_only_where_the_event_shows_them(day):
    (seat,) = draw_list(day.event)[2].seats
    entry = Seat.objects.get(draw__number=3).entry
    assert (seat.number, seat.name) == (6, f"{entry.player.last_name}, {entry.player.first_name}")
    day.event.shows_names = False
    (seat,) = draw_list(day.event)[2].seats
    assert (seat.number, seat.name) == (6, "")
    assert set(draws_document(day.event)["entries"].values()) == {"1", "2", "3", "4", "5", "6"}


def test_the_list_takes_two_queries(day, director, django_assert_num_queries):
    with django_assert_num_queries(2):
        draw_list(day.event)
    for late in field(day, 3):
        draw_seat(factories.as_by(director), late)
    with django_assert_num_queries(2):
        assert len(draw_list(day.event)) == 6


def test_the_document_holds_no_seed_before_it_is_published(day, director, clock):
    secret = bytes(DaySeed.objects.get().seed).hex()
    assert secret not in str(draws_document(day.event))
    close_day(factories.as_by(director, clock), day)
    document = draws_document(day.event)
    assert document["days"][0]["seeds"] == [
        {"number": 1, "commitment": DaySeed.objects.get().commitment, "seed": secret}
    ]
    assert [draw["void"] for draw in document["days"][0]["draws"]] == [True, False, False]


def test_the_command_does_every_draw_again(day):
    assert verify() == [
        "day 1  draw 1  seats  ok (void)",
        "day 1  draw 2  seats  ok",
        "day 1  draw 3  late-seat  ok",
        "3 draws, all as recorded, no number missing.",
    ]


def test_the_command_finds_what_was_tampered_with(day):
    draw = Draw.objects.get(number=2)
    draw.outcome[0], draw.outcome[1] = (
        [draw.outcome[1][0], *draw.outcome[0][1:]],
        [draw.outcome[0][0], *draw.outcome[1][1:]],
    )
    draw.save()
    seat = Seat.objects.get(draw__number=3)
    taken = Seat.objects.filter(table=seat.table).values_list("chair", flat=True)
    Seat.objects.filter(pk=seat.pk).update(chair=min(set(range(1, 11)) - set(taken)))
    assert verify() == [
        "day 1  draw 1  seats  ok (void)",
        "day 1  draw 2  seats  DIFFERS: another outcome than recorded",
        "day 1  draw 3  late-seat  DIFFERS: seated elsewhere than drawn",
        "2 of 3 draws differ.",
    ]


def test_the_command_finds_missing_numbers_and_another_seed(day):
    Draw.objects.get(number=1).delete()
    assert verify()[0] == "day 1  draw 2  seats  DIFFERS: a number before this one is missing"
    DaySeed.objects.update(seed=bytes(32))
    assert verify()[1] == "day 1  draw 3  late-seat  DIFFERS: the seed is not the one committed to"


def test_an_unknown_event_is_said():
    assert verify("nothing") == ["There is no event nothing."]


def test_the_journal_says_what_was_drawn(day, director, clock):
    who = factories.as_by(director, clock)
    for entry in field(day, 12) + field(day, 1):
        seat = draw_seat(who, entry)
    assert seat is None
    close_day(who, day)
    reopen_day(who, day)
    factories.make_tables(day, 1)
    seat_alternates(who, day)
    said = [line.text for line in journal(day.event, "director", "UTC")]
    spot = Draw.objects.get(number=3).outcome
    assert said[:4] == [
        "Alternates of Day 1: 1 seated, 0 wait",
        "Day 1 goes on, with a new seed",
        "Day 1 is over, its seed is published",
        "Entry 19 waits as alternate 1",
    ]
    assert said[-4:] == [
        f"Draw 3: entry 6 to {spot[1]}-{spot[2]}",
        "Draw 2 of Day 1: 5 seats",
        "Undone: Draw 1 of Day 1: 5 seats",
        "Draw 1 of Day 1: 5 seats",
    ]
