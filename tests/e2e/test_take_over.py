"""A running event is taken over from another system's list, and its clock runs on here."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.server import Server
from tests.e2e.steps import hold, make_event, make_room, sign_in
from tests.e2e.truth import state_of

pytestmark = pytest.mark.e2e
IN = "".join(f'{i};"Player {i}, Ann";{i // 9 + 1};{i % 9 + 1};{30_000:,};\n' for i in range(18))
OUT = "".join(f'{100 + i};"Gone {i}, Bob";;;;{19 + i}\n' for i in range(6))
LIST = {
    "name": "running.csv",
    "mimeType": "text/csv",
    "buffer": f"Karte;Spieler;Tisch;Sitz;Stapel;Platz\n{IN}{OUT}".encode("cp1252"),
}


def test_a_running_event_is_taken_over_and_runs_on(page: Page, server: Server) -> None:
    sign_in(page, server)
    make_room(page, "Taken floor", "1-2")
    slug = make_event(page, "Taken")
    page.goto(f"/floor/{slug}/entries/import/")
    page.get_by_role("link", name="Take over a running event").click()
    page.set_input_files("input[name=file]", LIST)  # type: ignore[arg-type]
    page.get_by_role("button", name="Look at the list").click()
    expect(page.locator("section.panel .count").nth(1)).to_have_text(re.compile(r"18\s*in chairs"))
    expect(page.locator("select[name=column_1]")).to_have_value("name")
    page.select_option("select[name=item]", label=_level(page, 5))
    page.fill("input[name=left]", "12:30")
    page.get_by_role("button", name="Take over 24 entries").click()
    page.wait_for_url(f"**/floor/{slug}/")
    state = state_of(page, slug)
    assert (state["counts"]["players"], state["counts"]["tables"]) == (18, 2)
    expect(page.locator("body")).to_contain_text("12:30")
    hold(page, page.get_by_role("button", name="Resume"))
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


def _level(page: Page, number: int) -> str:
    """How the page calls a level."""
    options = page.locator("select[name=item] option").all_inner_texts()
    return next(text for text in options if text.startswith(f"Level {number} "))
