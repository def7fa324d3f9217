"""An event's settings, its Days and what it sells."""

import pytest
from django.test import Client

from tables.models import DayFloor, DaySeed, Plan
from tests.factories import (
    START,
    levels,
    make_day,
    make_entry,
    make_event,
    make_house,
    make_option,
    make_staff,
)
from tournaments.models import Action, Day, Event, Option, StructureTemplate
from tournaments.queries.house_rules import rules_of
from tournaments.rules.structure import items_from_json, items_to_json

pytestmark = pytest.mark.django_db
BASE = "/floor/main/"


@pytest.fixture
def event() -> Event:
    make_house(timezone="Europe/Vienna")
    return make_event(slug="main", name="Main", rules={"hand_minutes": 3, "halt": "off"})


def settings(**values: str) -> dict[str, str]:
    return {"name": "Main", "stack": "20000", "currency": "EUR", "chairs": "9"} | values


def registration() -> Client:
    client = Client()
    client.force_login(make_staff("registration"), backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_settings_show_what_is_and_keep_what_is_typed(director_client, event):
    form = director_client.get(f"{BASE}settings/").context["form"]
    assert (form["halt"].value(), form["late_seat"].value(), form["book"].value()) == ("off", None, "tda")
    sent = settings(
        name="Main Event", guarantee="50,000", chips="100 500", late_seat="any", registration_level="6"
    )
    assert director_client.post(f"{BASE}settings/", sent).status_code == 302
    event.refresh_from_db()
    assert (event.name, event.guarantee, event.chips, event.registration_level) == (
        "Main Event",
        5_000_000,
        [100, 500],
        6,
    )
    # What the form does not ask, a rule of hand for hand, stays.
    assert event.rules == {"hand_minutes": 3, "late_seat": "any"}


def test_the_points_of_redraws_are_typed_in_one_line_and_shown_again(director_client, event):
    assert director_client.post(f"{BASE}settings/", settings(redraw_tables="2, 6")).status_code == 302
    assert Event.objects.get().rules["redraw_tables"] == [6, 2]
    assert rules_of(Event.objects.get()).redraw_tables == (6, 2)
    form = director_client.get(f"{BASE}settings/").context["form"]
    assert form["redraw_tables"].value() == "6, 2"
    answer = director_client.post(f"{BASE}settings/", settings(redraw_players="20 36"))
    assert (answer.status_code, rules_of(Event.objects.get()).redraw_players) == (302, (36, 20))
    answer = director_client.post(f"{BASE}settings/", settings(redraw_players="-5"))
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["redraw_players"])
    answer = director_client.post(f"{BASE}settings/", settings(redraw_tables="three"))
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["redraw_tables"])
    assert 'value="three"' in answer.content.decode()


def test_an_event_sent_as_it_is_shown_stays_as_it_is(director_client, event):
    Event.objects.update(guarantee=123_450, chips=[25, 100], shows_pool=False)
    event.refresh_from_db()
    before = Event.objects.values().get()
    form = director_client.get(f"{BASE}settings/").context["form"]
    shown = {name: form[name].value() for name in form.fields}
    sent = {name: str(value) for name, value in shown.items() if value not in (None, False)}
    director_client.post(f"{BASE}settings/", sent)
    moving = {"revision", "last_seq", "last_action_at"}
    after = Event.objects.values().get()
    assert {name: v for name, v in after.items() if name not in moving} == {
        name: v for name, v in before.items() if name not in moving
    }


def test_the_currency_stays_once_money_was_taken(director_client, event):
    make_entry(make_day(event), make_option(event))
    answer = director_client.post(f"{BASE}settings/", settings(currency="USD", name="Other"))
    form = answer.context["form"]
    assert (answer.status_code, list(form.errors), form["name"].value()) == (422, ["currency"], "Other")
    assert Event.objects.get().name == "Main"


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 200}, "name"),
        ({"stack": ""}, "stack"),
        ({"stack": "-1"}, "stack"),
        ({"guarantee": "-100"}, "guarantee"),
        ({"max_difference": str(2**63)}, "max_difference"),
        ({"currency": "euro"}, "currency"),
    ],
)
def test_wrong_settings_are_answered_in_place(director_client, event, values, field):
    answer = director_client.post(f"{BASE}settings/", settings(**values))
    form = answer.context["form"]
    assert (answer.status_code, list(form.errors)) == (422, [field])
    assert form[field].value() == values[field]
    assert not Action.objects.exists()


