"""The structure editor, typed in with keys and pasted into, on a Day whose clock runs."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.server import Server
from tests.e2e.steps import make_event, sign_in, start_clock
from tests.e2e.truth import boundary, state_of

pytestmark = pytest.mark.e2e
BLOCK = "SB\tBB\tAnte\tMinutes\n100\t200\t200\t20\n200\t400\t400\t20:00\nBreak 15\n300\t600\t600\t20\n"
PASTE = """(text) => {
  const carried = new DataTransfer();
  carried.setData("text/plain", text);
  const at = document.activeElement;
  at.dispatchEvent(new ClipboardEvent("paste", { clipboardData: carried, bubbles: true, cancelable: true }));
}"""
FIGURES = ["small_blind", "big_blind", "ante", "duration_ms"]


@pytest.fixture(autouse=True)
def _signed_in(page: Page, server: Server) -> None:
    sign_in(page, server)


def test_a_structure_is_typed_with_keys_alone(page: Page) -> None:
    page.goto("/floor/structures/new/?blank=1")
    page.fill("input[name=name]", "Typed")
    page.get_by_role("button", name="First level").click()
    for figure in ("100", "200", "200"):
        page.keyboard.type(figure)
        page.keyboard.press("Tab")
    _cell(page, 0, "duration_ms").focus()
    page.keyboard.type("20")
    page.keyboard.press("Enter")  # a new level after the last, in the same column
    expect(_rows(page)).to_have_count(2)
    assert page.evaluate("() => document.activeElement.dataset.key") == "duration_ms"
    _cell(page, 1, "small_blind").focus()
    page.keyboard.type("150")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("300")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("() => document.activeElement.value") == "200"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Control+Shift+Enter")
    expect(_rows(page)).to_have_count(3)
    page.keyboard.press("Alt+ArrowUp")
    expect(_rows(page).nth(1)).to_have_attribute("data-kind", "break")
    page.keyboard.press("Control+z")
    expect(_rows(page).nth(2)).to_have_attribute("data-kind", "break")

    page.get_by_role("button", name="Save the structure").click()
    page.wait_for_url("**/floor/structures/")
    page.get_by_role("link", name="Typed").click()
    # The ante of the second level was not typed: it goes with the big blind.
    expect(_rows(page)).to_have_count(3)
    assert [_figures(page, row) for row in (0, 1)] == [
        ["100", "200", "200", "20"],
        ["150", "300", "300", "20"],
    ]


def test_a_block_from_a_spreadsheet_is_pasted_and_a_finding_stands_beside_its_row(page: Page) -> None:
    page.goto("/floor/structures/new/?blank=1")
    page.evaluate(PASTE, BLOCK)
    expect(_rows(page)).to_have_count(4)
    assert [_figures(page, row) for row in (0, 1, 3)] == [
        ["100", "200", "200", "20"],
        ["200", "400", "400", "20"],
        ["300", "600", "600", "20"],
    ]
    expect(page.locator("[data-said]")).to_have_text("Pasted 4 rows.")

    _cell(page, 3, "big_blind").fill("300")
    expect(_rows(page).nth(3).locator("[data-findings] li")).not_to_have_count(0)
    expect(_rows(page).nth(1).locator("[data-findings] li")).to_have_count(0)


def test_a_running_day_keeps_the_time_played(page: Page) -> None:
    slug = make_event(page, "Edited")
    start_clock(page, slug)
    before = state_of(page, slug)
    page.goto(f"/floor/{slug}/day/1/structure/")
    expect(page.locator("input[name=keep][value=elapsed]")).to_be_checked()
    minutes = before["schedule"][0]["duration_ms"] // 60_000
    _cell(page, 0, "duration_ms").fill(str(minutes + 10))
    page.get_by_role("button", name="Save for this day").click()
    expect(page.get_by_text("is saved.")).to_be_visible()

    after = state_of(page, slug)
    assert after["schedule"][0]["duration_ms"] == (minutes + 10) * 60_000
    assert boundary(after) - boundary(before) == 10 * 60_000


def _rows(page: Page) -> Locator:
    return page.locator("[data-rows] tr")


def _cell(page: Page, row: int, key: str) -> Locator:
    return _rows(page).nth(row).locator(f"[data-key={key}]")


def _figures(page: Page, row: int) -> list[str]:
    """The figures of a level as they are shown."""
    return [_cell(page, row, key).input_value() for key in FIGURES]
