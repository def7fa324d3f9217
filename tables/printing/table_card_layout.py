"""Where the parts of a table card go: number left and chairs right, or one above the other on a roll."""

from dataclasses import dataclass

from tournaments.printing.sheets import MM, PAPERS, Box, Sheet

ROLL_ROW = 21.0
ROLL_REST = 62 * MM  # what is not rows: head, number, foot


@dataclass(frozen=True, slots=True)
class Layout:
    """The parts, on the page. rows: one per chair from the first, the line to write on is their lower edge.

    head, foot: y is the base line, height the font size. foot: place, time.
    """

    head: Box
    number: Box
    label_size: float
    rows: tuple[Box, ...]
    foot: tuple[Box, Box]


def sheet_for(paper: str, rows: int) -> Sheet:
    """The sheet of that paper: two cards on a page, one on a label, a strip as long as its chairs need."""
    chosen = PAPERS[paper]
    if chosen.is_page:
        return Sheet(chosen, columns=1, rows=2)
    if chosen.is_roll:
        return Sheet(chosen.cut_at(ROLL_REST + rows * ROLL_ROW))
    return Sheet(chosen)


def boxes_of(sheet: Sheet) -> tuple[Box, ...]:
    """The boxes with the white that a card keeps at its edge."""
    margin = 0 if sheet.paper.is_roll else 22 if sheet.paper.is_page else 8
    return tuple(box.inset(margin, margin) for box in sheet.boxes)


def layout(box: Box, rows: int) -> Layout:
    """The places in that box for a table of so many chairs."""
    return _upright(box, rows) if box.height > box.width else _broad(box, rows)


def _broad(box: Box, rows: int) -> Layout:
    size = 15.0 if box.height > 250 else 9.0
    head = Box(box.x, box.top - size, box.width, size)
    height = box.height - size * 2.2
    left = box.width * 0.38
    small = size * 0.75
    foot = (
        Box(box.x, box.y + small * 1.7, left, small),
        Box(box.x, box.y + small * 0.3, left, small),
    )
    number = Box(box.x, box.y + small * 3.4, left, height - small * 3.4)
    step = min(height / rows, 36)
    right = box.x + box.width * 0.43
    top = box.y + height
    chairs = tuple(Box(right, top - step * (n + 1), box.right - right, step) for n in range(rows))
    return Layout(head, number, size * 1.2, chairs, foot)


def _upright(box: Box, rows: int) -> Layout:
    head = Box(box.x, box.top - 10, box.width, 10)
    foot = (Box(box.x, box.y + 13, box.width, 9), Box(box.x, box.y + 1, box.width, 9))
    top = box.y + 32 + rows * ROLL_ROW
    number = Box(box.x, top + 6, box.width, box.top - 20 - top - 6)
    chairs = tuple(Box(box.x, top - ROLL_ROW * (n + 1), box.width, ROLL_ROW) for n in range(rows))
    return Layout(head, number, 11, chairs, foot)
