"""An evening's beginning, as a director does it: from signing in to a clock that every screen shows."""

import io
import re
import time
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pypdf import PdfReader

from tests.e2e.server import Server
from tests.e2e.steps import (
    SAMPLES,
    draw_everybody,
    give_tables,
    hold,
    look_at_list,
    make_event,
    make_room,
    sign_in,
)
from tests.e2e.truth import ask_shown, boundary, seconds_left, seconds_of, state_of, told

pytestmark = pytest.mark.e2e
PAUSE_SHOWS_WITHIN_MS = 200
SCRIPTS = ["Nguyễn Thị", "Παπαδόπουλος", "Дмитрий", "丽华", "민준", "Šimůnek"]

# When a button was really pressed here, and when the clock there was seen to stand.
NOTE_PRESSES = """() => {
  window.pressed = [];
  document.addEventListener("submit", () => window.pressed.push(Date.now()), true);
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.requestConfig.verb === "post") window.pressed.push(Date.now());
  }, true);
}"""
NOTE_PAUSES = """() => {
  window.paused = [];
  const look = () => document.body.hasAttribute("data-paused") && window.paused.push(Date.now());
  new MutationObserver(look).observe(document.body, { attributeFilter: ["data-paused"] });
}"""


@pytest.fixture(scope="module")
def slug(server: Server) -> str:
    """The evening's address; its tests go on from one another."""
    return "friday-classic"


def test_an_evening_is_set_up_from_nothing(page: Page, server: Server, slug: str) -> None:
    sign_in(page, server)
    make_room(page, "Main floor", "1-28")
    assert make_event(page, "Friday Classic") == slug
    give_tables(page, slug, "1-28")
    expect(page.locator("form.given li")).to_have_count(28)

    look_at_list(page, slug, SAMPLES / "players.csv")
    assert [one.inner_text().split() for one in page.locator("section.panel .count").all()] == [
        ["212", "entries"],
        ["212", "new", "players"],
        ["0", "known", "players"],
        ["0", "skipped"],
        ["0", "refused"],
    ]
    page.get_by_role("button", name="Import 212 entries").click()
    page.wait_for_url(f"**/floor/{slug}/entries/")

    draw_everybody(page, slug)
    expect(page.locator(".draw__done h2")).to_have_text("Draw 1: 212 seats drawn")
    counts = state_of(page, slug)["counts"]
    assert (counts["players"], counts["tables"], counts["open_chairs"]) == (212, 28, 28 * 8 - 212)


def test_every_seat_card_is_printed(page: Page, server: Server, slug: str) -> None:
    sign_in(page, server)
    page.goto(f"/floor/{slug}/print/")
    page.locator("input[name=document][value=seat_cards]").check(force=True)
    page.locator("input[name=which][value=all]").check(force=True)
    page.select_option("select[name=sheet]", "4x3")
    expect(page.locator("#preview .count").first).to_have_text(re.compile(r"212\s*cards"))
    page.get_by_role("button", name="Print", exact=True).click()
    link = page.get_by_role("link", name="Open the PDF")
    link.wait_for()
    pages = PdfReader(io.BytesIO(page.request.get(link.get_attribute("href") or "").body())).pages
    assert len(pages) == 212
    text = "\n".join(one.extract_text() for one in pages)
    assert [name for name in SCRIPTS if name not in text] == []


def test_hall_and_console_show_the_true_second(
    page: Page, context: BrowserContext, server: Server, slug: str
) -> None:
    sign_in(page, server)
    page.goto(f"/floor/{slug}/")
    hold(page, page.get_by_role("button", name="Start"))
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    hall = context.new_page()
    hall.goto(f"/e/{slug}/clock/")
    expect(hall.locator("body")).to_have_attribute("data-phase", "level")
    state = state_of(page, slug)

    for _ in range(3):
        here, there, true = _seconds_shown(page, hall, state)
        # A busy machine may be late once; a clock that is wrong is wrong every time.
        if here == there == true:
            return
    pytest.fail(f"console {here}, hall {there}, true {true}")


def test_a_pause_shows_in_the_hall_at_once(
    page: Page, context: BrowserContext, server: Server, slug: str
) -> None:
    sign_in(page, server)
    page.goto(f"/floor/{slug}/")
    hall = context.new_page()
    hall.goto(f"/e/{slug}/clock/")
    expect(hall.locator("body")).to_have_attribute("data-phase", "level")
    hall.evaluate(NOTE_PAUSES)
    page.bring_to_front()
    page.evaluate(NOTE_PRESSES)

    delays = [_pause(page, hall) for _ in range(5)]
    assert median(delays) <= PAUSE_SHOWS_WITHIN_MS, delays


def _seconds_shown(page: Page, hall: Page, state: dict[str, Any]) -> tuple[int, int, int]:
    """What console and hall show in the middle of one of the clock's seconds, and what is true then."""
    now = time.time() * 1000
    instant = now + (boundary(state) - now) % 1000 + 1500
    ask_shown(page, "#time", instant)
    ask_shown(hall, "[data-at=time]", instant)
    (here, _), (there, _) = told(page), told(hall)
    return seconds_of(here), seconds_of(there), seconds_left(state, instant)


def _pause(page: Page, hall: Page) -> float:
    """Pause with Shift and P, see it in the hall, resume; ms between the press and the sight."""
    earlier = hall.evaluate("() => window.paused.length")
    page.evaluate("() => (window.pressed = [])")
    page.keyboard.press("Shift+P")
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    expect(hall.locator("body")).to_have_attribute("data-paused", "")
    at = hall.evaluate("(n) => window.paused[n]", earlier)
    pressed = page.evaluate("() => window.pressed[0]")
    page.keyboard.press("Shift+P")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(hall.locator("body")).not_to_have_attribute("data-paused", "")
    return float(at - pressed)
