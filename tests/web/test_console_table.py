"""The panel of one table: every button, what it answers in place, and what it refuses in place."""

import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from tables.actions.bust import bust
from tables.actions.marks import mark_absent
from tables.models import Bust, ChipCount, DayTable, Mark, PrintJob, Seat, ShotClock
from tests import factories
from tournaments.journal.change import By, utc_now
from tournaments.models import Action, Day, Entry
from tournaments.rules.roles import Role

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
PANEL_QUERIES = 11


@pytest.fixture
def day() -> Day:
    """Level 2 of 6, registration open."""
    factories.make_house(timezone="Europe/Vienna")
    anchor = utc_now() - timedelta(minutes=7)
    return factories.make_day(clock_item=2, clock_anchor=anchor, clock_started=True)


@pytest.fixture
def tables(day: Day) -> list[DayTable]:
    return factories.make_tables(day, 2)


@pytest.fixture
def seats(day: Day, tables: list[DayTable]) -> list[Seat]:
    """Chairs 1 to 4 of the first table, 1 and 2 of the second."""
    names = [("Ánh", "Nguyễn"), ("Zoe", "Rossi"), ("Jonas", "Weiß"), ("Olga", "Petrov"), ("Ken", "Tanaka")]
    names.append(("Inés", "Castro"))
    chairs = [(tables[0], n) for n in (1, 2, 3, 4)] + [(tables[1], n) for n in (1, 2)]
    return [
        seat(day, table, chair, first_name=first, last_name=last)
        for (table, chair), (first, last) in zip(chairs, names, strict=True)
    ]


def seat(day: Day, table: DayTable, chair: int, **player: str) -> Seat:
    option = day.event.options.first() or factories.make_option(day.event)
    entry = factories.make_entry(day, option, factories.make_player(**player), state="seated")
    return Seat.objects.create(day=day, entry=entry, table=table.table, chair=chair, since=factories.START)


def client_of(role: str) -> Client:
    client = Client()
    client.force_login(factories.make_staff(role), backend="django.contrib.auth.backends.ModelBackend")
    return client


def do(client: Client, day: Day, table: DayTable, verb: str, *chosen: Seat, headers=HTMX, **sent: object):
    address = reverse("console_do", args=[day.event.slug, day.code, table.table.number, verb])
    return client.post(address, {"entry": [s.entry_id for s in chosen], **sent}, headers=headers)


def turn(client: Client, day: Day, table: DayTable, mode: str, *chosen: Seat, headers=HTMX):
    address = reverse("console_mode", args=[day.event.slug, day.code, table.table.number, mode])
    return client.post(address, {"entry": [s.entry_id for s in chosen]}, headers=headers)


def panel(client: Client, day: Day, table: DayTable, **asked: object):
    address = reverse("console_table", args=[day.event.slug, day.code, table.table.number])
    return client.get(address, asked, headers=HTMX)


def words(answer) -> str:
    return " ".join(answer.content.decode().split())


def wall(**later: int) -> str:
    """What the house's wall reads, so much later than now."""
    return f"{(utc_now() + timedelta(**later)).astimezone(ZoneInfo('Europe/Vienna')):%H:%M}"


def out_order() -> list[str]:
    """The last names of those who are out, first out first."""
    return list(Bust.objects.order_by("order").values_list("entry__player__last_name", flat=True))


def spots() -> dict[str, str]:
    """Where everybody sits now, by last name."""
    rows = Seat.objects.filter(until=None).values_list("entry__player__last_name", "table__number", "chair")
    return {name: f"{table}-{chair}" for name, table, chair in rows}


# --- Out --------------------------------------------------------------------------------------------


def test_one_tap_on_bust_puts_out_and_says_so_in_place(director_client, day, tables, seats):
    said = do(director_client, day, tables[0], "bust", seats[2])
    assert (said.status_code, out_order()) == (200, ["Weiß"])
    text = words(said)
    assert ("<b>1st out</b> Jonas Weiß" in text, "Undo" in text, "Wrong player" in text) == (True, True, True)
    assert text.count("seat--empty") == 6


def test_once_registration_is_closed_place_and_prize_are_said(director_client, day, tables, seats):
    Day.objects.filter(pk=day.pk).update(registration=Day.Registration.CLOSED)
    said = words(do(director_client, day, tables[0], "bust", seats[2]))
    assert "<b>Out 6th</b> Jonas Weiß · no prize" in said


