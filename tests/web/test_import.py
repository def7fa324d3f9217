"""The import page: a file, its columns, what each row would do, and doing it."""

import csv
import io
import re
from pathlib import Path

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tournaments.models import Action, Entry, LedgerLine, Player

pytestmark = pytest.mark.django_db
SAMPLES = Path(__file__).parent.parent / "samples"
SAMPLE = (SAMPLES / "players.csv").read_bytes()
URL = "/floor/main/entries/import/"
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def event(db):
    event = factories.make_event(slug="main")
    factories.make_option(event)
    factories.make_day(event)
    return event


def chosen(event, **more):
    return {"day": "1", "option": event.options.get().pk, "state": "reserved", "method": "cash"} | more


def file(data: bytes, name: str = "list.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data, content_type="text/csv")


def sent(client, event, data: bytes, **more) -> str:
    """The address of the page of a list that was sent."""
    answer = client.post(URL, chosen(event, file=file(data), **more))
    assert answer.status_code == 302, answer.content.decode()
    return answer["Location"]


def text_of(answer) -> str:
    return " ".join(answer.content.decode().split())


def form_of(page: str) -> dict[str, str]:
    """What the page would send: what each column is taken for, and what was seen."""
    columns = re.findall(r'<select id="column_\d+" name="(column_\d+)">(.*?)</select>', page, re.DOTALL)
    found = {
        name: (re.findall(r'<option value="(\w*)" selected>', options) or [""])[0]
        for name, options in columns
    }
    if re.search(r'name="no_head" value="yes" checked', page):
        found["no_head"] = "yes"
    seen = re.search(r'name="seen" value="([\w-]*)"', page)
    return found | {"seen": seen[1] if seen else ""}


def confirm(client, event, address: str, verb: str = "yes", **more):
    page = client.get(address).content.decode()
    return client.post(address, chosen(event, **form_of(page), confirm=verb, **more))


def test_a_list_is_looked_at_and_then_imported(event, director_client):
    address = sent(director_client, event, SAMPLE, state="paid")
    page = text_of(director_client.get(address))
    assert "Import 212 entries" in page
    assert '<option value="last_name" selected>' in page
    assert "103590" in page
    assert "New player, paid" in page
    assert Entry.objects.count() == 0
    done = confirm(director_client, event, address, state="paid")
    assert (done.status_code, done["Location"]) == (302, "/floor/main/entries/")
    assert Entry.objects.filter(state="paid").count() == 212
    assert Action.objects.filter(kind="entry.import").count() == 1


def test_fault_34_windows_1252_keeps_every_player_and_says_how_it_was_read(event, director_client):
    address = sent(director_client, event, (SAMPLES / "players-windows-1252.csv").read_bytes())
    page = text_of(director_client.get(address))
    assert "Read as Windows-1252." in page
    assert "Sjöberg, Håkan" in page
    assert "Groß, Jürgen" in page
    confirm(director_client, event, address)
    assert Player.objects.filter(last_name="Sjöberg", first_name="Håkan").exists()
    assert Entry.objects.count() == 4


def test_columns_are_said_by_hand_and_remembered_for_lists_of_that_shape(event, director_client):
    data = "Kortti;Kuka\n77;Doe, John\n78;Nguyễn Thị Ánh\n".encode()
    address = sent(director_client, event, data)
    page = text_of(director_client.get(address))
    assert "No column is called last_name (or name)." in page
    assert "Import" not in re.sub(r"<title>.*?</h1>", "", page)
    columns = {"column_0": "card", "column_1": "name"}
    assert director_client.post(address, chosen(event, **columns)).status_code == 302
    assert "Doe, John" in text_of(director_client.get(address))
    assert confirm(director_client, event, address).status_code == 302
    people = Player.objects.order_by("card").values_list("card", "first_name", "last_name")
    assert list(people) == [("77", "John", "Doe"), ("78", "Thị Ánh", "Nguyễn")]
    again = director_client.get(sent(director_client, event, data.replace(b"77", b"79")))
    assert form_of(again.content.decode())["column_1"] == "name"


def test_a_first_line_may_be_a_player(event, director_client):
    address = sent(director_client, event, b"900100,Zoe,Rossi\n900101,Ann,Lee\n")
    page = director_client.get(address).content.decode()
    assert form_of(page)["no_head"] == "yes"
    confirm(director_client, event, address)
    assert sorted(Player.objects.values_list("card", "last_name")) == [("900100", "Rossi"), ("900101", "Lee")]


def test_a_column_may_be_ignored(event, director_client):
    address = sent(director_client, event, b"card,last_name,note\n1,Lee,in debt\n")
    director_client.post(address, chosen(event, column_0="card", column_1="last_name", column_2=""))
    confirm(director_client, event, address)
    assert Player.objects.get().note == ""


def test_each_row_says_in_words_what_would_happen(event, director_client):
    day, option = event.days.get(), event.options.get()
    factories.make_entry(day, option, factories.make_player(first_name="In", last_name="Side", card="1"))
    factories.make_player(first_name="Known", last_name="Man", card="2")
    factories.make_player(
        first_name="Bad", last_name="Guy", card="3", barred=True, barred_reason="chips thrown"
    )
    data = b"card,first_name,last_name\n1,In,Side\n2,Known,Man\n3,Bad,Guy\n4,New,One\n5,,\n"
    page = text_of(director_client.get(sent(director_client, event, data)))
    for words in (
        "In this event already: skipped",
        "Known Man is known, reserved",
        "chips thrown",
        "New player, reserved",
        "Refused: The name is missing.",
        "2 rows are refused",
        "Import the other 2 entries",
    ):
        assert words in page


def test_why_a_player_is_barred_is_for_directors(event, client):
    factories.make_player(
        first_name="Bad", last_name="Guy", card="3", barred=True, barred_reason="chips thrown"
    )
    client.force_login(factories.make_staff("registration"), backend=BACKEND)
    address = sent(client, event, b"card,last_name\n3,Guy\n")
    for page in (client.get(address), client.get(f"{address}refused.csv")):
        assert "chips thrown" not in page.content.decode()
        assert "Call" in page.content.decode() or "director" in page.content.decode()


def test_the_rest_is_imported_and_the_refused_rows_come_back_mended(event, director_client):
    data = 'Karte;Nachname;Vorname;Extra\n1;Lee;Ann;=cmd|x\n2;;;"a;b"\n1;Fox;Cy;\n'.encode("cp1252")
    address = sent(director_client, event, data)
    assert confirm(director_client, event, address).status_code == 422
    assert Entry.objects.count() == 0
    answer = director_client.get(f"{address}refused.csv")
    assert answer["Content-Disposition"] == 'attachment; filename="main-refused.csv"'
    refused = answer.content.decode("utf-8-sig")
    assert list(csv.reader(io.StringIO(refused))) == [
        ["Karte", "Nachname", "Vorname", "Extra", "reason"],
        ["2", "", "", "a;b", "The name is missing."],
        ["1", "Fox", "Cy", "", "Card 1 is in line 2 already."],
    ]
    assert confirm(director_client, event, address, "without").status_code == 302
    assert Entry.objects.count() == 1
    mended = refused.replace("2,,", "2,Ray,Bob").replace("1,Fox", "3,Fox")
    confirm(director_client, event, sent(director_client, event, mended.encode()))
    assert sorted(Player.objects.values_list("card", flat=True)) == ["1", "2", "3"]


def test_a_row_with_more_cells_than_headings_comes_back_whole_and_is_refused_again(event, director_client):
    address = sent(director_client, event, b"card,last_name,first_name\n1,Lee, Jr,Ann,x\n2,Ray,Bob\n")
    file = director_client.get(f"{address}refused.csv").content
    why = "There are 5 columns here and 3 in the first line."
    assert list(csv.reader(io.StringIO(file.decode("utf-8-sig")))) == [
        ["card", "last_name", "first_name", "reason"],
        ["1", "Lee", " Jr", why, "Ann", "x"],
    ]
    again = sent(director_client, event, file)
    rows = list(
        csv.reader(io.StringIO(director_client.get(f"{again}refused.csv").content.decode("utf-8-sig")))
    )
    assert (rows[0][3:], rows[1][:3], rows[1][4:]) == (["reason"], ["1", "Lee", " Jr"], ["Ann", "x"])


def test_a_formula_in_a_refused_row_does_not_come_back_as_one(event, director_client):
    address = sent(director_client, event, b"card,last_name,country\n1,=HYPERLINK(1),Germany\n")
    rows = list(
        csv.reader(io.StringIO(director_client.get(f"{address}refused.csv").content.decode("utf-8-sig")))
    )
    assert rows[1][:3] == ["1", "'=HYPERLINK(1)", "Germany"]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty."),
        (b"%PDF-1.7 \xff\xfe", "This file is neither a CSV list nor an Excel workbook (.xlsx)."),
        (b"last_name\nA\x00\n", "This file is neither a CSV list nor an Excel workbook (.xlsx)."),
        (b'last_name\nAnn\n"Bob\nCid\nDan\n', "This is not a list of players: line 3 cannot be read as CSV."),
        (b"x" * (50 * 1024 * 1024), "The file is larger than 8 MB."),
        (b"," * 1_000_000 + b"x\n", "The file has more than 60 columns."),
        (
            b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"),
            "This workbook is locked with a password.",
        ),
        (b"\xd0\xcf\x11\xe0 old", "This is an old Excel workbook (.xls)."),
    ],
    ids=["empty", "pdf", "nul", "open-quote", "50-mb", "columns", "locked", "xls"],
)
def test_what_is_no_list_is_refused_in_place(event, director_client, data, sentence):
    answer = director_client.post(URL, chosen(event, state="paid", file=file(data)))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in page
    assert '<option value="paid" selected>' in page


