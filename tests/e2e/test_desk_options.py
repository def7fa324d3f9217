"""What a desk sells besides a first entry, by keyboard: re-entry, rebuy, add-on; tickets, comps, limits."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.server import Server
from tests.e2e.steps import (
    add_option,
    add_staff,
    choose_by_card,
    give_tables,
    hold,
    know,
    make_event,
    make_room,
    press_clock,
    put_out,
    refused_by_enter,
    sell_by_enter,
    sign_in,
    sign_in_as,
    type_by_hand,
)

pytestmark = pytest.mark.e2e
ANNA, BRUNO, CHIARA, DAVID = "81001", "81002", "81003", "81004"
KNOWN = [
    (ANNA, "Anna", "Abramowitz"),
    (BRUNO, "Bruno", "Castellani"),
    (CHIARA, "Chiara", "Oduya"),
    (DAVID, "David", "Petersen"),
]
CLERK, PASSWORD = "Ivy", "correct horse 7"


@pytest.fixture(scope="module")
def slug() -> str:
    """The event's address; its tests go on from one another."""
    return "options"


@pytest.fixture(autouse=True)
def _signed_in(page: Page, server: Server) -> None:
    sign_in(page, server)


def test_who_is_out_enters_again_by_keys(page: Page, server: Server, slug: str) -> None:
    make_room(page, "Main floor", "1-2")
    assert make_event(page, "Options") == slug
    give_tables(page, slug, "1-2")
    add_option(page, slug, "re-entry", prize="200", fee="20", per_player="2")
    add_option(page, slug, "rebuy", prize="100", chips="10000", until_level="1")
    add_option(page, slug, "add-on", prize="50", chips="15000")
    add_staff(page, CLERK, "registration", PASSWORD)
    know(page, KNOWN)
    for card in (ANNA, BRUNO, CHIARA):
        choose_by_card(page, slug, card)
        sell_by_enter(page)
    put_out(server, slug, ANNA)
    choose_by_card(page, slug, ANNA)
    expect(page.locator(".sell__who p")).to_contain_text("out 1st")
    expect(_tap(page, "Entry")).to_be_disabled()
    expect(_tap(page, "Re-entry")).to_be_checked()
    expect(page.locator("[data-show=price]")).to_have_text("€220")
    sell_by_enter(page)
    expect(page.locator(".lastcard__seat b")).to_have_count(2)
    assert _bought(server, ANNA) == [("entry", 22_000), ("re-entry", 22_000)]


def test_a_rebuy_and_an_add_on_are_a_key_each_and_print_a_slip(page: Page, server: Server, slug: str) -> None:
    for kind, name in (("rebuy", "Rebuy"), ("add-on", "Add-on")):
        choose_by_card(page, slug, BRUNO)
        # Nothing that costs him more is chosen before the clerk says so.
        expect(page.locator("[data-main]")).to_be_disabled()
        page.keyboard.press(_key(page, name))
        expect(page.locator("[data-show=does]")).to_have_text(f"Sell {name}")
        sell_by_enter(page)
        expect(page.locator(".lastcard .eyebrow")).to_contain_text(name, ignore_case=True)
        assert _bought(server, BRUNO)[-1][0] == kind
    assert _last_documents(server) == ["option_slip", "option_slip"]


def test_an_option_past_its_level_is_grey_to_a_clerk_and_says_why(
    page: Page, server: Server, slug: str
) -> None:
    page.goto(f"/floor/{slug}/")
    hold(page, page.get_by_role("button", name="Start"))
    press_clock(page, slug, "next")
    sign_in_as(page, CLERK, PASSWORD)
    choose_by_card(page, slug, CHIARA)
    rebuy = _tap(page, "Rebuy")
    expect(rebuy).to_be_disabled()
    expect(page.locator(".sell__why", has_text="Rebuy")).to_contain_text("level 1")
    page.keyboard.press(_key(page, "Rebuy"))
    expect(page.locator("#toasts")).to_contain_text("level 1")
    expect(rebuy).not_to_be_checked()
    assert _bought(server, CHIARA) == [("entry", 22_000)]


