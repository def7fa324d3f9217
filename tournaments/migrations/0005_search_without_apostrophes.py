from django.db import migrations
from django.db.models import F, Value
from django.db.models.functions import Replace


def leave_out_apostrophes(apps, schema_editor):
    """As tournaments/rules/names.py folds names since: "O'Brien" is found by "obrien"."""
    players = apps.get_model("tournaments", "Player").objects
    for mark in ("'", "\u2019", "\u2018", "\u02bc", "`"):
        players.filter(search__contains=mark).update(search=Replace(F("search"), Value(mark), Value("")))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_drawer_movement")]

    operations = [migrations.RunPython(leave_out_apostrophes, migrations.RunPython.noop)]
