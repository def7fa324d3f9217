"""Excel workbooks: read like a CSV, and within bounds whatever is in them."""

import io
import resource
import time
import zipfile
from datetime import date

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.queries.imports import read_cells
from tournaments.queries.lists import csv_bytes, xlsx_bytes
from tournaments.queries.workbook import lines_of_workbook
from tournaments.rules.errors import RuleError

CELLS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn"]), min_size=1, max_size=10).filter(
    str.strip
)
CELL = st.one_of(CELLS, CELLS.map("=".__add__), CELLS.map("'=".__add__), st.just("_x0041_"), st.just("a\nb"))
ROWS = st.lists(st.lists(CELL, min_size=2, max_size=4), min_size=1, max_size=5)
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
NAMED = {"sharedStrings": "sharedStrings", "styles": "styles"}
BOOK = (
    f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
    '<sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>'
)
RELATIONS = (
    f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1" Type="{OFFICE}/worksheet" '
    'Target="worksheets/sheet1.xml"/></Relationships>'
)
LAUGHS = '<!DOCTYPE l [<!ENTITY a "lol">' + "".join(
    f'<!ENTITY {chr(98 + i)} "{("&" + chr(97 + i) + ";") * 10}">' for i in range(9)
)


def sheet(rows: str) -> str:
    return f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'


def packed(sheet: str, **parts: str) -> bytes:
    """A workbook of these parts, as plain as openpyxl reads it."""
    kinds = {f"xl/{name}.xml": f"{KIND}.{kind}+xml" for name, kind in NAMED.items() if name in parts}
    kinds |= {
        "xl/workbook.xml": f"{KIND}.sheet.main+xml",
        "xl/worksheets/sheet1.xml": f"{KIND}.worksheet+xml",
    }
    named = "".join(f'<Override PartName="/{part}" ContentType="{kind}"/>' for part, kind in kinds.items())
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as book:
        book.writestr("[Content_Types].xml", f'<Types xmlns="{PACKAGE}/content-types">{named}</Types>')
        book.writestr("xl/workbook.xml", BOOK)
        book.writestr("xl/_rels/workbook.xml.rels", RELATIONS)
        book.writestr("xl/worksheets/sheet1.xml", sheet)
        for name, text in parts.items():
            book.writestr(f"xl/{name}.xml", text)
    return file.getvalue()


def saved(rows: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


@settings(deadline=None, max_examples=40)
@given(ROWS)
def test_what_is_exported_is_read_back_to_the_letter(rows):
    assert [cells for _line, cells in read_cells(xlsx_bytes(rows, "List")).lines] == rows
    assert [cells for _line, cells in read_cells(csv_bytes([["head", "two"], *rows])).lines][1:] == rows


def test_a_workbook_as_excel_writes_it():
    data = saved(
        [
            ["Card", "Name", "Born", "Chips", "In"],
            [103590, "Håkan", date(1990, 12, 31), 25000.0, True],
            [None, "x"],
        ]
    )
    assert lines_of_workbook(data) == [
        (1, ["Card", "Name", "Born", "Chips", "In"]),
        (2, ["103590", "Håkan", "1990-12-31", "25000", "1"]),
        (3, ["", "x"]),
    ]


def test_phonetic_guides_are_no_part_of_a_name_and_empty_rows_keep_their_number():
    runs = "<r><t>東</t></r><r><t>京</t></r>"
    strings = f'<sst xmlns="{MAIN}"><si>{runs}<rPh sb="0" eb="1"><t>とう</t></rPh></si></sst>'
    rows = sheet('<row r="5"><c r="B5" t="s"><v>0</v></c></row>')
    assert lines_of_workbook(packed(rows, sharedStrings=strings)) == [(5, ["", "東京"])]


def test_a_sheet_that_says_it_is_smaller_is_read_to_its_end():
    rows = '<row r="1"><c r="A1" t="str"><v>a</v></c><c r="B1" t="str"><v>b</v></c></row>'
    whole = sheet(rows).replace("<sheetData>", '<dimension ref="A1"/><sheetData>')
    assert lines_of_workbook(packed(whole)) == [(1, ["a", "b"])]


def test_the_other_parts_of_a_workbook_are_not_looked_at():
    """A theme, a picture, what a macro wrote: broken or huge, no list needs them."""
    rows = sheet('<row r="1"><c r="A1" t="str"><v>a</v></c></row>')
    assert lines_of_workbook(packed(rows, **{"theme/theme1": "<a", "media/x": "0" * 90_000_000})) == [
        (1, ["a"])
    ]


LONG_ROW = '<row><c r="XFD1"/><c r="A1"><v>1</v></c><c r="XFD1"/></row>'
HOSTILE = {
    "strings": lambda: packed(sheet(""), sharedStrings="<sst>" + "<si><t>a</t></si>" * 1_300_000 + "</sst>"),
    "cells": lambda: packed(sheet("<row>" + "<c/>" * 5_000_000 + "</row>")),
    "cells-of-a-row": lambda: packed(sheet("<row>" + "<c/>" * 1_000_000 + "</row>")),
    "rows": lambda: packed(sheet("<row><c><v>1</v></c></row>" * 400_000)),
    "rows-in-bounds": lambda: packed(sheet("<row><c><v>1</v></c></row>" * 300_000)),
    "row-far-away": lambda: packed(sheet('<row r="99999999999999"><c><v>1</v></c></row>')),
    "wide-rows": lambda: packed(sheet(LONG_ROW * 20_000)),
    "columns": lambda: packed(sheet('<row><c r="ZZZ1"><v>1</v></c></row>')),
    "million-columns": lambda: packed(sheet("<row>" + "<c><v>1</v></c>" * 1_000_000 + "</row>")),
    "text": lambda: packed(sheet('<row><c t="str"><v>' + "a" * 100_000_000 + "</v></c></row>")),
    "entities": lambda: packed(f"{LAUGHS}]>{sheet('<row><c><v>&j;</v></c></row>')}"),
    "entities-of-strings": lambda: packed(
        sheet(""), sharedStrings=f"{LAUGHS}]><sst><si><t>&j;</t></si></sst>"
    ),
    "entities-in-utf-16": lambda: packed(f"{LAUGHS}]><s>&j;</s>".encode("utf-16")),
    "one-tag": lambda: packed(sheet('<row><c r="' + "A" * 20_000_000 + '"/></row>')),
    "deep": lambda: packed("<a>" * 4_000_000),
    "deep-in-bounds": lambda: packed(sheet("<a>" * 90_000 + "</a>" * 90_000)),
    "styles": lambda: packed(sheet(""), styles="<s><cellXfs>" + "<xf/>" * 1_300_000 + "</cellXfs></s>"),
    "sheets": lambda: packed(sheet(""), **{f"worksheets/x{n}": "<s/>" for n in range(600)}),
    "large-sheets": lambda: packed(
        sheet(""), **{f"worksheets/x{n}": "<s>" + "<c/>" * 90_000 + "</s>" for n in range(90)}
    ),
    "no-strings": lambda: packed(sheet('<row><c t="s"><v>7</v></c></row>')),
    "half": lambda: packed(sheet("<row><c><v>1"))[:-40],
    "half-a-sheet": lambda: packed(sheet("")[:-20]),
    "other": lambda: packed(sheet("")).replace(b"xl/workbook.xml", b"xl/workshop.xml"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_workbook_is_refused_soon_and_in_little_memory(kind):
    data = HOSTILE[kind]()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begin = time.process_time()
    with pytest.raises(RuleError):
        read_cells(data)
    assert time.process_time() - begin < 5  # less than two where nothing else runs
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - most < 300 * 1024  # kilobytes
