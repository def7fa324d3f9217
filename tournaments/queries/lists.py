"""Rows as a file that a spreadsheet opens: CSV or XLSX, in which no cell is ever worked out as a formula."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

import xlsxwriter

from tournaments.rules.sheet_cells import neutral

LONGEST_CELL = 32_767  # Excel's own limit
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def csv_bytes(rows: Iterable[Sequence[str]]) -> bytes:
    """UTF-8 with its mark, by which Excel knows it."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([neutral(cell) for cell in row])
    return text.getvalue().encode("utf-8-sig")


def xlsx_bytes(rows: Iterable[Sequence[str]], title: str) -> bytes:
    """A workbook of one sheet; every cell is text, so that card numbers keep their zeros."""
    name = re.sub(r"[\[\]:*?/\\]", " ", _UNWRITABLE.sub("", title))[:31].strip("' ") or "List"
    packed = io.BytesIO()
    with xlsxwriter.Workbook(packed, {"constant_memory": True}) as book:
        sheet = book.add_worksheet(name)
        text = book.add_format({"num_format": "@"})  # Excel shows what is in the cell, as it is
        for row, cells in enumerate(rows):
            for column, cell in enumerate(cells):
                sheet.write_string(row, column, _UNWRITABLE.sub("", neutral(cell))[:LONGEST_CELL], text)
    return packed.getvalue()
