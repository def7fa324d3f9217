"""The work at the tables done twice, by keys alone and by touch on a tablet: on the page, in the database."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.server import Server
from tests.e2e.steps import (
    draw_everybody,
    give_tables,
    look_at_list,
    make_event,
    make_room,
    sign_in,
    start_clock,
)
from tests.e2e.windows import opened

pytestmark = pytest.mark.e2e
MOST = 3  # keys or taps of whatever is common
TABLETS = {"has_touch": True, "viewport": {"width": 1280, "height": 800}}
CONSOLES = {"viewport": {"width": 1366, "height": 860}}
FIRST = {"keys": 1, "taps": 4}  # the first of each evening's three tables

Seats = dict[tuple[int, int], int]


@dataclass
class Hand:
    """Whoever works at the tables of an evening, and how often he has pressed since `counted`."""

    way: str
    page: Page
    server: Server
    slug: str
    pressed: int = 0

    @property
    def tables(self) -> tuple[int, int, int]:
        """The numbers of his tables."""
        first = FIRST[self.way]
        return first, first + 1, first + 2

    def at(self, table: int) -> None:
        """The console with a table open; counting begins."""
        self.page.goto(f"/floor/{self.slug}/?table={table}")
        expect(self.page.locator(".tablehead__name")).to_have_text(f"Table {table}")
        self.pressed = 0

    def press(self, key: str, target: Locator) -> None:
        """The key, or a tap on what it stands for."""
        self.pressed += 1
        if self.way == "keys":
            self.page.wait_for_load_state()
            self.page.keyboard.press(key)
        else:
            target.tap()

    def choose(self, chair: int) -> None:
        """A seat of the open table."""
        self.press(str(chair), self.page.locator(f"#table .chair-{chair} .seat__tap"))

    def undo(self) -> None:
        """What was just done at this table."""
        self.press("u", self.page.locator("#table .answer .button--undo"))
        expect(self.page.locator(".answer--undone")).to_be_visible()

    def first_to_do(self, title: str) -> None:
        """The first card of the list, which says this."""
        expect(self.page.locator(".todo .card").first).to_contain_text(title)
        self.press("g", self.page.locator(".todo .card").first.locator(".button--main"))

    def asks(self, sql: str, *values: object) -> list[Any]:
        """What stands in the database."""
        with self.server.database() as database:
            return database.execute(sql, values).fetchall()

    def seats(self) -> Seats:
        """Who sits where: entries by table and chair."""
        sql = (
            "select t.number, s.chair, s.entry_id from tables_seat s join tables_table t on t.id = s.table_id"
            " where s.until is null and t.number between ? and ?"
        )
        return {(table, chair): entry for table, chair, entry in self.asks(sql, *self.tables[::2])}

    def chairs(self, table: int) -> list[int]:
        """The chairs of a table in which somebody sits."""
        return sorted(chair for number, chair in self.seats() if number == table)

    def outs(self) -> list[Any]:
        """Who is out: entry, table and chair of each bust, the first first."""
        sql = (
            "select b.entry_id, t.number, b.chair from tables_bust b join tables_table t on t.id = b.table_id"
            " where t.number between ? and ? order by b.'order'"
        )
        return self.asks(sql, *self.tables[::2])

    def slips(self) -> list[int]:
        """How many papers each job of moves had, the first first."""
        sql = (
            "select json_array_length(j.options, '$.seats') from tables_printjob j"
            " join tournaments_event e on e.id = j.event_id"
            " where e.slug = ? and j.document = 'move_slip' order by j.id"
        )
        return [papers for (papers,) in self.asks(sql, self.slug)]

    def sold(self) -> list[Any]:
        """Add-ons: entry, sum and way to pay."""
        sql = (
            "select l.entry_id, l.amount, l.method from tournaments_ledgerline l"
            " join tournaments_purchase p on p.id = l.purchase_id"
            " join tournaments_option o on o.id = p.option_id"
            " join tournaments_event e on e.id = o.event_id where e.slug = ? and o.kind = 'add-on'"
        )
        return self.asks(sql, self.slug)

    def plans(self) -> list[tuple[str, str]]:
        """Kind and state of the evening's plans, the first first."""
        sql = (
            "select p.kind, p.state from tables_plan p join tournaments_event e on e.id = p.event_id"
            " where e.slug = ? order by p.id"
        )
        return self.asks(sql, self.slug)

    def put_out(self, *spots: tuple[int, int]) -> None:
        """These are out, without a hand on the page."""
        seats = self.seats()
        self.server.manage(
            "shell",
            "-c",
            "from tables.actions.bust import bust; from tournaments.journal.change import By;"
            " from tournaments.models import Entry, Staff; who = By(staff=Staff.objects.get());"
            f" [bust(who, Entry.objects.get(pk=key)) for key in {[seats[spot] for spot in spots]}]",
        )


