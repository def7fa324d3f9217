"""Lists of players as files: cells, columns, names, and what goes out comes back the same."""

import csv
import io
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules import sheet_cells
from tournaments.rules.csv_import import Stand, lines_of_csv, read_players
from tournaments.rules.errors import RuleError
from tournaments.rules.sheet_cells import neutral, plain
from tournaments.rules.sheet_columns import Layout, column_of, fitted, proposed, shape_of
from tournaments.rules.sheet_dates import birth_date
from tournaments.rules.whole_name import parted

FORMULAS = ["=1+1", "+43 1", "-5", "@SUM(A1)", "\tx", "\rx", "＝1", "'=1", "''=1", "=cmd|' /C calc'!A0"]
CELLS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00\x1f\ufeff"), max_size=12)
CELL = st.one_of(CELLS, st.sampled_from(FORMULAS), CELLS.map("'".__add__), CELLS.map("=".__add__))
ROWS = st.lists(st.lists(CELL, min_size=2, max_size=5), min_size=1, max_size=6)


@given(CELL)
def test_a_cell_comes_back_as_it_was_and_never_goes_out_as_a_formula(text):
    assert plain(neutral(text)) == text
    assert neutral(text)[:1] not in {"=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"}


@given(ROWS, st.sampled_from(",;\t"))
def test_rows_written_as_csv_are_read_back(rows, mark):
    width = max(map(len, rows))
    head = [f"c{n}" for n in range(width)]
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=mark).writerows([head, *[[neutral(cell) for cell in row] for row in rows]])
    assert [cells for _line, cells in lines_of_csv(file.getvalue())] == [head, *rows]


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("Nguyễn Thị Ánh", "Thị Ánh", "Nguyễn"),
        ("Doe, John", "John", "Doe"),
        ("de la Cruz, Ana Maria", "Ana Maria", "de la Cruz"),
        ("Maria de la Cruz", "Maria", "de la Cruz"),
        ("Vincent van Gogh", "Vincent", "van Gogh"),
        ("Lee Nguyen", "Lee", "Nguyen"),
        ("LE GOFF Yann", "Yann", "LE GOFF"),
        ("JOHN DOE", "JOHN", "DOE"),
        ("J. Doe", "J.", "Doe"),
        ("陳大文", "", "陳大文"),
        ("陳 大文", "大文", "陳"),
        ("Cher", "", "Cher"),
        ("Sammy Davis Jr.", "Sammy", "Davis Jr."),
    ],
)
def test_a_whole_name_is_parted(name, first, last):
    assert parted(name) == (first, last)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("20000", 20_000),
        ("20,000", 20_000),
        ("1.250.000", 1_250_000),
        ("1\u202f250\u202f000", 1_250_000),
        ("0", 0),
        ("", None),
        ("–", None),
    ],
)
def test_chips_come_in_every_writing(text, value):
    assert sheet_cells.chips(text) == value


@pytest.mark.parametrize("text", ["12.5", "many", "-5", "1,00", "٣", "9" * 30])
def test_what_is_no_number_of_chips_is_refused(text):
    with pytest.raises(RuleError) as caught:
        sheet_cells.chips(text)
    assert caught.value.code == "cell"


@pytest.mark.parametrize(
    "head",
    [
        "Номер карты;Фамилия;Имя;Дата рождения;Стол;Место;Фишки",
        "Số thẻ;Họ;Tên;Ngày sinh;Bàn;Ghế;Chip",
        "Cartão;Sobrenome;Nome;Data de nascimento;Mesa;Lugar;Fichas",
        "Αριθμός κάρτας;Επώνυμο;Όνομα;Ημερομηνία γέννησης;Τραπέζι;Θέση;Μάρκες",
        "会員番号;姓;名;生年月日;テーブル;席;チップ",
        "회원번호;성;이름;생년월일;테이블;좌석;칩",
        "Kaartnummer;Achternaam;Voornaam;Geboortedatum;Tafel;Stoel;Chips",
        "Kortnummer;Efternamn;Förnamn;Födelsedatum;Bord;Plats;Marker",
    ],
)
def test_a_first_line_in_another_language_is_understood(head):
    columns = ["card", "last_name", "first_name", "birth_date", "table", "chair", "chips"]
    assert list(proposed(head.split(";")).columns) == columns


