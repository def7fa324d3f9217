"""The clock page: every button once, answered in its panel; refusals keep what was typed."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from tables.web.clock.moments import instant_after, instant_before
from tables.web.clock.presses import BUTTONS
from tests import factories
from tournaments.actions import clock as actions
from tournaments.journal.change import By, utc_now
from tournaments.models import Action, Announcement, DarkGap, Day, Event
from tournaments.queries.clock import reading_of

pytestmark = pytest.mark.django_db

VIENNA = "Europe/Vienna"
MINUTE_MS = 60_000
QUERIES = 15
# What is chosen from a list cannot be typed wrong: it is not kept.
CHOSEN = {"go_to", "extend"}


@pytest.fixture
def day() -> Day:
    """Level 2 of 6, seven minutes in, running; registration until the end of level 4."""
    factories.make_house(timezone=VIENNA)
    anchor = utc_now() - timedelta(minutes=7)
    return factories.make_day(clock_item=2, clock_anchor=anchor, clock_started=True)


def address(day: Day) -> str:
    return reverse("event_clock", args=[day.event.slug, day.code])


def press(client: Client, day: Day, do: str, *, htmx: bool = True, **typed: object):
    headers = {"HX-Request": "true"} if htmx else {}
    showing = {"showing": day.clock_item} | typed
    return client.post(
        address(day), {"do": do, "request_id": f"r{Action.objects.count()}"} | showing, headers=headers
    )


def shown(day: Day) -> tuple[int, str, int]:
    """Item, state and whole minutes left, a moment after: the test itself takes some time."""
    reading = reading_of(Day.objects.get(pk=day.pk), utc_now())
    return reading.item, reading.state, -(-reading.remaining_ms // 60_000)


def wall(minutes: float) -> str:
    return on_wall(utc_now() + timedelta(minutes=minutes))


def on_wall(instant: datetime) -> str:
    return f"{instant.astimezone(ZoneInfo(VIENNA)):%H:%M}"


def last(day: Day) -> str:
    return Action.objects.filter(event=day.event).latest("seq").kind


def words(answer) -> str:
    return " ".join(answer.content.decode().split())


def test_the_page_says_what_is_on_show(director_client, day):
    def begins(minutes: int) -> str:
        return on_wall(day.clock_anchor + timedelta(minutes=minutes))

    page = words(director_client.get(address(day)))
    assert 'Level 2 <span class="clock__bets">200 / 400 · ante 400</span>' in page
    assert f"Running until {begins(20)}" in page
    assert "next: Level 3, 300 / 600 · ante 600" in page
    assert f"break at {begins(60)}" in page
    assert f"Open until the end of level 4 and the break after it, about {begins(70)}." in page


@pytest.mark.parametrize(
    ("do", "typed", "after"),
    [
        ("pause", {}, (2, "paused", 13)),
        ("start", {}, (2, "running", 13)),
        ("set_left", {"left_ms": "12:30"}, (2, "running", 13)),
        ("set_left", {"left_ms": "1:05:00"}, (2, "running", 65)),
        ("set_left", {"left_ms": "5"}, (2, "running", 5)),
        ("more", {"minutes": "2", "seconds": "30"}, (2, "running", 16)),
        ("less", {"minutes": "2", "seconds": ""}, (2, "running", 11)),
        ("next", {}, (3, "running", 20)),
        ("previous", {}, (1, "running", 20)),
        ("go_to", {"item": "5"}, (5, "running", 10)),
        ("break_now", {"minutes": "15"}, (8, "running", 15)),
        ("break_later", {"minutes": "15"}, (2, "running", 13)),
    ],
)
def test_buttons_move_the_clock(director_client, day, do, typed, after):
    assert press(director_client, day, do, **typed).status_code == 200
    assert shown(day) == after


def test_a_break_later_stands_after_the_level_on_show(director_client, day):
    press(director_client, day, "break_later", minutes="15")
    day.refresh_from_db()
    assert [item["id"] for item in day.structure] == [1, 2, 8, 3, 4, 5, 6, 7]


def test_a_break_until_a_time_of_day_ends_then(director_client, day):
    until = wall(20)
    press(director_client, day, "break_now", at=until)
    day.refresh_from_db()
    ends = reading_of(day, utc_now()).next_change
    assert f"{ends.astimezone(ZoneInfo(VIENNA)):%H:%M:%S}" == until + ":00"


def test_it_should_have_been_paused_at_a_time_of_day(director_client, day):
    press(director_client, day, "pause_at", at=wall(-3))
    day.refresh_from_db()
    reading = reading_of(day, utc_now())
    assert (reading.state, 15 * MINUTE_MS <= reading.remaining_ms <= 17 * MINUTE_MS) == ("paused", True)


def test_a_countdown_begins_play_by_itself(director_client):
    day = factories.make_day()
    press(director_client, day, "count_down", showing=1, minutes="5")
    assert shown(day) == (8, "running", 5)
    day.refresh_from_db()
    press(director_client, day, "count_down", minutes="", at=f"{utc_now() + timedelta(minutes=30):%H:%M}")
    assert shown(day)[:2] == (9, "running")


@pytest.mark.parametrize(
    ("presses", "state", "says"),
    [
        ([("hold_open", {})], ("open", None, False), "Held open, whatever the clock says."),
        ([("close", {})], ("closed", None, False), "Closed by hand."),
        (
            [("close", {}), ("by_clock", {})],
            ("auto", None, False),
            "Open until the end of level 4 and the break",
        ),
        ([("extend", {"level": "6"})], ("auto", 6, False), "Open to the end of the structure."),
        ([("extend", {"level": "1"})], ("auto", 1, False), "Closed by the clock."),
        ([("cut_line", {})], ("auto", None, True), "The line was cut at"),
        ([("cut_line", {}), ("finish_line", {})], ("closed", None, False), "Closed by hand."),
    ],
)
def test_registration_buttons(director_client, day, presses, state, says):
    answers = [press(director_client, day, do, **typed) for do, typed in presses]
    day.refresh_from_db()
    assert [answer.status_code for answer in answers] == [200] * len(presses)
    assert (day.registration, day.registration_level, day.line_cut_at is not None) == state
    assert f"<p>{says}" in words(answers[-1])


def test_the_line_is_done_and_the_pool_is_final(director_client, day):
    press(director_client, day, "cut_line")
    answer = press(director_client, day, "pool_final")
    assert Event.objects.get(pk=day.event_id).pool_final_at is not None
    assert "Closed for good: the prize pool was made final at" in words(answer)
    assert 'value="extend"' not in words(answer)


def test_the_pool_is_not_final_while_registration_is_open(director_client, day):
    answer = press(director_client, day, "pool_final")
    assert answer.status_code == 422
    assert "Registration for day 1 is still open. Close it or cut the line first." in words(answer)


@pytest.mark.parametrize(("stopped", "left"), [("yes", 15), ("no", 13)])
def test_the_dark_question(director_client, day, stopped, left):
    now = utc_now()
    gap = DarkGap.objects.create(started_at=now - timedelta(minutes=4), ended_at=now - timedelta(minutes=2))
    assert "Was play stopped?" in words(director_client.get(address(day)))
    answer = press(director_client, day, "dark", gap=gap.pk, stopped=stopped)
    assert (shown(day), "Was play stopped?" in words(answer)) == ((2, "running", left), False)
    assert 'role="status"' in words(answer)


def test_the_answer_is_the_journals_sentence_with_undo(director_client, day):
    answer = press(director_client, day, "set_left", left_ms="12:30")
    done = Action.objects.get(event=day.event)
    assert "<span>Time left set to 12:30</span>" in words(answer)
    undo = reverse("undo_action", args=[day.event.slug, done.pk])
    assert f'action="{undo}"' in words(answer)
    director_client.post(undo)
    assert shown(day) == (2, "running", 13)


def test_an_answer_brings_the_strip_along(director_client, day):
    answer = words(press(director_client, day, "next"))
    assert '<div id="strip" hx-swap-oob="innerHTML">' in answer
    assert 'id="time" data-item="3"' in answer


def test_without_script_a_press_returns_to_its_panel(director_client, day):
    answer = press(director_client, day, "pause", htmx=False)
    assert (answer.status_code, answer.url) == (302, f"{address(day)}#time-panel")
    assert "Clock paused" in words(director_client.get(answer.url))


@pytest.mark.parametrize(
    ("do", "typed", "sentence"),
    [
        ("set_left", {"left_ms": "banana"}, "Write it as the clock does, like 12:30 or 1:05:00."),
        ("set_left", {"left_ms": "12:75"}, "Write it as the clock does, like 12:30 or 1:05:00."),
        ("set_left", {"left_ms": "999:99:99"}, "Write it as the clock does"),
        ("more", {"minutes": "", "seconds": ""}, "Say by how much."),
        ("less", {"minutes": "-4", "seconds": ""}, "greater than or equal to 0"),
        ("pause_at", {"at": "25:10"}, "Write a time of day, like 20:31."),
        ("break_now", {"minutes": "", "at": ""}, "Say for how many minutes, or a time of day."),
        ("break_now", {"minutes": "0"}, "A break must end after it begins"),
        ("count_down", {"minutes": "5"}, "Play has begun. Take a break instead"),
        ("go_to", {"item": "99"}, "99"),
        ("extend", {"level": "77"}, "77"),
        ("pause", {"showing": ""}, "The page sent no level. Load it again."),
    ],
)
@pytest.mark.parametrize("htmx", [True, False])
def test_a_refusal_is_a_sentence_in_place_and_changes_nothing(
    director_client, day, do, typed, sentence, htmx
):
    answer = press(director_client, day, do, htmx=htmx, **typed)
    assert (answer.status_code, Action.objects.count(), shown(day)) == (422, 0, (2, "running", 13))
    assert sentence in words(answer)
    assert all(f'value="{value}"' in words(answer) for value in typed.values() if value and do not in CHOSEN)


def test_a_time_of_day_just_passed_is_no_end_of_a_break(director_client, day):
    passed = wall(-10)
    answer = press(director_client, day, "break_now", at=passed)
    assert (answer.status_code, f"{passed} has passed already." in words(answer)) == (422, True)
    assert f'value="{passed}"' in words(answer)


def test_a_break_is_for_so_long_or_until_a_time_not_both(director_client, day):
    answer = press(director_client, day, "break_now", minutes="5", at=wall(20))
    assert answer.status_code == 422
    assert "Say for how many minutes, or a time of day." in words(answer)


def test_a_pause_before_the_clock_was_changed_names_the_house_s_time(director_client, day):
    answer = press(director_client, day, "pause_at", at=wall(-60))
    assert f"The clock was changed at {on_wall(day.clock_anchor)}: it cannot be paused before." in words(
        answer
    )


def test_a_form_of_an_older_page_is_refused_and_says_what_changed(director_client, day):
    anna = factories.make_staff("floor", name="Anna")
    actions.go_to_item(By(staff=anna), day, 4)
    moved = on_wall(Action.objects.get().at)
    answer = press(director_client, day, "set_left", showing=2, left_ms="3:00")
    assert answer.status_code == 422
    assert f"The clock shows level 4 now: Anna moved it at {moved}. Nothing was changed." in words(answer)
    assert 'value="3:00"' in words(answer)


def test_a_press_sent_twice_is_done_once(director_client, day):
    for _ in range(2):
        data = {"do": "more", "minutes": "3", "seconds": "0", "showing": 2, "request_id": "the-same"}
        assert director_client.post(address(day), data, headers={"HX-Request": "true"}).status_code == 200
    assert (shown(day), Action.objects.count()) == ((2, "running", 16), 1)


def test_every_button_of_the_page_is_known(director_client, day):
    fresh = factories.make_day()
    paused = factories.make_day(clock_item=2, clock_started=True)
    closed = factories.make_day(registration="closed")
    cut = factories.make_day(line_cut_at=utc_now())
    DarkGap.objects.create(started_at=utc_now() - timedelta(minutes=4), ended_at=utc_now())
    pages = "".join(words(director_client.get(address(one))) for one in (day, fresh, paused, closed, cut))
    sent = {do for do in BUTTONS if f'name="do" value="{do}"' in pages}
    assert sent == set(BUTTONS)


def test_an_unknown_button_is_not_found(director_client, day):
    assert press(director_client, day, "explode").status_code == 404


def test_a_day_without_a_structure_says_what_to_do(director_client):
    day = Day.objects.create(event=factories.make_event(), code="1", label="Day 1")
    page = words(director_client.get(address(day)))
    assert "Give it a structure, and it can be started here." in page
    assert press(director_client, day, "start", showing=1).status_code == 404


def test_lists_what_was_done_on_this_day_and_what_was_announced(director_client, director, day):
    other = factories.make_day(day.event, code="2", label="Day 2")
    actions.start_clock(By(staff=director), other)
    paused = actions.pause_clock(By(staff=director), day)
    director_client.post(reverse("undo_action", args=[day.event.slug, Action.objects.latest("pk").pk]))
    Announcement.objects.create(
        day=paused, change="level", item=2, instant=utc_now() - timedelta(minutes=7), announced_at=utc_now()
    )
    page = director_client.get(address(day))
    assert [line.text for line in page.context["lines"]] == ["Undone: Clock paused", "Clock paused"]
    assert [text for _at, text in page.context["page"].announced] == ["Level 2 began"]


def test_a_refresh_is_the_body_alone(director_client, day):
    answer = words(director_client.get(address(day), headers={"HX-Request": "true"}))
    assert ("<html" in answer, 'data-panel="time"' in answer) == (False, True)


@pytest.mark.parametrize(
    ("role", "status"),
    [("director", 200), ("floor", 200), ("registration", 403), ("cashier", 403), ("viewer", 403)],
)
def test_only_those_who_hold_the_clock_have_the_page(day, role, status):
    client = Client()
    client.force_login(factories.make_staff(role), backend="django.contrib.auth.backends.ModelBackend")
    assert (client.get(address(day)).status_code, press(client, day, "pause").status_code) == (status, status)


def test_the_floor_is_offered_no_editor(day):
    client = Client()
    client.force_login(factories.make_staff("floor"), backend="django.contrib.auth.backends.ModelBackend")
    assert "Edit the structure" not in words(client.get(address(day)))


@pytest.mark.parametrize("n", [1, 3])
def test_the_page_asks_the_same_however_many_tables_and_actions(
    director_client, director, day, n, django_assert_num_queries
):
    factories.make_tables(day, n)
    for _ in range(n):
        actions.pause_clock(By(staff=director), day)
    director_client.get(address(day))
    with django_assert_num_queries(QUERIES):
        director_client.get(address(day))


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "now", "meant"),
    [
        (time(20, 31), "2026-11-28 19:40", "2026-11-28 19:31"),
        (time(23, 50), "2026-11-28 23:10", "2026-11-28 22:50"),
        (time(20, 50), "2026-11-28 19:40", "2026-11-28 19:50"),
        # The clocks went back at 3:00 summer time: 2:30 came twice, and the later one is meant.
        (time(2, 30), "2026-10-25 02:00", "2026-10-25 01:30"),
        (time(2, 30), "2026-10-25 01:10", "2026-10-25 00:30"),
    ],
)
def test_a_time_that_has_passed(typed, now, meant):
    assert instant_before(typed, at(now), VIENNA) == at(meant)


@pytest.mark.parametrize(
    ("typed", "now", "meant"),
    [
        (time(20, 30), "2026-11-28 19:10", "2026-11-28 19:30"),
        (time(0, 15), "2026-11-28 22:50", "2026-11-28 23:15"),
        (time(20, 30), "2026-11-28 19:30", "2026-11-29 19:30"),
        # The clocks leap from 2:00 to 3:00: 2:30 is on the wall the night after.
        (time(2, 30), "2026-03-29 00:10", "2026-03-30 00:30"),
    ],
)
def test_a_time_to_come(typed, now, meant):
    assert instant_after(typed, at(now), VIENNA) == at(meant)


def test_only_who_may_open_the_structure_is_led_there_from_the_clock(director_client, client, day):
    client.force_login(factories.make_staff("floor"), backend="django.contrib.auth.backends.ModelBackend")
    door = reverse("event_structure", args=[day.event.slug, day.code])
    pages = [someone.get(address(day)).content.decode() for someone in (director_client, client)]
    assert [page.count(f'href="{door}"') > 0 for page in pages] == [True, False]
    assert client.get(door).status_code == 403
