"""Inserting many rows is what bulk_create does."""

from datetime import timedelta

import pytest

from tables.models import DayTable, PrintJob, Seat, Table
from tests import factories
from tournaments.journal.insert import insert_many
from tournaments.models import Entry, Purchase

pytestmark = pytest.mark.django_db


def values(model, rows):
    columns = [f.attname for f in model._meta.concrete_fields if not f.primary_key]
    return list(model.objects.filter(pk__in=[row.pk for row in rows]).order_by("pk").values(*columns))


def test_rows_come_back_with_their_keys_and_read_as_they_were():
    day = factories.make_day()
    table = factories.make_tables(day, 1, chairs=10)[0].table
    option = factories.make_option(day.event)
    entries = [factories.make_entry(day, option) for _ in range(300)]
    at = factories.START + timedelta(milliseconds=123)
    rows = [
        Seat(day=day, table=table, chair=i % 10, entry=entry, since=at, until=None if i == 7 else at)
        for i, entry in enumerate(entries)
    ]
    made = insert_many(Seat, rows)
    assert made == rows
    assert [row.pk for row in made] == sorted(row.pk for row in made)
    assert not made[0]._state.adding
    for row in Seat.objects.all():
        twin = next(found for found in made if found.pk == row.pk)
        assert [getattr(row, f.attname) for f in Seat._meta.concrete_fields] == [
            getattr(twin, f.attname) for f in Seat._meta.concrete_fields
        ]


@pytest.mark.parametrize("insert", [insert_many, lambda model, rows: model.objects.bulk_create(rows)])
def test_choices_lists_texts_and_nothing_are_stored_as_bulk_create_stores_them(insert):
    day = factories.make_day()
    room = factories.make_tables(day, 1)[0].table.room
    tables = insert(
        Table, [Table(room=room, number=n, chairs=9, blocked=[1, n], lent=True) for n in (90, 91)]
    )
    assert [t["blocked"] for t in values(Table, tables)] == [[1, 90], [1, 91]]
    rows = insert(DayTable, [DayTable(day=day, table=t, state=DayTable.State.OPEN, chairs=9) for t in tables])
    assert [(row["state"], row["order"]) for row in values(DayTable, rows)] == [("open", 0)] * 2
    jobs = insert(
        PrintJob,
        [
            PrintJob(
                event=day.event, document="cards", options={"a": "陳"}, sheet="a4", asked_at=factories.START
            )
        ],
    )
    (job,) = values(PrintJob, jobs)
    assert (job["options"], job["profile_id"], job["asked_at"]) == ({"a": "陳"}, None, factories.START)


def test_rows_that_have_keys_are_left_to_bulk_create():
    day = factories.make_day()
    entry = factories.make_entry(day, factories.make_option(day.event))
    kept = Entry.objects.filter(pk=entry.pk).values().get()
    Purchase.objects.all().delete()
    entry.delete()
    (made,) = insert_many(Entry, [Entry(**kept)])
    assert Entry.objects.values().get() == kept == {**kept, "id": made.pk}
