"""The first sheet of an Excel workbook as lines of cells, read by openpyxl within bounds."""

import io
import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime

import openpyxl

from tournaments.queries.workbook_limits import too_large, within_limits
from tournaments.rules.csv_import import Line, bounded, refuse_many
from tournaments.rules.errors import RuleError
from tournaments.rules.sheet_cells import plain

LAST_ROW = 1_048_576  # Excel's own limits
LONGEST_CELL = 32_767
MOST_CELLS = 3_000_000  # with the empty ones that openpyxl fills a row up with
# Of Excel's "_x0041_" for letters that XML has not, openpyxl leaves control characters as they are, and the
# underscore of texts that only look so where they stand in their cell.
_ESCAPED = re.compile(r"_x005F_(?=x[0-9A-Fa-f]{4}_)|_x(00[01][0-9A-Fa-f])_")


def lines_of_workbook(data: bytes) -> list[Line]:
    """The lines of a workbook's first sheet that hold anything.

    RuleError: `workbook` for one that cannot be read or is far too large; `too-many-rows`,
    `too-many-columns`.
    """
    try:
        return list(_lines(within_limits(data)))
    except RuleError:
        raise
    except Exception as error:  # what openpyxl raises at a broken part is of any kind
        raise RuleError("workbook", "This Excel workbook cannot be read. Save it anew, or as CSV.") from error


def _lines(checked: bytes) -> Iterator[Line]:
    book = openpyxl.load_workbook(io.BytesIO(checked), read_only=True, data_only=True, keep_links=False)
    try:
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # a sheet may say that it is smaller than it is
        filled = cells = 0
        for number, values in enumerate(sheet.iter_rows(max_row=LAST_ROW, values_only=True), 1):
            cells += len(values)
            if cells > MOST_CELLS:
                raise too_large()
            line = _filled(values)
            if line:
                filled += 1
                refuse_many(filled)
                yield number, bounded(line)
    finally:
        book.close()


def _filled(values: Iterable[object]) -> list[str]:
    """The cells of a row up to the last that holds anything."""
    line = [plain(_text(value)[:LONGEST_CELL]) for value in values]
    line = [cell if cell.strip() else "" for cell in line]
    while line and not line[-1]:
        line.pop()
    return line


def _text(value: object) -> str:
    """A cell as a list has it: a day without its time, a whole number without a point."""
    if value is None:
        return ""
    if isinstance(value, str):
        return _ESCAPED.sub(_unescaped, value) if "_x" in value else value
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _unescaped(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else "_"
