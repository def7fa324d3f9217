"""10,000 seat cards on A4, beside a bare canvas loop with the same strings and codes, in one run.

    python bench/cards.py [--cards 10000] [--rounds 3]

The bare loop is the floor: the same fonts, strings, codes and number of pages, every text by `drawString`
at a fixed place, nothing measured, fitted or split (so every string keeps to one font). Times are of the
processor, so that a busy machine does not count; rounds alternate and the best of each counts. Target: at
most 1.5 times. The second line leaves the codes out of both, so that their cost cannot hide ours.
"""

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

sys.path.insert(0, str(Path(__file__).parents[1]))

from tables.printing.labels import Labels
from tables.printing.seat_card import SeatCard, seat_cards
from tables.printing.seat_card_layout import SHEETS
from tournaments.printing.codes import draw_code
from tournaments.printing.fonts import Face, font

NAMES = ("Anna Rossi", "Nguyễn Thị Ánh", "Łukasz Šimůnek", "Παπαδόπουλος Γεώργιος", "Шевченко Тарас")
TARGET = 1.5


def field(size: int) -> list[SeatCard]:
    """That many cards, each with its own name, seat, number and address; Latin, Greek and Cyrillic names."""
    return [
        SeatCard(
            name=f"{NAMES[i % len(NAMES)]} {i}", table=i // 9 + 1, chair=i % 9 + 1,
            event="Floor Championship Main Event", day="Day 2", when="Sat 21 Nov 2026, 19:32",
            number=f"No. {100_000 + i}", option="Entry", chips="30,000 chips", room="Main room",
            commitment8="3fa2b1c9", token_url=f"HTTPS://FLOOR.EXAMPLE.COM/C/7KQ2M9X{i:05}",
        )
        for i in range(size)
    ]  # fmt: skip


def bare(cards: list[SeatCard]) -> bytes:
    """The same strings and codes with nothing but drawString."""
    for face in (Face.TEXT, Face.STRONG, Face.FIGURES, Face.LABEL):
        font(face)
    out = BytesIO()
    sheet = SHEETS["a4"]
    canvas = Canvas(out, pagesize=(sheet.paper.width, sheet.paper.height), pageCompression=1, invariant=1)
    for start in range(0, len(cards), sheet.per_page):
        for card, box in zip(cards[start : start + sheet.per_page], sheet.boxes, strict=False):
            _bare_card(canvas, card, box.x, box.y)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _bare_card(canvas: Canvas, card: SeatCard, x: float, y: float) -> None:
    if card.token_url:
        draw_code(canvas, x + 200, y + 60, 60, card.token_url)
    details = f"{card.option} · {card.chips} · {card.number}"
    for face, size, texts in (
        (Face.STRONG, 9, (card.event, card.day)),
        (Face.LABEL, 11, ("Table", "Seat")),
        (Face.FIGURES, 90, (str(card.table), str(card.chair))),
        (Face.STRONG, 20, (card.name,)),
        (Face.TEXT, 7.5, (details, f"{card.room} · {card.when}", f"Draw proof {card.commitment8}")),
    ):
        canvas.setFont(face, size)
        for row, text in enumerate(texts):
            canvas.drawString(x + 60 * row, y + size, text)


def seconds(make: Callable[[], bytes]) -> float:
    start = time.process_time()
    made = make()
    taken = time.process_time() - start
    assert made.startswith(b"%PDF")
    return taken


def compare(cards: list[SeatCard], rounds: int, what: str) -> float:
    """Print the best times of both and their ratio, which comes back."""
    pairs = [
        (seconds(lambda: seat_cards(cards, "a4", Labels())), seconds(lambda: bare(cards)))
        for _ in range(rounds)
    ]
    ours, floor = (min(times) for times in zip(*pairs, strict=True))
    print(
        f"{len(cards):,} cards {what:14} ours {ours:6.2f} s   bare {floor:6.2f} s   ratio {ours / floor:.2f}"
    )
    return ours / floor


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    cards = field(options.cards)
    ratio = compare(cards, options.rounds, "with codes")
    compare([replace(card, token_url="") for card in cards], options.rounds, "without codes")
    print(f"target: at most {TARGET} with codes: {'met' if ratio <= TARGET else 'MISSED'}")
    return 0 if ratio <= TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
