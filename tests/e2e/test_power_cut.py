"""The server is killed while the clock runs; the screens go on, and are right afterwards."""

from statistics import median

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.server import Server
from tests.e2e.steps import make_event, sign_in, start_clock
from tests.e2e.truth import lateness, seen, state_of, watch

pytestmark = pytest.mark.e2e
RIGHT_WITHIN_MS = 50


def test_the_hall_goes_on_through_a_power_cut(page: Page, context: BrowserContext, server: Server) -> None:
    sign_in(page, server)
    slug = make_event(page, "Power cut")
    start_clock(page, slug)
    before = state_of(page, slug)
    hall = context.new_page()
    hall.goto(f"/e/{slug}/clock/")
    expect(hall.locator("body")).to_have_attribute("data-phase", "level")

    server.kill()
    expect(hall.locator("[data-at=link]")).to_contain_text("reconnecting since")
    watch(hall, "[data-at=time]")
    _assert_right(lateness(before, seen(hall, 3)))

    server.start()
    expect(hall.locator("[data-at=link]")).to_be_hidden()
    after = state_of(page, slug)
    assert after["clock"] == before["clock"]
    watch(hall, "[data-at=time]")
    _assert_right(lateness(after, seen(hall, 5)))

    # A page that was opened only now knows no more than what is stored.
    late = context.new_page()
    late.goto(f"/e/{slug}/clock/")
    watch(late, "[data-at=time]")
    _assert_right(lateness(after, seen(late, 5)))


def test_ctrl_c_ends_it_without_a_traceback(server: Server) -> None:
    server.stop()
    assert server.process is not None
    assert server.process.returncode == 0
    assert "Traceback" not in (server.folder / "server.log").read_text()


def _assert_right(late: list[float]) -> None:
    """Seconds begin within 50 ms of their true instants; one that the machine held up does not count."""
    assert median(abs(ms) for ms in late) <= RIGHT_WITHIN_MS, late
    assert min(late) >= -RIGHT_WITHIN_MS, late