def test_who_won_the_hand_is_a_second_tap(director_client, day, tables, seats):
    do(director_client, day, tables[0], "bust", seats[2])
    gone = Bust.objects.get()
    said = do(director_client, day, tables[0], "won", bust=gone.pk, by=seats[0].entry_id)
    gone.refresh_from_db()
    assert (said.status_code, gone.by_id, 'aria-pressed="true"' in words(said)) == (
        200,
        seats[0].entry_id,
        True,
    )


def test_several_are_asked_for_their_stacks_before_anything_is_done(director_client, day, tables, seats):
    asked = do(director_client, day, tables[0], "bust", seats[0], seats[1])
    assert (asked.status_code, asked.context["mode"], Bust.objects.count()) == (200, "stacks", 0)
    stacks = {f"stack-{seats[0].entry_id}": "12.5k", f"stack-{seats[1].entry_id}": "9,000"}
    done = do(
        director_client,
        day,
        tables[0],
        "bust-together",
        *seats[:2],
        how="hand",
        by=seats[3].entry_id,
        **stacks,
    )
    # The smaller stack goes out first, whatever the order of the taps.
    assert (done.status_code, out_order()) == (200, ["Rossi", "Nguyễn"])
    assert set(Bust.objects.values_list("by", flat=True)) == {seats[3].entry_id}
    assert Bust.objects.values("hand").distinct().count() == 1


def test_tied_is_said_while_nobody_has_a_place_yet(director_client, day, tables, seats):
    bust(By(), seats[3].entry)
    level = {f"stack-{seats[n].entry_id}": stack for n, stack in ((0, "9,000"), (1, "9000"), (2, "8,500"))}
    said = do(director_client, day, tables[0], "bust-together", *seats[:3], how="hand", **level)
    shown = re.findall(r"<b>([^<]+)</b> ([^<]+?) ?</p>", words(said))
    assert shown == [
        ("3rd out, tied", "Zoe Rossi"), ("3rd out, tied", "Ánh Nguyễn"), ("2nd out", "Jonas Weiß"),
    ]  # fmt: skip
    Day.objects.filter(pk=day.pk).update(registration=Day.Registration.CLOSED)
    done = Action.objects.get(kind="bust.several").pk
    later = words(panel(director_client, day, tables[0], done=done))
    assert (later.count("Out, tied 3rd"), "Out 5th" in later) == (2, True)


def test_several_may_go_out_one_after_another(director_client, day, tables, seats):
    do(director_client, day, tables[0], "bust-together", seats[1], seats[0], how="each")
    assert (out_order(), set(Bust.objects.values_list("hand", flat=True))) == (["Rossi", "Nguyễn"], {None})


@pytest.mark.parametrize(
    ("text", "wrong"), [("lots", "is not a number of chips"), ("2147483648", "is more chips than there are")]
)
def test_a_stack_that_cannot_be_is_refused_with_what_was_typed(
    director_client, day, tables, seats, text, wrong
):
    typed = {f"stack-{seats[0].entry_id}": text}
    said = do(director_client, day, tables[0], "bust-together", seats[0], seats[1], **typed)
    assert (said.status_code, said.context["mode"], Bust.objects.count()) == (422, "stacks", 0)
    assert (f'value="{text}"' in words(said), wrong in words(said)) == (True, True)


def test_entered_late_it_stands_before_another_and_at_its_time(director_client, day, tables, seats):
    do(director_client, day, tables[1], "bust", seats[4])
    first = Bust.objects.get()
    said = do(director_client, day, tables[0], "bust-late", seats[0], before=first.pk, at=wall(minutes=-9))
    late = Bust.objects.get(entry=seats[0].entry_id)
    assert (said.status_code, out_order(), late.at < first.at) == (200, ["Nguyễn", "Tanaka"], True)


def test_a_time_that_is_none_is_refused(director_client, day, tables, seats):
    said = do(director_client, day, tables[0], "bust-late", seats[0], at="25:99")
    assert (said.status_code, "Type the time like 20:31." in words(said), Bust.objects.count()) == (
        422,
        True,
        0,
    )


