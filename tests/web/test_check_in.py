"""The check-in line, the desk's button and the list of no-shows, as a browser sends what is pressed there."""

from datetime import timedelta
from io import BytesIO

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from tables.actions.desk import register, reserve
from tables.actions.draw import draw_all
from tables.actions.printers import add_printer
from tables.actions.unclaimed import take_up
from tables.models import Bust, PrintJob, Seat
from tests import factories
from tournaments.actions.clock import count_down_to, start_clock
from tournaments.journal.change import utc_now
from tournaments.models import Action, Entry, Event, Purchase

pytestmark = pytest.mark.django_db
URL = "/floor/main/check-in/"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def event(db) -> Event:
    event = factories.make_event(slug="main", name="Autumn Classic")
    day = factories.make_day(event)
    factories.make_option(event)
    factories.make_option(event, kind="rebuy", name="Rebuy")
    factories.make_tables(day, 2)
    return event


def away(event: Event, name: str = "Rossi", **values) -> Entry:
    """An entry of a list: paid, its player not seen yet."""
    player = factories.make_player(first_name="Zoe", last_name=name)
    day, option = event.days.get(), event.options.get(kind="entry")
    return factories.make_entry(day, option, player, **{"checked_in_at": None} | values)


def part(client: Client, target: str, url: str = URL, **query) -> str:
    return client.get(url, query, headers=HTMX | {"HX-Target": target}).content.decode()


def check_in(client: Client, entry: Entry, **more):
    headers = HTMX | {"HX-Target": "sell"}
    return client.post(f"{URL}{entry.pk}/", {"request_id": f"r{entry.pk}"} | more, headers=headers)


def test_the_page_says_how_many_have_come(event, director_client):
    away(event)
    register(factories.as_by(), event.days.get(), factories.make_player(), event.options.get(kind="entry"))
    page = director_client.get(URL).content.decode()
    assert "<b>1</b> of <b>2</b> checked in" in page
    assert "data-focus" in page.split('id="find"')[1].split(">")[0]


@pytest.mark.parametrize("typed", ["token", "card"])
def test_a_scan_names_its_player_and_checks_nobody_in(event, director_client, typed):
    entry = away(event)
    found = part(director_client, "found", find=entry.token if typed == "token" else entry.player.card)
    assert "data-exact" in found
    assert "not checked in" in found
    shown = part(director_client, "sell", player=entry.player_id)
    assert "Check in" in shown
    assert f'action="{URL}{entry.pk}/"' in shown
    entry.refresh_from_db()
    assert entry.checked_in_at is None


def test_he_is_checked_in_seated_and_shown_with_undo_and_print(event, director_client):
    entry = away(event)
    answer = check_in(director_client, entry)
    page, seat = answer.content.decode(), Seat.objects.get(entry=entry)
    assert (answer.status_code, answer["HX-Trigger"]) == (200, "desk-sold")
    assert f"<b>{seat.table.number}</b><span>table</span>" in page
    assert f"<b>{seat.chair}</b><span>seat</span>" in page
    assert "<b>1</b> of <b>1</b> checked in" in page
    action = Action.objects.get(kind="entry.check_in")
    assert f"/floor/main/undo/{action.pk}/" in page
    assert f"/floor/main/desk/print/{entry.pk}/" in page


def test_a_second_press_after_a_lost_reply_is_the_first(event, director_client):
    entry = away(event)
    for _ in range(2):
        assert check_in(director_client, entry).status_code == 200
    assert Action.objects.filter(kind="entry.check_in").count() == 1


def test_undone_he_is_missing_again(event, director_client):
    entry = away(event)
    check_in(director_client, entry)
    action = Action.objects.get(kind="entry.check_in")
    director_client.post(f"/floor/main/undo/{action.pk}/", headers=HTMX)
    assert "<b>0</b> of <b>1</b> checked in" in part(director_client, "count")
    assert "undone" in director_client.get(URL).content.decode()


def test_a_reservation_leads_to_the_desk_with_what_is_due(event, director_client):
    player = factories.make_player()
    entry = reserve(factories.as_by(), event.days.get(), player, event.options.get(kind="entry"))
    shown = part(director_client, "sell", player=player.pk)
    assert "has not paid yet" in shown
    assert "Take €550 at the desk" in shown
    assert f'href="/floor/main/desk/?player={player.pk}"' in shown
    answer = check_in(director_client, entry)
    assert (answer.status_code, "has not paid yet" in answer.content.decode()) == (422, True)


def test_who_is_not_entered_and_who_is_here_already_have_no_button(event, director_client):
    stranger = factories.make_player()
    assert "not entered" in part(director_client, "sell", player=stranger.pk)
    entry = away(event)
    check_in(director_client, entry)
    shown = part(director_client, "sell", player=entry.player_id)
    assert "Checked in at" in shown
    assert "data-main" not in shown


