"""Structure templates, and a Day's own copy, through the editor's pages."""

import json
from datetime import timedelta

import pytest
from django.test import Client

from tests.factories import as_by, levels, make_day, make_event, make_house, make_staff
from tournaments.actions.clock import start_clock
from tournaments.journal.change import utc_now
from tournaments.models import Action, Day, StructureTemplate
from tournaments.presets import presets
from tournaments.queries.clock import reading_of
from tournaments.rules.structure import items_from_json, items_to_json

pytestmark = pytest.mark.django_db
LIST, NEW, CHECK = "/floor/structures/", "/floor/structures/new/", "/floor/structures/check/"
DAY = "/floor/main/day/1/structure/"


def rows(n: int = 6) -> list[dict]:
    return items_to_json(items_from_json(levels(n)))


def typed(items: object, **values: str) -> dict[str, str]:
    text = items if isinstance(items, str) else json.dumps(items)
    sent = {"name": "House", "stack": "20,000", "chips": "100, 500, 1000", "late_registration_levels": "4"}
    return sent | {"items": text} | values


def make_template(name: str = "House", n: int = 6) -> StructureTemplate:
    return StructureTemplate.objects.create(name=name, stack=20_000, chips=[100, 500], items=rows(n))


def as_role(role: str) -> Client:
    client = Client()
    client.force_login(make_staff(role), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def day() -> Day:
    make_house(timezone="Europe/Vienna")
    return make_day(make_event(slug="main"), structure=rows())


def test_a_structure_is_made_and_changed(director_client):
    assert director_client.post(NEW, typed(rows())).status_code == 302
    made = StructureTemplate.objects.get()
    assert (made.name, made.stack, made.chips, made.registration_level, made.items) == (
        "House",
        20_000,
        [100, 500, 1000],
        4,
        rows(),
    )
    director_client.post(f"{LIST}{made.pk}/", typed(rows(3), name="Short"))
    made.refresh_from_db()
    assert (made.name, made.items) == ("Short", rows(3))


def test_every_preset_sent_as_it_is_shown_stays_as_it_is(director_client):
    for one in presets():
        made = StructureTemplate.objects.create(
            name=one.name, stack=one.stack, chips=list(one.chips), items=items_to_json(one.items)
        )
        page = director_client.get(f"{LIST}{made.pk}/").context
        form = {name: str(page["form"][name].value() or "") for name in page["form"].fields}
        assert (
            director_client.post(f"{LIST}{made.pk}/", form | {"items": json.dumps(page["items"])}).status_code
            == 302
        )
        kept = StructureTemplate.objects.get(pk=made.pk)
        assert (kept.items, kept.chips) == (made.items, made.chips)


def test_an_unfinished_structure_may_be_saved(director_client):
    broken = [row | {"big_blind": 0} if row["id"] == 2 else row for row in rows()]
    assert director_client.post(NEW, typed(broken)).status_code == 302
    page = director_client.get(f"{LIST}{StructureTemplate.objects.get().pk}/")
    assert ("no-forced-bet", 2) in {(found["code"], found["item"]) for found in page.context["findings"]}


def test_without_scripts_the_rows_are_a_plain_form(director_client):
    made = make_template()
    sent = {"name": "House", "stack": "20000", "chips": "100", "late_registration_levels": "", "items": ""}
    for n, row in enumerate(made.items):
        shown = {"kind": row["kind"], "id": row["id"], "minutes": row["duration_ms"] // 60_000}
        for name in ("game", "limit", "small_blind", "big_blind", "ante", "ante_kind", "note"):
            shown |= {name: row[name]} if name in row else {}
        if row["kind"] == "break":
            shown["color_up"] = "100, 500"
        sent |= {f"items-{n}-{name}": str(value) for name, value in shown.items()}
    sent["items-0-minutes"] = "12:30"
    assert director_client.post(f"{LIST}{made.pk}/", sent).status_code == 302
    kept = StructureTemplate.objects.get().items
    assert kept[0] == made.items[0] | {"duration_ms": 750_000}
    assert kept[4] == made.items[4] | {"color_up": [100, 500]}
    assert kept[5:] == made.items[5:]
    sent["items-1-small_blind"] = "many"
    answer = director_client.post(f"{LIST}{made.pk}/", sent)
    assert (answer.status_code, answer.context["refusal"]) == (
        422,
        "Row 2: small_blind is not a whole number, or is out of range.",
    )


UNREAD = {
    "no list": ({}, "A structure is a list of at most 1000 levels and breaks."),
    "half a list": ("[{", "The rows could not be read. Load the page again."),
    "too deep": ("[" * 100_000, "The rows could not be read. Load the page again."),
    "a level without a length": ([{"kind": "level", "id": 1, "number": 1}], "Row 1: duration_ms is missing."),
    "a row of another kind": ([{"kind": "party"}], "Row 1 is not a level, a break or a countdown."),
    "no row": (["level"], "Row 1 is not a level, a break or a countdown."),
    "a blind of 2**63": (
        [rows(1)[0] | {"big_blind": 2**63}],
        "Row 1: big_blind is not a whole number, or is out of range.",
    ),
    "a note of 1000 characters": (
        [rows(1)[0] | {"note": "n" * 1000}],
        "Row 1: note is not a text, or is too long.",
    ),
    "a float": ([rows(1)[0] | {"ante": 1.5}], "Row 1: ante is not a whole number, or is out of range."),
}


@pytest.mark.parametrize(("items", "words"), UNREAD.values(), ids=UNREAD)
def test_rows_that_cannot_be_read_are_refused_in_place(director_client, day, items, words):
    for url in (NEW, DAY):
        answer = director_client.post(url, typed(items))
        assert (answer.status_code, answer.context["refusal"]) == (422, words)
    assert not StructureTemplate.objects.exists()
    assert Day.objects.get().structure == rows()


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "n" * 200}, "name"),
        ({"name": "Taken"}, "name"),
        ({"stack": "0"}, "stack"),
        ({"stack": str(2**63)}, "stack"),
        ({"chips": "big ones"}, "chips"),
        ({"late_registration_levels": "-1"}, "late_registration_levels"),
        ({"source": "s" * 400}, "source"),
    ],
)
def test_a_wrong_form_keeps_the_rows_and_what_was_typed(director_client, values, field):
    make_template("Taken")
    answer = director_client.post(NEW, typed(rows(3), **values))
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert answer.context["form"][field].value() == values[field]
    assert answer.context["items"] == rows(3)
    assert StructureTemplate.objects.count() == 1


