"""Rows as a file that a spreadsheet opens: CSV or XLSX, in which no cell is ever worked out as a formula."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell

from tournaments.rules.sheet_cells import neutral

_LOOKS_ESCAPED = re.compile(r"_(x[0-9A-Fa-f]{4}_)")


def csv_bytes(rows: Iterable[Sequence[str]]) -> bytes:
    """UTF-8 with its mark, by which Excel knows it."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([neutral(cell) for cell in row])
    return text.getvalue().encode("utf-8-sig")


def xlsx_bytes(rows: Iterable[Sequence[str]], title: str) -> bytes:
    """A workbook of one sheet; every cell is text, so that card numbers keep their zeros."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet(re.sub(r"[\[\]:*?/\\]", " ", title)[:31].strip("' ") or "List")
    for row in rows:
        cells = []
        for value in row:
            cell = WriteOnlyCell(sheet, _LOOKS_ESCAPED.sub(r"_x005F_\1", neutral(value)))
            cell.data_type, cell.number_format = "s", "@"
            cells.append(cell)
        sheet.append(cells)
    packed = io.BytesIO()
    book.save(packed)
    return packed.getvalue()