def test_a_director_sells_it_all_the_same_with_a_reason_that_is_kept(
    page: Page, server: Server, slug: str
) -> None:
    choose_by_card(page, slug, CHIARA)
    page.keyboard.press(_key(page, "Rebuy"))
    reason = page.locator("[name=override]")
    expect(reason).to_be_focused()
    expect(page.locator("[data-show-against]")).to_contain_text("level 1")
    page.keyboard.press("Enter")
    refused_by_enter(page)
    expect(reason).to_be_focused()
    type_by_hand(page, "stood in line")
    page.keyboard.press("Enter")
    sell_by_enter(page)
    with server.database() as database:
        kept = database.execute(
            "select override from tournaments_purchase order by id desc limit 1"
        ).fetchone()
    assert kept == ("stood in line",)


def test_a_ticket_pays_once(page: Page, server: Server, slug: str) -> None:
    choose_by_card(page, slug, DAVID)
    _pay_by_ticket(page)
    type_by_hand(page, "SAT-0042")
    page.keyboard.press("Enter")
    sell_by_enter(page)
    put_out(server, slug, DAVID)
    choose_by_card(page, slug, DAVID)
    _pay_by_ticket(page)
    type_by_hand(page, "SAT-0042")
    page.keyboard.press("Enter")
    before = _bought(server, DAVID)
    refused_by_enter(page)
    expect(page.locator(".field--wrong [name=ticket]")).to_be_focused()
    expect(page.locator(".sell .summary")).to_contain_text("SAT-0042")
    assert _bought(server, DAVID) == before


def test_a_new_player_with_another_s_card_is_refused_at_the_card(page: Page, slug: str) -> None:
    page.goto(f"/floor/{slug}/desk/")
    type_by_hand(page, "Novak, Eva")
    expect(page.locator("#found .hit--new")).to_be_visible()
    page.keyboard.press("Alt+n")
    expect(page.locator("[data-main]")).to_be_focused()
    page.fill("[name=card]", ANNA)
    page.keyboard.press("Enter")
    refused_by_enter(page)
    expect(page.locator(".field--wrong [name=card]")).to_be_focused()
    expect(page.locator(".sell .summary")).to_contain_text("belongs to Anna Abramowitz")


def test_a_comp_puts_its_price_on_the_house(page: Page, server: Server, slug: str) -> None:
    choose_by_card(page, slug, DAVID)
    page.keyboard.press("o")
    expect(page.locator("[name=method][value=comp]")).to_be_checked()
    expect(page.locator("[name=received]")).to_be_hidden()
    sell_by_enter(page)
    with server.database() as database:
        ways = database.execute(
            "select method, sum(amount) from tournaments_ledgerline where entry_id ="
            " (select max(entry_id) from tournaments_ledgerline) group by method"
        ).fetchall()
    assert ways == [("comp", 22_000)]


def _pay_by_ticket(page: Page) -> None:
    """By keys, up to the field for its number."""
    page.keyboard.press("t")
    expect(page.locator("[name=method][value=ticket]")).to_be_checked()
    page.keyboard.press("n")
    expect(page.locator("[name=ticket]")).to_be_focused()


def _tap(page: Page, name: str) -> Locator:
    """The choice with this name."""
    return page.locator("label.tap", has_text=re.compile(rf"^\s*{name}\s*\d?\s*$")).locator("input")


def _key(page: Page, name: str) -> str:
    """The key that chooses it."""
    key = _tap(page, name).get_attribute("data-press")
    assert key is not None
    return key


def _bought(server: Server, card: str) -> list[tuple[str, int]]:
    """(kind, price in minor units) of all that was sold to a player, in order."""
    with server.database() as database:
        return database.execute(
            "select o.kind, sum(l.amount) from tournaments_ledgerline l"
            " join tournaments_purchase p on p.id = l.purchase_id"
            " join tournaments_option o on o.id = p.option_id"
            " join tournaments_entry e on e.id = p.entry_id"
            " join tournaments_player y on y.id = e.player_id"
            " where y.card = ? group by p.id order by p.id",
            [card],
        ).fetchall()


def _last_documents(server: Server) -> list[str]:
    """The last two papers."""
    with server.database() as database:
        rows = database.execute("select document from tables_printjob order by id desc limit 2").fetchall()
    return [name for (name,) in rows]
