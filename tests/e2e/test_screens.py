"""The hall screen at every size and in every phase, and every page of a director's house without a fault."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response, expect

from tests.e2e.server import PATIENCE_S, Server
from tests.e2e.steps import sign_in

pytestmark = pytest.mark.e2e
SIZES = [(1280, 720), (1920, 1080), (3840, 2160), (1080, 1920)]
SLUG = "autumn-classic"
# What a crawl must not press: it leads out of the house, or is a file.
LEAVES = ("/logout/", "/static/", ".pdf", ".json")
AT_MOST = 120

# Everything that is shown and does not fit: outside the screen, or cut within its own box.
OVERFLOWS = """() => {
  const wrong = [];
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) wrong.push("the page scrolls");
  for (const place of document.querySelectorAll("[data-at], .label, .value")) {
    const box = place.getBoundingClientRect();
    if (!box.width || !place.textContent.trim()) continue;
    const name = place.dataset.at ?? `${place.parentElement.dataset.at} ${place.className}`;
    if (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1) wrong.push(`${name} outside`);
    if (place.children.length === 0 && place.scrollWidth > place.clientWidth + 1 && place.clientWidth) wrong.push(`${name} cut`);
  }
  return wrong;
}"""
# The height of the time's digits as a share of the screen's smaller reference: 0.7 of the font's size.
DIGITS = """() => 0.7 * parseFloat(getComputedStyle(document.querySelector("[data-at=time]")).fontSize)"""
LOOK = """() => {
  const of = (place, name) => getComputedStyle(place).getPropertyValue(name);
  return [of(document.body, "--ground").trim(), of(document.querySelector("[data-at=time]"), "color")];
}"""


@pytest.fixture(scope="module")
def demo(server: Server) -> Server:
    """The house with the demo evening in it."""
    server.manage("load_demo")
    return server


@pytest.fixture(scope="module")
def hall(browser: Browser, demo: Server) -> Iterator[Page]:
    context = browser.new_context(base_url=demo.url, timezone_id="UTC")
    context.set_default_timeout(PATIENCE_S * 1000)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_hall_screen_fits(hall: Page, width: int, height: int) -> None:
    hall.set_viewport_size({"width": width, "height": height})
    hall.goto(f"/e/{SLUG}/clock/")
    expect(hall.locator("body")).to_have_attribute("data-phase", "level")
    hall.evaluate("() => document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
    assert hall.evaluate(OVERFLOWS) == []
    # A third of a landscape screen; an upright one is as wide as that screen is high.
    assert 0.28 <= hall.evaluate(DIGITS) / min(width, height) <= 0.36
