"""A new event by one form, and the list of all events."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from tables.models import DaySeed, DayTable, Room, Table
from tests.factories import make_day, make_entry, make_event, make_house, make_option, make_staff, make_tables
from tournaments.models import Action, Event, Option, StructureTemplate
from tournaments.presets import preset
from tournaments.rules.structure import items_to_json

pytestmark = pytest.mark.django_db
URL = "/floor/new/"


@pytest.fixture
def template() -> StructureTemplate:
    make_house(timezone="Asia/Macau", currency="HKD")
    wpt = preset("2018 WPT")
    return StructureTemplate.objects.create(
        name=wpt.name,
        stack=wpt.stack,
        registration_level=4,
        chairs=8,
        chips=list(wpt.chips),
        items=items_to_json(wpt.items),
    )


def as_role(role: str) -> Client:
    client = Client()
    client.force_login(make_staff(role), backend="django.contrib.auth.backends.ModelBackend")
    return client


def house_tables(first: int, last: int) -> None:
    room = Room.objects.get_or_create(name="Main hall")[0]
    for number in range(first, last + 1):
        Table.objects.create(room=room, number=number, chairs=9)


def typed(**values: str) -> dict[str, str]:
    return {"name": "Autumn Classic", "shows_names": "on"} | values


def test_name_structure_start_and_price_make_an_event_that_can_run(director_client, template):
    house_tables(1, 5)
    sent = typed(
        template=str(template.pk),
        starts_at="2026-12-01T19:30",
        prize="4,850",
        fee="500.50",
        tables="1-3, 5",
        shows_pool="on",
    )
    answer = director_client.post(URL, sent)
    assert (answer.status_code, answer["Location"]) == (302, "/floor/autumn-classic/")
    event = Event.objects.get()
    assert (event.slug, event.currency, event.stack, event.chairs, event.registration_level) == (
        "autumn-classic",
        "HKD",
        50_000,
        8,
        4,
    )
    assert (event.chips, event.seating, event.rules) == (template.chips, "at-registration", {})
    assert (event.shows_names, event.shows_pool, event.shows_average) == (True, True, False)
    day = event.days.get()
    assert (day.code, day.starts_at.isoformat()) == ("1", "2026-12-01T11:30:00+00:00")
    assert day.structure == template.items
    assert DaySeed.objects.filter(day=day).count() == 1
    option = event.options.get()
    assert (option.kind, option.name, option.prize, option.fee, option.chips, option.price) == (
        Option.Kind.ENTRY,
        "Entry",
        485_000,
        50_050,
        50_000,
        535_050,
    )
    given = DayTable.objects.values_list("table__number", "state", "order", "chairs")
    assert list(given) == [(n, "reserved", i, 8) for i, n in enumerate([1, 2, 3, 5], start=1)]
    assert Action.objects.values_list("kind", flat=True).get() == "event.open"


def test_fault_31_a_template_that_is_edited_leaves_its_events_alone(director_client, template):
    """KNOWN_FAULTS 31: a Day has its own copy of the structure it was made from."""
    before = template.items
    director_client.post(URL, typed(template=str(template.pk), starts_at="2026-12-01T19:30", prize="100"))
    sent = {"name": "Shorter", "stack": "20,000", "chips": "100, 500", "late_registration_levels": "4"}
    director_client.post(f"/floor/structures/{template.pk}/", sent | {"items": json.dumps(before[:4])})
    template.refresh_from_db()
    event = Event.objects.get()
    assert (template.items, template.stack) == (before[:4], 20_000)
    assert (event.days.get().structure, event.stack) == (before, 50_000)


def test_everything_that_is_folded_away_is_kept(director_client, template):
    sent = typed(
        slug="Main-1",
        stack="30,000",
        chips="100, 500, 1,000, 5000",
        chairs="10",
        registration_level="0",
        guarantee="1.000.000",
        currency="jpy",
        seating="for-all",
        colour="#AA0000",
        bounty="2000",
        deductions="League fund 500\nCharity: 1,000",
        book="wsop",
        halt="off",
        max_difference="2",
    )
    assert director_client.post(URL, sent).status_code == 302
    event = Event.objects.get()
    assert (event.slug, event.stack, event.chips, event.chairs) == (
        "main-1",
        30_000,
        [100, 500, 1000, 5000],
        10,
    )
    assert (event.guarantee, event.currency, event.seating, event.colour) == (
        1_000_000,
        "JPY",
        "for-all",
        "#aa0000",
    )
    assert event.rules == {
        "final_table": "wsop",
        "stud_mover": "high-card",
        "halt": "off",
        "max_difference": 2,
    }
    assert event.options.get().deductions == [["League fund", 500], ["Charity", 1000]]


def test_a_double_press_makes_one_event(director_client, template):
    sent = typed(stack="1000", request_id="pressed-twice")
    places = {director_client.post(URL, sent)["Location"] for _press in range(2)}
    assert (places, Event.objects.count()) == ({"/floor/autumn-classic/"}, 1)


def test_a_chinese_name_gets_a_short_code(director_client, template):
    director_client.post(URL, typed(name="深夜大獎賽", stack="1000"))
    slug = Event.objects.get().slug
    assert (len(slug), slug[0], slug.isascii(), slug.isalpha()) == (5, "e", True, True)


def test_names_that_are_taken_or_the_houses_own_get_a_number(director_client, template):
    for name in ("Rooms", "Daily", "Daily"):
        director_client.post(URL, typed(name=name, stack="1000"))
    assert sorted(Event.objects.values_list("slug", flat=True)) == ["daily", "daily-2", "rooms-2"]


WRONG = {
    "no name": ({"name": ""}, "name"),
    "a name of 200 characters": ({"name": "n" * 200}, "name"),
    "no stack and no structure": ({"stack": "", "template": ""}, "template"),
    "negative money": ({"prize": "-5"}, "prize"),
    "an amount in words": ({"fee": "five"}, "fee"),
    "money without end": ({"guarantee": "1e999999"}, "guarantee"),
    "money beyond any pool": ({"prize": "9" * 24}, "prize"),
    "a stack of 2**63": ({"stack": str(2**63)}, "stack"),
    "a stack of words": ({"stack": "many"}, "stack"),
    "no chips": ({"chips": "0, 100"}, "chips"),
    "eleven chairs": ({"chairs": "11"}, "chairs"),
    "level 2**63": ({"registration_level": str(2**63)}, "registration_level"),
    "a structure that is gone": ({"template": "99999"}, "template"),
    "structure 2**80": ({"template": str(2**80)}, "template"),
    "a start that is no time": ({"starts_at": "tomorrow"}, "starts_at"),
    "a start in 9999": ({"starts_at": "9999-12-31T23:59"}, "starts_at"),
    "a reserved address": ({"slug": "structures"}, "slug"),
    "an address with a slash": ({"slug": "a/b"}, "slug"),
    "a taken address": ({"slug": "taken"}, "slug"),
    "a currency of one letter": ({"currency": "E"}, "currency"),
    "a colour by name": ({"colour": "red"}, "colour"),
    "a part without an amount": ({"deductions": "League fund"}, "deductions"),
    "a table nobody has": ({"tables": "7"}, "tables"),
    "tables in words": ({"tables": "all"}, "tables"),
    "tables without end": ({"tables": "1-99999"}, "tables"),
    "a rule nobody knows": ({"halt": "sometimes"}, "halt"),
    "a nul": ({"name": "a\x00b"}, "name"),
}


@pytest.mark.parametrize(("values", "field"), WRONG.values(), ids=WRONG)
def test_a_wrong_form_is_answered_in_place(director_client, template, values, field):
    make_event(slug="taken")
    sent = typed(stack="20000", starts_at="2020-01-01T10:00") | values
    answer = director_client.post(URL, sent)
    form = answer.context["form"]
    assert (answer.status_code, list(form.errors)) == (422, [field])
    assert form["name"].value() == sent["name"]
    assert str(form[field].value()) == values[field]
    assert (Event.objects.count(), Action.objects.count()) == (1, 0)


def test_an_impossible_structure_is_refused_at_its_field(director_client, template):
    broken = [
        item | {"big_blind": 50, "small_blind": 25} if item["number"] == 2 else item
        for item in levels_of(template)
    ]
    template.items = broken
    template.save()
    answer = director_client.post(URL, typed(template=str(template.pk)))
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["template"])
    assert not Event.objects.exists()


def levels_of(template: StructureTemplate) -> list[dict]:
    return [item for item in template.items if item["kind"] == "level"]


@pytest.mark.parametrize("role", ["floor", "registration", "cashier", "viewer"])
def test_only_a_director_makes_events(role, template):
    client = as_role(role)
    assert (client.get(URL).status_code, client.post(URL, typed()).status_code) == (403, 403)
    assert client.get("/floor/").status_code == 200
    assert not Event.objects.exists()


def test_an_empty_house_leads_to_a_new_event(director_client):
    page = director_client.get(reverse("floor")).content.decode()
    assert 'href="/floor/new/"' in page
    assert "No event yet" in page


def test_only_directors_are_offered_a_new_event():
    assert "/floor/new/" not in as_role("registration").get(reverse("floor")).content.decode()


def evening(n: int) -> None:
    for _event in range(n):
        day = make_day()
        make_day(day.event, code="2", label="Day 2")
        make_tables(day, n=2)
        make_entry(day, make_option(day.event))


def test_all_events_ask_the_same_of_the_database_for_one_and_for_three(
    director_client, django_assert_max_num_queries
):
    evening(1)
    director_client.get(reverse("floor"))
    with django_assert_max_num_queries(100) as one:
        director_client.get(reverse("floor"))
    evening(2)
    with django_assert_max_num_queries(len(one)):
        page = director_client.get(reverse("floor"))
    cards = page.context["cards"]
    assert [(card.state, card.entries, card.tables, card.days) for card in cards] == [
        ("waiting", 1, 2, 2)
    ] * 3


@pytest.mark.parametrize(("role", "leads_to"), [("registration", "desk"), ("floor", "console_day")])
def test_an_events_card_leads_a_clerk_to_the_desk_and_the_floor_to_the_console(role, leads_to):
    make_house()
    event = make_event(slug="main")
    day = make_day(event)
    args = [event.slug] if leads_to == "desk" else [event.slug, day.code]
    page = as_role(role).get("/floor/").content.decode()
    assert f'href="{reverse(leads_to, args=args)}"' in page.split('id="card-main')[1].split("</a>")[0]
