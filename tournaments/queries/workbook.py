"""The first sheet of an Excel workbook as lines of cells, read as a stream and within bounds.

Our own reader and no library's: those read whole parts into trees, so that a small file can cost minutes
and gigabytes. Here every part has a limit on its bytes and its elements, and no entity is declared.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from posixpath import join, normpath
from xml.parsers import expat

from tournaments.rules.csv_import import Line, bounded, refuse_many
from tournaments.rules.errors import RuleError
from tournaments.rules.sheet_cells import plain
from tournaments.rules.sheet_columns import MOST_COLUMNS

MOST_MEMBERS = 500
MOST_UNPACKED = 80 * 1024 * 1024
MOST_PART = 24 * 1024 * 1024
# Of a sheet with all rows; of its texts; of styles, of which Excel has 64,000 at most; of the rest.
MOST_ELEMENTS = {"sheet": 1_200_000, "texts": 700_000, "styles": 300_000, "": 20_000}
LONGEST_TAG = 1024 * 1024
LONGEST_CELL = 32_767  # Excel's own limit
_STORED, _DEFLATED = 0, 8
_DATE_FORMATS = frozenset({*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)})
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")

Begin = Callable[[str, dict[str, str]], None]


def lines_of_workbook(data: bytes) -> list[Line]:
    """The lines of a workbook's first sheet that hold anything.

    RuleError: `workbook` for one that cannot be read or is far too large; `too-many-rows`,
    `too-many-columns`.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            return _Workbook(packed).lines()
    except (
        zipfile.BadZipFile,
        zlib.error,
        expat.ExpatError,
        # A part that is not there or is cut short, one packed with a password or in a way nobody knows.
        KeyError,
        IndexError,
        ValueError,
        OverflowError,
        EOFError,
        OSError,
        RuntimeError,
    ) as error:
        raise RuleError("workbook", "This Excel workbook cannot be read. Save it anew, or as CSV.") from error


def too_large() -> RuleError:
    """The refusal of a workbook that would unpack to far more than a list."""
    return RuleError("workbook", "This workbook is far too large for a list of players.")


class _Workbook:
    """The parts of a workbook that a list needs: which sheet is the first, its texts, its dates, its rows."""

    def __init__(self, packed: zipfile.ZipFile) -> None:
        members = packed.infolist()
        if len(members) > MOST_MEMBERS or sum(member.file_size for member in members) > MOST_UNPACKED:
            raise too_large()
        self.packed = packed
        self.names = {member.filename: member for member in members}
        self.begins_1904 = False

    def lines(self) -> list[Line]:
        sheet = self._first_sheet()
        texts = self._texts() if "xl/sharedStrings.xml" in self.names else []
        dates = self._dates() if "xl/styles.xml" in self.names else frozenset()
        rows = _Rows(texts, dates, date(1904, 1, 1) if self.begins_1904 else date(1899, 12, 30))
        self._parse(sheet, rows.begin, rows.end, rows.text, kind="sheet")
        return rows.lines

    def _first_sheet(self) -> str:
        """The part that holds the first worksheet; chart sheets are passed over."""
        order: list[str] = []
        parts: dict[str, str] = {}

        def sheets(name: str, attributes: dict[str, str]) -> None:
            if name == "workbookPr":
                self.begins_1904 = attributes.get("date1904") in {"1", "true"}
            if name == "sheet":
                order.extend(value for key, value in attributes.items() if _local(key) == "id")

        def relations(name: str, attributes: dict[str, str]) -> None:
            if name == "Relationship" and attributes.get("Type", "").endswith("/worksheet"):
                parts[attributes["Id"]] = normpath(join("/xl", attributes["Target"])).lstrip("/")

        self._parse("xl/workbook.xml", sheets)
        self._parse("xl/_rels/workbook.xml.rels", relations)
        return next(parts[key] for key in [*order, ""] if key in parts or not key)

    def _texts(self) -> list[str]:
        """The texts that cells point to. How a reading is spelled (phonetic guides) is no part of them."""
        texts: list[str] = []
        piece: list[str] = []
        inside = {"t": False, "rPh": False}

        def begin(name: str, _attributes: dict[str, str]) -> None:
            if name in inside:
                inside[name] = True
            elif name == "si":
                piece.clear()

        def end(name: str) -> None:
            if name in inside:
                inside[name] = False
            elif name == "si":
                texts.append(_unescaped("".join(piece)))

        def text(data: str) -> None:
            if inside["t"] and not inside["rPh"]:
                piece.append(data)

        self._parse("xl/sharedStrings.xml", begin, end, text, kind="texts")
        return texts

    def _dates(self) -> frozenset[str]:
        """The styles, by number, that show a date."""
        own: set[int] = set()
        styles: list[int] = []
        inside = {"cellXfs": False}

        def begin(name: str, attributes: dict[str, str]) -> None:
            if name == "numFmt" and _is_date(attributes.get("formatCode", "")):
                own.add(int(attributes["numFmtId"]))
            elif name == "cellXfs":
                inside["cellXfs"] = True
            elif name == "xf" and inside["cellXfs"]:
                styles.append(int(attributes.get("numFmtId", 0)))

        def end(name: str) -> None:
            if name == "cellXfs":
                inside["cellXfs"] = False

        self._parse("xl/styles.xml", begin, end, kind="styles")
        return frozenset(str(i) for i, kind in enumerate(styles) if kind in _DATE_FORMATS or kind in own)

    def _parse(
        self,
        part: str,
        begin: Begin,
        end: Callable[[str], None] | None = None,
        text: Callable[[str], None] | None = None,
        kind: str = "",
    ) -> None:
        """Read one part through these handlers, whose names are without their name space."""
        left = MOST_ELEMENTS[kind]

        def started(name: str, attributes: dict[str, str]) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise too_large()
            begin(_local(name), attributes)

        def refused(*_declared: object) -> None:
            raise ValueError("a workbook declares no entities")

        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = started
        parser.StartDoctypeDeclHandler = refused
        if end is not None:
            parser.EndElementHandler = lambda name: end(_local(name))
        if text is not None:
            parser.CharacterDataHandler = text
        fed = 0
        for some in self._chunks(part):
            parser.Parse(some, False)
            fed += len(some)
            if fed - parser.CurrentByteIndex > LONGEST_TAG:
                raise too_large()
        parser.Parse(b"", True)

    def _chunks(self, part: str) -> Iterator[bytes]:
        member = self.names[part]
        # Other ways to pack want as much memory as the file asks for.
        if member.compress_type not in {_STORED, _DEFLATED}:
            raise ValueError("packed in another way")
        if member.file_size > MOST_PART:
            raise too_large()
        with self.packed.open(member) as stream:
            while some := stream.read(64 * 1024):
                yield some


