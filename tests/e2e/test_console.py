"""The console in a real Chromium: by keys alone, and by touch on a tablet; what arrives moves nothing."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.server import Server
from tests.e2e.steps import draw_everybody, give_tables, look_at_list, make_event, make_room, sign_in
from tests.e2e.windows import opened

pytestmark = pytest.mark.e2e
SLUG = "floor-night"
NAMES = [f"{600_000 + n},First{n},Last{n}" for n in range(1, 17)]
LIST = {
    "name": "list.csv",
    "mimeType": "text/csv",
    "buffer": "\n".join(["card,first_name,last_name", *NAMES]).encode(),
}


@pytest.fixture(autouse=True)
def _signed_in(page: Page, server: Server) -> None:
    sign_in(page, server)


@pytest.fixture
def tablet(browser: Browser, server: Server) -> Iterator[Page]:
    """A ten-inch tablet in the hand of somebody who is signed in."""
    with opened(browser, server, viewport={"width": 1280, "height": 800}, has_touch=True) as context:
        shown = context.new_page()
        sign_in(shown, server)
        yield shown


def name_at(page: Page, chair: int) -> str:
    return page.locator(f"#table .chair-{chair} .seat__name").inner_text()


def test_a_seat_is_typed_and_busted_before_its_table_has_come(page: Page) -> None:
    make_room(page, "Main floor", "1-2")
    assert make_event(page, "Floor night") == SLUG
    give_tables(page, SLUG, "1-2")
    look_at_list(page, SLUG, LIST, state="paid")
    page.get_by_role("button", name="Import").click()
    page.wait_for_url(f"**/{SLUG}/entries/**")
    draw_everybody(page, SLUG)
    page.goto(f"/floor/{SLUG}/?table=1")
    expect(page.locator(".tablehead__name")).to_have_text("Table 1")
    page.keyboard.press("/")
    page.keyboard.type("2-3")
    page.keyboard.press("Enter")
    page.keyboard.press("b")
    expect(page.locator(".tablehead__name")).to_have_text("Table 2")
    expect(page.locator(".answer")).to_contain_text("1st out")
    expect(page.locator("#table .chair-3")).to_contain_text("empty")
    expect(page.locator('.tile[data-table="2"]')).to_contain_text("7/8")
    page.keyboard.press("u")
    expect(page.locator(".answer--undone")).to_be_visible()
    expect(page.locator("#table .chair-3")).not_to_contain_text("empty")


def test_two_are_swapped_and_a_table_counted_by_keys(page: Page) -> None:
    page.goto(f"/floor/{SLUG}/?table=1")
    first, second = name_at(page, 1), name_at(page, 2)
    for key in "12w":
        page.keyboard.press(key)
    expect(page.locator("#table .chair-1 .seat__name")).to_have_text(second)
    expect(page.locator("#table .chair-2 .seat__name")).to_have_text(first)
    page.keyboard.press("c")
    expect(page.locator("#table .mode input:not([type=hidden])").first).to_be_focused()
    page.keyboard.type("43.5k")
    page.keyboard.press("Tab")
    page.keyboard.type("9 000")
    page.keyboard.press("Enter")
    expect(page.locator("#table .chair-1")).to_contain_text("43,500")
    expect(page.locator("#table .chair-2")).to_contain_text("9,000")


def test_by_touch_a_bust_is_two_taps_and_who_won_a_third(tablet: Page) -> None:
    tablet.goto(f"/floor/{SLUG}/?table=1")
    tablet.locator("#table .chair-4 .seat__tap").tap()
    tablet.locator("[data-bust]").tap()
    expect(tablet.locator(".answer")).to_contain_text("1st out")
    tablet.locator(".answer__by button", has_text="5").tap()
    expect(tablet.locator('.answer__by [aria-pressed="true"]')).to_have_text("5")


def test_what_happens_elsewhere_moves_no_choice_and_no_open_sheet(page: Page, tablet: Page) -> None:
    page.goto(f"/floor/{SLUG}/?table=2")
    tablet.goto(f"/floor/{SLUG}/?table=2")
    tablet.locator("#table .chair-1 .seat__tap").tap()
    tablet.locator("#table .chair-2 .seat__tap").tap()
    expect(tablet.locator("[data-bust]")).to_contain_text("Bust 2")
    page.keyboard.press("5")
    page.keyboard.press("b")
    expect(page.locator("#table .chair-5")).to_contain_text("empty")
    expect(tablet.locator("#table .chair-5")).to_contain_text("empty")
    chosen = tablet.locator("#table .seat__box:checked")
    expect(chosen).to_have_count(2)
    expect(tablet.locator("[data-bust]")).to_contain_text("Bust 2")
    tablet.locator("#table [data-sheet] > summary").tap()
    page.keyboard.press("6")
    page.keyboard.press("b")
    expect(tablet.locator('.tile[data-table="2"]')).to_contain_text("6/8")
    expect(tablet.locator("#table [data-sheet]")).to_have_attribute("open", "")
    tablet.locator("#table [data-sheet] > summary").tap()
    expect(tablet.locator("#table .chair-6")).to_contain_text("empty")
    expect(chosen).to_have_count(2)


@pytest.mark.parametrize("width", [1280, 1366])
def test_every_tab_of_the_event_is_in_reach(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"/floor/{SLUG}/entries/")
    cut = "bar => bar.scrollWidth > bar.clientWidth + 1"
    assert not page.locator(".tabs").evaluate(cut)
    page.locator(".eventbar__more summary").click()
    page.locator(".eventbar__more").get_by_role("link", name="Journal").click()
    page.wait_for_url("**/journal/")
    assert not page.locator(".tabs").evaluate(cut)
    expect(page.locator(".eventbar__more summary")).to_contain_text("Journal")


def test_a_table_of_hand_for_hand_ticks_by_keys_and_by_touch(page: Page, tablet: Page) -> None:
    page.goto(f"/floor/{SLUG}/day/1/hands/")
    page.get_by_role("button", name="Start; the clock stops with the first table").click()
    for shown in (page, tablet):
        shown.goto(f"/floor/{SLUG}/?table=2")
    page.keyboard.press("g")
    page.keyboard.press("Enter")
    expect(tablet.locator(".handtick--done")).to_have_count(1)
    tablet.locator("button.handtick").first.tap()
    main = tablet.locator(".todo .card").first.locator(".button--main")
    expect(main).to_have_text("Complete the hand")
    main.tap()
    expect(page.locator("button.handtick")).to_have_count(2)
    page.goto(f"/floor/{SLUG}/day/1/hands/")
    page.get_by_role("button", name="End hand for hand").click()
    expect(page.get_by_text("Hand for hand is off")).to_be_visible()


def felt_place(page: Page, first: str = "") -> list[float]:
    """Where the felt of the open table begins, and how high it is, in one look, after a line of script."""
    look = "const box = document.querySelector('#table .felt').getBoundingClientRect();"
    found: list[float] = page.evaluate(f"() => {{ {first} {look} return [box.top, box.height]; }}")
    return found


def test_what_another_page_said_goes_with_the_next_press_and_moves_nothing(tablet: Page) -> None:
    token = tablet.locator("meta[name=csrf-token]").get_attribute("content") or ""
    for do in ("draw", "end"):
        sent = tablet.request.post(
            f"/floor/{SLUG}/day/1/hands/",
            form={"do": do, "then": "console"},
            headers={"X-CSRFToken": token},
            max_redirects=0,
        )
        assert sent.status == 302
    tablet.goto(f"/floor/{SLUG}/?table=2")
    expect(tablet.locator(".messages")).to_contain_text("The last hands are over.")
    before = felt_place(tablet)
    tablet.locator("#table .chair-1 .seat__tap").tap()
    expect(tablet.locator(".messages")).to_have_count(0)
    assert felt_place(tablet) == before


def test_the_answer_to_a_bust_moves_no_seat_however_long_the_name(tablet: Page) -> None:
    tablet.goto(f"/floor/{SLUG}/?table=2")
    before = felt_place(tablet)
    tablet.locator("#table .chair-1 .seat__tap").tap()
    tablet.locator("[data-bust]").tap()
    expect(tablet.locator(".answer__text")).to_contain_text("out")
    assert felt_place(tablet) == before
    grown = """
        const text = document.querySelector("#table .answer__text"), more = document.createElement("button");
        text.append(" Maximiliana-Theodora Freifrau von Hohenstaufen-Wittelsbach zu Sonnenburg");
        more.className = "button button--plain";
        more.append("Re-entry");
        text.parentElement.append(more);
    """
    assert felt_place(tablet, grown) == before
