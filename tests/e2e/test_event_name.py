"""The event's name beside the clock: once on every page of its floor."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.server import Server
from tests.e2e.steps import give_tables, make_event, make_room, sign_in

pytestmark = pytest.mark.e2e
NAMED_BY_STRIP = (
    "", "alternates/", "absent/", "desk/", "check-in/", "day/1/clock/", "day/1/plans/", "day/1/by-counts/",
)  # fmt: skip


def test_a_page_names_its_event_in_one_place(page: Page, server: Server) -> None:
    sign_in(page, server)
    make_room(page, "Floor", "1")
    slug = make_event(page, "Sunday Deep")
    give_tables(page, slug, "1")
    for path in (*NAMED_BY_STRIP, "entries/", "counts/", "tables/"):
        page.goto(f"/floor/{slug}/{path}")
        named = page.locator(".strip, .eventbar__name").get_by_text("Sunday Deep").locator("visible=true")
        expect(named).to_have_count(1)
