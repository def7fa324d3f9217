"""Chip counts: the page, the list to take away, and typing them by table and by name."""

import csv
import io
import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from tables.models import ChipCount
from tests import factories
from tests.actions.floor import seat_at
from tournaments.journal.change import utc_now
from tournaments.journal.undo import undo
from tournaments.models import Action, Event
from tournaments.rules.roles import Role

pytestmark = pytest.mark.django_db


class Counted:
    """Tables 5 and 6 with three players each, of 20,000 chips."""

    def __init__(self) -> None:
        factories.make_house(timezone="Europe/Vienna")
        self.day = factories.make_day(factories.make_event(slug="main"))
        self.tables = factories.make_tables(self.day, 2, first=5)
        self.five = seat_at(self.day, self.tables[0], [1, 2, 3])
        self.six = seat_at(self.day, self.tables[1], [1, 2, 3])

    def count(self, chips: dict[int, int], at=None) -> None:
        for entry, stack in chips.items():
            ChipCount.objects.create(
                event=self.day.event, day=self.day, entry_id=entry, chips=stack, at=at or utc_now()
            )


@pytest.fixture
def floor(db) -> Counted:
    return Counted()


def text(answer) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def as_role(client, role):
    client.force_login(factories.make_staff(role), backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_before_anything_is_counted(director_client, floor):
    page = text(director_client.get("/floor/main/counts/"))
    assert "0 of 6 players counted: 0 of 120,000 chips." in page
    assert "20,000 average" in page
    assert "2 of 2 tables" in page


def test_the_sum_and_the_difference_are_said_in_words(director_client, floor):
    stacks = [30_000, 20_000, 10_000, 25_000, 20_000, 14_900]
    entries = [*floor.five.values(), *floor.six.values()]
    floor.count({entry.pk: chips for entry, chips in zip(entries, stacks, strict=True)})
    page = text(director_client.get("/floor/main/counts/"))
    assert "All 6 players counted: 119,900 chips, 100 fewer than are in play." in page
    assert "Every table is counted." in page
    # Biggest first.
    assert page.index("30,000") < page.index("25,000") < page.index("14,900")


def test_tables_not_counted_since_an_instant(director_client, floor):
    now = utc_now()
    floor.count({entry.pk: 20_000 for entry in floor.five.values()}, now - timedelta(minutes=30))
    floor.count({entry.pk: 20_000 for entry in floor.six.values()}, now - timedelta(minutes=5))
    zone_time = (now - timedelta(minutes=15)).astimezone(ZoneInfo("Europe/Vienna"))
    answer = director_client.get("/floor/main/counts/", {"since": f"{zone_time:%H:%M}"})
    assert [table.number for table in answer.context["left"]] == [5]
    answer = director_client.get("/floor/main/counts/", {"since": "noon"})
    assert (answer.status_code, "is not a time of day" in text(answer)) == (422, True)


def test_a_table_is_typed_and_leads_to_the_next(director_client, floor):
    a, b, c = (entry.pk for entry in floor.five.values())
    sent = {"day": "1", f"chips-{a}": "43.5k", f"chips-{b}": "16 500", f"chips-{c}": "", "then": "next"}
    answer = director_client.post("/floor/main/counts/table/5/", sent)
    assert (answer.status_code, answer.url) == (302, "/floor/main/counts/table/6/?day=1")
    assert dict(ChipCount.objects.values_list("entry", "chips")) == {a: 43_500, b: 16_500}
    undo(factories.as_by(), Action.objects.get(kind="count.table"))
    assert not ChipCount.objects.exists()


def test_what_cannot_be_read_is_said_at_its_player_and_nothing_is_kept(director_client, floor):
    a, b, _c = (entry.pk for entry in floor.five.values())
    answer = director_client.post("/floor/main/counts/table/5/", {f"chips-{a}": "lots", f"chips-{b}": "9k"})
    page = answer.content.decode()
    assert (answer.status_code, "is not a number of chips" in page, 'value="9k"' in page) == (422, True, True)
    answer = director_client.post("/floor/main/counts/table/5/", {})
    assert (answer.status_code, "Type the chips of at least one player." in text(answer)) == (422, True)
    assert not ChipCount.objects.exists()


def test_players_are_typed_by_name_at_an_earlier_time(director_client, floor):
    one, other = floor.five[1].pk, floor.six[2].pk
    at = utc_now() - timedelta(minutes=10)
    wall = at.astimezone(ZoneInfo("Europe/Vienna"))
    sent = {f"chips-{one}": "1.2万", f"chips-{other}": "28k", "as_of": f"{wall:%H:%M}"}
    assert director_client.post("/floor/main/counts/by-name/", sent).url == "/floor/main/counts/?day=1"
    rows = ChipCount.objects.values_list("entry", "chips", "at")
    assert set(rows) == {
        (one, 12_000, at.replace(second=0, microsecond=0)),
        (other, 28_000, at.replace(second=0, microsecond=0)),
    }
    assert "2 players of Day 1 counted: 40,000 chips" in text(director_client.get("/floor/main/journal/"))


def test_the_list_is_taken_away_with_shared_places(director_client, floor):
    a, b, c = (entry.pk for entry in floor.five.values())
    floor.count({a: 10_000, b: 30_000, c: 10_000})
    answer = director_client.get("/floor/main/counts/stacks.csv")
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert rows[0] == ["Place", "Name", "Table", "Chair", "Chips", "Counted at"]
    assert [(row[0], row[2], row[3], row[4]) for row in rows[1:5]] == [
        ("1", "5", "2", "30000"),
        ("2", "5", "1", "10000"),
        ("2", "5", "3", "10000"),
        ("", "6", "1", ""),
    ]


@pytest.mark.parametrize("role", Role)
def test_all_may_look_and_the_floor_may_count(client, floor, role):
    as_role(client, role)
    assert client.get("/floor/main/counts/").status_code == 200
    may = role in {"director", "floor"}
    sent = {f"chips-{floor.five[1].pk}": "20k"}
    assert client.post("/floor/main/counts/table/5/", sent).status_code == (302 if may else 403)
    assert ("/counts/table/5/" in client.get("/floor/main/counts/").content.decode()) is False or may


def test_a_table_without_players_is_not_found(director_client, floor):
    assert director_client.get("/floor/main/counts/table/99/").status_code == 404


def test_the_page_asks_the_same_for_few_and_for_many(director_client, floor, django_assert_max_num_queries):
    director_client.get("/floor/main/counts/")
    with django_assert_max_num_queries(40) as few:
        director_client.get("/floor/main/counts/")
    for table in factories.make_tables(floor.day, 6):
        seat_at(floor.day, table, range(1, 10))
    with django_assert_max_num_queries(len(few)):
        director_client.get("/floor/main/counts/")
    assert Event.objects.count() == 1
