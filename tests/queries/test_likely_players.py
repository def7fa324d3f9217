"""Who is likely meant by a new player's name, against a plain comparison with everybody."""

import random
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from tests import factories
from tournaments.models import Player
from tournaments.queries.likely_players import likely_players
from tournaments.rules.names import folded
from tournaments.rules.near_names import Likeness, is_one_slip
from tournaments.rules.person import Person

LETTERS = "abc"


def slips(text: str) -> set[str]:
    """Every text that is one slip away, made by making each slip."""
    made = {text[:i] + text[i + 1 :] for i in range(len(text))}
    made |= {text[:i] + c + text[i:] for i in range(len(text) + 1) for c in LETTERS}
    made |= {text[:i] + c + text[i + 1 :] for i in range(len(text)) for c in LETTERS}
    made |= {text[:i] + text[i + 1] + text[i] + text[i + 2 :] for i in range(len(text) - 1)}
    return made - {text}


@given(st.text(LETTERS, max_size=6), st.text(LETTERS, max_size=6))
def test_one_slip_is_what_making_each_slip_finds(one, other):
    assert is_one_slip(one, other) == (other in slips(one))


@given(st.text(LETTERS, min_size=1, max_size=7), st.randoms())
def test_every_slip_is_seen(text, dice):
    assert all(is_one_slip(text, other) for other in dice.sample(sorted(slips(text)), 5))


def person(first: str, last: str) -> Person:
    return Person(first_name=first, last_name=last)


@pytest.mark.django_db
@pytest.mark.parametrize("kept", [("大文", "陳"), ("", "陳大文")])
@pytest.mark.parametrize("typed", [("大文", "陳"), ("", "陳大文")])
def test_a_name_without_a_space_is_the_same_in_one_cell_and_in_two(kept, typed):
    player = factories.make_player(first_name=kept[0], last_name=kept[1])
    factories.make_player(first_name="小明", last_name="陳")
    assert [(one.pk, one.likeness) for one in likely_players(person(*typed))] == [(player.pk, Likeness.SAME)]


@pytest.mark.django_db
def test_the_likeliest_come_first_and_others_do_not():
    born = date(1990, 1, 2)
    near = factories.make_player(first_name="Thomas", last_name="Mueler")
    swapped = factories.make_player(first_name="Müller", last_name="Thomas")
    same = factories.make_player(first_name="Thomas", last_name="Muller", birth_date=date(1970, 1, 1))
    twin = factories.make_player(first_name="Thomas", last_name="Mulle", birth_date=born)
    factories.make_player(first_name="Thomas", last_name="Maier", birth_date=born)
    merged = factories.make_player(first_name="Thomas", last_name="Muller", merged_into=same)
    found = likely_players(person("Thomas", "Müller"), born)
    assert [one.pk for one in found] == [twin.pk, same.pk, swapped.pk, near.pk]
    assert [one.pk for one in likely_players(person("Thomas", "Mueller"), None)] == [near.pk, same.pk]
    assert merged.pk not in {one.pk for one in found}


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["annamaria", "li wei", "bo li", "cher", "x", "zoe o'neill", "50% off"])
def test_no_slip_escapes_the_search_of_the_database(name):
    """Whatever slip the known player's name was typed with, the one query finds it."""
    first, _space, last = name.rpartition(" ")
    typed = sorted(slips(folded(f"{first} {last}")), key=len) if len(name) > 6 else [name]
    known = factories.make_player(first_name=first, last_name=last, card=None)
    for text in random.Random(1).sample(typed, min(40, len(typed))):
        head, _space, tail = " ".join(text.split()).rpartition(" ")
        if len(folded(f"{head} {tail}")) > 5 and is_one_slip(folded(f"{head} {tail}"), folded(name)):
            assert [one.pk for one in likely_players(person(head, tail))] == [known.pk], text


@pytest.mark.django_db
def test_any_number_of_players_is_one_query():
    rows = [
        Player(
            first_name=f"First{n % 100}",
            last_name=f"Last{n}",
            search=f"first{n % 100} last{n} first{n % 100}",
        )
        for n in range(2_000)
    ]
    Player.objects.bulk_create(rows)
    with CaptureQueriesContext(connection) as caught:
        found = likely_players(person("First7", "Last107"))
    assert (len(found), len(caught)) == (5, 1)
