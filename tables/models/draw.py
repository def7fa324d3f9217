"""Recorded random choices, and the seeds they come from."""

from typing import ClassVar

from django.db import models


class DaySeed(models.Model):
    """The secret seed of a Day and its public commitment. In no journal: it outlives every undo.

    A Day that is reopened after its seed was published gets a further one. No undo takes a publication back.
    """

    SECRET_COLUMNS: ClassVar[frozenset[str]] = frozenset({"seed", "published_at"})

    day = models.ForeignKey("tournaments.Day", models.DO_NOTHING, related_name="seeds", db_constraint=False)
    number = models.PositiveSmallIntegerField(default=1)
    seed = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["day", "number"]
        constraints = [models.UniqueConstraint(fields=["day", "number"], name="seed_number_once_per_day")]

    def __str__(self) -> str:
        return self.commitment[:8]


class Draw(models.Model):
    """One draw: what it chose from, what came out. Never undone: a discarded one stays, void.

    number: gapless per Day. candidates and outcome: as tables/rules/replay.py reads them.
    """

    NEVER_UNDONE: ClassVar[bool] = True
    # Every open chair of the floor, for each entry: 14 kB at 200 tables, which the row keeps already.
    LARGE_COLUMNS: ClassVar[frozenset[str]] = frozenset({"candidates"})

    day = models.ForeignKey("tournaments.Day", models.PROTECT, related_name="draws", db_index=False)
    seed = models.ForeignKey(DaySeed, models.PROTECT, related_name="draws")
    number = models.PositiveIntegerField()
    purpose = models.CharField(max_length=40)
    cut = models.CharField(max_length=200, blank=True)
    candidates = models.JSONField()
    outcome = models.JSONField()
    at = models.DateTimeField()
    voided_at = models.DateTimeField(null=True)
    voided_by = models.ForeignKey(
        "tournaments.Staff", models.PROTECT, null=True, related_name="+", db_index=False
    )
    void_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["day", "number"], name="draw_number_once_per_day")]

    def __str__(self) -> str:
        return f"{self.day_id} draw {self.number}"

    @property
    def event_id(self) -> int:
        return self.day.event_id