@pytest.fixture(scope="module", params=["keys", "taps"])
def hand(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Hand]:
    """Twenty players at three tables of eight, 7, 7 and 6, long after registration closed."""
    with opened(browser, server, **(CONSOLES if request.param == "keys" else TABLETS)) as context:
        yield _three_tables(context.new_page(), server, request.param)


def _three_tables(page: Page, server: Server, way: str) -> Hand:
    """The event that a way of working has to itself, begun."""
    sign_in(page, server)
    if way == "keys":
        make_room(page, "Main floor", "1-6")
    slug = make_event(page, f"Work by {way}")
    first = FIRST[way]
    give_tables(page, slug, f"{first}-{first + 2}")
    look_at_list(page, slug, _players(800_000 + 1000 * first), state="paid")
    page.get_by_role("button", name="Import").click()
    page.wait_for_url(f"**/{slug}/entries/**")
    draw_everybody(page, slug)
    start_clock(page, slug)
    server.manage(
        "shell",
        "-c",
        "from tournaments.actions.registration import hold_registration; from tournaments.journal.change"
        " import By; from tournaments.models import Day, Staff;"
        f" hold_registration(By(staff=Staff.objects.get()), Day.objects.get(event__slug={slug!r}), 'closed')",
    )
    return Hand(way, page, server, slug)


def _players(first: int) -> dict[str, Any]:
    names = [f"{first + n},First{n},Last{n}" for n in range(20)]
    lines = "\n".join(["card,first_name,last_name", *names])
    return {"name": "list.csv", "mimeType": "text/csv", "buffer": lines.encode()}


def test_a_bust_and_its_undo(hand: Hand) -> None:
    table, before = hand.tables[1], hand.seats()
    chair = hand.chairs(table)[2]
    hand.at(table)
    hand.choose(chair)
    hand.press("b", hand.page.locator("[data-bust]"))
    expect(hand.page.locator(".answer")).to_contain_text("20th")
    expect(hand.page.locator(f"#table .chair-{chair}")).to_contain_text("empty")
    assert hand.pressed <= MOST
    gone = before[table, chair]
    assert hand.outs() == [(gone, table, chair)]
    assert hand.seats() == {spot: entry for spot, entry in before.items() if entry != gone}
    hand.pressed = 0
    hand.undo()
    assert hand.pressed == 1
    expect(hand.page.locator(f"#table .chair-{chair}")).not_to_contain_text("empty")
    assert (hand.outs(), hand.seats()) == ([], before)


def test_a_swap_and_its_undo(hand: Hand) -> None:
    table, before = hand.tables[0], hand.seats()
    first, second = hand.chairs(table)[:2]
    hand.at(table)
    names = hand.page.locator("#table .seat__name").all_inner_texts()
    hand.choose(first)
    hand.choose(second)
    hand.press("w", hand.page.locator("[data-for-two] button"))
    expect(hand.page.locator(".answer")).to_contain_text("Seats changed")
    assert hand.pressed <= MOST
    there = {(table, first): before[table, second], (table, second): before[table, first]}
    assert hand.seats() == before | there
    hand.undo()
    expect(hand.page.locator("#table .seat__name")).to_have_text(names)
    assert hand.seats() == before


def test_an_add_on_is_sold_at_the_table_and_undone(hand: Hand) -> None:
    table, page = hand.tables[0], hand.page
    chair = hand.chairs(table)[1]
    hand.server.manage(
        "shell",
        "-c",
        "from tournaments.models import Event, Option; Option.objects.create(kind='add-on', name='Add-on',"
        f" event=Event.objects.get(slug={hand.slug!r}), prize=5000, chips=10000, until_level=9, position=9)",
    )
    hand.at(table)
    hand.choose(chair)
    hand.press("r", page.locator('.console__tableactions [data-key="r"]'))
    option = page.locator(".sold__one")
    expect(option).to_contain_text("10,000 chips")
    expect(option).to_be_focused()
    hand.press("Enter", option)
    expect(page.locator(".answer")).to_contain_text("took Add-on")
    expect(page.locator("html[printed]")).to_have_count(1)
    assert hand.pressed <= MOST
    assert hand.sold() == [(hand.seats()[table, chair], 5000, "cash")]
    hand.undo()
    assert hand.sold() == []


