"""The bundled fonts cover the names of a field, on paper and on screens."""

import re
from pathlib import Path

import pytest

from tournaments.printing.fonts import FOLDER, REPLACEMENT, Face, clean, coverage, split_runs

from .samples import LONG, NAMES

STATIC = Path(__file__).parents[2] / "static"
VIETNAMESE = (
    "ĂăÂâĐđÊêÔôƠơƯưẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặẸẹẺẻẼẽẾếỀềỂểỄễỆệỈỉỊịỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợỤụỦủỨứỪừỬửỮữỰựỲỳỴỵỶỷỸỹ"
)


def letters(first: int, last: int) -> set[str]:
    return {chr(code) for code in range(first, last + 1)}


@pytest.mark.parametrize("face", [Face.TEXT, Face.STRONG])
def test_the_text_faces_cover_latin_vietnamese_greek_and_cyrillic_by_themselves(face: Face) -> None:
    wanted = letters(0x20, 0x7E) | letters(0xA1, 0x17F) | set(VIETNAMESE) | letters(0x3B1, 0x3CE)
    wanted |= letters(0x400, 0x45F)
    assert wanted - coverage(face) - {"\xad", "ŉ"} == set()


def test_the_fallback_covers_chinese_japanese_and_korean() -> None:
    both = coverage("DroidSansFallback") | coverage("DroidSansFallback-Rare")
    assert letters(0xAC00, 0xD7A3) - both == set(), "every Hangul syllable"
    assert letters(0x4E00, 0x9FA5) - both == set(), "every ideograph of Unicode 1.1"
    assert letters(0x3400, 0x4DB5) - both == set(), "every ideograph of extension A"
    assert letters(0x3041, 0x3094) | letters(0x30A1, 0x30F6) <= both, "kana"


@pytest.mark.parametrize("name", [*NAMES, LONG])
@pytest.mark.parametrize("face", list(Face))
def test_a_name_is_split_without_loss(name: str, face: Face) -> None:
    runs = split_runs(name, face)
    assert "".join(run.text for run in runs) == name
    assert all(coverage(run.font).issuperset(run.text) for run in runs)


def test_what_no_font_has_is_shown_as_a_square() -> None:
    assert [(run.font, run.text) for run in split_runs("A ไ", Face.STRONG)] == [
        ("Inter-SemiBold", "A "),
        ("Inter-Regular", REPLACEMENT),
    ]
    assert REPLACEMENT in coverage("Inter-Regular")


def test_clean_composes_and_drops_what_cannot_be_seen() -> None:
    assert clean("Nguye\u0302\u0303n\u200b  Thi\u0323\nA\u0301nh\x00") == "Nguyễn Thị Ánh"
    assert clean("\u202eAnna\u3000Rossi ") == "Anna Rossi"


def test_the_stylesheet_names_files_that_exist_and_nothing_from_elsewhere() -> None:
    css = (STATIC / "css" / "fonts.css").read_text(encoding="utf-8")
    named = re.findall(r'url\("([^"]+)"\)', css)
    files = {path.name for path in (STATIC / "fonts").glob("*.woff2")}
    assert {name.removeprefix("../fonts/") for name in named} == files
    assert set(re.findall(r'font-family: "([^"]+)"', css)) == {
        "Barlow Condensed", "Inter", "Droid Sans Fallback",
    }  # fmt: skip


@pytest.mark.parametrize("folder", [FOLDER, STATIC / "fonts"])
def test_each_family_lies_beside_its_licence_and_is_small_enough(folder: Path) -> None:
    licences = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("LICENSE-*.txt")}
    assert sorted(licences) == [
        "LICENSE-barlow-condensed.txt", "LICENSE-droid-sans-fallback.txt", "LICENSE-inter.txt",
    ]  # fmt: skip
    assert "SIL OPEN FONT LICENSE" in licences["LICENSE-inter.txt"]
    assert "SIL OPEN FONT LICENSE" in licences["LICENSE-barlow-condensed.txt"]
    assert "Apache License" in licences["LICENSE-droid-sans-fallback.txt"]
    assert max(path.stat().st_size for path in folder.iterdir()) < 4_000_000