@pytest.mark.parametrize("head", ["ФИО", "Họ và tên", "Nome completo", "Ονοματεπώνυμο", "氏名"])
def test_a_whole_name_is_one_in_any_language(head):
    assert column_of(head) == "name"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("1990-12-31", date(1990, 12, 31)),
        ("1990-12-31 00:00:00", date(1990, 12, 31)),
        ("31.12.1990", date(1990, 12, 31)),
        ("12/31/1990", date(1990, 12, 31)),
        ("1/2/1990", date(1990, 2, 1)),
        ("19901231", date(1990, 12, 31)),
        ("1990-12-31T00:00:00", date(1990, 12, 31)),
        ("31 Dec 1990", date(1990, 12, 31)),
        ("December 31st, 1990", date(1990, 12, 31)),
        ("3. März 1990", date(1990, 3, 3)),
        ("1990年12月31日", date(1990, 12, 31)),
        ("", None),
    ],
)
def test_dates_of_birth(text, day):
    assert birth_date(text) == day


@pytest.mark.parametrize(
    "text", ["31.02.1990", "yesterday", "1899-01-01", "1990", "12.90", "2026-12-01", "31 Foo 1990"]
)
def test_what_is_no_date_is_refused(text):
    with pytest.raises(RuleError):
        birth_date(text, today=date(2026, 11, 30))


def test_the_dates_of_a_list_are_read_in_the_one_order_that_fits_all():
    american = read_players(lines_of_csv("name,dob\nA,03/04/1990\nB,12/31/1990\nC,3 May 1990\n"))
    assert [row.birth for row in american.rows] == [date(1990, 3, 4), date(1990, 12, 31), date(1990, 5, 3)]
    mixed = read_players(lines_of_csv("name,dob\nA,03/04/1990\nB,12/31/1990\nC,31/12/1990\n"))
    assert [row.birth for row in mixed.rows] == [date(1990, 4, 3), *[date(1990, 12, 31)] * 2]


@pytest.mark.parametrize(
    ("table", "chair"),
    [("12", "4"), ("T12", "S4"), ("Table 12", "Seat 4"), ("", "12-4"), ("12", "12-4"), ("12/4", "")],
)
def test_seats_come_in_one_column_or_two(table, chair):
    assert sheet_cells.seat(table, chair) == (12, 4)


def test_the_place_at_a_table_is_a_chair_where_no_column_is_one():
    assert proposed(["Name", "Tisch", "Platz", "Chips", "Rang"]).columns == (
        "name", "table", "chair", "chips", "place",
    )  # fmt: skip
    assert proposed(["Name", "Tisch", "Chips", "Platz"]).columns == ("name", "table", "chips", "place")


def test_columns_are_proposed_from_two_lines():
    assert proposed(["Spieler", "Tisch", "Sitz", "Stapel", "Platz"]).columns == (
        "name",
        "table",
        "chair",
        "chips",
        "place",
    )
    assert proposed(["77", "Doe, John"], ["78", "Lee, Ann"]) == Layout(("", "name"), has_head=False)
    assert proposed(["Last", "Surname"]) == Layout(("last_name", ""))


def test_a_list_of_broken_rows_has_the_shape_of_its_list():
    assert shape_of(["Card", "Name"]) == shape_of(["card", "NAME", "", "reason"])
    assert shape_of(["Card", "Name"]) != shape_of(["Name", "Card"])
    assert shape_of(["1", "Ann Lee"]) == shape_of(["2", "Bob Ray"])
    assert fitted(["card", "shoe"], 3) == ("card", "", "")


def test_places_and_seats_are_read():
    lines = lines_of_csv("name;seat;chips;place\nAnn Lee;7-2;25 000;\nBob Ray;;;41st\n")
    assert [row.stand for row in read_players(lines).rows] == [Stand(7, 2, 25_000), Stand(place=41)]


def test_excels_own_mark_of_what_parts_the_cells_is_no_player():
    lines = lines_of_csv("sep=;\nname;card\nLee, Ann;7\n")
    assert lines == [(2, ["name", "card"]), (3, ["Lee, Ann", "7"])]


def test_commas_in_quotes_do_not_part_cells():
    assert lines_of_csv('"Last, first, middle";card\n"Lee, Ann";7\n')[1] == (2, ["Lee, Ann", "7"])


def test_who_is_out_must_have_a_place():
    (broken,) = read_players(lines_of_csv("name,status\nAnn Lee,out\n")).broken
    assert broken.words == "He is out, and the list does not say in which place."