def test_nobody_goes_out_later_than_now(director_client, day, tables, seats):
    said = do(director_client, day, tables[0], "bust-late", seats[0], at=wall(minutes=9))
    assert (said.status_code, f"It is not {wall(minutes=9)} yet." in words(said)) == (422, True)


def test_whoever_is_out_already_was_put_out_by_somebody_at_a_time(director_client, day, tables, seats):
    anna = factories.make_staff("floor", name="Anna")
    bust(By(staff=anna), Entry.objects.get(pk=seats[0].entry_id))
    said = do(director_client, day, tables[0], "bust", seats[0])
    assert said.status_code == 422
    assert "Ánh Nguyễn is out already: number 1 out at" in words(said)
    assert "entered by Anna." in words(said)


def test_nobody_chosen_is_said_where_the_finger_is(director_client, day, tables, seats):
    said = do(director_client, day, tables[0], "bust")
    assert (said.status_code, "Tap a seat first." in words(said)) == (422, True)


def test_one_who_was_moved_meanwhile_is_not_busted_at_his_old_table(director_client, day, tables, seats):
    Seat.objects.filter(pk=seats[0].pk).update(until=utc_now())
    Seat.objects.create(
        day=day, entry=seats[0].entry, table=tables[1].table, chair=5, since=utc_now() - timedelta(minutes=1)
    )
    said = do(director_client, day, tables[0], "bust", seats[0])
    assert (said.status_code, Bust.objects.count()) == (422, 0)
    assert f"Ánh Nguyễn has sat at {tables[1].table.number}-5 since" in words(said)


def test_a_double_tap_on_bust_is_one_bust(director_client, day, tables, seats):
    for _ in range(2):
        said = do(director_client, day, tables[0], "bust", seats[2], request_id="one-tap")
        assert (said.status_code, "<b>1st out</b>" in words(said)) == (200, True)
    assert Action.objects.count() == 1


def test_wrong_player_is_mended_by_a_tap_on_the_right_one(director_client, day, tables, seats):
    do(director_client, day, tables[0], "bust", seats[2])
    gone = Bust.objects.get()
    felt = panel(director_client, day, tables[0], mode="wrong", bust=gone.pk)
    assert f'name="other" value="{seats[1].entry_id}"' in words(felt)
    said = do(director_client, day, tables[0], "wrong", bust=gone.pk, other=seats[1].entry_id)
    assert (said.status_code, out_order(), spots()["Weiß"]) == (200, ["Rossi"], f"{tables[0].table.number}-3")


def test_reinstated_from_the_list_of_those_out_from_here(director_client, day, tables, seats):
    do(director_client, day, tables[0], "bust", seats[2])
    outs = words(turn(director_client, day, tables[0], "outs"))
    assert ("<b>1st out</b> Jonas Weiß" in outs, "Back in" in outs) == (True, True)
    said = do(director_client, day, tables[0], "reinstate", bust=Bust.objects.get().pk)
    assert (said.status_code, Bust.objects.count(), spots()["Weiß"]) == (
        200,
        0,
        f"{tables[0].table.number}-3",
    )
    again = do(director_client, day, tables[0], "reinstate", bust=4711)
    assert (again.status_code, "somebody took the bust back" in words(again)) == (422, True)


def test_who_was_searched_for_stands_first_of_those_out(director_client, day, tables, seats):
    for sitting in seats[:3]:
        bust(By(), sitting.entry)
    address = reverse("console_find", args=[day.event.slug, day.code])
    found = words(director_client.get(address, {"q": "Rossi"}, headers=HTMX))
    assert f"mode=outs&amp;out={seats[1].entry_id}" in found
    listed = words(panel(director_client, day, tables[0], mode="outs", out=seats[1].entry_id))
    assert re.findall(r"</b> ([^<]+)</span>", listed) == ["Zoe Rossi", "Jonas Weiß", "Ánh Nguyễn"]
    other = panel(director_client, day, tables[0], mode="outs", out="9" * 15)
    assert len(other.context["outs"]) == 3


