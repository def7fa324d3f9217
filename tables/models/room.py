"""Rooms, their tables, and which Day has a table."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Room(models.Model):
    """A room of the house."""

    name = models.CharField(_("Name"), max_length=60, unique=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Table(models.Model):
    """A numbered table with 2 to 10 chairs. Numbers are unique in the house: staff say "12-4".

    blocked and accessible: lists of chairs. lent: given to cash games.
    """

    room = models.ForeignKey(Room, models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField(_("Number"), unique=True)
    chairs = models.PositiveSmallIntegerField(_("Chairs"), default=9)
    blocked = models.JSONField(_("Blocked chairs"), default=list)
    accessible = models.JSONField(_("Accessible chairs"), default=list)
    lent = models.BooleanField(_("Lent to cash games"), default=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(chairs__gte=2, chairs__lte=10), name="two_to_ten_chairs"
            )
        ]

    def __str__(self) -> str:
        return str(self.number)


class DayTable(models.Model):
    """A table given to a Day. chairs: as many as the Day plays at it; order: when it opens, first to last.

    break_order: when it breaks, first to last; None as the Day's rule has it. fill: so many of the next
    entries are sent here. positions: fields of a Positions value, while they are kept. padlocked: nobody
    is drawn to it, no plan moves anybody from or to it. stopped: why play stands still, "" while it does
    not. hand: the last hand it has finished in hand for hand.
    """

    class State(models.TextChoices):
        RESERVED = "reserved", _("reserved")
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    day = models.ForeignKey("tournaments.Day", models.PROTECT, related_name="day_tables")
    table = models.ForeignKey(Table, models.PROTECT, related_name="day_tables")
    state = models.CharField(max_length=10, choices=State.choices, default=State.RESERVED)
    order = models.PositiveSmallIntegerField(default=0)
    chairs = models.PositiveSmallIntegerField()
    break_order = models.PositiveSmallIntegerField(null=True)
    fill = models.PositiveSmallIntegerField(default=0)
    positions = models.JSONField(null=True)
    positions_at = models.DateTimeField(null=True)
    padlocked = models.BooleanField(default=False)
    stopped = models.CharField(max_length=100, blank=True)
    hand = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["order", "table__number"]
        constraints = [
            models.UniqueConstraint(fields=["day", "table"], name="table_once_per_day"),
            models.UniqueConstraint(
                fields=["table"], condition=models.Q(state="open"), name="table_open_in_one_day"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day_id} {self.table_id}"

    @property
    def event_id(self) -> int:
        return self.day.event_id
