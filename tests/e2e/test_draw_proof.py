"""A player checks in the browser that the seats were drawn as the house promised beforehand."""

import json

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.server import Server
from tests.e2e.steps import draw_everybody, give_tables, look_at_list, make_event, make_room, sign_in

pytestmark = pytest.mark.e2e
PLAYERS = 20
LIST = "first_name,last_name\n" + "".join(f"Player,Number{n:02}\n" for n in range(1, PLAYERS + 1))


def test_draws_are_proved_in_the_browser_and_a_forged_one_is_found(
    page: Page, context: BrowserContext, server: Server
) -> None:
    sign_in(page, server)
    make_room(page, "Main floor", "1-3")
    slug = make_event(page, "Proof")
    give_tables(page, slug, "1-3")
    file = {"name": "players.csv", "mimeType": "text/csv", "buffer": LIST.encode()}
    look_at_list(page, slug, file)
    page.get_by_role("button", name=f"Import {PLAYERS} entries").click()
    page.wait_for_url(f"**/floor/{slug}/entries/")
    draw_everybody(page, slug)

    public = context.new_page()
    assert _summary(public, slug) == "all_secret"
    assert "not yet" in public.locator(".proof .verdict").inner_text()

    page.get_by_text("The day is over", exact=True).click()
    page.get_by_role("button", name="Day is over, publish the seed").click()
    expect(page.get_by_role("button", name="Reopen the day")).to_be_visible()
    assert _summary(public, slug) == "all_same"
    assert _verdicts(public) == ["same"]
    assert "1 draws, all as recorded" in server.manage("verify_draws", slug)

    _forge(server)
    assert _summary(public, slug) == "some_wrong"
    assert _verdicts(public) == ["differs"]
    assert "DIFFERS" in server.manage("verify_draws", slug, status=1)


def _summary(public: Page, slug: str) -> str | None:
    """What "Check in this browser" comes to."""
    public.goto(f"/e/{slug}/draws/")
    public.get_by_role("button", name="Check in this browser").click()
    public.locator("#summary[data-outcome]").wait_for()
    return public.locator("#summary").get_attribute("data-outcome")


def _verdicts(public: Page) -> list[str | None]:
    return [one.get_attribute("data-verdict") for one in public.locator(".proof .verdict").all()]


def _forge(server: Server) -> None:
    """Let the first two players have changed chairs in what is recorded as drawn."""
    with server.database() as rows:
        pk, outcome = rows.execute("SELECT id, outcome FROM tables_draw").fetchone()
        drawn = json.loads(outcome)
        drawn[0][0], drawn[1][0] = drawn[1][0], drawn[0][0]
        rows.execute("UPDATE tables_draw SET outcome = ? WHERE id = ?", [json.dumps(drawn), pk])
