"""What staff keep about a Day's floor besides chairs: plans, counts, marks, hand for hand."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class DayFloor(models.Model):
    """The floor's own settings and state of a Day; made when first needed.

    break_rule: how tables are ordered to break where no order is set by hand. hand: the hand being played in
    hand for hand, 0 while it is off. last_hands: hands each table still plays, once drawn. by_counts: a Day
    without names and seats: players_left is typed, and `counted`, how many were sold by key of the option, of
    which counted_entries and counted_rebuys are the sums. spare: the printer, and spare_folder
    the folder, that get name list and table sheets at each level.
    """

    class BreakRule(models.TextChoices):
        LIST = "list", _("as listed")
        HIGHEST = "highest", _("highest number first")
        RANDOM = "random", _("drawn among some tables")
        OVERFLOW = "overflow", _("overflow tables first")

    day = models.OneToOneField("tournaments.Day", models.PROTECT, related_name="floor")
    break_rule = models.CharField(max_length=10, choices=BreakRule.choices, default=BreakRule.HIGHEST)
    break_among = models.PositiveSmallIntegerField(default=0)
    hand = models.PositiveIntegerField(default=0)
    last_hands = models.PositiveSmallIntegerField(null=True)
    by_counts = models.BooleanField(default=False)
    counted = models.JSONField(default=dict)
    counted_entries = models.PositiveIntegerField(default=0)
    counted_rebuys = models.PositiveIntegerField(default=0)
    players_left = models.PositiveIntegerField(default=0)
    spare = models.ForeignKey("tables.PrinterProfile", models.PROTECT, null=True, related_name="+")
    spare_folder = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return str(self.day_id)

    @property
    def event_id(self) -> int:
        return self.day.event_id


class Plan(models.Model):
    """Moves that staff were shown: proposed until accepted or discarded. Checked against its facts at commit.

    moves: as tables/rules/seating.py Move, by entry, table number and chair. table: the one that breaks.
    """

    class Kind(models.TextChoices):
        BALANCE = "balance", _("Balance")
        BREAK = "break", _("Break")
        REDRAW = "redraw", _("Redraw")

    class State(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        ACCEPTED = "accepted", _("accepted")
        DISCARDED = "discarded", _("discarded")

    event = models.ForeignKey("tournaments.Event", models.PROTECT, related_name="plans")
    day = models.ForeignKey("tournaments.Day", models.PROTECT, related_name="plans")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    state = models.CharField(max_length=10, choices=State.choices, default=State.PROPOSED)
    table = models.ForeignKey("tables.Table", models.PROTECT, null=True, related_name="+")
    draw = models.ForeignKey("tables.Draw", models.PROTECT, null=True, related_name="plans")
    moves = models.JSONField(default=list)
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["day", "state"])]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class ChipCount(models.Model):
    """Chips of an entry as counted at an instant. The newest counts."""

    event = models.ForeignKey("tournaments.Event", models.PROTECT, related_name="chip_counts")
    day = models.ForeignKey("tournaments.Day", models.PROTECT, related_name="chip_counts")
    entry = models.ForeignKey("tournaments.Entry", models.PROTECT, related_name="chip_counts")
    chips = models.PositiveBigIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["entry", "at"]), models.Index(fields=["day", "at"])]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.chips}"


class Mark(models.Model):
    """A player absent, or under a penalty. It follows him to his next table.

    rounds, hands: of a penalty, left to sit out; hands are counted down as staff say so.
    """

    class Kind(models.TextChoices):
        ABSENT = "absent", _("absent")
        PENALTY = "penalty", _("penalty")

    event = models.ForeignKey("tournaments.Event", models.PROTECT, related_name="marks")
    entry = models.ForeignKey("tournaments.Entry", models.PROTECT, related_name="marks")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    rounds = models.PositiveSmallIntegerField(default=0)
    hands = models.PositiveSmallIntegerField(default=0)
    reason = models.CharField(max_length=200, blank=True)
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "kind"], condition=models.Q(until__isnull=True), name="one_mark_of_a_kind"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.kind}"


class Apart(models.Model):
    """Two players who are not to sit at one table of an event."""

    event = models.ForeignKey("tournaments.Event", models.PROTECT, related_name="apart")
    first = models.ForeignKey("tournaments.Player", models.PROTECT, related_name="+")
    second = models.ForeignKey("tournaments.Player", models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "first", "second"], name="apart_once")]

    def __str__(self) -> str:
        return f"{self.first_id} {self.second_id}"


class ShotClock(models.Model):
    """The clock called on a player: nothing ticks, the time left follows from `called_at`."""

    event = models.ForeignKey("tournaments.Event", models.PROTECT, related_name="shot_clocks")
    day = models.ForeignKey("tournaments.Day", models.PROTECT, related_name="shot_clocks")
    table = models.ForeignKey("tables.Table", models.PROTECT, related_name="+")
    called_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=models.Q(ended_at__isnull=True), name="one_shot_clock_per_table"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.called_at}"