def test_one_who_is_back_in_elsewhere_gets_a_slip(director_client, day, tables, seats):
    do(director_client, day, tables[0], "bust", seats[2])
    seat(day, tables[0], 3, first_name="Ana", last_name="Novak")
    back = do(director_client, day, tables[0], "reinstate", bust=Bust.objects.get().pk)
    drawn = Seat.objects.get(entry=seats[2].entry, until=None)
    assert f'name="seat" value="{drawn.pk}"' in words(back)
    done = Action.objects.get(kind="bust.reinstate").pk
    do(director_client, day, tables[0], "slip", seat=drawn.pk, done=done)
    assert [job.options["seats"] for job in PrintJob.objects.all()] == [[drawn.pk]]


# --- Seats ------------------------------------------------------------------------------------------


def test_two_in_each_others_seats_are_swapped(director_client, day, tables, seats):
    do(director_client, day, tables[0], "swap", seats[0], seats[1])
    number = tables[0].table.number
    assert (spots()["Nguyễn"], spots()["Rossi"]) == (f"{number}-2", f"{number}-1")
    one = do(director_client, day, tables[0], "swap", Seat.objects.filter(until=None).first())
    assert (one.status_code, "Choose the two players" in words(one)) == (422, True)


def test_seats_are_hollow_until_seen_one_by_one_or_all(director_client, day, tables, seats):
    before = panel(director_client, day, tables[0])
    assert (words(before).count("seat--hollow"), "4 seats to verify" in words(before)) == (4, True)
    one = do(director_client, day, tables[0], "seen", seats[0])
    assert (words(one).count("seat--hollow"), one.context["selected"]) == (3, [seats[0].entry_id])
    back = do(director_client, day, tables[0], "unseen", seats[0])
    assert words(back).count("seat--hollow") == 4
    whole = do(director_client, day, tables[0], "all-seen")
    assert (words(whole).count("seat--hollow"), "All seen" in words(whole)) == (0, False)


def test_a_seat_is_locked_and_unlocked(director_client, day, tables, seats):
    locked = do(director_client, day, tables[0], "lock", seats[0])
    assert ("stays" in words(locked), Seat.objects.get(pk=seats[0].pk).locked) == (True, True)
    do(director_client, day, tables[0], "lock", seats[0])
    assert Seat.objects.get(pk=seats[0].pk).locked is False


def test_absent_and_back(director_client, day, tables, seats):
    away = do(director_client, day, tables[0], "absent", seats[0])
    assert ('<span class="seat__mark">absent</span>' in words(away), Mark.objects.count()) == (True, 1)
    back = do(director_client, day, tables[0], "absent", seats[0])
    assert ('class="seat__mark"' in words(back), Mark.objects.get().until is None) == (False, False)


def test_a_penalty_in_rounds_is_kept_in_hands_and_counted_down(director_client, day, tables, seats):
    form = turn(director_client, day, tables[0], "penalty", seats[0])
    assert "Penalty for Nguyễn, Ánh" in words(form)
    given = do(director_client, day, tables[0], "penalty", seats[0], rounds="1", hands="", reason="Phone")
    # Four sit at the table, and a round is one hand for each of them.
    assert ("penalty 4" in words(given), Mark.objects.get().hands) == (True, 4)
    do(director_client, day, tables[0], "penalty-hand", seats[0])
    assert Mark.objects.get().hands == 3
    do(director_client, day, tables[0], "penalty-over", seats[0])
    assert Mark.objects.get().until is not None
    none = do(director_client, day, tables[0], "penalty", seats[1], rounds="", hands="", reason="kept")
    assert (none.status_code, 'value="kept"' in words(none)) == (422, True)


@pytest.mark.parametrize(("quick", "hands"), [("hand", 1), ("2", 8)])
def test_a_usual_penalty_is_one_press(director_client, day, tables, seats, quick, hands):
    given = do(
        director_client, day, tables[0], "penalty", seats[0], quick=quick, rounds="", hands="", reason=""
    )
    assert (given.status_code, Mark.objects.get().hands) == (200, hands)
    assert 'name="quick"' not in words(turn(director_client, day, tables[0], "penalty", seats[0]))


def test_a_button_of_no_penalty_is_refused(director_client, day, tables, seats):
    none = do(
        director_client, day, tables[0], "penalty", seats[0], quick="soon", rounds="", hands="", reason=""
    )
    assert (none.status_code, Mark.objects.count()) == (422, 0)


