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
BOOK = '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'
RELATIONS = (
    '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
)
LAUGHS = '<!DOCTYPE l [<!ENTITY a "lol">' + "".join(
    f'<!ENTITY {chr(98 + i)} "{("&" + chr(97 + i) + ";") * 10}">' for i in range(9)
)


def packed(sheet: str, **parts: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as book:
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
    strings = "<sst><si><r><t>東</t></r><r><t>京</t></r><rPh><t>とうきょう</t></rPh></si></sst>"
    sheet = '<s><row r="5"><c r="B5" t="s"><v>0</v></c></row></s>'
    assert lines_of_workbook(packed(sheet, sharedStrings=strings)) == [(5, ["", "東京"])]


HOSTILE = {
    "strings": lambda: packed("<s/>", sharedStrings="<sst>" + "<si><t>a</t></si>" * 1_300_000 + "</sst>"),
    "cells": lambda: packed("<s><row>" + "<c/>" * 5_000_000 + "</row></s>"),
    "rows": lambda: packed("<s>" + "<row><c><v>1</v></c></row>" * 400_000 + "</s>"),
    "columns": lambda: packed('<s><row><c r="ZZZ1"><v>1</v></c></row></s>'),
    "text": lambda: packed('<s><row><c t="str"><v>' + "a" * 100_000_000 + "</v></c></row></s>"),
    "entities": lambda: packed(f"{LAUGHS}]><s>&j;</s>"),
    "one-tag": lambda: packed('<s><c r="' + "A" * 20_000_000 + '"/></s>'),
    "deep": lambda: packed("<a>" * 4_000_000),
    "styles": lambda: packed("<s/>", styles="<s><cellXfs>" + "<xf/>" * 1_300_000 + "</cellXfs></s>"),
    "sheets": lambda: packed("<s/>", **{f"worksheets/x{n}": "<s/>" for n in range(600)}),
    "no-strings": lambda: packed('<s><row><c t="s"><v>7</v></c></row></s>'),
    "half": lambda: packed("<s><row><c><v>1")[:-40],
    "other": lambda: packed("<s/>").replace(b"xl/workbook.xml", b"xl/workshop.xml"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_workbook_is_refused_soon_and_in_little_memory(kind):
    data = HOSTILE[kind]()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begin = time.process_time()
    with pytest.raises(RuleError):
        read_cells(data)
    assert time.process_time() - begin < 5  # a second or less where nothing else runs
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - most < 300 * 1024  # kilobytes
