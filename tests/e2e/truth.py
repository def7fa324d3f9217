"""The true time of an event's clock, told by a few lines of our own, and what a page showed when.

The browser, the server and the test run on one machine, so `Date.now()` of any page is server time.
"""

import math
from datetime import datetime
from typing import Any

from playwright.sync_api import Page

# Keeps [text, Date.now()] of each change of a place, also when the place is exchanged for a fresh one.
_WATCH = """(selector) => {
  let last = null;
  window.seen = [];
  const look = () => {
    const text = document.querySelector(selector)?.textContent ?? "";
    if (text !== last && text !== "") window.seen.push([last = text, Date.now()]);
  };
  new MutationObserver(look).observe(document, { childList: true, characterData: true, subtree: true });
  look();
}"""
_SEEN = """(wanted) => new Promise((resolve) => {
  const look = () => (window.seen.length > wanted ? resolve(window.seen.slice(1)) : setTimeout(look, 20));
  look();
})"""
_SHOWN_AT = """([selector, instant]) => new Promise((resolve) => {
  const look = () => resolve([document.querySelector(selector).textContent, Date.now()]);
  setTimeout(look, instant - Date.now());
})"""


def state_of(page: Page, slug: str) -> dict[str, Any]:
    """The event's state.json."""
    answer = page.request.get(f"/e/{slug}/state.json")
    assert answer.ok, answer.status
    document: dict[str, Any] = answer.json()
    return document


def boundary(state: dict[str, Any]) -> float:
    """When the running item is over, in ms since 1970. Good while that lies ahead."""
    clock = state["clock"]
    item = next(one for one in state["schedule"] if one["id"] == clock["item"])
    anchor = datetime.fromisoformat(clock["anchor"]).timestamp() * 1000
    return round(anchor) + float(item["duration_ms"] - clock["elapsed_ms"])


def seconds_left(state: dict[str, Any], instant: float) -> int:
    """The whole seconds that a right clock shows at an instant."""
    return math.ceil((boundary(state) - instant) / 1000)


def seconds_of(text: str) -> int:
    """Seconds of a time as it is shown: "59:58", "1:00:00"."""
    total = 0
    for part in text.split(":"):
        total = total * 60 + int(part)
    return total


def watch(page: Page, selector: str) -> None:
    """Note each change of a place from now on."""
    page.evaluate(_WATCH, selector)


def seen(page: Page, changes: int) -> list[tuple[str, float]]:
    """(text, instant) of at least so many changes since `watch`; waits for them."""
    return [(text, instant) for text, instant in page.evaluate(_SEEN, changes)]


def lateness(state: dict[str, Any], changes: list[tuple[str, float]]) -> list[float]:
    """How long after its true instant each new second was shown, in ms; before it is negative."""
    return [instant - (boundary(state) - 1000 * seconds_of(text)) for text, instant in changes]


def ask_shown(page: Page, selector: str, instant: float) -> None:
    """Have the page look at a place at an instant to come; `told` tells."""
    page.evaluate(f"(asked) => {{ window.told = ({_SHOWN_AT})(asked); }}", [selector, instant])


def told(page: Page) -> tuple[str, float]:
    """What the place showed, and when the page really looked."""
    text, instant = page.evaluate("() => window.told")
    return text, instant
