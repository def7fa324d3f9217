"""The check-in line by scanner and keyboard alone, and what the desk does with who has paid already."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.server import Server
from tests.e2e.steps import draw_everybody, give_tables, look_at_list, make_event, make_room, sign_in

pytestmark = pytest.mark.e2e
GUARD_MS = 450  # a press that comes sooner after the choice is not meant
LIST = {
    "name": "list.csv",
    "mimeType": "text/csv",
    "buffer": "card,first_name,last_name\n103354,Ánh,Nguyễn\n4711,Łukasz,Šimůnek\n88001,Zoe,Rossi\n".encode(),
}


@pytest.fixture(scope="module")
def slug() -> str:
    """The event's address; its tests go on from one another."""
    return "line"


@pytest.fixture(autouse=True)
def _signed_in(page: Page, server: Server) -> None:
    sign_in(page, server)


def test_a_scan_shows_who_it_is_and_enter_checks_him_in(page: Page, slug: str) -> None:
    make_room(page, "Main floor", "1-2")
    assert make_event(page, "Line") == slug
    give_tables(page, slug, "1-2")
    look_at_list(page, slug, LIST, state="paid")
    page.get_by_role("button", name="Import").click()
    page.wait_for_url(f"**/{slug}/entries/**")
    draw_everybody(page, slug)
    page.goto(f"/floor/{slug}/check-in/")
    expect(page.locator("#count")).to_contain_text("0 of 3 checked in")
    page.keyboard.type("103354")  # as fast as a scanner
    page.keyboard.press("Enter")
    expect(page.locator("#sell h2")).to_have_text("Ánh Nguyễn")
    expect(page.locator("#sell")).to_contain_text("not checked in")
    expect(page.locator("#count")).to_contain_text("0 of 3 checked in")
    page.wait_for_timeout(GUARD_MS)
    page.keyboard.press("Enter")
    expect(page.locator("#count")).to_contain_text("1 of 3 checked in")
    expect(page.locator(".lastcard__name")).to_have_text("Nguyễn, Ánh")
    expect(page.locator("#find")).to_be_focused()
    expect(page.locator("#find")).to_have_value("")


def test_the_next_in_the_line_is_typed_and_undone(page: Page, slug: str) -> None:
    page.goto(f"/floor/{slug}/check-in/")
    page.keyboard.type("simunek", delay=80)
    expect(page.locator(".hit").first).to_contain_text("Šimůnek, Łukasz")
    page.keyboard.press("Enter")
    expect(page.locator("[data-main]")).to_be_focused()
    page.wait_for_timeout(GUARD_MS)
    page.keyboard.press("Enter")
    expect(page.locator("#count")).to_contain_text("2 of 3 checked in")
    page.keyboard.press("Alt+u")
    expect(page.locator("#lastcard")).to_contain_text("undone")
    expect(page.locator("#count")).to_contain_text("1 of 3 checked in")


def test_at_the_desk_a_second_enter_checks_in_and_sells_nothing(
    page: Page, server: Server, slug: str
) -> None:
    page.goto(f"/floor/{slug}/desk/")
    page.keyboard.type("rossi", delay=80)
    expect(page.locator(".hit").first).to_contain_text("not checked in")
    page.keyboard.press("Enter")
    expect(page.locator("[data-main]")).to_contain_text("Check in")
    page.wait_for_timeout(GUARD_MS)
    page.keyboard.press("Enter")
    expect(page.locator(".lastcard__name")).to_have_text("Rossi, Zoe")
    expect(page.locator("#lastcard")).to_contain_text("Checked in")
    with server.database() as database:
        assert database.execute("select count(*) from tournaments_purchase").fetchone() == (3,)