def test_a_list_of_headings_alone_says_so(event, director_client):
    page = text_of(director_client.get(sent(director_client, event, b"card,last_name\n")))
    assert "The file has a line of headings and no players." in page


def test_without_a_file_and_with_one_forgotten(event, director_client):
    assert "Choose a file." in director_client.post(URL, chosen(event)).content.decode()
    answer = director_client.get(f"{URL}gone/", follow=True)
    assert "The file is no longer here. Choose it again." in answer.content.decode()


def test_a_confirmation_of_what_has_changed_since_says_what(event, director_client):
    address = sent(director_client, event, b"last_name\nLee\n")
    shown = form_of(director_client.get(address).content.decode())
    factories.make_player(first_name="", last_name="Lee")
    answer = director_client.post(address, chosen(event, **shown, confirm="yes"))
    assert answer.status_code == 422
    assert "line 2 is a known player now" in answer.content.decode()
    assert confirm(director_client, event, address).status_code == 302


def test_columns_changed_after_the_look_are_looked_at_first(event, director_client):
    address = sent(director_client, event, b"card,last_name,note\n1,Lee,Fox\n")
    shown = form_of(director_client.get(address).content.decode()) | {"column_1": "", "column_2": "last_name"}
    answer = director_client.post(address, chosen(event, **shown, confirm="yes"))
    assert (answer.status_code, Entry.objects.count()) == (422, 0)


