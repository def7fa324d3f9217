"""Where the parts of a slip go: on a card of its own, or one below the other on a strip as long as needed."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import accumulate
from types import MappingProxyType

from tournaments.printing.sheets import PAPERS, Box, Sheet

SHEETS: Mapping[str, Sheet] = MappingProxyType(
    {
        "a4": Sheet(PAPERS["a4"], columns=2, rows=3),
        "letter": Sheet(PAPERS["letter"], columns=2, rows=3),
        "4x3": Sheet(PAPERS["4x3"]),
        "80mm": Sheet(PAPERS["80mm"]),
    }
)
HEAD, TITLE, LEAD, NAME, ROW, NOTE, GAP = 20.0, 18.0, 22.0, 27.0, 13.0, 12.0, 8.0
SIGN_ROLL, SIGN_CARD = 40.0, 30.0  # room for a hand above the line, the word below it
FIGURES = 116.0  # on a roll; on a card they take what the other parts leave
LEAST_FIGURES = 50.0
COLUMN_GAP = 16.0
CODE_ROLL, CODE_CARD = 84.0, 62.0  # the QR code's side


@dataclass(frozen=True, slots=True)
class Parts:
    """What a slip has. name: whether it has one, and so on; rows, notes: how many. sign: a line for it."""

    title: bool = False
    lead: bool = False
    figures: bool = False
    name: bool = False
    code: bool = False
    sign: bool = False
    rows: int = 0
    notes: int = 0


@dataclass(frozen=True, slots=True)
class Places:
    """The places on the page. Of a line, y is the base line and height the font size.

    code: its lower left corner and its side.
    """

    head: Box
    title: Box
    lead: Box
    figures: Box
    name: Box
    rows: tuple[Box, ...]
    sign: Box
    notes: tuple[Box, ...]
    code: Box


def sheet_for(paper: str, parts: Parts) -> Sheet:
    """The sheet of that paper; a roll is cut below the last part."""
    sheet = SHEETS[paper]
    if not sheet.paper.is_roll:
        return sheet
    length = _others(parts, CODE_ROLL, SIGN_ROLL) + (FIGURES if parts.figures else 0)
    return Sheet(sheet.paper.cut_at(length + 2 * sheet.paper.margin_y))


def box_on(sheet: Sheet, number: int) -> Box:
    """The nth box of a page, less the white that a slip keeps at its edge."""
    box = sheet.boxes[number]
    return box if sheet.paper.is_roll else box.inset(11, 10)


def places(box: Box, parts: Parts, *, is_roll: bool) -> Places:
    """Where everything goes in that box, from the top: head, title, lead, figures, name, rows, sign, foot.

    Rows that do not fit below each other stand in two columns.
    """
    side = (CODE_ROLL if is_roll else CODE_CARD) if parts.code else 0.0
    hand = (SIGN_ROLL if is_roll else SIGN_CARD) if parts.sign else 0.0
    least = LEAST_FIGURES if parts.figures else 0.0
    columns = 1 if box.height - _others(parts, side, hand) >= least else 2
    deep = -(-parts.rows // columns)
    spare = box.height - _others(replace(parts, rows=deep), side, hand)
    figures = max(spare, least) if parts.figures else 0.0
    step = ROW if spare >= least else ROW - (least - spare) / max(deep, 1)
    head, title, lead, at, name, rows_top, sign, foot = _tops(box.top, parts, (figures, step * deep, hand))
    wide = (box.width - (columns - 1) * COLUMN_GAP) / columns
    lines = tuple(
        Box(
            box.x + n // deep * (wide + COLUMN_GAP), rows_top - GAP - step * (n % deep + 0.7),
            wide, step * 0.78,
        )
        for n in range(parts.rows)
    )  # fmt: skip
    beside = Box(box.x, 0, box.width - side - (GAP if side else 0), 0)
    notes = tuple(_line(beside, foot - NOTE * (n + 1), 8.5) for n in range(parts.notes))
    return Places(
        head=_line(box, head - (10 if is_roll else 9), 10 if is_roll else 9),
        title=_line(box, title - 14, 13),
        lead=_line(box, lead - 18, 17),
        figures=Box(box.x, at - figures, box.width, figures),
        name=_line(box, name - 23, 20),
        rows=lines,
        sign=_line(box, sign - hand + 4, 8.5),
        notes=notes,
        code=Box(box.right - side, foot - side, side, side),
    )


def _line(box: Box, y: float, size: float) -> Box:
    return Box(box.x, y, box.width, size)


def _foot(parts: Parts, side: float) -> float:
    return max(side if parts.code else 0, parts.notes * NOTE + 2)


def _others(parts: Parts, side: float, hand: float) -> float:
    """The height of everything but the figures. side: of the code; hand: the room to sign in."""
    return (
        HEAD
        + TITLE * parts.title
        + LEAD * parts.lead
        + NAME * parts.name
        + (parts.rows * ROW + GAP if parts.rows else 0)
        + hand * parts.sign
        + GAP
        + _foot(parts, side)
    )


def _tops(top: float, parts: Parts, tall: tuple[float, float, float]) -> tuple[float, ...]:
    """The upper edge of head, title, lead, figures, name, rows, the line to sign on, and foot.

    tall: the heights of figures, rows and the room to sign in.
    """
    figures, rows, hand = tall
    heights = (
        HEAD,
        TITLE * parts.title,
        LEAD * parts.lead,
        figures,
        NAME * parts.name,
        (rows + GAP if parts.rows else 0.0) + GAP * (not parts.sign),
        (hand + GAP) * parts.sign,
    )
    return (top, *(top - below for below in accumulate(heights)))
