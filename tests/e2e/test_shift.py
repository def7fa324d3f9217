"""A clerk's drawer from the float to the report, and a change of person at a shared desk by PIN."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.server import Server
from tests.e2e.steps import (
    add_staff,
    choose_by_card,
    give_tables,
    know,
    make_event,
    make_room,
    sell_by_enter,
    sign_in,
    sign_in_as,
    type_by_hand,
)

pytestmark = pytest.mark.e2e
ANNA, BRUNO, CHIARA = "82001", "82002", "82003"
KNOWN = [(ANNA, "Anna", "Abramowitz"), (BRUNO, "Bruno", "Castellani"), (CHIARA, "Chiara", "Oduya")]
IVY, LEO, PASSWORD, PIN = "Ivy", "Leo", "correct horse 7", "4731"


@pytest.fixture(scope="module")
def slug() -> str:
    """The event's address."""
    return "shift"


def test_an_evening_at_a_drawer(page: Page, server: Server, slug: str) -> None:
    sign_in(page, server)
    make_room(page, "Main floor", "1-2")
    assert make_event(page, "Shift") == slug
    give_tables(page, slug, "1-2")
    know(page, KNOWN)
    for name in (IVY, LEO):
        add_staff(page, name, "registration", PASSWORD)

    sign_in_as(page, IVY, PASSWORD)
    page.goto("/floor/drawer/")
    page.fill("input[name=opening]", "300")
    page.fill("input[name=desk]", "Desk 2")
    page.get_by_role("button", name="Open the drawer").click()
    expect(page.locator("body")).to_contain_text("€300")
    choose_by_card(page, slug, ANNA)
    sell_by_enter(page)  # cash
    choose_by_card(page, slug, BRUNO)
    page.keyboard.press("k")
    expect(page.locator("[name=method][value=card]")).to_be_checked()
    sell_by_enter(page)  # card
    choose_by_card(page, slug, CHIARA)
    sell_by_enter(page)  # cash
    choose_by_card(page, slug, CHIARA)
    page.keyboard.press("x")
    page.get_by_role("button", name="Cancel and return €220").press("Enter")
    expect(page.get_by_text("cancelled: €220 returned.")).to_be_visible()

    page.goto("/floor/drawer/")
    page.get_by_role("link", name="Lines and count").click()
    # 300 float + 220 + 220 cash - 220 returned.
    expect(page.locator(".facts__sum")).to_contain_text("€520")
    expect(page.locator(".lines tbody tr")).to_have_count(4)
    page.locator("form[action$='/count/'] input[name=counted]").fill("515")
    page.locator("form[action$='/count/'] input[name=note]").fill("a note of five missing")
    page.get_by_role("button", name="Count and close").click()
    expect(page.locator(".verdict")).to_contain_text("€5 short")
    expect(page.locator(".verdict")).to_contain_text("counted €515, expected €520")

    page.get_by_role("button", name="Print the report").click()
    pdf = page.get_by_role("link", name="Open the PDF")
    expect(pdf).to_be_visible()
    answer = page.request.get(pdf.get_attribute("href") or "")
    assert (answer.ok, answer.headers["content-type"]) == (True, "application/pdf")
    assert answer.body().startswith(b"%PDF-")


def test_another_clerk_takes_the_desk_over_by_his_pin(page: Page, server: Server, slug: str) -> None:
    sign_in_as(page, LEO, PASSWORD)
    page.goto("/floor/pin/")
    page.fill("input[name=pin]", PIN)
    page.fill("input[name=pin_again]", PIN)
    page.fill("input[name=password]", PASSWORD)
    page.get_by_role("button", name="Take this PIN").click()
    page.wait_for_load_state()
    sign_in_as(page, IVY, PASSWORD)
    page.goto(f"/floor/{slug}/desk/")
    page.keyboard.press("F9")
    page.wait_for_url("**/change-person/**")
    expect(page.locator("input[name=pin]")).to_be_focused()
    expect(page.get_by_label(LEO)).to_be_checked()
    type_by_hand(page, PIN)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{slug}/desk/")
    expect(page.locator(".strip__who")).to_contain_text(LEO)
    choose_by_card(page, slug, CHIARA)
    sell_by_enter(page)
    with server.database() as database:
        sold_by = database.execute(
            "select s.name from tournaments_ledgerline l join tournaments_staff s on s.id = l.cashier_id"
            " order by l.id desc limit 1"
        ).fetchone()
    assert sold_by == (LEO,)
