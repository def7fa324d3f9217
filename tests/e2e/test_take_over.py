"""Lists from other systems: a running event whose clock runs on here, and rows that are broken and mended."""

import csv
import io
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.server import Server
from tests.e2e.steps import hold, look_at_list, make_event, make_room, sign_in
from tests.e2e.truth import seconds_left, state_of

pytestmark = pytest.mark.e2e
TABLES, CHAIRS, STACK, OUT = 5, 8, 36_000, 8
LEVEL, LEFT_S = 7, 12 * 60 + 34
# 48 players bought in; 40 are at 5 tables, 8 are out: "Gone 48" went first, "Gone 41" last.
IN_ROWS = [
    f'{9000 + i};"Player {i}, Ann";{i // CHAIRS + 1};{i % CHAIRS + 1};{STACK:,};'
    for i in range(TABLES * CHAIRS)
]
OUT_ROWS = [f'{9100 + place};"Gone {place}, Bob";;;;{place}' for place in range(41, 41 + OUT)]
LIST = {
    "name": "running.csv",
    "mimeType": "text/csv",
    "buffer": "\n".join(["Karte;Spieler;Tisch;Sitz;Stapel;Platz", *IN_ROWS, *OUT_ROWS]).encode("cp1252"),
}
BROKEN = "card,first_name,last_name,entries\n7101,Ann,Good,1\n7102,Bob,Bad,many\n7103,Cleo,Fine,1\n,,,1\n"


@pytest.fixture(autouse=True)
def _signed_in(page: Page, server: Server) -> None:
    sign_in(page, server)


def test_a_running_event_is_taken_over_and_runs_on(page: Page, server: Server) -> None:
    make_room(page, "Taken floor", f"1-{TABLES}")
    slug = make_event(page, "Taken")
    begun = time.monotonic()
    page.goto(f"/floor/{slug}/entries/import/")
    page.get_by_role("link", name="Take over a running event").click()
    page.set_input_files("input[name=file]", LIST)  # type: ignore[arg-type]
    page.get_by_role("button", name="Look at the list").click()
    counts = page.locator("section.panel .count")
    expect(counts.nth(1)).to_have_text(re.compile(rf"{TABLES * CHAIRS}\s*in chairs"))
    expect(counts.nth(2)).to_have_text(re.compile(rf"{OUT}\s*out"))
    mapped = [page.locator(f"select[name=column_{n}]").input_value() for n in range(6)]
    assert mapped == ["card", "name", "table", "chair", "chips", "place"]
    expect(page.locator("#lines tbody tr").first).to_contain_text("Player 0, Ann")
    page.select_option("select[name=item]", label=_level(page, LEVEL))
    page.fill("input[name=left]", "12:34")
    page.get_by_role("button", name=f"Take over {TABLES * CHAIRS + OUT} entries").click()
    page.wait_for_url(f"**/floor/{slug}/")
    expect(page.locator("body")).to_contain_text("12:34")
    hold(page, page.get_by_role("button", name="Resume"))
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    took = time.monotonic() - begun
    print(f"taken over, two pages and seven steps, in {took:.1f} s of a machine's time")

    state = state_of(page, slug)
    assert (state["counts"]["players"], state["counts"]["tables"]) == (TABLES * CHAIRS, TABLES)
    shown = next(one for one in state["schedule"] if one["id"] == state["clock"]["item"])
    assert (state["clock"]["state"], shown["number"]) == ("running", LEVEL)
    assert LEFT_S - 60 < seconds_left(state, time.time() * 1000) <= LEFT_S
    for table in range(1, TABLES + 1):
        page.goto(f"/floor/{slug}/day/1/table/{table}/")
        expect(page.locator(".seat .seat__name")).to_have_count(CHAIRS)
    expect(page.locator(".seat.chair-1 .seat__name")).to_contain_text("Player 32")
    assert _outs(server) == [f"Gone {place}" for place in range(48, 40, -1)]


def test_broken_rows_come_back_as_a_file_and_the_mended_file_goes_in(page: Page, tmp_path: Path) -> None:
    slug = make_event(page, "Broken list")
    look_at_list(page, slug, {"name": "l.csv", "mimeType": "text/csv", "buffer": BROKEN.encode()})
    expect(page.locator(".refused li")).to_contain_text(["Line 3", "Line 5"])
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the refused rows").click()
    kept = tmp_path / "refused.csv"
    download.value.save_as(kept)
    rows = list(csv.DictReader(io.StringIO(kept.read_text(encoding="utf-8-sig"))))
    assert [row["card"] for row in rows] == ["7102", ""]
    assert "many" in rows[0]["reason"]
    page.get_by_role("button", name="Import the other 2 entries").click()
    page.wait_for_url(f"**/{slug}/entries/")
    assert _entered(page, slug) == {"Good, Ann", "Fine, Cleo"}

    mended = kept.read_text(encoding="utf-8-sig").replace("many", "1")
    mended = "\n".join(line for line in mended.splitlines() if "7102" in line or "card" in line)
    look_at_list(page, slug, {"name": "m.csv", "mimeType": "text/csv", "buffer": mended.encode()})
    expect(page.locator(".refused")).to_have_count(0)
    page.get_by_role("button", name="Import 1 entry").click()
    page.wait_for_url(f"**/{slug}/entries/")
    assert _entered(page, slug) == {"Good, Ann", "Fine, Cleo", "Bad, Bob"}


def _level(page: Page, number: int) -> str:
    """How the page calls a level."""
    options = page.locator("select[name=item] option").all_inner_texts()
    return next(text for text in options if text.startswith(f"Level {number} "))


def _outs(server: Server) -> list[str]:
    """Who is out, the first out first."""
    with server.database() as database:
        rows = database.execute(
            "select y.last_name from tables_bust b join tournaments_entry e on e.id = b.entry_id"
            ' join tournaments_player y on y.id = e.player_id order by b."order"'
        ).fetchall()
    return [name for (name,) in rows]


def _entered(page: Page, slug: str) -> set[str]:
    """The names on the list of entries."""
    page.goto(f"/floor/{slug}/entries/")
    return set(page.locator("#list .table__title").all_inner_texts())
