"""The first button of a table that everybody was just drawn to, as a card of the console's list."""

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from tables.models import DayTable, Plan
from tables.queries.balance import PlayedFloor
from tables.queries.to_do_card import ToDo
from tournaments.models import Day
from tournaments.queries.house_rules import rules_of
from tournaments.queries.registration import registration_of

WAITS = timedelta(minutes=15)  # then play has begun, and the dealer knows where the button is


def button_to_do(day: Day, now: datetime, floor: PlayedFloor) -> list[ToDo]:
    """Where the button starts at the final table, until that is told. Two queries, once one table is left."""
    if len(floor.tables) != 1 or registration_of(day, now).is_open:
        return []
    (row,) = floor.tables
    plans = Plan.objects.filter(day=day, kind=Plan.Kind.REDRAW, state=Plan.State.ACCEPTED)
    if not plans.filter(ended_at__gte=now - WAITS).exists():
        return []
    positions = DayTable.objects.filter(day=day, table=row.key).values_list("positions", flat=True).first()
    if "button" in (positions or {}):
        return []
    title = _("Table {n}: where does the button start?").format(n=row.table.number)
    by_card = rules_of(day.event).first_button == "high-card"
    facts = {"table": row.table.number, "by_card": by_card}
    return [ToDo("button", title, _rule(day), facts=facts, key=str(row.table.number))]


def _rule(day: Day) -> str:
    rule = rules_of(day.event).first_button
    if rule == "high-card":
        return _("By this event's rule the highest card has it.")
    if rule == "chair-1":
        return _("By this event's rule the button starts in chair 1, or the first after it.")
    return _("By this event's rule the button starts at the dealer's right: the highest chair taken.")
