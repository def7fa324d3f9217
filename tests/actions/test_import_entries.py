"""Importing a list: all of it or nothing, by action and by command."""

import io
import zipfile
from datetime import date
from pathlib import Path

import openpyxl
import pytest
from django.core.management import CommandError, call_command

from tables.actions.desk import register
from tables.actions.import_entries import import_entries
from tables.queries.import_plan import Note, import_plan
from tests import factories
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry, LedgerLine, Player, Purchase
from tournaments.queries.imports import read_cells, read_file
from tournaments.rules.errors import RuleError

pytestmark = pytest.mark.django_db
SAMPLES = Path(__file__).parent.parent / "samples"
HEAD = "card,first_name,last_name,alias,country,entries,note\n"


@pytest.fixture
def event(db):
    event = factories.make_event(slug="main")
    day = factories.make_day(event)
    factories.make_option(event)
    factories.make_tables(day, 30)
    return event


def sheet(text: str | bytes):
    return read_file(text.encode() if isinstance(text, str) else text).sheet


def run(event, text: str | bytes, **options):
    return import_entries(factories.as_by(), event.days.get(), event.options.first(), sheet(text), **options)


def test_the_212_become_212_players_with_one_entry_each(event):
    data = (SAMPLES / "players.csv").read_bytes()
    assert run(event, data) == 212
    assert Player.objects.count() == 212
    assert Entry.objects.filter(state="reserved").count() == 212
    assert sorted(Entry.objects.values_list("number", flat=True)) == list(range(1, 213))
    assert Player.objects.filter(last_name="Lee", first_name="Sam").count() == 2
    assert Player.objects.get(card="103354").search == "anh παπαδοπουλοσ anh 103354"
    assert violations(event) == []


def test_paid_rows_are_sold_and_wait_for_a_draw(event):
    data = (SAMPLES / "players.csv").read_bytes()
    run(event, data, paid=True)
    assert Entry.objects.filter(state="paid", alternate=None).count() == 212
    assert Purchase.objects.count() == 212
    assert LedgerLine.objects.count() == 3 * 212
    assert Action.objects.count() == 1
    assert violations(event) == []


def test_paid_rows_may_be_seated_at_once(event):
    run(event, HEAD + "1,Ann,Lee,,,,\n2,Bob,Lee,,,,\n", paid=True, seat=True)
    assert Entry.objects.filter(state="seated").count() == 2
    assert violations(event) == []


def test_a_second_entry_in_the_list_is_named_and_not_made(event):
    plan = import_plan(event, sheet(HEAD + "1,Ann,Lee,,GB,2,\n"))
    words = "{entries} entries in the list, one is made: a player has one stack at a time."
    assert plan.notes == (Note(2, words, {"entries": 2}),)
    assert (plan.new_players, plan.known_players, plan.entries) == (1, 0, 1)


def test_the_same_list_twice_adds_nothing(event):
    data = (SAMPLES / "players.csv").read_bytes()
    run(event, data)
    assert run(event, data) == 0
    assert (Player.objects.count(), Entry.objects.count()) == (212, 212)


def test_with_a_broken_row_nothing_is_written(event):
    broken = (
        HEAD + "1,Ann,Lee,,GB,1,\n2,,,,GB,1,\n3,Bob,Lee,,Germany,1,\n1,Eve,Lee,,GB,1,\n4,Cy,Lee,,GB,many,\n"
    )
    with pytest.raises(RuleError) as caught:
        run(event, broken)
    assert caught.value.facts == {"count": 4, "line": 3}
    assert (Player.objects.count(), Entry.objects.count(), Action.objects.count()) == (0, 0, 0)
    assert [(row.line, row.words.format(**row.facts)) for row in sheet(broken).broken] == [
        (3, "The name is missing."),
        (4, "“Germany” is not a country: two letters are wanted, as DE."),
        (5, "Card 1 is in line 2 already."),
        (6, "“many” is not a number of entries: 1 to 99."),
    ]


def test_players_are_known_by_card_then_by_name(event):
    known = factories.make_player(first_name="Ann", last_name="Lee", card="1")
    cardless = factories.make_player(first_name="Bob", last_name="Ray", card=None)
    other = factories.make_player(first_name="Cy", last_name="Fox", card="3")
    run(event, HEAD + "1,Anne,Lee,,,,\n2,Bob,Ray,,,,\n33,Cy,Fox,,,,\n")
    assert Player.objects.count() == 4
    assert set(Entry.objects.values_list("player", flat=True)) >= {known.pk, cardless.pk}
    assert not Entry.objects.filter(player=other).exists()
    cardless.refresh_from_db()
    assert (cardless.card, cardless.search) == ("2", "bob ray bob 2")


def test_a_name_without_a_space_in_one_column_is_the_player_of_two(event):
    kept = factories.make_player(first_name="大文", last_name="陳", card=None)
    assert run(event, "name\n陳大文\n김민준\n") == 2
    assert run(event, "first name,last name\n민준,김\n") == 0
    assert sorted(Player.objects.values_list("last_name", flat=True)) == ["陳", "김민준"]
    assert Entry.objects.filter(player=kept).count() == 1