def test_disqualified_with_a_reason_and_the_chips_he_had(director_client, day, tables, seats):
    none = do(director_client, day, tables[0], "disqualify", seats[0], reason="", stack="12k")
    assert (none.status_code, 'value="12k"' in words(none), Bust.objects.count()) == (422, True, 0)
    gone = do(director_client, day, tables[0], "disqualify", seats[0], reason="Chip dumping", stack="12k")
    bust = Bust.objects.get()
    assert (gone.status_code, bust.entry_id, bust.kind, bust.stack_before) == (
        200,
        seats[0].entry_id,
        "disqualified",
        12_000,
    )


def test_moved_to_a_typed_chair_and_hollow_there(director_client, day, tables, seats):
    number = tables[1].table.number
    form = turn(director_client, day, tables[0], "move", seats[0])
    assert f'value="{number}-3"' in words(form)
    said = do(director_client, day, tables[0], "move", seats[0], to=f"{number}-7", reason="at his request")
    assert (said.status_code, spots()["Nguyễn"]) == (200, f"{number}-7")
    assert "at his request" in words(said)


def test_a_move_prints_its_slip_in_the_same_press_and_again(director_client, day, tables, seats):
    number = tables[1].table.number
    said = do(director_client, day, tables[0], "move", seats[0], to=f"{number}-7", reason="x", slip="1")
    there = Seat.objects.get(entry=seats[0].entry_id, until=None)
    jobs = PrintJob.objects.filter(document="move_slip")
    assert (said.status_code, jobs.get().options["seats"]) == (200, [there.pk])
    done = Action.objects.get(kind="seat.move").pk
    again = do(director_client, day, tables[0], "slip", seat=there.pk, done=done)
    assert (again.status_code, jobs.count(), f"moved from {tables[0].table.number}-1" in words(again)) == (
        200,
        2,
        True,
    )
    assert jobs.latest("pk").reprint_of == jobs.earliest("pk")
    do(director_client, day, tables[1], "bust", there)
    gone = do(director_client, day, tables[0], "slip", seat=there.pk, done=done)
    assert (gone.status_code, jobs.count()) == (422, 2)


def test_a_chair_that_was_taken_meanwhile_names_who_sits_there(director_client, day, tables, seats):
    number = tables[1].table.number
    said = do(director_client, day, tables[0], "move", seats[0], to=f"{number}-1", reason="x")
    assert (said.status_code, f"Ken Tanaka has had {number}-1 since" in words(said)) == (422, True)
    assert f'value="{number}-1"' in words(said)
    assert spots()["Nguyễn"] == f"{tables[0].table.number}-1"


@pytest.mark.parametrize("to", ["", "seventeen", "17"])
def test_a_chair_that_cannot_be_read_is_refused(director_client, day, tables, seats, to):
    said = do(director_client, day, tables[0], "move", seats[0], to=to, reason="x")
    assert (said.status_code, "Type table and chair, like 17-4." in words(said)) == (422, True)


def test_the_clock_is_called_and_ended(director_client, day, tables, seats):
    called = do(director_client, day, tables[0], "call")
    shot = ShotClock.objects.get()
    assert ('class="shot__left' in words(called), shot.ended_at) == (True, None)
    twice = do(director_client, day, tables[0], "call")
    assert (twice.status_code, "was called at table" in words(twice)) == (422, True)
    acted = do(director_client, day, tables[0], "acted", shot=shot.pk)
    assert ('class="shot__left' in words(acted), ShotClock.objects.get().ended_at is None) == (False, False)


def test_to_the_desk_for_a_rebuy_of_the_chosen_player(director_client, day, tables, seats):
    address = reverse("console_sell", args=[day.event.slug, day.code, tables[0].table.number])
    went = director_client.post(address, {"entry": seats[0].entry_id}, headers=HTMX)
    desk = reverse("desk", args=[day.event.slug])
    assert went.headers["HX-Redirect"] == f"{desk}?player={seats[0].entry.player_id}&day=1"
    none = director_client.post(address, {}, headers=HTMX)
    assert (none.status_code, none.headers["HX-Retarget"]) == (422, "#table")


# --- Counts -----------------------------------------------------------------------------------------