def test_at_the_desk_the_main_button_checks_in_and_sells_nothing(event, director_client):
    entry = away(event)
    url = "/floor/main/desk/"
    assert "waits for a seat · not checked in" in part(director_client, "found", url, find=entry.token)
    panel = part(director_client, "sell", url, player=entry.player_id)
    assert panel.count("data-main") == 1
    assert f'action="{URL}{entry.pk}/"' in panel
    answer = check_in(director_client, entry, at="desk")
    page = answer.content.decode()
    assert (answer["HX-Trigger"], 'id="room"' in page, "Rossi, Zoe" in page) == ("desk-sold", True, True)
    assert Purchase.objects.count() == 1


def test_a_tap_in_the_list_of_entries_checks_in(event, director_client):
    entry = away(event)
    page = director_client.get("/floor/main/entries/").content.decode()
    assert f'action="{URL}{entry.pk}/"' in page
    answer = director_client.post(f"{URL}{entry.pk}/", {"at": "entries"})
    assert (answer.status_code, answer["Location"]) == (302, "/floor/main/entries/")
    entry.refresh_from_db()
    assert entry.state == "seated"
    assert f'action="{URL}{entry.pk}/"' not in director_client.get("/floor/main/entries/").content.decode()


def test_the_entries_can_be_filtered_for_those_not_checked_in(event, director_client):
    away(event, "Missing")
    check_in(director_client, away(event, "Present"))
    page = director_client.get("/floor/main/entries/", {"state": "not-checked-in"}).content.decode()
    assert ("Missing, Zoe" in page, "Present, Zoe" in page) == (True, False)


def running(event: Event, **values) -> None:
    """The event with its clock begun an hour ago, in the fourth level."""
    Event.objects.filter(pk=event.pk).update(**values)
    clock = factories.Clock(utc_now())
    clock.forward(hours=-1, minutes=-1)
    start_clock(factories.as_by(clock=clock), event.days.get())


def missing_page(client: Client, **query) -> str:
    return client.get("/floor/main/no-shows/", query).content.decode()


def todo(client: Client) -> str:
    return client.get("/floor/main/day/1/todo/", headers=HTMX).content.decode()


@pytest.mark.parametrize(
    ("choice", "says"),
    [
        ("dealt-in", "Dealt in from the start."),
        ("when-claimed", "Not in play until they are claimed; their chairs are kept."),
        ("taken-up", "Dealt in; taken up after level 9."),
    ],
)
def test_once_the_clock_runs_the_console_says_what_nobody_has_claimed(event, director_client, choice, says):
    for n in range(2):
        away(event, f"Last{n}")
    draw_all(factories.as_by(clock=factories.Clock()), event.days.get())
    assert "nobody has claimed" not in todo(director_client)
    running(event, unclaimed=choice, unclaimed_level=9)
    page = todo(director_client)
    assert ("2 stacks nobody has claimed" in page, says in page) == (True, True)
    assert "take-up" not in page


def test_the_stacks_listed_are_taken_up_by_one_tap(event, director_client):
    stacks = [away(event, f"Last{n}") for n in range(3)]
    draw_all(factories.as_by(clock=factories.Clock()), event.days.get())
    running(event, unclaimed="taken-up", unclaimed_level=1)
    page = todo(director_client)
    assert "Take up 3 unclaimed stacks" in page
    answer = director_client.post(
        "/floor/main/day/1/take-up/", {"entry": [e.pk for e in stacks]}, headers=HTMX
    )
    assert (answer.status_code, answer["HX-Trigger"]) == (204, "revision")
    assert Bust.objects.filter(kind="taken-up").count() == 3
    assert "unclaimed" not in todo(director_client).split("Just now")[0]


def test_whoever_was_unticked_keeps_his_stack(event, director_client):
    stays, goes = away(event, "Stays"), away(event, "Goes")
    draw_all(factories.as_by(clock=factories.Clock()), event.days.get())
    running(event, unclaimed="taken-up", unclaimed_level=1)
    page = missing_page(director_client)
    assert page.count('type="checkbox"') == 2
    answer = director_client.post("/floor/main/day/1/take-up/", {"entry": [goes.pk, "junk", ""]}, follow=True)
    assert "1 stack taken up." in answer.content.decode()
    assert list(Entry.objects.filter(state="out")) == [goes]
    assert "Stays, Zoe" in missing_page(director_client)
    assert "taken up" in part(director_client, "sell", player=goes.player_id)
    assert stays.pk in Entry.objects.filter(state="seated").values_list("pk", flat=True)


