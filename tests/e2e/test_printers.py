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
from tests.printing.escpos_reading import black, read_escpos

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