def test_a_table_is_counted_as_typed_with_its_sum_against_the_chips(director_client, day, tables, seats):
    typed = {f"chips-{seats[0].entry_id}": "43.5k", f"chips-{seats[1].entry_id}": "12 300"}
    said = do(director_client, day, tables[0], "counts", **typed)
    assert (said.status_code, sorted(ChipCount.objects.values_list("chips", flat=True))) == (
        200,
        [12300, 43500],
    )
    assert "43,500" in words(said)
    form = words(turn(director_client, day, tables[0], "counts"))
    assert "2 of 6 players counted: 55,800 of 120,000 chips." in form


def test_a_count_that_cannot_be_read_keeps_the_others(director_client, day, tables, seats):
    typed = {f"chips-{seats[0].entry_id}": "43.5k", f"chips-{seats[1].entry_id}": "about 20"}
    said = do(director_client, day, tables[0], "counts", **typed)
    assert (said.status_code, ChipCount.objects.count()) == (422, 0)
    assert ('value="43.5k"' in words(said), 'value="about 20"' in words(said)) == (True, True)


def test_nothing_counted_is_refused(director_client, day, tables, seats):
    said = do(director_client, day, tables[0], "counts")
    assert (said.status_code, "Type the chips of at least one player." in words(said)) == (422, True)


# --- Roles, plain forms, what stays -----------------------------------------------------------------


@pytest.mark.parametrize("role", list(Role))
def test_who_works_the_table(day, tables, seats, role):
    client, works = client_of(role), role in {Role.DIRECTOR, Role.FLOOR}
    assert ("data-bust" in words(panel(client, day, tables[0]))) is works
    assert do(client, day, tables[0], "bust", seats[0]).status_code == (200 if works else 403)
    assert turn(client, day, tables[0], "counts").status_code == (200 if works else 403)
    assert Bust.objects.count() == (1 if works else 0)
    modes = {mode: panel(client, day, tables[0], mode=mode).context["mode"] for mode in ("counts", "outs")}
    assert modes == {"counts": "counts" if works else "", "outs": "outs"}


def test_without_script_a_bust_returns_to_the_table_with_its_answer(director_client, day, tables, seats):
    went = do(director_client, day, tables[0], "bust", seats[2], headers={})
    assert went.status_code == 302
    page = words(director_client.get(went.url))
    assert ("<b>1st out</b> Jonas Weiß" in page, 'id="tables"' in page) == (True, True)


def test_without_script_a_refusal_is_the_page_with_the_sentence(director_client, day, tables, seats):
    said = do(director_client, day, tables[0], "move", seats[0], headers={}, to="9", reason="x")
    assert (said.status_code, "Type table and chair, like 17-4." in words(said)) == (422, True)
    assert 'id="tables"' in words(said)


def test_without_script_a_mode_has_an_address(director_client, day, tables, seats):
    went = turn(director_client, day, tables[0], "move", seats[0], headers={})
    page = words(director_client.get(went.url))
    assert (went.status_code, "Move Nguyễn, Ánh from" in page) == (302, True)


def test_unknown_buttons_and_modes_are_not_found(director_client, day, tables):
    assert do(director_client, day, tables[0], "explode").status_code == 404
    assert turn(director_client, day, tables[0], "explode").status_code == 404


def test_the_answer_stays_when_the_panel_is_loaded_again_until_undone(director_client, day, tables, seats):
    do(director_client, day, tables[0], "bust", seats[2])
    done = Action.objects.get()
    assert "<b>1st out</b>" in words(panel(director_client, day, tables[0], done=done.pk))
    director_client.post(reverse("undo_action", args=[day.event.slug, done.pk]), headers=HTMX)
    after = words(panel(director_client, day, tables[0], done=done.pk))
    assert ("answer--undone" in after, "Weiß, Jonas" in after) == (True, True)


@pytest.mark.parametrize("n", [1, 9])
def test_the_panel_asks_the_same_however_many_sit_there(director_client, day, n, django_assert_num_queries):
    table = factories.make_tables(day, 1)[0]
    for chair in range(1, n + 1):
        sitting = seat(day, table, chair)
        mark_absent(By(), Entry.objects.get(pk=sitting.entry_id))
    panel(director_client, day, table)
    with django_assert_num_queries(PANEL_QUERIES):
        panel(director_client, day, table)