def test_a_file_kept_for_one_is_not_given_to_another(event, director_client, client):
    address = sent(director_client, event, SAMPLE)
    client.force_login(factories.make_staff("floor"), backend=BACKEND)
    assert client.get(address)["Location"] == URL
    assert client.get(f"{address}refused.csv").status_code == 404


def test_an_event_without_a_day_has_no_import_page(director_client, db):
    factories.make_event(slug="empty")
    assert director_client.get("/floor/empty/entries/import/").status_code == 404
    assert director_client.get("/floor/empty/entries/").status_code == 200


def test_long_lists_are_paged_and_ask_no_more(event, director_client):
    def asked(rows: int) -> tuple[int, str]:
        data = b"card,last_name\n" + b"".join(b"%d,P%d\n" % (n, n) for n in range(1, rows + 1))
        address = sent(director_client, event, data)
        with CaptureQueriesContext(connection) as found:
            page = text_of(director_client.get(f"{address}?page=2"))
        return len(found), page

    few, _page = asked(60)
    many, page = asked(2000)
    assert many == few
    assert "Page 2 of 40, 2000 rows" in page
    assert page.count("New player") == 50


TAKE = "/floor/main/entries/take-over/"
RUNNING = b"""Spieler,Tisch,Sitz,Stapel,Platz
Ann Lee,7,1,"25,000",
Bob Ray,7,2,15000,
Cy Fox,,,,3
"""


