"""Printers with a network plug: a card and two receipts over the wire, and one that is switched off."""

import re
import socket
import threading
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.server import PATIENCE_S, Server
from tests.e2e.steps import (
    busy,
    choose_by_card,
    give_tables,
    know,
    make_event,
    make_room,
    sell_by_enter,
    sign_in,
)
from tests.printing.escpos_reading import WIDTH, Printed, black, read_escpos

pytestmark = pytest.mark.e2e
ASK_PAPER, HAS_PAPER = b"\x1dr\x01", b"\x00"
KNOWN = [("84001", "Anna", "Abramowitz"), ("84002", "Bruno", "Castellani")]
MOST_S = 3.0  # CONNECT_S of tables/delivery/raw.py: a sale that waited for its printer would take longer


class Printer:
    """An 80 mm printer on the network: takes bytes until the end, then says that it has paper."""

    def __init__(self) -> None:
        self.received: list[bytes] = []
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                line, _from = self.socket.accept()
            except OSError:
                return  # switched off
            with line:
                data = line.makefile("rb").read()
                line.sendall(HAS_PAPER)
            self.received.append(data)

    def off(self) -> None:
        """Switch it off: whoever calls is refused."""
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()

    def slips(self, wanted: int) -> list[bytes]:
        """What came out, once so many papers have."""
        until = time.monotonic() + PATIENCE_S
        while sum(data.count(b"\x1dVB\x00") for data in self.received) < wanted:
            assert time.monotonic() < until, f"{len(self.received)} of {wanted} papers came"
            threading.Event().wait(0.02)
        return self.received


@pytest.fixture(scope="module")
def slug() -> str:
    """The event's address; its tests go on from one another."""
    return "paper"


@pytest.fixture(scope="module")
def card_printer() -> Printer:
    return Printer()


@pytest.fixture(scope="module")
def spare() -> Iterator[Printer]:
    made = Printer()
    yield made
    made.off()


def test_a_sale_sends_a_card_and_a_receipt_in_two_copies(
    page: Page, server: Server, card_printer: Printer, spare: Printer, slug: str
) -> None:
    sign_in(page, server)
    make_room(page, "Main floor", "1")
    assert make_event(page, "Paper") == slug
    give_tables(page, slug, "1")
    know(page, KNOWN)
    _add(page, "Desk 1", card_printer)
    _add(page, "Desk 2", spare)
    _use(page, "Desk 1")
    choose_by_card(page, slug, KNOWN[0][0])
    sell_by_enter(page)
    streams = card_printer.slips(3)
    slips = [slip for data in streams for slip in read_escpos(data.removesuffix(ASK_PAPER))]
    assert [0.01 < black(slip.picture) < 0.5 for slip in slips] == [True, True, True]
    page.goto("/floor/prints/")
    expect(page.locator("#queue .badge", has_text=re.compile("^printed$"))).to_have_count(2)


def test_a_printer_that_is_off_holds_up_no_sale_and_another_prints_its_papers(
    page: Page, server: Server, card_printer: Printer, spare: Printer, slug: str
) -> None:
    sign_in(page, server)
    _use(page, "Desk 1")
    card_printer.off()
    choose_by_card(page, slug, KNOWN[1][0])
    begun = time.monotonic()
    sell_by_enter(page)
    assert time.monotonic() - begun < MOST_S * busy()
    page.goto("/floor/prints/")
    trouble = page.locator(".trouble", has_text="Desk 1")
    expect(trouble).to_contain_text("2 not printed")
    trouble.get_by_role("button", name="Desk 2").click()
    streams = spare.slips(3)
    slips = [slip for data in streams for slip in read_escpos(data.removesuffix(ASK_PAPER))]
    assert len(slips) == 3
    page.goto("/floor/prints/")
    expect(page.locator(".trouble")).to_have_count(0)


def test_a_refund_by_keys_gives_a_slip_in_two_copies_and_says_that_it_came_out(
    page: Page, server: Server, spare: Printer, slug: str
) -> None:
    sign_in(page, server)
    _use(page, "Desk 2")
    before = sum(len(_slips(data)) for data in spare.received)
    choose_by_card(page, slug, KNOWN[0][0])
    page.keyboard.press("x")
    expect(page.get_by_label("Refund slip")).to_have_value("2")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(rf"/{slug}/desk/"))
    expect(page.locator("#lastcard")).to_contain_text("Returned")
    expect(page.locator("#papers")).to_contain_text("Refund slip: printed")
    mine, house = [slip for data in spare.slips(before + 2) for slip in _slips(data)][before:]
    assert house.picture.height > mine.picture.height  # it has a line to sign on
    assert [0.01 < black(slip.picture) < 0.5 for slip in (mine, house)] == [True, True]
    page.keyboard.press("Alt+p")
    again = [slip for data in spare.slips(before + 4) for slip in _slips(data)][before + 2 :]
    head = (WIDTH // 2, 0, WIDTH * 3 // 4, 60)
    assert black(again[0].picture.crop(head)) > black(mine.picture.crop(head))  # marked as a reprint


def test_on_a_phone_the_lists_of_prints_and_drawers_keep_to_their_card(
    page: Page, server: Server, slug: str
) -> None:
    sign_in(page, server)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/floor/drawer/")
    page.fill("input[name=opening]", "500")
    page.get_by_role("button", name="Open the drawer").click()
    for url in ("/floor/drawer/", "/floor/prints/", f"/floor/{slug}/sheet/"):
        page.goto(url)
        boxes = page.locator(".table-box")
        expect(boxes.first).to_be_visible()
        hidden = boxes.evaluate_all("boxes => boxes.map(box => box.scrollWidth - box.clientWidth)")
        assert max(hidden) == 0, url


def _slips(data: bytes) -> list[Printed]:
    return read_escpos(data.removesuffix(ASK_PAPER))


def _add(page: Page, name: str, printer: Printer) -> None:
    page.goto("/floor/prints/printers/")
    page.fill("input[name=name]", name)
    page.locator("input[name=kind][value=network]").check(force=True)
    page.fill("input[name=address]", f"127.0.0.1:{printer.port}")
    page.select_option("section.panel select[name=sheet]", "80mm")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("link", name=name)).to_be_visible()


def _use(page: Page, name: str) -> None:
    """This machine prints cards and two receipts on that printer."""
    page.goto("/floor/prints/printers/")
    for use in ("cards", "slips", "receipts"):
        page.select_option(f"#device select[name={use}]", label=name)
    page.select_option("#device select[name=copies]", "2")
    page.get_by_role("button", name="Keep for this machine").click()
    page.wait_for_load_state()
