"""The registration desk by keyboard alone: known and new players, a scanner, a slip and its undo."""

import re
import statistics
import time

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.server import PATIENCE_S, Server
from tests.e2e.steps import (
    GUARD_MS,
    busy,
    give_tables,
    know,
    make_event,
    make_room,
    scan,
    sign_in,
    type_by_hand,
)
from tests.e2e.truth import state_of

pytestmark = pytest.mark.e2e
MOST_KEYS, MOST_S = 3, 1.0
QUICK = [
    ("7001", "Mona", "Abernathy"),
    ("7002", "Piet", "Ostrowski"),
    ("7003", "Ling", "Quarterman"),
    ("7004", "Uwe", "Vandersloot"),
    ("7005", "Rosa", "Etcheverry"),
]
KNOWN = [("103354", "Ánh", "Nguyễn"), ("101902", "Đức", "Nguyễn"), ("4711", "Łukasz", "Šimůnek")]


@pytest.fixture(scope="module")
def slug() -> str:
    """The event's address; its tests go on from one another."""
    return "sale"


@pytest.fixture(autouse=True)
def _signed_in(page: Page, server: Server) -> None:
    sign_in(page, server)


def test_a_known_player_takes_at_most_three_keys_after_the_search(
    page: Page, server: Server, slug: str
) -> None:
    make_room(page, "Main floor", "1-3")
    assert make_event(page, "Sale") == slug
    give_tables(page, slug, "1-2")
    know(page, KNOWN)
    # Kept by the browser's tab: a page that is loaded meanwhile goes on counting.
    page.add_init_script("addEventListener('keydown', () => sessionStorage.strokes++, true)")
    page.goto(f"/floor/{slug}/desk/")
    type_by_hand(page, "nguyen anh")
    expect(page.locator(".hit").first).to_contain_text("Nguyễn, Ánh")
    page.evaluate("sessionStorage.strokes = 0")
    page.keyboard.press("Enter")
    expect(page.locator("[data-main]")).to_be_focused()
    page.wait_for_timeout(GUARD_MS)
    page.keyboard.press("Enter")
    expect(page.locator(".lastcard__name")).to_have_text("Nguyễn, Ánh")
    expect(page.locator("html[printed]")).to_be_attached()
    assert 0 < page.evaluate("Number(sessionStorage.strokes)") <= MOST_KEYS
    expect(page.locator("#find")).to_be_focused()
    expect(page.locator("#find")).to_have_value("")
    assert state_of(page, slug)["counts"]["players"] == 1


def test_the_card_is_a_printed_job_within_a_second_of_the_last_key(
    page: Page, server: Server, slug: str
) -> None:
    # An event of its own: the next tests count the players of theirs.
    make_event(page, "Speed")
    give_tables(page, "speed", "3")
    know(page, QUICK)
    page.goto("/floor/speed/desk/")
    took = []
    for _card, _first, last in QUICK:
        type_by_hand(page, last.lower())
        expect(page.locator(".hit").first).to_contain_text(last)
        page.keyboard.press("Enter")
        expect(page.locator("[data-main]")).to_be_focused()
        page.wait_for_timeout(GUARD_MS)
        before, pressed = _cards(server), time.monotonic()
        page.keyboard.press("Enter")
        while _cards(server) == before:
            assert time.monotonic() - pressed < PATIENCE_S, page.locator(".sell").inner_text()
        took.append(time.monotonic() - pressed)
        expect(page.locator(".lastcard__name")).to_contain_text(last)
        expect(page.locator("#find")).to_be_focused()
    print("last key to the printed job, ms:", [round(one * 1000) for one in sorted(took)])
    assert statistics.median(took) < MOST_S * busy()


def test_enters_in_a_row_choose_and_do_not_sell(page: Page, slug: str) -> None:
    page.goto(f"/floor/{slug}/desk/")
    type_by_hand(page, "duc")
    expect(page.locator(".hit").first).to_contain_text("Đức")
    for _press in range(3):
        page.keyboard.press("Enter")
    expect(page.locator(".sell__who")).to_contain_text("Đức Nguyễn")
    expect(page.locator("[data-main]")).to_be_focused()
    assert state_of(page, slug)["counts"]["players"] == 1


