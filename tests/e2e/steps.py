"""What floor staff do on the pages, step by step, as the tests need it."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.server import Server

SAMPLES = Path(__file__).parents[1] / "samples"
PRESET = "2018 WPT Tournament of Champions $15,000"


def sign_in(page: Page, server: Server) -> None:
    """Sign in as the director of the first start."""
    page.goto("/login/")
    page.fill("input[name=username]", "director")
    page.fill("input[name=password]", server.password)
    page.click("main button[type=submit]")
    page.wait_for_url("**/floor/")


def make_room(page: Page, name: str, numbers: str, chairs: int = 9) -> None:
    """A room and its tables."""
    page.goto("/floor/rooms/")
    page.fill("input[name=name]", name)
    page.get_by_role("button", name="Add room").click()
    page.fill("input[name=numbers]", numbers)
    page.fill("input[name=chairs]", str(chairs))
    page.get_by_role("button", name="Add tables").click()
    page.wait_for_url("**/floor/rooms/")


def make_event(page: Page, name: str, *, preset: str = PRESET, prize: str = "200") -> str:
    """An event from a published structure, without tables; its address."""
    page.goto("/floor/new/")
    page.fill("input[name=name]", name)
    page.select_option("select[name=template]", label=preset)
    page.fill("input[name=starts_at]", f"{datetime.now(UTC) + timedelta(hours=1):%Y-%m-%dT%H:%M}")
    page.fill("input[name=prize]", prize)
    page.fill("input[name=fee]", "20")
    page.get_by_role("button", name="Make the event").click()
    page.wait_for_url(lambda url: not url.endswith("/new/"))
    found = re.search(r"/floor/([^/]+)/", page.url)
    assert found is not None
    return found[1]


def give_tables(page: Page, slug: str, numbers: str, *, state: str = "open") -> None:
    """Tables for the event's Day."""
    page.goto(f"/floor/{slug}/tables/")
    page.fill("input[name=numbers]", numbers)
    page.locator(f"input[name=state][value={state}]").check(force=True)
    page.get_by_role("button", name="Give", exact=True).click()
    page.locator("form.given").wait_for()


def look_at_list(page: Page, slug: str, file: Path | dict[str, Any], *, state: str = "paid") -> None:
    """Send a list of players; the page then shows what it would do."""
    page.goto(f"/floor/{slug}/entries/import/")
    page.set_input_files("input[name=file]", file)  # type: ignore[arg-type]
    page.select_option("select[name=state]", state)
    page.get_by_role("button", name="Look at the list").click()
    page.locator("section.panel .counts").wait_for()


def draw_everybody(page: Page, slug: str) -> None:
    """Draw the seats of all who wait."""
    page.goto(f"/floor/{slug}/draw/")
    page.get_by_role("button", name=re.compile(r"^Draw \d+ seats?$")).click()
    page.locator(".draw__done").wait_for()


def hold(page: Page, button: Locator) -> None:
    """Press and hold, as a person does, until it has acted."""
    button.hover()
    with page.expect_response(lambda answer: "/press/" in answer.url) as pressed:
        page.mouse.down()
    page.mouse.up()
    assert pressed.value.ok, pressed.value.status


def start_clock(page: Page, slug: str) -> None:
    """Start the Day's clock from the console."""
    page.goto(f"/floor/{slug}/")
    hold(page, page.get_by_role("button", name="Start"))
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