def test_a_new_structure_begins_empty_as_a_copy_or_as_suggested(director_client):
    made = make_template()
    assert director_client.get(NEW).status_code == 200
    assert director_client.get(f"{NEW}?blank").context["items"] == []
    copy = director_client.get(f"{NEW}?preset={made.pk}").context
    assert (copy["items"], copy["form"]["name"].value()) == (made.items, "House, copy")
    asked = {
        "entries": "60",
        "stack": "20,000",
        "minutes": "20",
        "hours": "6",
        "chips": "100, 500, 1000, 5000",
    }
    page = director_client.get(NEW, asked).context
    assert page["title"] == "New structure"
    assert [found for found in page["findings"] if found["severity"] == "impossible"] == []
    assert StructureTemplate.objects.count() == 1


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"entries": "0"}, "entries"),
        ({"stack": str(2**63)}, "stack"),
        ({"minutes": ""}, "minutes"),
        ({"hours": "1e9"}, "hours"),
        ({"chips": ""}, "chips"),
        ({"minutes": "1", "hours": "200"}, "__all__"),
    ],
)
def test_what_nothing_can_be_suggested_for_is_said_in_place(director_client, values, field):
    asked = {"entries": "60", "stack": "20000", "minutes": "20", "hours": "6", "chips": "100, 500"}
    answer = director_client.get(NEW, asked | values)
    assert (answer.status_code, list(answer.context["suggest"].errors)) == (422, [field])


@pytest.mark.parametrize("preset", ["99", str(2**70), "x"])
def test_a_copy_of_what_is_gone_is_refused_in_place(director_client, preset):
    answer = director_client.get(NEW, {"preset": preset})
    assert (answer.status_code, list(answer.context["copy"].errors)) == (422, ["preset"])


def test_a_structure_is_removed_and_brought_back(director_client):
    made = make_template()
    director_client.post(f"{LIST}{made.pk}/remove/")
    assert not StructureTemplate.objects.exists()
    page = director_client.get(LIST)
    assert [line["text"] for line in page.context["done"]] == ["Structure removed: House"]
    director_client.post(f"{LIST}undo/{page.context['done'][0]['pk']}/")
    assert StructureTemplate.objects.get().items == made.items
    assert director_client.get(LIST).context["done"] == []


def test_only_what_was_done_to_structures_is_undone_here(director_client, day):
    director_client.post("/floor/main/settings/", {"name": "Other", "stack": "1", "currency": "EUR"})
    done = Action.objects.get()
    assert director_client.post(f"{LIST}undo/{done.pk}/").status_code == 404
    assert director_client.post(f"{LIST}99/remove/").status_code == 404
    assert director_client.get(f"{LIST}{2**70}/").status_code == 404


def ask(client: Client, body: object, url: str = CHECK) -> dict:
    text = body if isinstance(body, str) else json.dumps(body)
    answer = client.post(url, text, content_type="application/json")
    assert answer.status_code == 200
    return answer.json()


def test_the_check_says_what_is_wrong_beside_its_row(director_client):
    items = rows(3)
    items[1] |= {"big_blind": 150, "small_blind": 75}
    found = ask(director_client, {"items": items, "stack": 20_000, "chips": "100, 500"})
    assert [(one["item"], one["severity"], one["text"]) for one in found["findings"]] == [
        (2, "unusual", "The ante 400 is large for this level."),
        (2, "impossible", "The big blind falls from 200 to 150."),
        (2, "impossible", "75 cannot be paid with the chips in play."),
        (3, "unusual", "More than double: from 150 to 600."),
    ]
    assert found["expected_end_ms"] is None


