"""A full room: sold into a place in line, called, skipped, back, seated, and what the player's phone says."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.server import Server
from tests.e2e.steps import (
    choose_by_card,
    give_tables,
    know,
    make_event,
    make_room,
    sell_by_enter,
    sign_in,
)
from tests.e2e.windows import opened

pytestmark = pytest.mark.e2e
SEATED = [("83001", "Anna", "Abramowitz"), ("83002", "Bruno", "Castellani")]
WAITING = [("83003", "Chiara", "Oduya"), ("83004", "David", "Petersen")]


@pytest.fixture(scope="module")
def slug() -> str:
    """The event's address; its tests go on from one another."""
    return "full"


@pytest.fixture(scope="module")
def phone(browser: Browser, server: Server) -> Iterator[Page]:
    """A player's own phone, signed in to nothing."""
    with opened(browser, server, viewport={"width": 390, "height": 844}) as context:
        yield context.new_page()


@pytest.fixture(autouse=True)
def _signed_in(page: Page, server: Server) -> None:
    sign_in(page, server)


def test_a_full_room_sells_a_numbered_ticket(page: Page, phone: Page, server: Server, slug: str) -> None:
    make_room(page, "Small floor", "1", chairs=2)
    assert make_event(page, "Full") == slug
    give_tables(page, slug, "1")
    know(page, [*SEATED, *WAITING])
    for card, _first, _last in SEATED:
        choose_by_card(page, slug, card)
        sell_by_enter(page)
        expect(page.locator(".lastcard__seat")).to_contain_text("seat")
    for number, (card, _first, _last) in enumerate(WAITING, start=1):
        choose_by_card(page, slug, card)
        sell_by_enter(page)
        expect(page.locator(".lastcard__seat")).to_have_text(re.compile(rf"^\s*{number}\s*alternate\s*$"))
        assert _newest_job(server)[0] == "alternate_ticket"
        assert _newest_job(server)[1] in {"ready", "printed"}
    phone.goto(f"/C/{_token(server, WAITING[0][0])}")
    expect(phone.locator(".mine .place")).to_contain_text(re.compile(r"Alternate\s*1"))
    expect(phone.locator(".mine .wait")).to_contain_text("You are next")


def test_a_call_and_the_seat_reach_the_phone(page: Page, phone: Page, slug: str) -> None:
    _cancel(page, slug, SEATED[0][0])
    page.goto(f"/floor/{slug}/alternates/")
    expect(page.get_by_role("button", name="Call alternate 1")).to_be_enabled()
    page.keyboard.press("c")
    expect(page.locator(".called__name")).to_contain_text("Oduya")
    expect(phone.locator(".mine .wait")).to_contain_text("Called: come to the desk")
    page.keyboard.press("s")
    expect(page.locator(".alternates__said")).to_contain_text("table 1, seat")
    expect(phone.locator(".mine .place")).to_contain_text(re.compile(r"Table\s*1.*Seat\s*[12]", re.DOTALL))


def test_who_does_not_come_is_skipped_keeps_his_number_and_is_back(
    page: Page, phone: Page, server: Server, slug: str
) -> None:
    phone.goto(f"/C/{_token(server, WAITING[1][0])}")
    _cancel(page, slug, SEATED[1][0])
    page.goto(f"/floor/{slug}/alternates/")
    page.keyboard.press("c")
    expect(page.locator(".called__name")).to_contain_text("Petersen")
    page.keyboard.press("k")
    expect(page.locator(".alternates__said")).to_contain_text("keeps his number")
    expect(phone.locator(".mine .wait")).to_contain_text("you keep your place")
    page.get_by_role("button", name="He is back").press("Enter")
    expect(phone.locator(".mine .wait")).to_contain_text("You are next")
    page.keyboard.press("c")
    expect(page.locator(".called__name")).to_contain_text("Petersen")
    page.keyboard.press("s")
    expect(phone.locator(".mine .place")).to_contain_text(re.compile(r"Table\s*1.*Seat\s*[12]", re.DOTALL))


def _cancel(page: Page, slug: str, card: str) -> None:
    """The player's entry is cancelled at the desk: his chair is open."""
    choose_by_card(page, slug, card)
    page.keyboard.press("x")
    button = page.get_by_role("button", name="Cancel and return €220")
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("cancelled: €220 returned.")).to_be_visible()


def _newest_job(server: Server) -> tuple[str, str]:
    with server.database() as database:
        document, state = database.execute(
            "select document, state from tables_printjob order by id desc limit 1"
        ).fetchone()
    return document, state


def _token(server: Server, card: str) -> str:
    """The code on the player's card or ticket."""
    with server.database() as database:
        token = database.execute(
            "select e.token from tournaments_entry e join tournaments_player y on y.id = e.player_id"
            " where y.card = ? order by e.id desc limit 1",
            [card],
        ).fetchone()[0]
    return str(token)
