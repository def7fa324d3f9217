"""The registration desk by keyboard alone: known and new players, a scanner, a slip and its undo."""

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.server import Server
from tests.e2e.steps import give_tables, make_event, make_room, sign_in
from tests.e2e.truth import state_of

pytestmark = pytest.mark.e2e
KNOWN = [("103354", "Ánh", "Nguyễn"), ("101902", "Đức", "Nguyễn"), ("4711", "Łukasz", "Šimůnek")]
HAND_MS = 80  # between two keys of a person; a scanner leaves none


@pytest.fixture(scope="module")
def slug() -> str:
    """The event's address; its tests go on from one another."""
    return "sale"


@pytest.fixture(autouse=True)
def _signed_in(page: Page, server: Server) -> None:
    # A headless Chromium has no printer: print() ends its page. It is noted instead.
    page.add_init_script(
        "window.print = () => window.top.document.documentElement.setAttribute('printed', '')"
    )
    sign_in(page, server)


def test_a_known_player_takes_two_presses_after_the_search(page: Page, server: Server, slug: str) -> None:
    make_room(page, "Main floor", "1-2")
    assert make_event(page, "Sale") == slug
    give_tables(page, slug, "1-2")
    _know(page)
    page.goto(f"/floor/{slug}/desk/")
    _type(page, "nguyen anh")
    expect(page.locator(".hit").first).to_contain_text("Nguyễn, Ánh")
    page.keyboard.press("Enter")
    expect(page.locator("[data-main]")).to_be_focused()
    page.wait_for_timeout(450)  # the guard: a press that comes sooner is not meant
    pressed = time.monotonic()
    page.keyboard.press("Enter")
    expect(page.locator(".lastcard__name")).to_have_text("Nguyễn, Ánh")
    took = time.monotonic() - pressed
    with server.database() as database:
        assert database.execute("select count(*) from tables_printjob").fetchone() == (1,)
    print(f"sold, seated and printed in {took * 1000:.0f} ms")
    expect(page.locator("html[printed]")).to_be_attached()
    expect(page.locator("#find")).to_be_focused()
    expect(page.locator("#find")).to_have_value("")
    assert state_of(page, slug)["counts"]["players"] == 1


def test_enters_in_a_row_choose_and_do_not_sell(page: Page, slug: str) -> None:
    page.goto(f"/floor/{slug}/desk/")
    _type(page, "duc")
    expect(page.locator(".hit").first).to_contain_text("Đức")
    for _press in range(3):
        page.keyboard.press("Enter")
    expect(page.locator(".sell__who")).to_contain_text("Đức Nguyễn")
    expect(page.locator("[data-main]")).to_be_focused()
    assert state_of(page, slug)["counts"]["players"] == 1


def test_a_scan_chooses_wherever_the_cursor_is_and_never_sells(page: Page, slug: str) -> None:
    page.goto(f"/floor/{slug}/desk/")
    _scan(page, "101902")
    expect(page.locator(".sell__who")).to_contain_text("Đức Nguyễn")
    expect(page.locator("[data-main]")).to_be_focused()
    page.wait_for_timeout(450)
    # The next card is scanned while the button that sells has the cursor.
    _scan(page, "4711")
    expect(page.locator(".sell__who")).to_contain_text("Łukasz Šimůnek")
    expect(page.locator("[data-main]")).to_be_focused()
    page.keyboard.press("r")
    expect(page.locator("[name=received]")).to_be_focused()
    _scan(page, "101902")
    expect(page.locator(".sell__who")).to_contain_text("Đức Nguyễn")
    assert state_of(page, slug)["counts"]["players"] == 1


def test_cash_is_counted_and_given_back(page: Page, slug: str) -> None:
    page.goto(f"/floor/{slug}/desk/")
    _scan(page, "4711")
    expect(page.locator("[data-main]")).to_be_focused()
    page.keyboard.press("r")
    expect(page.locator("[name=received]")).to_be_focused()
    _type(page, "200")
    expect(page.locator("[data-change]")).to_have_text(re.compile("20 missing"))
    page.keyboard.press("Control+a")
    _type(page, "250")
    expect(page.locator("[data-change]")).to_have_text("Change €30")
    page.keyboard.press("Enter")
    expect(page.locator("[data-main]")).to_be_focused()
    page.wait_for_timeout(450)
    page.keyboard.press("Enter")
    expect(page.locator(".lastcard__change")).to_have_text("Change €30")
    assert state_of(page, slug)["counts"]["players"] == 2


