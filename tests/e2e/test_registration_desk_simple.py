"""The registration desk: known and new players, a slip of the hand, and lists that are broken."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.server import Server
from tests.e2e.steps import give_tables, know, look_at_list, make_event, make_room, sign_in
from tests.e2e.truth import state_of

pytestmark = pytest.mark.e2e
KNOWN = [("4711", "Łukasz", "Šimůnek"), ("4712", "Ánh", "Nguyễn")]


@pytest.fixture(scope="module")
def slug() -> str:
    """The event's address; its tests go on from one another."""
    return "desk"


@pytest.fixture(autouse=True)
def _signed_in(page: Page, server: Server) -> None:
    sign_in(page, server)


def test_a_known_player_is_seated_cancelled_and_back_by_undo(page: Page, slug: str) -> None:
    make_room(page, "Main floor", "1-2")
    assert make_event(page, "Desk") == slug
    give_tables(page, slug, "1-2")
    know(page, KNOWN)

    _choose(page, slug, "simunek", "Šimůnek")
    page.get_by_role("button", name="Take entry").click()
    seat = page.locator(".lastcard__seat b")
    expect(seat).to_have_count(2)
    table, chair = seat.all_inner_texts()
    expect(page.locator(".lastcard__name")).to_contain_text("Šimůnek")
    assert state_of(page, slug)["counts"]["players"] == 1

    page.locator(".lastcard").get_by_role("link", name="Open entry").click()
    page.get_by_role("link", name="Cancel this entry").click()
    page.get_by_role("button", name="Cancel and return €220").click()
    expect(page.get_by_text("cancelled").first).to_be_visible()
    assert state_of(page, slug)["counts"]["players"] == 0

    page.goto(f"/floor/{slug}/")
    page.locator("#todo .undo-line", has_text="cancel").get_by_role("button", name="Undo").click()
    expect(page.locator("#todo .undo-line--undone")).to_have_count(1)
    assert state_of(page, slug)["counts"]["players"] == 1
    page.goto(f"/floor/{slug}/day/1/table/{table}/")
    expect(page.locator(f".seat.chair-{chair} .seat__name")).to_contain_text("Šimůnek")


def test_who_plays_already_is_refused_with_where_he_sits(page: Page, slug: str) -> None:
    _choose(page, slug, "4711", "Šimůnek")
    expect(page.locator(".desk__line.is-chosen")).to_contain_text(re.compile(r"playing \d-\d"))
    expect(page.locator(".desk__why")).to_contain_text(re.compile(r"\d-\d"))
    expect(page.get_by_role("button", name="Take entry")).to_have_count(0)


def test_a_new_player_is_entered_and_found_again(page: Page, slug: str) -> None:
    page.goto(f"/floor/{slug}/entries/")
    page.fill("#find", "Óscar Ó Súilleabháin")
    page.get_by_role("link", name="New player").click()
    page.get_by_role("button", name="Take entry").click()
    expect(page.locator(".lastcard__name")).to_contain_text("Súilleabháin")
    page.fill("#find", "suilleabhain")
    expect(page.locator(".desk__line").first).to_contain_text("playing")


def test_a_broken_list_names_line_and_reason_and_changes_nothing(page: Page, slug: str) -> None:
    before = state_of(page, slug)
    broken = "card,first_name,last_name,entries\n9001,Ann,Good,1\n9002,Bob,Bad,many\n,,,1\n"
    file = {"name": "broken.csv", "mimeType": "text/csv", "buffer": broken.encode()}
    look_at_list(page, slug, file)
    lines = page.locator(".summary li").all_inner_texts()
    assert [line.split(":")[0] for line in lines] == ["Line 3", "Line 4"]
    assert "many" in lines[0]
    expect(page.get_by_role("button", name=re.compile("^Import"))).to_have_text("Import the other entry")
    after = state_of(page, slug)
    assert (after["rev"], after["counts"]) == (before["rev"], before["counts"])
    page.goto("/floor/players/?q=9001")
    expect(page.get_by_text("Good")).to_have_count(0)


def test_enter_in_the_console_opens_the_first_table_found_and_a_tap_on_the_clock_says_to_hold(
    page: Page, slug: str
) -> None:
    page.goto(f"/floor/{slug}/?table=1")
    expect(page.locator("#table")).to_contain_text("Table 1")
    page.keyboard.press("/")
    page.keyboard.type("2")
    wanted = page.locator(".found__line .figure").first.inner_text().split("-")[0]
    page.keyboard.press("Enter")  # it closes the list
    expect(page.locator("#table h2").first).to_have_text(f"Table {wanted}")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#toasts")).to_contain_text("Hold the button")
    assert state_of(page, slug)["clock"]["state"] == "waiting"


def _choose(page: Page, slug: str, typed: str, name: str) -> None:
    """Find a player at the desk as a clerk does: type, Enter or tap."""
    page.goto(f"/floor/{slug}/entries/")
    page.fill("#find", typed)
    page.locator(".desk__line", has_text=name).click()
