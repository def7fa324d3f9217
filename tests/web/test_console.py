"""The console's page, its panels and its buttons."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tables.models import DayTable, PrinterProfile, PrintJob, Seat
from tests import factories
from tournaments.actions import clock as actions
from tournaments.journal.change import By, utc_now
from tournaments.models import Action, DarkGap, Day, Event
from tournaments.queries.clock import reading_of
from tournaments.rules.roles import Role

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
PANELS = ("console_strip", "console_todo", "console_tables")
PAGE_QUERIES = 40
JOURNAL_QUERIES = 9


@pytest.fixture
def day() -> Day:
    """Level 2 of 6, seven minutes in, running."""
    factories.make_house(timezone="Europe/Vienna")
    anchor = utc_now() - timedelta(minutes=7)
    return factories.make_day(clock_item=2, clock_anchor=anchor, clock_started=True)


def url(name: str, day: Day, *rest: object) -> str:
    return reverse(name, args=[day.event.slug, day.code, *rest])


def client_of(role: str) -> Client:
    client = Client()
    client.force_login(factories.make_staff(role), backend="django.contrib.auth.backends.ModelBackend")
    return client


def press(client: Client, day: Day, verb: str, *, headers=HTMX, **sent: object):
    return client.post(url("clock_button", day, verb), sent, headers=headers)


def shown(day: Day) -> tuple[int, str, int]:
    """Item, state and minutes left, rounded up: the test itself takes some time."""
    reading = reading_of(Day.objects.get(pk=day.pk), utc_now())
    return reading.item, reading.state, -(-reading.remaining_ms // 60_000)


def words(answer) -> str:
    return " ".join(answer.content.decode().split())


def seat(day: Day, table: DayTable, chair: int, **player: str) -> Seat:
    option = day.event.options.first() or factories.make_option(day.event)
    entry = factories.make_entry(day, option, factories.make_player(**player), state="seated")
    return Seat.objects.create(day=day, entry=entry, table=table.table, chair=chair, since=factories.START)


# --- The page and its panels ------------------------------------------------------------------------


def test_the_console_shows_strip_tables_and_the_first_table(director_client, day):
    table = factories.make_tables(day, 2)[0]
    seat(day, table, 4, first_name="Ánh", last_name="Nguyễn")
    page = words(director_client.get(url("console_day", day)))
    assert ('id="time" data-item="2"' in page, "Nguyễn, Ánh" in page, page.count("tile is-chosen")) == (
        True,
        True,
        1,
    )
    assert f'<h2 class="tablehead__name figure">Table {table.table.number}</h2>' in page


def test_the_console_without_a_day_is_the_current_one(director_client, day):
    later = factories.make_day(day.event, code="2", label="Day 2")
    page = director_client.get(reverse("console", args=[day.event.slug]))
    assert (page.context["day"], later.pk != day.pk) == (day, True)


def test_an_event_without_days_is_sent_to_its_settings(director_client):
    event = factories.make_event()
    answer = director_client.get(reverse("console", args=[event.slug]))
    assert (answer.status_code, answer.url) == (302, reverse("event_settings", args=[event.slug]))


def test_a_day_without_levels_has_a_console_without_buttons(director_client):
    day = Day.objects.create(event=factories.make_event(), code="1", label="Day 1")
    page = words(director_client.get(url("console_day", day)))
    assert ("Give this Day a structure" in page, "clockstrip__main" in page) == (True, False)


@pytest.mark.parametrize("name", ["console", "event_journal"])
def test_an_unknown_event_is_not_found(director_client, name):
    assert director_client.get(reverse(name, args=["nowhere"])).status_code == 404


@pytest.mark.parametrize("name", ["console_day", *PANELS])
def test_an_unknown_day_is_not_found(director_client, day, name):
    address = reverse(name, args=[day.event.slug, "9Z"])
    assert director_client.get(address).status_code == 404


def test_the_strip_knows_the_words_for_what_is_no_level(director_client, day):
    strip = words(director_client.get(url("console_strip", day)))
    assert 'data-break="Break" data-countdown="Play begins"' in strip
    assert 'data-paused="paused"' in strip


def test_ids_beyond_a_thousand_are_not_grouped(director_client, day):
    structure = [{**item, "id": item["id"] + 1200} for item in day.structure]
    Day.objects.filter(pk=day.pk).update(structure=structure, clock_item=1202, next_item_id=1300)
    strip = words(director_client.get(url("console_strip", day)))
    assert ('data-item="1202"' in strip, "1,202" in strip) == (True, False)
    assert press(director_client, day, "next", showing=1202).status_code == 200


def test_a_table_with_its_chairs(director_client, day):
    table = factories.make_tables(day, 1)[0]
    seat(day, table, 3, first_name="Łukasz", last_name="Šimůnek")
    panel = words(director_client.get(url("console_table", day, table.table.number)))
    assert ("Šimůnek, Łukasz" in panel, panel.count("seat--empty"), "1 of 9" in panel) == (True, 8, True)


def test_a_table_number_beyond_a_thousand_is_not_grouped(director_client, day):
    factories.make_tables(day, 1, first=1201)
    page = words(director_client.get(url("console_day", day), {"table": "1201"}))
    assert ('href="?table=1201"' in page, "Table 1201" in page, "1,201" in page) == (True, True, False)


def test_a_table_that_is_not_here_says_so(director_client, day):
    assert "Choose a table." in words(director_client.get(url("console_table", day, 77)))


@pytest.mark.parametrize("typed", ["{n}-3", "simunek", "{n}"])
def test_finds_by_chair_name_and_table(director_client, day, typed):
    table = factories.make_tables(day, 1)[0]
    seat(day, table, 3, first_name="Łukasz", last_name="Šimůnek")
    found = words(director_client.get(url("console_find", day), {"q": typed.format(n=table.table.number)}))
    assert "Šimůnek, Łukasz" in found


def test_a_tables_number_opens_the_table_and_chooses_nobody(director_client, day):
    """Its first player chosen, a figure and B would put two out, or the wrong one."""
    table = factories.make_tables(day, 2)[1]
    seat(day, table, 1, first_name="Łukasz", last_name="Šimůnek")
    number = table.table.number
    found = director_client.get(url("console_find", day), {"q": f"{number}"}).content.decode()
    first = found[found.index("<a ") : found.index("</a>")]
    assert ("data-whole-table" in first, f'href="?table={number}"' in first, "entry=" in first) == (
        True,
        True,
        False,
    )
    one = words(director_client.get(url("console_find", day), {"q": f"{number}-1"}))
    assert ("Šimůnek" in one, "data-whole-table" in one) == (True, False)


def test_an_empty_table_is_found_a_closed_one_is_not(director_client, day):
    table = factories.make_tables(day, 1)[0]
    asked = {"q": f"{table.table.number}"}
    found = words(director_client.get(url("console_find", day), asked))
    assert (f"Table {asked['q']}" in found, "Nobody here is found" in found) == (True, False)
    DayTable.objects.filter(pk=table.pk).update(state=DayTable.State.CLOSED)
    found = words(director_client.get(url("console_find", day), asked))
    assert (f"Table {asked['q']}" in found, "Nobody here is found" in found) == (False, True)


def test_says_whom_it_did_not_find(director_client, day):
    found = words(director_client.get(url("console_find", day), {"q": "<b>Nobody"}))
    assert "Nobody here is found by “&lt;b&gt;Nobody”." in found


def test_to_do_lists_what_waits(director_client, day):
    option = factories.make_option(day.event)
    factories.make_entry(day, option)
    factories.make_entry(day, option, alternate=1)
    now = utc_now()
    DarkGap.objects.create(started_at=now - timedelta(minutes=4), ended_at=now - timedelta(minutes=2))
    todo = director_client.get(url("console_todo", day)).context["todo"]
    assert [item.kind for item in todo] == ["dark", "tables", "draw", "alternates"]


@pytest.mark.parametrize("n", [1, 3])
def test_the_page_asks_the_same_however_many_tables(director_client, day, n, django_assert_num_queries):
    for table in factories.make_tables(day, n):
        seat(day, table, 1)
        seat(day, table, 2)
    director_client.get(url("console_day", day))
    with django_assert_num_queries(PAGE_QUERIES):
        director_client.get(url("console_day", day))


# --- Buttons ----------------------------------------------------------------------------------------


def test_pause_and_resume(director_client, day):
    answer = press(director_client, day, "pause")
    assert (answer.status_code, shown(day)) == (200, (2, "paused", 13))
    assert "Resume" in words(answer)
    press(director_client, day, "start")
    assert shown(day) == (2, "running", 13)


def test_pause_twice_is_one_pause(director_client, day):
    for _ in range(2):
        assert press(director_client, day, "pause").status_code == 200
    assert shown(day) == (2, "paused", 13)
    cases = Action.objects.order_by("seq").values_list("facts__case", flat=True)
    assert list(cases) == ["", "already"]


def test_a_double_press_of_more_time_gives_it_once(director_client, day):
    for _ in range(2):
        press(director_client, day, "adjust", ms="60000", showing=2, request_id="one-press")
    assert (shown(day), Action.objects.count()) == ((2, "running", 14), 1)


@pytest.mark.parametrize(("verb", "item"), [("next", 3), ("previous", 1)])
def test_next_and_previous(director_client, day, verb, item):
    press(director_client, day, verb, showing=2)
    assert shown(day) == (item, "running", 20)


@pytest.mark.parametrize(("verb", "sent"), [("next", {}), ("previous", {}), ("adjust", {"ms": "60000"})])
def test_a_stale_press_says_what_changed(director_client, day, verb, sent):
    actions.go_to_item(By(staff=factories.make_staff("floor", name="Anna")), day, 4)
    answer = press(director_client, day, verb, showing=2, **sent)
    assert (answer.status_code, shown(day)) == (422, (4, "running", 20))
    assert "The clock shows level 4 now: Anna moved it at" in words(answer)
    assert "+00:00" not in words(answer)
    assert 'data-item="4"' in words(answer)


def test_a_stale_press_after_the_level_passed_names_the_level(director_client, day):
    Day.objects.filter(pk=day.pk).update(clock_anchor=utc_now() - timedelta(minutes=21))
    answer = press(director_client, day, "next", showing=2)
    assert "Level 3 has begun in the meantime. Nothing was changed." in words(answer)


def test_without_script_a_stale_press_returns_with_the_sentence(director_client, day):
    back = url("console_day", day)
    headers = {"Referer": f"http://testserver{back}"}
    answer = press(director_client, day, "next", headers=headers, showing=1)
    assert (answer.status_code, answer.url) == (302, back)
    assert "has begun in the meantime. Nothing was changed." in words(director_client.get(back))


def test_without_script_a_press_returns_to_the_console(director_client, day):
    answer = press(director_client, day, "pause", headers={})
    assert (answer.status_code, answer.url, shown(day)[1]) == (302, url("console_day", day), "paused")


@pytest.mark.parametrize("sent", [{}, {"showing": "two"}])
def test_a_button_that_sends_no_number_is_refused(director_client, day, sent):
    answer = press(director_client, day, "next", **sent)
    assert (answer.status_code, Action.objects.count()) == (422, 0)


def test_a_verb_that_is_no_button_is_not_found(director_client, day):
    assert press(director_client, day, "explode").status_code == 404


def test_buttons_are_pressed_not_loaded(director_client, day):
    assert director_client.get(url("clock_button", day, "pause")).status_code == 403


@pytest.mark.parametrize("role", list(Role))
def test_who_holds_the_clock(day, role):
    client, holds = client_of(role), role in {Role.DIRECTOR, Role.FLOOR}
    page = client.get(url("console_day", day))
    assert (page.status_code, "data-hold" in words(page)) == (200, holds)
    assert press(client, day, "pause").status_code == (200 if holds else 403)
    assert shown(day)[1] == ("paused" if holds else "running")


def test_without_a_name_there_is_no_console(client, day):
    assert client.get(url("console_day", day)).status_code == 302
    assert client.get(url("console_strip", day), headers=HTMX).headers["HX-Redirect"] == "/login/"


@pytest.mark.parametrize(("answer", "left"), [("yes", 15), ("no", 13)])
def test_the_dark_question_is_answered_once(director_client, day, answer, left):
    now = utc_now()
    gap = DarkGap.objects.create(started_at=now - timedelta(minutes=4), ended_at=now - timedelta(minutes=2))
    first = director_client.post(url("dark_answer", day, gap.pk), {"stopped": answer}, headers=HTMX)
    second = director_client.post(url("dark_answer", day, gap.pk), {"stopped": answer}, headers=HTMX)
    assert (first.status_code, first.headers["HX-Trigger"], second.status_code) == (204, "revision", 422)
    assert shown(day) == (2, "running", left)


def test_the_pool_is_made_final_once_registration_is_closed(director_client, day):
    refused = director_client.post(url("pool_final", day), headers=HTMX)
    assert (refused.status_code, "Registration for day 1 is still open." in words(refused)) == (422, True)
    Day.objects.filter(pk=day.pk).update(registration=Day.Registration.CLOSED)
    assert [item.kind for item in director_client.get(url("console_todo", day)).context["todo"]][-1] == "pool"
    assert director_client.post(url("pool_final", day), headers=HTMX).status_code == 204
    assert Event.objects.get(pk=day.event_id).pool_final_at is not None


def test_a_failed_print_is_pressing(director_client, day):
    profile = PrinterProfile.objects.create(name="Desk", kind=PrinterProfile.Kind.BROWSER)
    PrintJob.objects.create(
        event=day.event,
        profile=profile,
        document="seat-cards",
        sheet="a4",
        state=PrintJob.State.FAILED,
        asked_at=utc_now(),
    )
    todo = director_client.get(url("console_todo", day)).context["todo"]
    assert [(item.kind, item.title) for item in todo if item.is_urgent] == [("prints", "1 print failed")]


# --- Undo and the journal ---------------------------------------------------------------------------


def test_undo_from_the_console(director_client, day):
    press(director_client, day, "pause")
    done = Action.objects.get()
    undo = reverse("undo_action", args=[day.event.slug, done.pk])
    assert f'action="{undo}"' in words(director_client.get(url("console_todo", day)))
    answer = director_client.post(undo, headers=HTMX)
    assert (answer.status_code, answer.headers["HX-Trigger"], shown(day)) == (
        204,
        "revision",
        (2, "running", 13),
    )
    lines = director_client.get(url("console_todo", day)).context["journal"]
    assert [(line.text, line.line.is_undone) for line in lines] == [
        ("Undone: Clock paused", False),
        ("Clock paused", True),
    ]


def test_undo_twice_says_so_and_changes_nothing(director_client, day):
    press(director_client, day, "pause")
    undo = reverse("undo_action", args=[day.event.slug, Action.objects.get().pk])
    director_client.post(undo, headers=HTMX)
    answer = director_client.post(undo, headers=HTMX)
    assert (answer.status_code, answer.headers["HX-Retarget"]) == (422, "#toasts")
    assert ("Action 1 has been undone already." in words(answer), shown(day)[1]) == (True, "running")


def test_undo_with_later_actions_in_the_way_names_them(director_client, day):
    press(director_client, day, "pause")
    press(director_client, day, "adjust", ms="60000", showing=2)
    first = Action.objects.earliest("seq")
    answer = director_client.post(reverse("undo_action", args=[day.event.slug, first.pk]), headers=HTMX)
    assert (answer.status_code, "Later actions stand in the way: 2." in words(answer)) == (422, True)


@pytest.mark.parametrize("typed", ["x" * 60_000, "a " * 5_000])
def test_far_too_much_typed_finds_nobody(director_client, day, typed):
    assert director_client.get(url("console_find", day), {"q": typed}).status_code == 200


@pytest.mark.parametrize("back", ["logout", "a:b", "//elsewhere.example/", "https://elsewhere.example/"])
def test_undo_leads_to_the_journal_if_it_was_sent_from_no_page_of_ours(director_client, day, back):
    press(director_client, day, "pause")
    undo = reverse("undo_action", args=[day.event.slug, Action.objects.get().pk])
    answer = director_client.post(undo, {"next": back})
    assert (answer.status_code, answer.url) == (302, reverse("event_journal", args=[day.event.slug]))


def test_an_action_of_another_event_is_not_found(director_client, day):
    press(director_client, day, "pause")
    other = factories.make_event()
    undo = reverse("undo_action", args=[other.slug, Action.objects.get().pk])
    assert (director_client.post(undo).status_code, shown(day)[1]) == (404, "paused")


@pytest.mark.parametrize(("role", "status"), [("registration", 422), ("cashier", 422), ("viewer", 403)])
def test_who_may_not_press_may_not_undo(director_client, day, role, status):
    press(director_client, day, "pause")
    undo = reverse("undo_action", args=[day.event.slug, Action.objects.get().pk])
    client = client_of(role)
    assert f'action="{undo}"' not in words(client.get(url("console_todo", day)))
    assert (client.post(undo, headers=HTMX).status_code, shown(day)[1]) == (status, "paused")


def test_without_script_undo_returns_to_the_page_it_came_from(director_client, day):
    press(director_client, day, "pause")
    undo = reverse("undo_action", args=[day.event.slug, Action.objects.get().pk])
    back = url("console_day", day)
    assert director_client.post(undo, {"next": back}).url == back


def test_undo_sends_nobody_to_another_house(director_client, day):
    press(director_client, day, "pause")
    undo = reverse("undo_action", args=[day.event.slug, Action.objects.get().pk])
    answer = director_client.post(undo, {"next": "https://elsewhere.example/"})
    assert answer.url == reverse("event_journal", args=[day.event.slug])


def test_the_journal_page_lists_everything_newest_first(director_client, director, day):
    press(director_client, day, "pause")
    press(director_client, day, "adjust", ms="-60000", showing=2)
    page = director_client.get(reverse("event_journal", args=[day.event.slug]))
    assert [(line.seq, line.text, line.actor) for line in page.context["lines"]] == [
        (2, "1 min less time", director.name),
        (1, "Clock paused", director.name),
    ]


def test_the_journal_has_older_pages(director_client, day):
    rows = [
        Action(event=day.event, seq=seq, kind="clock.start", at=factories.START, happened_at=factories.START)
        for seq in range(1, 1202)
    ]
    Action.objects.bulk_create(rows)
    address = reverse("event_journal", args=[day.event.slug])
    page = director_client.get(address)
    assert (page.context["lines"][0].seq, page.context["older"]) == (1201, 1102)
    assert 'href="?before=1102"' in words(page)
    older = director_client.get(address, {"before": "1102"})
    assert (older.context["lines"][0].seq, older.context["older"]) == (1101, 1002)


@pytest.mark.parametrize("n", [1, 3])
def test_the_journal_asks_the_same_however_long(director_client, day, n, django_assert_num_queries):
    for _ in range(n):
        press(director_client, day, "pause")
    address = reverse("event_journal", args=[day.event.slug])
    director_client.get(address)
    with django_assert_num_queries(JOURNAL_QUERIES):
        director_client.get(address)


def test_an_empty_journal_says_what_will_stand_there(director_client, day):
    page = words(director_client.get(reverse("event_journal", args=[day.event.slug])))
    assert "Nothing has been done yet" in page