def test_a_name_that_several_have_needs_a_card(event):
    for card in ("1", "2"):
        factories.make_player(first_name="Sam", last_name="Lee", card=card)
    plan = import_plan(event, sheet("first name,last name\nSam,Lee\n"))
    assert [row.words for row in plan.broken] == [
        "Several players of the house have this name: give the card."
    ]


def test_who_is_in_or_out_gets_no_second_entry(event):
    inside, out = factories.make_player(card="1"), factories.make_player(card="2")
    by, day, option = factories.as_by(), event.days.get(), event.options.get()
    register(by, day, inside, option)
    gone = register(by, day, out, option, seat=False)
    factories.make_out(Entry.objects.get(pk=gone.pk))
    plan = import_plan(event, sheet(f"card,last name\n1,{inside.last_name}\n2,{out.last_name}\n"))
    assert (plan.entries, plan.known_players) == (0, 2)


def test_an_import_is_undone_as_one(event):
    run(event, (SAMPLES / "players.csv").read_bytes(), paid=True)
    undo(factories.as_by(), Action.objects.get())
    assert [m.objects.count() for m in (Player, Entry, Purchase, LedgerLine)] == [0, 0, 0, 0]


def test_birth_dates_tell_namesakes_apart(event):
    old = factories.make_player(first_name="Sam", last_name="Lee", card=None, birth_date=date(1950, 1, 2))
    run(event, "first name,last name,dob\nSam,Lee,02.01.1950\nSam,Lee,31/12/1990\n")
    assert Player.objects.get(birth_date=date(1950, 1, 2)) == old
    assert Player.objects.get(birth_date=date(1990, 12, 31)).first_name == "Sam"
    assert (Player.objects.count(), Entry.objects.count()) == (2, 2)


def test_the_list_says_who_is_only_reserved_and_what_he_bought(event):
    factories.make_option(event, name="Day pass", position=1)
    run(event, "last name,state,option\nLee,reserved,\nRay,paid,day pass\nFox,,\n", paid=True)
    rows = Entry.objects.values_list("player__last_name", "state", "option__name")
    assert sorted(rows) == [
        ("Fox", "paid", "Entry"),
        ("Lee", "reserved", "Entry"),
        ("Ray", "paid", "Day pass"),
    ]
    plan = import_plan(event, sheet("last name,option\nOrr,Main event\n"))
    assert plan.broken[0].words.format(**plan.broken[0].facts) == (
        "This event sells no entry called “Main event”."
    )


def test_what_changed_since_the_preview_is_refused(event):
    with pytest.raises(RuleError) as caught:
        run(event, HEAD + "1,Ann,Lee,,,,\n", expected={2: "known 5"})
    assert caught.value.code == "import-changed"


def test_query_counts_do_not_grow_with_rows(event, django_assert_num_queries, django_assert_max_num_queries):
    with django_assert_max_num_queries(30) as small:
        run(event, HEAD + "1,A,A,,,,\n", paid=True)
    rows = "".join(f"{n},A{n},B,,,,\n" for n in range(2, 20))
    with django_assert_num_queries(len(small.captured_queries)):
        run(event, HEAD + rows, paid=True)


def test_fault_34_a_windows_1252_file_keeps_its_players(event):
    """KNOWN_FAULTS 34: "Håkan" in Windows-1252, German headings, semicolons."""
    read = read_file((SAMPLES / "players-windows-1252.csv").read_bytes())
    assert read.letters == "Windows-1252"
    people = [
        (r.person.card, r.person.first_name, r.person.last_name, r.person.country) for r in read.sheet.rows
    ]
    assert people == [
        ("900100", "Håkan", "Sjöberg", "SE"),
        ("900101", "Jürgen", "Groß", "SE"),
        ("900102", "Renée", "Lefèvre", "SE"),
        ("900103", "Peter", "Müller", "SE"),
    ]


def test_lines_pasted_in_from_a_list_in_other_letters_keep_their_players():
    lines = ["card,name", "1,Håkan Sjöberg", "2,Юлия Иванова", "3,Jürgen Müller", "4,Ann Lee", "5,陳大文"]
    data = b"\n".join(line.encode("cp1252" if "Jürgen" in line else "utf-8") for line in lines)
    read = read_file(data)
    assert (read_cells(data).lines[3], read.letters) == ((4, ["3", "Jürgen Müller"]), "UTF-8, Windows-1252")
    assert [row.person.last_name for row in read.sheet.rows] == [
        "Sjöberg",
        "Иванова",
        "Müller",
        "Lee",
        "陳大文",
    ]


def test_a_list_of_far_too_many_lines_in_two_ways_of_writing_is_refused():
    data = "é\n".encode() * 1_400_000 + b"\xe9\n" * 1_300_000
    with pytest.raises(RuleError) as caught:
        read_cells(data)
    assert caught.value.code == "too-many-rows"