class _Rows:
    """The rows of a sheet as they come by."""

    def __init__(self, texts: list[str], dates: frozenset[str], origin: date) -> None:
        self.texts, self.dates, self.origin = texts, dates, origin
        self.lines: list[Line] = []
        self.number = 0
        self.cells: dict[int, str] = {}
        self.column = -1
        self.kind = self.style = ""
        self.value: list[str] = []
        self.depth = 0

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        if name == "row":
            self.number = int(attributes.get("r", self.number + 1))
            self.cells, self.column = {}, -1
        elif name == "c":
            self.column = _column(attributes["r"]) if "r" in attributes else self.column + 1
            self.kind, self.style = attributes.get("t", "n"), attributes.get("s", "0")
            self.value = []
        elif name in {"v", "t"}:
            self.depth += 1

    def text(self, data: str) -> None:
        if self.depth:
            self.value.append(data)

    def end(self, name: str) -> None:
        if name in {"v", "t"}:
            self.depth -= 1
        elif name == "c" and self.value:
            cell = self._cell("".join(self.value))
            if cell.strip():
                self.cells[min(self.column, MOST_COLUMNS)] = plain(cell[:LONGEST_CELL])
        elif name == "row" and self.cells:
            width = max(self.cells) + 1
            self.lines.append((self.number, bounded([self.cells.get(i, "") for i in range(width)])))
            refuse_many(len(self.lines))

    def _cell(self, value: str) -> str:
        if self.kind == "s":
            return self.texts[int(value)]
        if self.kind in {"str", "inlineStr"}:
            return _unescaped(value)
        if self.kind == "n" and self.style in self.dates:
            return (self.origin + timedelta(days=int(float(value)))).isoformat()
        if self.kind == "n" and not value.isdigit():
            figure = float(value)
            return str(int(figure)) if figure.is_integer() else value
        return value[:10] if self.kind == "d" else value


def _local(name: str) -> str:
    return name.rsplit(" ", 1)[-1]


def _column(reference: str) -> int:
    """The index of a cell's column: "A1" is 0."""
    index = 0
    for letter in reference[:4]:
        if not "A" <= letter <= "Z":
            break
        index = index * 26 + ord(letter) - 64
    return index - 1


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text


def _is_date(pattern: str) -> bool:
    """Whether a number's format shows a day: words in quotes and colours in brackets are none of it."""
    bare = re.sub(r'"[^"]*"|\[[^\]]*\]|\\.', "", pattern).lower()
    return "y" in bare or "d" in bare