@pytest.mark.parametrize(("role", "may"), [("floor", True), ("registration", False), ("viewer", False)])
def test_only_the_floor_takes_up(event, role, may):
    entry = away(event)
    running(event, unclaimed="taken-up", unclaimed_level=1)
    client = Client()
    client.force_login(factories.make_staff(role))
    page = missing_page(client)
    assert ("Rossi, Zoe" in page, "Take up the ticked stacks" in page) == (True, may)
    answer = client.post("/floor/main/day/1/take-up/", {"entry": [entry.pk]})
    assert answer.status_code == (302 if may else 403)


def test_the_list_is_in_order_of_names_or_tables(event, director_client):
    for name in ("Bauer", "Adler", "Conti"):
        away(event, name)
    draw_all(factories.as_by(clock=factories.Clock()), event.days.get())
    seats = Seat.objects.order_by("table__number", "chair").values_list("entry__player__last_name", flat=True)
    for order, names in (("name", ["Adler", "Bauer", "Conti"]), ("table", list(seats))):
        page = missing_page(director_client, order=order)
        assert sorted(names, key=lambda name: page.index(f"{name}, Zoe")) == names


def test_nobody_missing_is_said(event, director_client):
    assert "Everybody is here" in missing_page(director_client)


def test_pages_take_as_many_queries_for_many_as_for_few(event, director_client):
    def counted() -> list[int]:
        taken = []
        for load in (missing_page, todo, lambda client: client.get(URL, {"find": "Zoe"})):
            load(director_client)
            with CaptureQueriesContext(connection) as queries:
                load(director_client)
            taken.append(len(queries))
        return taken

    for n in range(2):
        away(event, f"Few{n}")
    running(event, unclaimed="taken-up", unclaimed_level=1)
    few = counted()
    for n in range(10):
        away(event, f"Many{n}")
    assert counted() == few


def test_the_settings_keep_what_becomes_of_unclaimed_stacks(event, director_client):
    page = director_client.get("/floor/main/settings/").content.decode()
    assert "Stacks nobody has claimed" in page
    form = {
        "name": "Autumn Classic", "currency": "EUR", "stack": "20000", "chips": "100 500", "chairs": "9",
        "registration_level": "4", "guarantee": "", "colour": "#1f5a43", "unclaimed": "taken-up",
        "unclaimed_level": "3",
    }  # fmt: skip
    assert director_client.post("/floor/main/settings/", form).status_code == 302
    event.refresh_from_db()
    assert (event.unclaimed, event.unclaimed_level) == ("taken-up", 3)


def test_the_list_is_printed_in_the_order_shown(event, director_client, settings, tmp_path):
    settings.PRINTS_DIR = tmp_path
    for name in ("Bauer", "Adler"):
        away(event, name)
    draw_all(factories.as_by(clock=factories.Clock()), event.days.get())
    away(event, "Conti")
    away(event, "Dahl", state="reserved")
    for order in ("name", "table"):
        form = {"day": "1", "order": order}
        answer = director_client.post("/floor/main/no-shows/print/", form, follow=True)
        job = PrintJob.objects.latest("pk")
        assert (answer.status_code, job.state, job.options["items"]) == (200, "ready", 4)
        pdf = director_client.get(f"/floor/prints/{job.pk}.pdf")
        text = "\n".join(page.extract_text() for page in PdfReader(BytesIO(b"".join(pdf))).pages)
        assert "Who has not come" in text
        names = ["Adler, Zoe", "Bauer, Zoe", "Conti, Zoe", "Dahl, Zoe"]
        found = sorted(names, key=text.index)
        assert found[2:] == names[2:]
        assert order == "table" or found == names


def test_where_the_only_printer_has_a_roll_the_list_goes_on_it(event, director_client):
    away(event)
    values = {"kind": "file", "queue": "", "address": "desk.bin", "sheet": "80mm"}
    roll = add_printer(factories.as_by(), name="Roll", **values)
    director_client.post("/floor/main/no-shows/print/", {"day": "1"})
    job = PrintJob.objects.get()
    assert (job.document, job.sheet, job.profile) == ("list_no_shows", "80mm", roll)


def test_nobody_missing_prints_nothing(event, director_client):
    answer = director_client.post("/floor/main/no-shows/print/", {"day": "1"})
    assert (answer.status_code, PrintJob.objects.count()) == (422, 0)


def test_whoever_is_awaited_comes_first_in_the_line(event, director_client):
    for n in range(12):
        factories.make_player(first_name="Aaron", last_name=f"Rossi{n:02}")
    away(event)
    found = part(director_client, "found", find="rossi")
    assert found.index("Zoe") < found.index("Aaron")
    assert found.count("data-row") == 8


