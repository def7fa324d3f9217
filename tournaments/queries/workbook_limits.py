"""An uploaded workbook's parts, counted before a library reads them.

openpyxl reads whole parts into trees: a small file could cost minutes and gigabytes. What goes into it
is therefore inflated and counted here first, part by part, and what a list does not need is left out.
"""

import io
import re
import zipfile
from collections.abc import Iterator
from xml.parsers import expat

from tournaments.rules.errors import RuleError

MOST_MEMBERS = 500
MOST_UNPACKED = 48 * 1024 * 1024  # of the parts that are read, together
MOST_PART = 24 * 1024 * 1024
# Of all sheets together, of their texts, of styles, of the rest: what openpyxl reads in seconds.
MOST_ELEMENTS = {"sheets": 900_000, "texts": 400_000, "styles": 40_000, "": 20_000}
MOST_IN_A_ROW = 100_000
DEEPEST = 100
LONGEST_TAG = 1024 * 1024
_STORED, _DEFLATED = 0, 8
_READ = {
    "sheets": re.compile(r"xl/worksheets/[^/]+\.xml", re.IGNORECASE),
    "texts": re.compile(r"xl/sharedStrings\d*\.xml", re.IGNORECASE),
    "styles": re.compile(r"xl/styles\d*\.xml", re.IGNORECASE),
    "": re.compile(r"\[Content_Types\]\.xml|xl/(_rels/)?workbook\d*\.xml(\.rels)?", re.IGNORECASE),
}


def within_limits(data: bytes) -> bytes:
    """The workbook with only the parts that a list needs, each of them counted.

    RuleError `workbook` for one that is far too large; what zipfile, zlib and expat raise for a broken one;
    ValueError for one that declares entities.
    """
    kept = io.BytesIO()
    left = dict(MOST_ELEMENTS)
    unpacked = 0
    with zipfile.ZipFile(io.BytesIO(data)) as packed, zipfile.ZipFile(kept, "w") as checked:
        if len(packed.infolist()) > MOST_MEMBERS:
            raise too_large()
        for name in dict.fromkeys(packed.namelist()):
            kind = next((kind for kind, names in _READ.items() if names.fullmatch(name)), None)
            if kind is None:
                continue
            part = b"".join(_inflated(packed, name))
            unpacked += len(part)
            if unpacked > MOST_UNPACKED:
                raise too_large()
            left[kind] -= _elements(part, left[kind])
            checked.writestr(name, part)
    return kept.getvalue()


def too_large() -> RuleError:
    """The refusal of a workbook that would unpack to far more than a list."""
    return RuleError("workbook", "This workbook is far too large for a list of players.")


def _inflated(packed: zipfile.ZipFile, name: str) -> Iterator[bytes]:
    member = packed.getinfo(name)
    # Other ways to pack want as much memory as the file asks for.
    if member.compress_type not in {_STORED, _DEFLATED}:
        raise ValueError("packed in another way")
    inflated = 0
    with packed.open(member) as stream:
        while some := stream.read(64 * 1024):
            inflated += len(some)
            if inflated > MOST_PART:
                raise too_large()
            yield some


def _elements(part: bytes, most: int) -> int:
    """How many elements a part has."""
    count = in_row = depth = 0

    def started(name: str, _attributes: dict[str, str]) -> None:
        nonlocal count, in_row, depth
        count += 1
        depth += 1
        in_row = 0 if name == "row" or name.endswith(":row") else in_row + 1
        if count > most or in_row > MOST_IN_A_ROW or depth > DEEPEST:
            raise too_large()

    def ended(_name: str) -> None:
        nonlocal depth
        depth -= 1

    def refused(*_declared: object) -> None:
        raise ValueError("a workbook declares no entities")

    parser = expat.ParserCreate()
    parser.StartElementHandler = started
    parser.EndElementHandler = ended
    parser.StartDoctypeDeclHandler = refused
    for begin in range(0, len(part), 64 * 1024):
        some = part[begin : begin + 64 * 1024]
        parser.Parse(some, False)
        if begin + len(some) - parser.CurrentByteIndex > LONGEST_TAG:
            raise too_large()
    parser.Parse(b"", True)
    return count