def test_unknown_events_and_parts_are_not_there(director_client, event):
    paths = ("/floor/other/settings/", f"{BASE}day/9/settings/", f"{BASE}settings/options/{2**70}/")
    assert [director_client.get(path).status_code for path in paths] == [404, 404, 404]


def test_registration_may_not_set_up(event):
    day, option, client = make_day(event), make_option(event), registration()
    reads = [
        "settings/",
        "settings/days/new/",
        "settings/options/new/",
        "day/1/settings/",
        "day/1/structure/",
    ]
    writes = [
        "settings/",
        "cancel/",
        "settings/days/new/",
        "day/1/remove/",
        f"settings/options/{option.pk}/remove/",
    ]
    assert {client.get(BASE + path).status_code for path in [*reads, "tables/"]} == {403}
    assert {client.post(BASE + path).status_code for path in writes} == {403}
    assert (Day.objects.get(), Option.objects.get()) == (day, option)


def test_an_event_is_called_off_only_while_nobody_is_in(director_client, event):
    entry = make_entry(make_day(event), make_option(event))
    director_client.post(f"{BASE}cancel/", HTTP_REFERER=f"http://testserver{BASE}settings/")
    assert Event.objects.get().cancelled_at is None
    entry.state = "out"
    entry.save()
    director_client.post(f"{BASE}cancel/")
    assert Event.objects.get().cancelled_at is not None
    assert "called off" in director_client.get(f"{BASE}settings/").content.decode()


def test_days_are_added_with_a_structure_of_their_own(director_client, event):
    first = make_day(event, code="1A", label="Day 1A")
    sent = {"code": "1B", "label": "", "starts_at": "2026-11-29T18:00", "structure": f"day-{first.pk}"}
    assert director_client.post(f"{BASE}settings/days/new/", sent).status_code == 302
    second = event.days.get(code="1B")
    assert (second.label, second.starts_at.isoformat()) == ("Day 1B", "2026-11-29T17:00:00+00:00")
    assert items_from_json(second.structure) == items_from_json(first.structure)
    assert DaySeed.objects.filter(day=second).count() == 1
    items = items_to_json(items_from_json(levels(3)))
    template = StructureTemplate.objects.create(name="Short", stack=1000, items=items)
    director_client.post(
        f"{BASE}settings/days/new/",
        {"code": "Final", "label": "Last", "structure": f"template-{template.pk}"},
    )
    final = event.days.get(code="Final")
    assert (final.label, final.structure, final.next_item_id) == ("Last", items, 4)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"code": "1"}, "code"),
        ({"code": "a/b"}, "code"),
        ({"code": "toolongcode"}, "code"),
        ({"code": ""}, "code"),
        ({"label": "d" * 200}, "label"),
        ({"structure": "day-999"}, "structure"),
        ({"starts_at": "0001-01-01T00:00"}, "starts_at"),
    ],
)
def test_a_wrong_day_is_answered_in_place(director_client, event, values, field):
    make_day(event)
    answer = director_client.post(f"{BASE}settings/days/new/", {"code": "2", "label": "Two"} | values)
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert answer.context["form"][field].value() == values[field]
    assert event.days.count() == 1


def test_a_day_is_changed_and_removed_and_brought_back(director_client, event):
    make_day(event)
    director_client.post(f"{BASE}day/1/settings/", {"code": "1A", "label": "Day 1A"})
    assert event.days.values_list("code", "label").get() == ("1A", "Day 1A")
    director_client.post(f"{BASE}day/1A/remove/")
    assert not event.days.exists()
    removed = Action.objects.get(kind="event.remove_day")
    director_client.post(f"{BASE}undo/{removed.pk}/")
    assert event.days.get().code == "1A"