def test_who_plays_is_refused_with_where_he_sits(page: Page, slug: str) -> None:
    page.goto(f"/floor/{slug}/desk/")
    _type(page, "simunek")
    expect(page.locator(".hit__state").first).to_have_text(re.compile(r"playing \d-\d"))
    page.keyboard.press("Enter")
    expect(page.locator(".sell__why").first).to_have_text(re.compile(r"is in already and sits at \d-\d"))
    expect(page.locator("[data-main]")).to_have_count(0)


def test_a_new_player_is_typed_sold_and_taken_back(page: Page, slug: str) -> None:
    page.goto(f"/floor/{slug}/desk/")
    _type(page, "Óscar Ó Súilleabháin")
    expect(page.locator(".hit--new kbd")).to_have_text("↵")
    page.keyboard.press("Enter")
    expect(page.locator("[data-main]")).to_be_focused()
    page.keyboard.press("k")
    expect(page.locator("[name=method][value=card]")).to_be_checked()
    page.wait_for_timeout(450)
    page.keyboard.press("Enter")
    expect(page.locator(".lastcard__name")).to_contain_text("Súilleabháin")
    assert state_of(page, slug)["counts"]["players"] == 3
    page.keyboard.press("Alt+u")
    expect(page.locator(".lastcard__undone")).to_contain_text("undone")
    assert state_of(page, slug)["counts"]["players"] == 2


def test_a_price_in_two_ways_is_sold_by_keys(page: Page, server: Server, slug: str) -> None:
    page.goto(f"/floor/{slug}/desk/")
    _scan(page, "101902")
    expect(page.locator("[data-main]")).to_be_focused()
    page.keyboard.press("s")
    expect(page.locator("[name=second_amount]")).to_be_focused()
    _type(page, "100")
    expect(page.locator("[data-rest]")).to_have_text("Cash €120")
    page.keyboard.press("Enter")
    page.keyboard.press("r")
    expect(page.locator("[name=received]")).to_be_focused()
    _type(page, "150")
    expect(page.locator("[data-change]")).to_have_text("Change €30")
    page.keyboard.press("Enter")
    expect(page.locator("[data-main]")).to_be_focused()
    page.wait_for_timeout(450)
    page.keyboard.press("Enter")
    expect(page.locator(".lastcard__change")).to_have_text("Change €30")
    with server.database() as database:
        paid = database.execute(
            "select method, sum(amount) from tournaments_ledgerline where entry_id ="
            " (select max(entry_id) from tournaments_ledgerline) group by method order by method"
        ).fetchall()
    assert paid == [("card", 10_000), ("cash", 12_000)]


def test_an_entry_is_cancelled_and_refunded_by_keys(page: Page, slug: str) -> None:
    before = state_of(page, slug)["counts"]["players"]
    page.goto(f"/floor/{slug}/desk/")
    _scan(page, "101902")
    expect(page.locator(".sell__refund")).to_be_visible()
    page.keyboard.press("x")
    button = page.get_by_role("button", name="Cancel and return €220")
    expect(button).to_be_focused()
    expect(page.locator(".refund__due")).to_contain_text("€100")
    page.keyboard.press("Enter")
    expect(page.get_by_text("cancelled: €220 returned.")).to_be_visible()
    expect(page.locator("#find")).to_be_focused()
    assert state_of(page, slug)["counts"]["players"] == before - 1


def _type(page: Page, text: str) -> None:
    page.keyboard.type(text, delay=HAND_MS)


def _scan(page: Page, text: str) -> None:
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def _know(page: Page) -> None:
    """The house knows these players."""
    for card, first, last in KNOWN:
        page.goto("/floor/players/new/")
        page.fill("input[name=card]", card)
        page.fill("input[name=first_name]", first)
        page.fill("input[name=last_name]", last)
        page.get_by_role("button", name="Add player").click()
        page.wait_for_url("**/floor/players/")
