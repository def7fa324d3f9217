"""Rows as a file that a spreadsheet opens: CSV or XLSX, in which no cell is ever worked out as a formula."""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from xml.sax.saxutils import escape

from tournaments.rules.sheet_cells import neutral

_LOOKS_ESCAPED = re.compile(r"_(x[0-9A-Fa-f]{4}_)")
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

# The parts of a workbook besides its sheet. Style 1 is text: Excel shows what is in the cell, as it is.
_PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_KIND}.sheet.main+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_KIND}.worksheet+xml"/>'
    f'<Override PartName="/xl/styles.xml" ContentType="{_KIND}.styles+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>'
    f'<Relationship Id="rId2" Type="{_RELATIONS}/styles" Target="styles.xml"/></Relationships>',
    "xl/styles.xml": f'<styleSheet xmlns="{_MAIN}"><fonts count="1"><font><sz val="11"/>'
    '<name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill/></fill></fills>'
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>'
    '<cellXfs count="2"><xf numFmtId="0" xfId="0"/><xf numFmtId="49" xfId="0" applyNumberFormat="1"/>'
    '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
    "</styleSheet>",
}


def csv_bytes(rows: Iterable[Sequence[str]]) -> bytes:
    """UTF-8 with its mark, by which Excel knows it."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([neutral(cell) for cell in row])
    return text.getvalue().encode("utf-8-sig")


def xlsx_bytes(rows: Iterable[Sequence[str]], title: str) -> bytes:
    """A workbook of one sheet; every cell is text, so that card numbers keep their zeros.

    Written here: a library takes ten seconds for ten thousand entries.
    """
    name = re.sub(r"[\[\]:*?/\\]", " ", title)[:31].strip("' ") or "List"
    book = (
        f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}"><sheets>'
        f'<sheet name="{_xml(name, quotes=True)}" sheetId="1" r:id="rId1"/></sheets></workbook>'
    )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, text in {**_PARTS, "xl/workbook.xml": book}.items():
            archive.writestr(part, _HEAD + text)
        archive.writestr("xl/worksheets/sheet1.xml", "".join(_sheet(rows)))
    return packed.getvalue()


def _sheet(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f'{_HEAD}<worksheet xmlns="{_MAIN}"><sheetData>'
    for row in rows:
        yield "<row>"
        for value in row:
            text = _xml(_LOOKS_ESCAPED.sub(r"_x005F_\1", neutral(value)))
            yield f'<c s="1" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
        yield "</row>"
    yield "</sheetData></worksheet>"


def _xml(text: str, *, quotes: bool = False) -> str:
    return escape(_UNWRITABLE.sub("", text), {"\r": "&#13;"} | ({'"': "&quot;"} if quotes else {}))