def test_the_check_of_an_event_knows_its_chips(director_client, day):
    items = [row | {"small_blind": 50} if row["id"] == 1 else row for row in rows()]
    found = ask(director_client, {"items": items}, f"{CHECK}?event=main")
    assert ("not-payable", 1) in {(one["code"], one["item"]) for one in found["findings"]}


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[",
        "[]",
        "null",
        {"items": 5},
        {"items": [{"kind": "level"}]},
        "[" * 100_000,
        b"\xff\xfe".decode("latin1"),
    ],
)
def test_the_check_answers_what_it_cannot_read(director_client, body):
    found = ask(director_client, body)["findings"]
    assert [(one["item"], one["severity"]) for one in found] == [(None, "impossible")]


@pytest.mark.parametrize(
    "extra", [{"stack": 1e300, "chips": [1]}, {"stack": "x", "chips": "x" * 999}, {"stack": True}]
)
def test_the_check_passes_over_other_nonsense(director_client, extra):
    assert ask(director_client, {"items": rows()} | extra)["findings"] == []


def test_a_day_is_given_another_structure_before_it_starts(director_client, day):
    page = director_client.get(DAY).context
    assert (page["running"], page["current_item"], page["items"]) == (False, None, rows())
    new = [*rows(), rows(1)[0] | {"id": 99, "number": 7, "small_blind": 900, "big_blind": 1800, "ante": 1800}]
    director_client.post(DAY, {"items": json.dumps(new), "based_on": page["based_on"]})
    day.refresh_from_db()
    # A new row gets an id that the Day never had.
    assert day.structure == [*rows(), new[-1] | {"id": 8}]


def test_what_cannot_be_played_is_refused_and_kept_on_the_page(director_client, day):
    broken = [row | {"duration_ms": 0} if row["id"] == 1 else row for row in rows()]
    answer = director_client.post(DAY, {"items": json.dumps(broken)})
    assert (answer.status_code, answer.context["refusal"], answer.context["items"]) == (
        422,
        "This cannot be played: The duration is not above zero.",
        broken,
    )
    assert [found["item"] for found in answer.context["findings"] if found["severity"] == "impossible"] == [1]
    empty = director_client.post(DAY, {"items": "[]"})
    assert (empty.status_code, empty.context["refusal"]) == (422, "This cannot be played: There is no level.")
    day.refresh_from_db()
    assert day.structure == rows()


@pytest.mark.parametrize(
    ("keep", "left"), [("elapsed", 25), ("remaining", 15), ("restart", 30), ("nonsense", 25)]
)
def test_a_running_day_keeps_what_is_asked(director_client, day, keep, left):
    began = utc_now() - timedelta(minutes=5)
    start_clock(as_by(clock=lambda: began), day)
    page = director_client.get(DAY).context
    assert (page["running"], page["current_item"]) == (True, 1)
    longer = [row | {"duration_ms": 1_800_000} if row["id"] == 1 else row for row in rows()]
    sent = {"items": json.dumps(longer), "keep": keep, "based_on": page["based_on"]}
    assert director_client.post(DAY, sent).status_code == 302
    day.refresh_from_db()
    # It was read a moment after it was sent.
    assert round(reading_of(day, utc_now()).remaining_ms / 60_000) == left


def test_a_structure_that_somebody_else_changed_is_not_overwritten(director_client, day):
    mark = director_client.get(DAY).context["based_on"]
    director_client.post(DAY, {"items": json.dumps(rows(4)), "based_on": mark})
    answer = director_client.post(DAY, {"items": json.dumps(rows(3)), "based_on": mark, "keep": "restart"})
    assert (answer.status_code, answer.context["items"]) == (422, rows(3))
    assert (answer.context["based_on"], answer.context["keep"]) == (mark, "restart")
    assert "changed the structure at" in answer.context["refusal"]
    assert "+00:00" not in answer.context["refusal"]
    day.refresh_from_db()
    assert day.structure == rows(4)


@pytest.mark.parametrize("role", ["floor", "registration", "cashier", "viewer"])
def test_others_see_the_list_and_change_nothing(day, role):
    made, client = make_template(), as_role(role)
    page = client.get(LIST)
    assert page.status_code == 200
    assert "/remove/" not in page.content.decode()
    assert {client.get(url).status_code for url in (NEW, f"{LIST}{made.pk}/", DAY)} == {403}
    urls = (NEW, CHECK, f"{LIST}{made.pk}/", f"{LIST}{made.pk}/remove/", f"{LIST}undo/1/", DAY)
    assert {client.post(url).status_code for url in urls} == {403}
    assert StructureTemplate.objects.count() == 1


def test_unknown_days_have_no_structure(director_client, day):
    assert director_client.get("/floor/main/day/9/structure/").status_code == 404
    assert director_client.get("/floor/other/day/1/structure/").status_code == 404


def test_the_lists_ask_the_same_of_the_database_for_one_and_for_three(
    director_client, django_assert_max_num_queries
):
    make_template("One")
    for url in (LIST, NEW):
        director_client.get(url)
        with django_assert_max_num_queries(100) as one:
            director_client.get(url)
        for n in (2, 3):
            make_template(f"{url} {n}")
        with django_assert_max_num_queries(len(one)):
            director_client.get(url)
