"""The house was dark for a quarter of an hour: the console asks, and one tap takes it out of the clock."""

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.server import Server
from tests.e2e.steps import make_event, sign_in, start_clock
from tests.e2e.truth import boundary, state_of

pytestmark = pytest.mark.e2e
DARK = timedelta(minutes=15)
WRITTEN = "%Y-%m-%d %H:%M:%S.%f"


def test_a_dark_time_is_taken_out_of_the_clock_with_one_tap(page: Page, server: Server) -> None:
    sign_in(page, server)
    slug = make_event(page, "Dark room")
    start_clock(page, slug)
    server.kill()
    _make_it_long_ago(server)
    server.start()

    page.goto(f"/floor/{slug}/")
    card = page.locator("#todo .card--urgent")
    expect(card).to_contain_text("Was play stopped?")
    before = boundary(state_of(page, slug))
    with server.database() as rows:
        started, ended = rows.execute("SELECT started_at, ended_at FROM tournaments_darkgap").fetchone()
    gap = datetime.fromisoformat(ended) - datetime.fromisoformat(started)
    assert gap >= DARK

    card.get_by_role("button", name="Stopped: take it out").click()
    expect(card).to_have_count(0)
    after = boundary(state_of(page, slug))
    assert after - before == gap / timedelta(milliseconds=1)


def _make_it_long_ago(server: Server) -> None:
    """As if the last sign of life, and the clock's start before it, were a quarter of an hour old."""
    with server.database() as rows:
        at = datetime.fromisoformat(rows.execute("SELECT at FROM tournaments_pulse").fetchone()[0]) - DARK
        anchor = at - timedelta(minutes=1)
        anchor = anchor.replace(microsecond=anchor.microsecond // 1000 * 1000)
        rows.execute("UPDATE tournaments_pulse SET at = ?", [at.strftime(WRITTEN)])
        rows.execute(
            "UPDATE tournaments_day SET clock_anchor = ? WHERE clock_anchor IS NOT NULL",
            [anchor.strftime(WRITTEN)],
        )
