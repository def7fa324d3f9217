"""What floor staff do on the pages, step by step, as the tests need it."""

import os
import re
import secrets
import time
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.server import Server

SAMPLES = Path(__file__).parents[1] / "samples"
PRESET = "2018 WPT Tournament of Champions $15,000"
HAND_MS = 80  # between two keys of a person
SCANNER_S = 0.004  # between two keys of a scanner
GUARD_MS = 450  # a press that comes sooner after the choice is not meant (GUARD_MS of static/js/desk.js)


def busy() -> float:
    """How many wait for each core of this machine, 1 at least: seconds are promised for one at rest."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


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


def know(page: Page, players: Iterable[tuple[str, str, str]]) -> None:
    """The house knows these players: (card, first name, last name)."""
    for card, first, last in players:
        page.goto("/floor/players/new/")
        page.fill("input[name=card]", card)
        page.fill("input[name=first_name]", first)
        page.fill("input[name=last_name]", last)
        page.get_by_role("button", name="Add player").click()
        page.wait_for_url("**/floor/players/")


def add_option(page: Page, slug: str, kind: str, **fields: str) -> None:
    """A further option of an event; fields as the form names them."""
    page.goto(f"/floor/{slug}/settings/options/new/")
    page.select_option("select[name=kind]", kind)
    for name, value in fields.items():
        page.fill(f"[name={name}]", value)
    page.locator("main form.setup__form button[type=submit]").click()
    page.wait_for_url(f"**/{slug}/settings/**")


def add_staff(page: Page, name: str, role: str, password: str) -> None:
    """Somebody who may sign in by `name` in small letters."""
    page.goto("/floor/staff/")
    page.fill("input[name=name]", name)
    page.fill("input[name=username]", name.lower())
    page.select_option("select[name=role]", role)
    page.fill("input[name=password]", password)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("td", has_text=name).first).to_be_visible()


def sign_in_as(page: Page, name: str, password: str) -> None:
    """Sign in by password, whoever was signed in before."""
    page.goto("about:blank")  # the page before asks no more
    page.context.clear_cookies()
    page.goto("/login/")
    page.fill("input[name=username]", name.lower())
    page.fill("input[name=password]", password)
    page.click("main button[type=submit]")
    page.wait_for_url("**/floor/**")


def type_by_hand(page: Page, text: str) -> None:
    """Letter by letter, as a person."""
    page.keyboard.type(text, delay=HAND_MS)


def scan(page: Page, text: str) -> None:
    """As a scanner: key after key, then Enter. Each says when it was struck, however busy this machine is."""
    struck, session = time.time(), page.context.new_cdp_session(page)
    for n, key in enumerate([*text, "\r"]):
        name, figure = ("Enter", 13) if key == "\r" else (key, ord(key.upper()))
        stroke = {"key": name, "code": name if figure == 13 else "", "windowsVirtualKeyCode": figure}
        at = struck + n * SCANNER_S
        session.send("Input.dispatchKeyEvent", {"type": "keyDown", "text": key, "timestamp": at, **stroke})
        session.send("Input.dispatchKeyEvent", {"type": "keyUp", "timestamp": at, **stroke})
    session.detach()


def choose_by_card(page: Page, slug: str, card: str) -> None:
    """At the desk, a player's card is scanned and his panel is there."""
    page.goto(f"/floor/{slug}/desk/")
    scan(page, card)
    expect(page.locator(".sell__who p")).to_contain_text(card)
    expect(page.locator("#find")).not_to_be_focused()


def sell_by_enter(page: Page) -> None:
    """Enter on the button that sells, once it counts; waits for the card of the sale."""
    expect(page.locator("[data-main]")).to_be_focused()
    page.wait_for_timeout(GUARD_MS)
    with page.expect_response(lambda answer: answer.url.endswith("/desk/take/")) as taken:
        page.keyboard.press("Enter")
    assert taken.value.status == 200, page.locator(".sell .summary").all_inner_texts()
    expect(page.locator(".lastcard__name")).to_be_visible()
    expect(page.locator("#find")).to_be_focused()


def refused_by_enter(page: Page) -> None:
    """Enter on the button that sells; waits for the refusal, which leaves the panel as it was."""
    expect(page.locator("[data-main]")).to_be_focused()
    page.wait_for_timeout(GUARD_MS)
    with page.expect_response(lambda answer: answer.url.endswith("/desk/take/")) as taken:
        page.keyboard.press("Enter")
    assert taken.value.status == 422
    expect(page.locator(".sell .summary")).to_be_visible()


def press_clock(page: Page, slug: str, verb: str, **fields: str) -> None:
    """A button of the console's clock, without the page around it."""
    state = page.request.get(f"/e/{slug}/state.json").json()
    token = page.locator("meta[name=csrf-token]").get_attribute("content") or ""
    answer = page.request.post(
        f"/floor/{slug}/day/{state['day']['code']}/press/{verb}/",
        form={"showing": str(state["clock"]["item"]), "request_id": secrets.token_hex(8), **fields},
        headers={"X-CSRFToken": token, "HX-Request": "true"},
    )
    assert answer.ok, answer.text()


def put_out(server: Server, slug: str, card: str) -> None:
    """The player with this card goes out at his table."""
    server.manage(
        "shell",
        "-c",
        "from tables.actions.bust import bust; from tournaments.journal.change import By;"
        " from tournaments.models import Entry, Staff;"
        f" bust(By(staff=Staff.objects.get(username='director')),"
        f" Entry.objects.get(event__slug={slug!r}, player__card={card!r}, state='seated'))",
    )