def test_balance_asks_for_both_big_blinds_and_is_undone(hand: Hand) -> None:
    first, _second, short = hand.tables
    hand.put_out((short, hand.chairs(short)[0]))
    before = hand.seats()
    page = hand.page
    hand.at(first)
    card = page.locator(".todo .card").first
    expect(card).to_contain_text(f"Balance table {short}")
    if hand.way == "keys":
        hand.press("g", card)
        expect(card.locator(":focus")).to_have_count(1)
    felts = card.locator("[data-tapfelt]")
    expect(felts).to_have_count(2)
    for place in range(2):
        chair = felts.nth(place).locator(".askchair:not(.askchair--empty)").first
        hand.press(chair.inner_text(), chair)
        if place == 0:
            # What others do loads the list again; what was tapped stays tapped.
            with page.expect_response("**/todo/"):
                page.evaluate("document.body.dispatchEvent(new CustomEvent('revision'))")
            expect(felts.nth(0).locator("input:checked")).to_have_count(1)
            expect(card.locator(":focus")).to_have_count(1)
    page.wait_for_url("**/plan/*/")
    spots = page.locator(".move__spots").inner_text()
    hand.press("a", page.get_by_role("button", name="Move him and print his slip"))
    expect(page.locator("main")).to_contain_text("carried out at")
    expect(page.locator("html[printed]")).to_have_count(1)
    # By keys the two figures, g 4 5 a, are one thing that is told, as "12-4" is one.
    assert hand.pressed - (hand.way == "keys") <= MOST
    assert (hand.plans(), hand.slips()) == ([("balance", "accepted")], [1])
    left, taken = (_spot(text) for text in spots.split() if "-" in text)
    assert hand.seats() == {spot: e for spot, e in before.items() if spot != left} | {taken: before[left]}
    assert [len(hand.chairs(table)) for table in hand.tables].count(6) == 2
    hand.press("u", page.locator(".undo-line .button--undo").first)
    expect(page.locator(".undo-line--undone").first).to_contain_text(": balance")
    assert (hand.plans(), hand.seats()) == ([("balance", "proposed")], before)
    page.locator(".plan__leave > summary").click()
    page.locator(".plan__leave form button").click()
    expect(page.locator("#console")).to_be_visible()
    expect(page.locator(".todo .card").first).to_contain_text(f"Balance table {short}")
    assert hand.plans() == [("balance", "discarded")]


def test_a_break_prints_all_slips_at_once_and_is_undone(hand: Hand) -> None:
    one, two, three = hand.tables
    hand.put_out(*((one, chair) for chair in hand.chairs(one)[5:]))
    hand.put_out(*((two, chair) for chair in hand.chairs(two)[5:]))
    before, page = hand.seats(), hand.page
    assert [len(hand.chairs(table)) for table in hand.tables] == [5, 5, 5]
    hand.at(one)
    hand.first_to_do(f"Break table {three}")
    draw = page.get_by_role("button", name="Draw the seats")
    expect(draw).to_be_visible()
    hand.press("d", draw)
    page.wait_for_url("**/plan/*/")
    expect(page.locator(".drawn tbody tr")).to_have_count(5)
    hand.press("a", page.get_by_role("button", name="Move them and print 5 slips"))
    expect(page.locator("main")).to_contain_text("carried out at")
    expect(page.locator("html[printed]")).to_have_count(1)
    assert hand.pressed <= MOST
    after = hand.seats()
    assert (hand.plans()[-1], hand.slips()[-1]) == (("break", "accepted"), 5)
    assert [len(hand.chairs(table)) for table in (one, two)] in ([8, 7], [7, 8])
    assert (hand.chairs(three), sorted(after.values())) == ([], sorted(before.values()))
    assert _stayed(before, three) == {spot: after[spot] for spot in _stayed(before, three)}
    assert _states(hand) == [(one, "open"), (two, "open"), (three, "closed")]
    hand.press("u", page.locator(".undo-line .button--undo").first)
    expect(page.locator(".undo-line--undone", has_text=f"Table {three} broken")).to_be_visible()
    assert (hand.plans()[-1], hand.seats()) == (("break", "proposed"), before)
    assert _states(hand) == [(one, "open"), (two, "open"), (three, "open")]


def _spot(text: str) -> tuple[int, int]:
    table, chair = text.split("-")
    return int(table), int(chair)


def _stayed(before: Seats, broken: int) -> Seats:
    return {spot: entry for spot, entry in before.items() if spot[0] != broken}


def _states(hand: Hand) -> list[Any]:
    sql = (
        "select t.number, d.state from tables_daytable d join tables_table t on t.id = d.table_id"
        " where t.number between ? and ? order by t.number"
    )
    return hand.asks(sql, *hand.tables[::2])
