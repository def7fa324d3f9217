"""Names that break paper elsewhere (KNOWN_FAULTS 33), and cards made from them."""

from tables.printing.seat_card import SeatCard

LONG = "Maximiliana-Theodora Freifrau von Hohenstaufen-Wittelsbach zu Sonnenburg"
NAMES = (
    "陳大文", "Nguyễn Thị Ánh", "Łukasz Šimůnek", "김민준", "Παπαδόπουλος", "Шевченко", "Håkan", "佐藤 花子",
    "Yılmaz Œuvre Þór", "㷫 丽华",
)  # fmt: skip


def seat_card(name: str = "Anna Rossi", table: int = 12, chair: int = 4, **more: object) -> SeatCard:
    """A card with everything on it."""
    parts: dict[str, object] = {
        "event": "Macau Poker Cup Main Event", "day": "Day 1A", "when": "Sat 21 Nov 2026, 19:32",
        "number": "No. 103590", "option": "Re-entry 1", "chips": "30,000 chips", "room": "Main room",
        "commitment8": "3fa2b1c9", "token_url": "https://floor.example.com/C/7KQ2M9XWAB4T",
    }  # fmt: skip
    return SeatCard(name=name, table=table, chair=chair, **{**parts, **more})  # type: ignore[arg-type]
