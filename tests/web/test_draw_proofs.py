"""The public proofs: complete without a login, silent about the seed until the day is over."""

import pytest

from tables.actions.break_table import propose_break
from tables.actions.draw import draw_all
from tables.actions.draw_day import close_day
from tables.actions.plans import accept_plan, discard_plan
from tables.actions.redraw import propose_redraw
from tables.models import DaySeed
from tables.rules.replay import replay
from tests import factories
from tests.actions.floor import late_day, seat_at
from tests.actions.test_draw import field
from tests.web.test_draw_page import text
from tournaments.journal.undo import undo
from tournaments.models import Action

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(director):
    day = factories.make_day(factories.make_event(slug="open"))
    factories.make_tables(day, 2)
    field(day, 4)
    draw_all(factories.as_by(director), day, cut="Zoe")
    undo(factories.as_by(director), Action.objects.get(kind="draw.all"))
    draw_all(factories.as_by(director), day)
    return day


@pytest.mark.parametrize("path", ["/e/open/draws/", "/e/open/day/1/draws/"])
def test_everybody_reads_commitments_and_draws(client, day, director, path):
    answer = client.get(path)
    assert answer.status_code == 200
    read = text(answer)
    assert DaySeed.objects.get().commitment in read
    assert "secret until the day is over" in read
    assert "What this does not guard against" in read
    assert "Whoever administers the machine" in read
    assert "Draw 1" in read
    assert "Void since" in read
    assert director.name in read
    assert "Seats for 4 waiting entries" in read
    assert "Cut: “Zoe”" in read
    assert bytes(DaySeed.objects.get().seed).hex() not in answer.content.decode()
    assert "sessionid" not in answer.cookies


def test_a_draw_for_a_break_or_a_redraw_says_what_it_was_for(client, director):
    day = late_day(event=factories.make_event(slug="open"))
    one, two, three = factories.make_tables(day, 3, first=7)
    for row in (one, two, three):
        seat_at(day, row, range(1, 4))
    who = factories.as_by(director)
    accept_plan(who, propose_break(who, three))
    discard_plan(who, propose_redraw(who, day, [7]), reason="Too early")
    read = text(client.get("/e/open/draws/"))
    assert "Table 9 breaks: new seats for 3 players" in read
    assert "Redraw: new seats for 9 players" in read
    assert "waiting entr" not in read


def test_the_page_runs_no_inline_script_or_style(client, day):
    answer = client.get("/e/open/draws/")
    page = answer.content.decode()
    assert "<style" not in page
    assert " style=" not in page
    assert page.count("<script") - page.count('<script type="module" src=') == page.count(
        'type="application/json"'
    )
    assert "unsafe" not in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["/e/open/draws.json", "/e/open/day/1/draws.json"])
def test_the_document_is_enough_to_do_every_draw_again(client, day, director, clock, path):
    assert client.get(path).json()["days"][0]["seeds"][0]["seed"] is None
    close_day(factories.as_by(director, clock), day)
    (found,) = client.get(path).json()["days"]
    seed = bytes.fromhex(found["seeds"][0]["seed"])
    assert [draw["number"] for draw in found["draws"]] == [1, 2]
    for draw in found["draws"]:
        again = replay(seed, draw["number"], draw["purpose"], draw["cut"], draw["candidates"])
        assert again == draw["outcome"]


def test_an_event_that_hides_names_shows_numbers(client, day):
    name = day.entries.first().player.last_name
    assert name in text(client.get("/e/open/draws/"))
    day.event.shows_names = False
    day.event.save()
    for path in ("/e/open/draws/", "/e/open/draws.json"):
        page = client.get(path).content.decode()
        assert all(entry.player.last_name not in page for entry in day.entries.all())


def test_the_document_is_sent_once_per_revision(client, day):
    first = client.get("/e/open/draws.json")
    assert client.get("/e/open/draws.json", headers={"If-None-Match": first["ETag"]}).status_code == 304


def test_unknown_events_and_days_are_not_found(client, day):
    for path in ("/e/x/draws/", "/e/x/draws.json", "/e/open/day/9/draws/", "/e/open/day/9/draws.json"):
        assert client.get(path).status_code == 404