def test_a_running_event_is_taken_over_on_one_page(event, director_client):
    address = director_client.post(TAKE, {"file": file(RUNNING)})["Location"]
    page = director_client.get(address)
    text = text_of(page)
    assert "The house has no table 7." in text
    assert "The list has 40,000 chips, and 60,000 were sold: 20,000 too few." in text
    assert "New player, sits in 7-1, 25,000 chips" in text
    clock = {"item": "3", "left": "12:30", "option": event.options.get().pk, "method": "cash"}
    assert text.count("formnovalidate>Look again") == 2  # before a time is typed
    form = form_of(page.content.decode()) | clock | {"makes_tables": "on"}
    assert director_client.post(address, form | {"left": ""})["Location"] == address
    assert "Take over 3 entries" in text_of(director_client.get(address))
    assert director_client.post(address, form)["Location"] == address
    page = director_client.get(address)
    assert "Take over 3 entries" in text_of(page)
    assert 'value="12:30"' in text_of(page)
    done = director_client.post(
        address, form_of(page.content.decode()) | clock | {"makes_tables": "on", "confirm": "yes"}
    )
    assert (done.status_code, done["Location"]) == (302, "/floor/main/")
    assert sorted(Entry.objects.values_list("player__last_name", "state")) == [
        ("Fox", "out"),
        ("Lee", "seated"),
        ("Ray", "seated"),
    ]
    assert LedgerLine.objects.count() == 9
    assert director_client.get("/floor/main/").status_code == 200


def test_of_several_open_days_the_one_chosen_is_taken_over(event, director_client):
    first, other = event.days.get(), factories.make_day(event, code="1B", structure=[])
    other.structure = first.structure
    other.save()
    address = director_client.post(TAKE, {"file": file(RUNNING)})["Location"]
    page = director_client.get(address).content.decode()
    assert f'<option value="{first.code}" selected>' in page
    form = form_of(page)
    clock = {"item": "3", "left": "12:30", "option": event.options.get().pk, "method": "cash"}
    form |= clock | {"day": "1B", "makes_tables": "on", "confirm": "yes"}
    looked = director_client.post(address, form)
    assert (looked["Location"], Entry.objects.count()) == (address, 0)
    page = director_client.get(address).content.decode()
    assert '<option value="1B" selected>' in page
    form |= form_of(page)
    assert director_client.post(address, form | clock | {"confirm": "yes"})["Location"] == "/floor/main/"
    assert set(Entry.objects.values_list("day__code", flat=True)) == {"1B"}


def test_one_open_day_is_not_asked_for(event, director_client):
    factories.make_day(event, code="1B", over_at=factories.START)
    address = director_client.post(TAKE, {"file": file(RUNNING)})["Location"]
    assert 'name="day"' not in director_client.get(address).content.decode()


@pytest.mark.parametrize("left", ["soon", "9999:59", "99:00:00"])
def test_a_time_that_no_level_has_left_is_refused_in_place(event, director_client, left):
    address = director_client.post(TAKE, {"file": file(RUNNING)})["Location"]
    form = form_of(director_client.get(address).content.decode())
    answer = director_client.post(address, form | {"item": "3", "left": left, "confirm": "yes"})
    assert (answer.status_code, Entry.objects.count()) == (422, 0)
    assert "inutes and seconds are wanted, as 12:30." in answer.content.decode()
    assert f'value="{left}"' in answer.content.decode()


def test_the_export_neutralises_formulas_and_reads_back(event, director_client):
    factories.make_entry(
        event.days.get(),
        event.options.get(),
        factories.make_player(first_name='A"n', last_name="=cmd|'x'!A1", card="007"),
    )
    rows = list(
        csv.reader(
            io.StringIO(director_client.get("/floor/main/entries/export.csv").content.decode("utf-8-sig"))
        )
    )
    assert rows[1][:3] == ["007", 'A"n', "'=cmd|'x'!A1"]
    book = openpyxl.load_workbook(io.BytesIO(director_client.get("/floor/main/entries/export.xlsx").content))
    cell = book.active["C2"]
    assert (cell.value, cell.data_type, book.active["A2"].value) == ("'=cmd|'x'!A1", "s", "007")
    assert director_client.get("/floor/main/entries/export.pdf").status_code == 404
