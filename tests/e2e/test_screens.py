"""The hall screen at every size and in every phase, and every page of a director's house without a fault."""

import re
import secrets
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response, expect

from tests.e2e.server import Server
from tests.e2e.steps import sign_in
from tests.e2e.truth import seconds_left, state_of
from tests.e2e.windows import opened

pytestmark = pytest.mark.e2e
SIZES = [(1280, 720), (1920, 1080), (3840, 2160), (1080, 1920)]
SLUG = "autumn-main"
# What a crawl must not press: it leads out of the house, or is a file.
LEAVES = ("/logout/", "/static/", ".pdf", ".json", ".csv", ".xlsx")
AT_MOST = 250
OF_THE_DESK = [
    "desk/",
    "check-in/",
    "alternates/",
    "entries/import/",
    "entries/take-over/",
    "sheet/",
    "counters/",
]
OF_THE_HOUSE = ["/floor/drawer/", "/floor/prints/", "/floor/prints/printers/", "/floor/change-person/"]

# Everything that is shown and does not fit: outside the screen, or cut within its own box.
OVERFLOWS = """() => {
  const wrong = [];
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) wrong.push("the page scrolls");
  for (const place of document.querySelectorAll("[data-at], .label, .value")) {
    const box = place.getBoundingClientRect();
    if (!box.width || !place.textContent.trim()) continue;
    const name = place.dataset.at ?? `${place.parentElement.dataset.at} ${place.className}`;
    const isBeside = box.left < -1 || box.right > innerWidth + 1;
    if (isBeside || box.top < -1 || box.bottom > innerHeight + 1) wrong.push(`${name} outside`);
    if (place.clientWidth && place.scrollWidth > place.clientWidth + 1) wrong.push(`${name} cut`);
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
    with opened(browser, demo) as context:
        yield context.new_page()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_hall_screen_fits(hall: Page, width: int, height: int) -> None:
    hall.set_viewport_size({"width": width, "height": height})
    hall.goto(f"/e/{SLUG}/clock/")
    expect(hall.locator("body")).to_have_attribute("data-phase", "level")
    hall.evaluate("() => document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
    assert hall.evaluate(OVERFLOWS) == []
    # A third of a landscape screen; an upright one is as wide as that screen is high.
    assert 0.28 <= hall.evaluate(DIGITS) / min(width, height) <= 0.36


def test_last_minute_and_break_look_different_from_far(
    hall: Page, context: BrowserContext, demo: Server
) -> None:
    desk = context.new_page()
    sign_in(desk, demo)
    hall.set_viewport_size({"width": 1920, "height": 1080})
    hall.goto(f"/e/{SLUG}/clock/")
    expect(hall.locator("body")).to_have_attribute("data-phase", "level")
    looks = [hall.evaluate(LOOK)]

    for verb in ("pause", "start"):  # what is stored then is the level on show
        _press(desk, verb, state_of(desk, SLUG))
    state = state_of(desk, SLUG)
    left = seconds_left(state, time.time() * 1000)
    _press(desk, "adjust", state, ms=str((50 - left) * 1000))
    expect(hall.locator("body")).to_have_attribute("data-last-minute", "")
    expect(hall.locator("[data-at=status-word]")).to_have_text("Last minute")
    looks.append(hall.evaluate(LOOK))

    while (shown := _shown(state := state_of(desk, SLUG)))["kind"] != "break":
        assert shown != state["schedule"][-1], "the demo has no break ahead"
        _press(desk, "next", state)
    expect(hall.locator("body")).to_have_attribute("data-phase", "break")
    expect(hall.locator("[data-at=status-word]")).to_contain_text("Break")
    looks.append(hall.evaluate(LOOK))
    assert hall.evaluate(OVERFLOWS) == []
    (ground, colour), (last_ground, last_colour), (break_ground, _) = looks
    assert last_ground == ground
    assert last_colour != colour
    assert break_ground != ground


def test_no_page_of_the_house_has_a_fault(context: BrowserContext, demo: Server) -> None:
    page = context.new_page()
    faults: list[str] = []
    _listen(page, demo, faults)
    sign_in(page, demo)
    waiting = ["/floor/", f"/floor/{SLUG}/", f"/e/{SLUG}/clock/", f"/floor/{SLUG}/desk/?new=Zoe+Newman"]
    met, visits = set[str](), 0
    while waiting and visits < AT_MOST:
        address = waiting.pop(0)
        if (kind := re.sub(r"\d+", "N", address)) in met:
            continue
        met.add(kind)
        visits += 1
        page.goto(address)
        links = page.eval_on_selector_all("a[href]", "(all) => all.map((one) => one.href)")
        waiting += [path for link in links if (path := _inside(link, demo))]
    assert faults == []
    assert {f"/floor/{SLUG}/journal/", f"/e/{SLUG}/", "/floor/structures/", "/floor/house/"} <= met
    assert {f"/floor/{SLUG}/{part}" for part in OF_THE_DESK} <= met
    assert set(OF_THE_HOUSE) <= met
    assert visits < AT_MOST


def _inside(link: str, demo: Server) -> str | None:
    """The address within the house that a link leads to, without what follows "?" or "#"."""
    url = urlsplit(link)
    if f"{url.scheme}://{url.netloc}" != demo.url or any(part in url.path for part in LEAVES):
        return None
    return url.path


def _listen(page: Page, demo: Server, faults: list[str]) -> None:
    """Note whatever goes wrong on a page."""

    def console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            faults.append(f"{page.url}: {message.text}")

    def asked(request: Request) -> None:
        if urlsplit(request.url).hostname not in (urlsplit(demo.url).hostname, None, ""):
            faults.append(f"{page.url} asked {request.url}")

    def answered(response: Response) -> None:
        if response.status >= 400:
            faults.append(f"{response.url} answered {response.status}")

    def failed(request: Request) -> None:
        # A request that is given up because the page is left is no fault.
        if request.failure != "net::ERR_ABORTED":
            faults.append(f"{request.url}: {request.failure}")

    page.on("console", console)
    page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
    page.on("request", asked)
    page.on("response", answered)
    page.on("requestfailed", failed)


def _shown(state: dict[str, Any]) -> dict[str, Any]:
    """The item on show, as the last press left it."""
    return next(one for one in state["schedule"] if one["id"] == state["clock"]["item"])


def _press(desk: Page, verb: str, state: dict[str, Any], **fields: str) -> None:
    """A button of the console, without the page around it."""
    token = desk.locator("meta[name=csrf-token]").get_attribute("content") or ""
    answer = desk.request.post(
        f"/floor/{SLUG}/day/{state['day']['code']}/press/{verb}/",
        form={"showing": str(state["clock"]["item"]), "request_id": secrets.token_hex(8), **fields},
        headers={"X-CSRFToken": token, "HX-Request": "true"},
    )
    assert answer.ok, answer.text()


# The width of each text, set as the time is; on a copy, so that the clock's own writing is not in the way.
WIDTHS = """(texts) => {
  const place = document.querySelector("[data-at=time]");
  const copy = place.parentElement.appendChild(place.cloneNode());
  const range = document.createRange();
  const widths = texts.map((text) => {
    copy.textContent = text;
    range.selectNodeContents(copy);
    return Math.round(range.getBoundingClientRect().width);
  });
  copy.remove();
  return widths;
}"""


def test_the_digits_of_the_time_do_not_jiggle(hall: Page) -> None:
    hall.goto(f"/e/{SLUG}/clock/")
    hall.evaluate("() => document.fonts.ready")
    assert len(set(hall.evaluate(WIDTHS, ["11:11", "08:48", "20:37", "59:56"]))) == 1
