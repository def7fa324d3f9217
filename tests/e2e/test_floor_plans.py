"""Balance with both big blinds tapped, and a break with its slips, on a ten-inch tablet."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.server import Server
from tests.e2e.steps import (
    draw_everybody,
    give_tables,
    look_at_list,
    make_event,
    make_room,
    sign_in,
)
from tests.e2e.windows import opened

pytestmark = pytest.mark.e2e
SLUG = "plans-night"
NAMES = [f"{700_000 + n},First{n},Last{n}" for n in range(1, 21)]
LIST = {
    "name": "list.csv",
    "mimeType": "text/csv",
    "buffer": "\n".join(["card,first_name,last_name", *NAMES]).encode(),
}


@pytest.fixture
def tablet(browser: Browser, server: Server) -> Iterator[Page]:
    """A ten-inch tablet in the hand of somebody who is signed in."""
    with opened(browser, server, viewport={"width": 1280, "height": 800}, has_touch=True) as context:
        shown = context.new_page()
        sign_in(shown, server)
        yield shown


def taken(page: Page, table: int) -> list[int]:
    """The chairs of a table in which somebody sits."""
    page.goto(f"/floor/{SLUG}/day/1/in-play/{table}/")
    chairs = page.locator(".tapseat:not(.tapseat--empty) input")
    return [int(value) for value in chairs.evaluate_all("found => found.map(one => one.value)")]


def sizes(page: Page) -> list[int]:
    return [len(taken(page, table)) for table in (1, 2, 3)]


def out(page: Page, table: int, chairs: list[int]) -> None:
    """Say by keys that these are out."""
    for chair in chairs:
        page.goto(f"/floor/{SLUG}/?table={table}")
        page.keyboard.press("/")
        page.keyboard.type(f"{table}-{chair}")
        page.keyboard.press("Enter")
        page.keyboard.press("b")
        expect(page.locator(f"#table .chair-{chair}")).to_contain_text("empty")


def test_balance_by_a_tap_on_each_felt_then_one_that_accepts(tablet: Page) -> None:
    make_room(tablet, "Main floor", "1-3")
    assert make_event(tablet, "Plans night") == SLUG
    give_tables(tablet, SLUG, "1-3")
    look_at_list(tablet, SLUG, LIST, state="paid")
    tablet.get_by_role("button", name="Import").click()
    tablet.wait_for_url(f"**/{SLUG}/entries/**")
    draw_everybody(tablet, SLUG)
    assert sizes(tablet) == [7, 7, 6]
    out(tablet, 3, taken(tablet, 3)[:2])
    tablet.goto(f"/floor/{SLUG}/day/1/balance/", wait_until="networkidle")
    felts = tablet.locator("[data-tapfelt]")
    expect(felts).to_have_count(2)
    for felt in (felts.nth(0), felts.nth(1)):
        felt.locator(".tapseat:not(.tapseat--empty)").first.tap()
    tablet.wait_for_url("**/plan/*/")
    expect(tablet.locator(".move__why")).to_contain_text("The next big blind moves")
    expect(tablet.locator(".move__why")).to_contain_text("TDA 11-A")
    to = tablet.locator(".move__spots b").inner_text()
    tablet.get_by_role("button", name="Move him and print his slip").tap()
    tablet.wait_for_url("**slips=*")
    expect(tablet.locator("main")).to_contain_text("carried out at")
    expect(tablet.locator("html[printed]")).to_have_count(1)
    assert sorted(sizes(tablet)) == [5, 6, 7]
    assert int(to.split("-")[1]) in taken(tablet, 3)


def test_a_break_is_drawn_seen_and_carried_out_with_slips_for_all(tablet: Page) -> None:
    out(tablet, 3, taken(tablet, 3)[:2])  # tables of eight: three chairs are open elsewhere
    tablet.goto(f"/floor/{SLUG}/day/1/break/3/")
    tablet.get_by_role("button", name="Draw the seats").tap()
    tablet.wait_for_url("**/plan/*/")
    rows = tablet.locator(".drawn tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.first.locator("td").last).to_have_text(re.compile(r"^[12]-\d$"))
    tablet.get_by_role("button", name="Move them and print 3 slips").tap()
    tablet.wait_for_url("**slips=*")
    expect(tablet.locator("main")).to_contain_text("3 slips")
    assert sizes(tablet) == [8, 8, 0]
    tablet.goto(f"/e/{SLUG}/clock/")
    expect(tablet.locator(".banner")).to_contain_text(re.compile(r"First\d+ Last\d+ to [12]-\d"))


def test_the_break_is_taken_back_where_it_was_done(tablet: Page) -> None:
    tablet.goto(f"/floor/{SLUG}/day/1/plans/")
    line = tablet.locator(".undo-line", has_text="Table 3 broken")
    line.get_by_role("button", name="Undo").tap()
    expect(tablet.locator(".undo-line--undone", has_text="Table 3 broken")).to_be_visible()
    assert sorted(sizes(tablet)) == [3, 6, 7]


def test_the_order_of_breaking_is_drawn_by_a_finger(tablet: Page) -> None:
    tablet.goto(f"/floor/{SLUG}/day/1/break-order/")
    lines = tablet.locator(".orderlist__one")
    expect(lines.nth(0)).to_have_attribute("data-number", "3")
    grips = tablet.locator("[data-order-grip]")
    last, first = grips.nth(2).bounding_box(), grips.nth(0).bounding_box()
    assert last is not None
    assert first is not None
    finger = tablet.context.new_cdp_session(tablet)
    x, y, way = last["x"] + 20, last["y"] + 20, first["y"] - last["y"] - 4
    for step in range(11):
        kind = "touchMove" if step else "touchStart"
        there = {"x": x, "y": y + way * step / 10}
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [there]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(tablet.locator("[data-order-field]")).to_have_value("1")
    # No tap: Chromium takes one this soon after a drag for the end of a fling.
    tablet.get_by_role("button", name="Set the order").click()
    expect(tablet.locator("main")).to_contain_text("Table 1 breaks next.")
    numbers = lines.evaluate_all("found => found.map(one => one.dataset.number)")
    assert numbers == ["1", "3", "2"]