def test_while_play_counts_down_nobody_is_missing_yet(event, director_client):
    away(event)
    draw_all(factories.as_by(clock=factories.Clock()), event.days.get())
    count_down_to(factories.as_by(), event.days.get(), utc_now() + timedelta(minutes=30))
    assert "nobody has claimed" not in todo(director_client)


def test_a_player_whose_stack_was_taken_up_is_scanned_and_brought_back(event, director_client):
    entry = away(event)
    draw_all(factories.as_by(clock=factories.Clock()), event.days.get())
    running(event, unclaimed="taken-up", unclaimed_level=1)
    take_up(factories.as_by(), event.days.get(), entries=[entry.pk])
    address = f"{URL}{entry.pk}/bring-back/"
    desk = Client()
    desk.force_login(factories.make_staff("registration"))
    assert address not in part(desk, "sell", player=entry.player_id)
    assert desk.post(address).status_code == 403
    shown = part(director_client, "sell", player=entry.player_id)
    assert "was taken up at" in shown
    assert f'action="{address}"' in shown
    answer = director_client.post(address, {"request_id": "back"}, headers=HTMX | {"HX-Target": "sell"})
    seat = Seat.objects.get(entry=entry, until=None)
    assert (answer.status_code, Bust.objects.count()) == (200, 0)
    assert f"<b>{seat.table.number}</b><span>table</span>" in answer.content.decode()
    again = director_client.post(address, {"request_id": "twice"}, headers=HTMX | {"HX-Target": "sell"})
    assert again.status_code == 422


def test_a_stack_taken_up_is_said_and_brought_back_at_the_desk_and_on_the_entry_s_page(
    event, director_client
):
    entry = away(event)
    draw_all(factories.as_by(clock=factories.Clock()), event.days.get())
    running(event, unclaimed="taken-up", unclaimed_level=1)
    take_up(factories.as_by(), event.days.get(), entries=[entry.pk])
    address, desk, page = (
        f"{URL}{entry.pk}/bring-back/",
        "/floor/main/desk/",
        f"/floor/main/entries/{entry.pk}/",
    )
    clerk = Client()
    clerk.force_login(factories.make_staff("registration"))
    for shown in (part(clerk, "sell", desk, player=entry.player_id), clerk.get(page).content.decode()):
        assert "The stack was taken up at" in shown
        assert "The floor may bring it back." in shown
        assert address not in shown
    for shown in (
        part(director_client, "sell", desk, player=entry.player_id),
        director_client.get(page).content.decode(),
    ):
        assert f'action="{address}"' in shown
    at_desk = part(director_client, "sell", desk, player=entry.player_id)
    first = at_desk[: at_desk.index("data-focus")].rsplit("<button", 1)[1]  # Enter, once more, brings it back
    assert 'data-press="G"' in first
    sent = {"request_id": "back", "at": "desk"}
    answer = director_client.post(address, sent, headers=HTMX | {"HX-Target": "sell"}).content.decode()
    seat = Seat.objects.get(entry=entry, until=None)
    assert f"<b>{seat.table.number}</b><span>table</span>" in answer
    assert "was taken up" not in part(director_client, "sell", desk, player=entry.player_id)


def test_who_has_neither_chair_nor_place_in_line_is_offered_no_paper(event, director_client):
    entry = away(event)
    page = f"/floor/main/entries/{entry.pk}/"
    assert "Print card" not in director_client.get(page).content.decode()
    Entry.objects.update(alternate=1, in_line=True)
    shown = director_client.get(page).content.decode()
    assert "Print ticket" in shown
    answer = director_client.post(f"/floor/main/desk/print/{entry.pk}/")
    assert answer["Location"] == f"/floor/prints/{PrintJob.objects.get(document='alternate_ticket').pk}/"
    Entry.objects.update(alternate=None, in_line=False)
    draw_all(factories.as_by(clock=factories.Clock()), event.days.get())
    assert "Print card" in director_client.get(page).content.decode()


def test_only_a_director_is_offered_the_refund_of_a_stack_taken_up(event, director_client):
    entry = away(event)
    running(event, unclaimed="taken-up", unclaimed_level=1)
    take_up(factories.as_by(), event.days.get(), entries=[entry.pk])
    address = f"/floor/main/entries/{entry.pk}/refund/"
    floor = Client()
    floor.force_login(factories.make_staff("floor"))
    page = floor.get(address).content.decode()
    assert "only a director returns the money" in page
    assert "Cancel and return" not in page
    assert "Cancel and return" in director_client.get(address).content.decode()
    assert director_client.post(address, {"reason": "ill"}).status_code == 302
    assert Entry.objects.get().state == "cancelled"