def test_a_workbook_is_read_like_a_csv(event):
    book = openpyxl.Workbook()
    for row in (["Card", "First Name", "Last Name"], [103590, "Anna", "Rossi"], [None, "大文", "陳"]):
        book.active.append(row)
    packed = io.BytesIO()
    book.save(packed)
    assert run(event, packed.getvalue()) == 2
    assert list(Player.objects.values_list("card", "last_name")) == [("103590", "Rossi"), (None, "陳")]


def bomb() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * (100 * 1024 * 1024))
    return packed.getvalue()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty."),
        (b"\n \n", "The file is empty."),
        (HEAD.encode(), "The file has a line of headings and no players."),
        (b"card\n1\n", "No column is called last_name (or name). The first line of the file reads: card"),
        (b"%PDF-1.7\n%\xe2\xe3", "This file is neither a CSV list nor an Excel workbook (.xlsx)."),
        (b"last_name\nA\x00B\n", "This file is neither a CSV list nor an Excel workbook (.xlsx)."),
        (b"PK\x03\x04 no zip", "This Excel workbook cannot be read. Save it anew, or as CSV."),
        (bomb, "This workbook is far too large for a list of players."),
        (
            b"x" * (8 * 1024 * 1024 + 1),
            "The file is larger than 8 MB. A list of players is far smaller: is it the right file?",
        ),
        (b"last_name\n" + b"A\n" * 20_001, "The file has more than 20000 rows. Split it."),
        (b"last_name,surname\nA,B\n", "Two columns are called “surname”."),
        (
            b'last_name\n"' + b"x" * 200_000 + b'"\n',
            "This is not a list of players: line 2 cannot be read as CSV.",
        ),
    ],
    ids=[
        "empty",
        "blank",
        "headings",
        "one-column",
        "pdf",
        "nul",
        "no-zip",
        "bomb",
        "50-mb",
        "rows",
        "twice",
        "csv",
    ],
)
def test_what_is_no_list_is_refused_with_a_sentence(data, sentence):
    with pytest.raises(RuleError) as caught:
        read_file(data() if callable(data) else data)
    assert str(caught.value) == sentence


def test_a_name_of_200_letters_is_a_broken_row():
    broken = sheet("last_name\n" + "x" * 200 + "\n").broken
    assert broken[0].words.format(**broken[0].facts) == (
        f"“{'x' * 20}…” has 200 letters; 100 at most can be kept."
    )


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_columns_come_in_any_order_mark_and_letters(mark, codec):
    text = f"Land{mark}Nachname{mark}Other{mark}Vorname\r\nSE{mark}Sjöberg{mark}x{mark}Håkan\r\n"
    read = sheet(text.encode(codec))
    person = read.rows[0].person
    assert (person.first_name, person.last_name, person.country) == ("Håkan", "Sjöberg", "SE")
    assert read.unknown == ("Other",)


def test_one_column_of_names_is_parted():
    rows = sheet('name\nZoe Rossi\n"Lee, Sam"\n陳大文\n').rows
    assert [(r.person.first_name, r.person.last_name) for r in rows] == [
        ("Zoe", "Rossi"),
        ("Sam", "Lee"),
        ("", "陳大文"),
    ]


def command(*args: str) -> str:
    out = io.StringIO()
    call_command("import_entries", *args, stdout=out, stderr=out)
    return out.getvalue()


def test_the_command_imports_and_says_what_it_did(event):
    file = str(SAMPLES / "players.csv")
    assert "212 good rows: 212 new players, 0 known, 212 entries reserved; 0 broken." in command(
        file, "--event", "main", "--dry-run"
    )
    assert Entry.objects.count() == 0
    assert f"Imported 212 entries into {event.name}, Day 1." in command(file, "--event", "main", "--paid")
    assert Entry.objects.filter(state="paid").count() == 212


def test_the_command_takes_columns_as_told_and_leaves_out_what_is_broken(event, tmp_path):
    file = tmp_path / "list.csv"
    file.write_text("77,x,Doe John\n78,x,\n")
    told = ["--columns", "card,,name", "--no-head"]
    with pytest.raises(CommandError, match="1 broken rows"):
        command(str(file), "--event", "main", *told)
    said = command(str(file), "--event", "main", *told, "--without-broken")
    assert "line 2: The name is missing." in said
    assert list(Player.objects.values_list("card", "first_name", "last_name")) == [("77", "Doe", "John")]
    with pytest.raises(CommandError, match="There is no column shoe"):
        command(str(file), "--event", "main", "--columns", "shoe,name")


def test_the_command_fails_on_broken_rows_and_wrong_targets(event, tmp_path):
    file = tmp_path / "list.csv"
    file.write_text(HEAD + "1,,,,,,\n")
    for args in (
        [str(file), "--event", "main"],
        [str(file), "--event", "main", "--dry-run"],
        [str(file), "--event", "nowhere"],
        [str(file), "--event", "main", "--day", "9"],
        [str(file), "--event", "main", "--option", "No such"],
        [str(tmp_path / "none.csv"), "--event", "main"],
    ):
        with pytest.raises(CommandError):
            command(*args)
    assert Entry.objects.count() == 0
