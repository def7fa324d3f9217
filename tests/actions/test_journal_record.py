"""What is recorded of any row of any model is enough to bring it back, value by value."""

import json
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from django.apps import apps
from django.db import models
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.models import DaySeed, DayTable, PrintJob, Table
from tests import factories
from tournaments.journal import record
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.journal.undo import undo
from tournaments.models import Action, Day, Event, Player, Staff

MODELS = [
    model
    for app in ("tournaments", "tables")
    for model in apps.get_app_config(app).get_models()
    if model not in {Action, DaySeed}
]
ZONES = [UTC, timezone(timedelta(hours=8)), timezone(timedelta(hours=-3, minutes=-30))]
PLAIN = st.none() | st.booleans() | st.integers() | st.text()
JSON = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


# Hypothesis takes its bounds without a zone.
BOUNDS = datetime(1900, 1, 1), datetime(2200, 1, 1)  # noqa: DTZ001


def values_of(field: models.Field) -> st.SearchStrategy:
    """Values that a column may hold."""
    target = getattr(field, "target_field", field)
    for kind, values in (
        (models.DateTimeField, st.datetimes(*BOUNDS, timezones=st.sampled_from(ZONES))),
        (models.DateField, st.dates()),
        (models.BooleanField, st.booleans()),
        (models.IntegerField, st.integers(-(2**40), 2**40)),
        (models.JSONField, JSON),
        (models.CharField, st.text(max_size=20)),
        (models.TextField, st.text()),
    ):
        if isinstance(target, kind):
            return values | st.none() if field.null else values
    raise AssertionError(f"{field} holds what this test does not know")


def read_back(value):
    """As the database gives it: instants in UTC."""
    return value.astimezone(UTC) if isinstance(value, datetime) else value


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label_lower)
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_a_row_of_any_model_comes_back_from_its_record(model, data):
    columns = record.columns_of(model)
    fields = {f.attname: f for f in model._meta.concrete_fields}
    row = model(pk=7, **{c: data.draw(values_of(fields[c]), label=c) for c in columns})
    for write in (
        record.whole_rows("create", model, [row]),
        record.changed_rows(model, columns, [(7, [None] * len(columns), [getattr(row, c) for c in columns])]),
    ):
        kept = json.loads(json.dumps(write))
        assert kept == write
        key, *values = kept["rows"][0]
        values = values[1] if write["op"] == "update" else values
        assert (key, kept["columns"]) == (7, columns)
        back = model(pk=7, **{c: record.unpacked(model, c, v) for c, v in zip(columns, values, strict=True)})
        for column in columns:
            held = getattr(back, column)
            assert held == getattr(row, column)
            assert type(held) is type(read_back(getattr(row, column)))
        assert record.reads_as(back, columns, values)


def test_no_column_of_any_model_holds_a_float():
    """Half a chip that is 0.1 short is a quarrel: whole numbers and text alone are kept."""
    forbidden = (models.FloatField, models.DecimalField, models.DurationField)
    assert [f for model in MODELS for f in model._meta.concrete_fields if isinstance(f, forbidden)] == []


def test_what_is_recorded_is_plain_json():
    assert json.loads(json.dumps(record.packed(date(2026, 1, 2)))) == "2026-01-02"
    at = datetime(2026, 1, 2, 3, 4, 5, 6000, tzinfo=ZONES[1])
    assert record.packed(at) == "2026-01-01T19:04:05.006000+00:00"


@action("event.test_record_all")
def write_in_every_way(change: Change, event: Event, room) -> None:
    day = change.create(
        Day, event=event, code="x", label="X", starts_at=datetime(2026, 1, 1, 8, tzinfo=ZONES[1])
    )
    tables = change.create_many(
        Table, [Table(room=room, number=n, chairs=9, blocked=[1]) for n in range(500, 505)]
    )
    change.create_many(DayTable, [DayTable(day=day, table=t, chairs=9) for t in tables])
    change.update(tables[0], blocked=[], accessible=[2, 3], lent=True)
    change.update_many(DayTable.objects.filter(day=day), state="open", table=models.F("table"))


@pytest.mark.django_db
def test_an_expression_is_no_value_that_a_journal_can_keep():
    day = factories.make_day()
    room = factories.make_tables(day, 1)[0].table.room
    with pytest.raises(TypeError):
        write_in_every_way(factories.as_by(), day.event, room)
    assert not Table.objects.filter(number__gte=500).exists()


@action("event.test_record_keys")
def point_elsewhere(change: Change, event: Event, to: Day, job: PrintJob, profile) -> None:
    change.update(event.entries.get(), day=to)
    change.update_many(DayTable.objects.filter(day__event=event), day=to)
    change.update(job, profile=profile, options={"a": [1, None, {"b": "é"}]}, finished_at=None)
    change.update(job, profile_id=profile and profile.pk, done=job.done)


@pytest.mark.django_db
def test_foreign_keys_nothing_and_json_are_written_compared_and_undone():
    event = factories.make_event()
    one, two = factories.make_day(event), factories.make_day(event, code="2")
    entry = factories.make_entry(one, factories.make_option(event))
    table = factories.make_tables(one, 1)[0]
    job = PrintJob.objects.create(event=event, document="cards", sheet="a4", asked_at=factories.START)
    point_elsewhere(factories.as_by(), event, two, job, None)
    row = Action.objects.get()
    assert row.writes == [
        {
            "model": "tournaments.entry",
            "op": "update",
            "columns": ["day_id"],
            "rows": [[entry.pk, [one.pk], [two.pk]]],
        },
        {
            "model": "tables.daytable",
            "op": "update",
            "columns": ["day_id"],
            "rows": [[table.pk, [one.pk], [two.pk]]],
        },
        {
            "model": "tables.printjob",
            "op": "update",
            "columns": ["options"],
            "rows": [[job.pk, [{}], [{"a": [1, None, {"b": "é"}]}]]],
        },
    ]
    undo(factories.as_by(), row)
    entry.refresh_from_db()
    table.refresh_from_db()
    job.refresh_from_db()
    assert (entry.day, table.day, job.options) == (one, one, {})


@action("event.test_record_many")
def many(change: Change, event: Event, n: int) -> int:
    made = change.create_many(Player, [Player(last_name=f"P{i}", search=f"p{i}") for i in range(n)])
    change.update_many(
        Player.objects.filter(last_name__startswith="P"), note="new", birth_date=date(1990, 2, 3)
    )
    gone = Player.objects.filter(pk__in=[p.pk for p in made[: n // 3]])
    assert change.create_many(Player, []) == []
    return change.delete_many(gone)


@pytest.mark.django_db
def test_more_than_ten_thousand_rows_are_made_changed_deleted_and_undone():
    event = factories.make_event()
    assert many(factories.as_by(), event, 12_000) == 4_000
    assert Player.objects.filter(note="new").count() == 8_000
    undo(factories.as_by(), Action.objects.get())
    assert Player.objects.count() == 0
    undo(factories.as_by(), Action.objects.latest("pk"))
    assert Player.objects.filter(note="new", birth_date=date(1990, 2, 3)).count() == 8_000


def test_models_with_secrets_are_those_we_know():
    assert {m.__name__: m.SECRET_COLUMNS for m in apps.get_models() if hasattr(m, "SECRET_COLUMNS")} == {
        "Staff": {"password", "last_login", "pin"},
        "DaySeed": {"seed", "published_at"},
    }
    assert "password" not in record.columns_of(Staff)