def test_what_was_set_for_the_floor_of_a_day_goes_and_comes_back_with_it(director_client, event):
    floor = DayFloor.objects.create(day=make_day(event), break_rule="list")
    director_client.post(f"{BASE}day/1/remove/")
    assert not event.days.exists()
    director_client.post(f"{BASE}undo/{Action.objects.get(kind='event.remove_day').pk}/")
    assert DayFloor.objects.values_list("pk", "day__code", "break_rule").get() == (floor.pk, "1", "list")


@pytest.mark.parametrize("kept", ["counted", "planned"])
def test_a_day_that_something_was_done_on_is_not_removed(director_client, event, kept):
    day = make_day(event)
    DayFloor.objects.create(day=day, by_counts=True, counted_entries=3 * (kept == "counted"))
    if kept != "counted":
        Plan.objects.create(event=event, day=day, kind="balance", made_at=START)
    answer = director_client.post(f"{BASE}day/1/remove/", follow=True)
    assert "Day 1 has entries, tables or a clock that ran." in answer.content.decode()
    assert (event.days.count(), DayFloor.objects.count()) == (1, 1)


def test_options_of_every_kind_are_added(director_client, event):
    for kind in Option.Kind.values:
        sent = {"kind": kind, "chips": "10,000", "prize": "100", "per_player": "2", "until_level": "4"}
        assert director_client.post(f"{BASE}settings/options/new/", sent).status_code == 302
    found = event.options.values_list("kind", "name", "chips", "prize", "per_player", "until_level")
    assert list(found) == [(kind, str(label), 10_000, 10_000, 2, 4) for kind, label in Option.Kind.choices]


def test_an_option_sent_as_it_is_shown_stays_as_it_is(director_client, event):
    option = make_option(event, deductions=[["League fund", 550]], bounty=12_345)
    before = Option.objects.values().get()
    form = director_client.get(f"{BASE}settings/options/{option.pk}/").context["form"]
    director_client.post(
        f"{BASE}settings/options/{option.pk}/", {name: str(form[name].value() or "") for name in form.fields}
    )
    assert Option.objects.values().get() == before


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"kind": "gift"}, "kind"),
        ({"name": "Entry"}, "name"),
        ({"name": "n" * 200}, "name"),
        ({"chips": ""}, "chips"),
        ({"chips": str(2**63)}, "chips"),
        ({"prize": "-1"}, "prize"),
        ({"prize": "1.234"}, None),
        ({"fee": "0.0051"}, "fee"),
        ({"per_player": "-1"}, "per_player"),
        ({"until_level": str(2**63)}, "until_level"),
        ({"deductions": "5"}, "deductions"),
        ({"deductions": "\n".join(f"part {n}" for n in range(11))}, "deductions"),
    ],
)
def test_a_wrong_option_is_answered_in_place(director_client, event, values, field):
    make_option(event)
    sent = {"kind": "rebuy", "name": "Rebuy", "chips": "1000"} | values
    answer = director_client.post(f"{BASE}settings/options/new/", sent)
    if field is None:
        assert (answer.status_code, event.options.get(name="Rebuy").prize) == (302, 123_400)
        return
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert answer.context["form"][field].value() == values[field]
    assert event.options.count() == 1


def test_an_option_that_was_taken_stays(director_client, event):
    option = make_option(event)
    make_entry(make_day(event), option)
    director_client.post(
        f"{BASE}settings/options/{option.pk}/remove/", HTTP_REFERER=f"http://testserver{BASE}settings/"
    )
    assert event.options.get() == option
    unsold = make_option(event, name="Unsold")
    director_client.post(f"{BASE}settings/options/{unsold.pk}/remove/")
    assert event.options.get() == option


def test_settings_ask_the_same_of_the_database_for_one_and_for_three(
    director_client, event, django_assert_max_num_queries
):
    make_day(event, code="1")
    make_option(event, name="One")
    director_client.get(f"{BASE}settings/")
    with django_assert_max_num_queries(100) as one:
        director_client.get(f"{BASE}settings/")
    for n in ("2", "3"):
        make_day(event, code=n)
        make_option(event, name=n)
    with django_assert_max_num_queries(len(one)):
        director_client.get(f"{BASE}settings/")