def test_a_scan_chooses_wherever_the_cursor_is_and_never_sells(page: Page, slug: str) -> None:
    page.goto(f"/floor/{slug}/desk/")
    scan(page, "101902")
    expect(page.locator(".sell__who")).to_contain_text("Đức Nguyễn")
    expect(page.locator("[data-main]")).to_be_focused()
    page.wait_for_timeout(GUARD_MS)
    # The next card is scanned while the button that sells has the cursor.
    scan(page, "4711")
    expect(page.locator(".sell__who")).to_contain_text("Łukasz Šimůnek")
    expect(page.locator("[data-main]")).to_be_focused()
    page.keyboard.press("r")
    expect(page.locator("[name=received]")).to_be_focused()
    scan(page, "101902")
    expect(page.locator(".sell__who")).to_contain_text("Đức Nguyễn")
    assert state_of(page, slug)["counts"]["players"] == 1


def test_cash_is_counted_and_given_back(page: Page, slug: str) -> None:
    page.goto(f"/floor/{slug}/desk/")
    scan(page, "4711")
    expect(page.locator("[data-main]")).to_be_focused()
    page.keyboard.press("r")
    expect(page.locator("[name=received]")).to_be_focused()
    type_by_hand(page, "200")
    expect(page.locator("[data-change]")).to_have_text(re.compile("20 missing"))
    page.keyboard.press("Control+a")
    type_by_hand(page, "250")
    expect(page.locator("[data-change]")).to_have_text("Change €30")
    page.keyboard.press("Enter")
    expect(page.locator("[data-main]")).to_be_focused()
    page.wait_for_timeout(GUARD_MS)
    page.keyboard.press("Enter")
    expect(page.locator(".lastcard__change")).to_have_text("Change €30")
    assert state_of(page, slug)["counts"]["players"] == 2


def test_who_plays_is_refused_with_where_he_sits(page: Page, slug: str) -> None:
    page.goto(f"/floor/{slug}/desk/")
    type_by_hand(page, "simunek")
    expect(page.locator(".hit__state").first).to_have_text(re.compile(r"playing \d-\d"))
    page.keyboard.press("Enter")
    expect(page.locator(".sell__why").first).to_have_text(re.compile(r"is in already and sits at \d-\d"))
    expect(page.locator("[data-main]")).to_have_count(0)


def test_a_new_player_is_typed_sold_and_taken_back(page: Page, slug: str) -> None:
    page.goto(f"/floor/{slug}/desk/")
    type_by_hand(page, "Óscar Ó Súilleabháin")
    expect(page.locator(".hit--new kbd")).to_have_text("↵")
    page.keyboard.press("Enter")
    expect(page.locator("[data-main]")).to_be_focused()
    page.keyboard.press("k")
    expect(page.locator("[name=method][value=card]")).to_be_checked()
    page.wait_for_timeout(GUARD_MS)
    page.keyboard.press("Enter")
    expect(page.locator(".lastcard__name")).to_contain_text("Súilleabháin")
    assert state_of(page, slug)["counts"]["players"] == 3
    page.keyboard.press("Alt+u")
    expect(page.locator(".lastcard__undone")).to_contain_text("undone")
    assert state_of(page, slug)["counts"]["players"] == 2


def test_a_price_in_two_ways_is_sold_by_keys(page: Page, server: Server, slug: str) -> None:
    page.goto(f"/floor/{slug}/desk/")
    scan(page, "101902")
    expect(page.locator("[data-main]")).to_be_focused()
    page.keyboard.press("s")
    expect(page.locator("[name=second_amount]")).to_be_focused()
    type_by_hand(page, "100")
    expect(page.locator("[data-rest]")).to_have_text("Cash €120")
    page.keyboard.press("Enter")
    page.keyboard.press("r")
    expect(page.locator("[name=received]")).to_be_focused()
    type_by_hand(page, "150")
    expect(page.locator("[data-change]")).to_have_text("Change €30")
    page.keyboard.press("Enter")
    expect(page.locator("[data-main]")).to_be_focused()
    page.wait_for_timeout(GUARD_MS)
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
    scan(page, "101902")
    expect(page.locator(".sell__refund")).to_be_visible()
    page.keyboard.press("x")
    button = page.get_by_role("button", name="Cancel and return €220")
    expect(button).to_be_focused()
    expect(page.locator(".refund__due")).to_contain_text("€100")
    page.keyboard.press("Enter")
    expect(page.get_by_text("cancelled: €220 returned.")).to_be_visible()
    expect(page.locator("#find")).to_be_focused()
    assert state_of(page, slug)["counts"]["players"] == before - 1


def _cards(server: Server) -> int:
    """How many cards have been made or printed."""
    with server.database() as database:
        asked = "select count(*) from tables_printjob where state in ('ready', 'printed')"
        return int(database.execute(asked).fetchone()[0])
