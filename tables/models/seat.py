"""Who sits where, from when until when."""

from django.db import models


class Seat(models.Model):
    """An Entry in a chair of a Table on a Day. Append-only: a move ends one and begins the next.

    seen_at: when staff saw the player in it (hollow until then). locked: no plan moves him: a disability, a
    dealer who plays.
    """

    day = models.ForeignKey("tournaments.Day", models.PROTECT, related_name="seats", db_index=False)
    # Without an index of its own: who sits there now is asked, which one_entry_per_chair answers.
    table = models.ForeignKey("tables.Table", models.PROTECT, related_name="seats", db_index=False)
    chair = models.PositiveSmallIntegerField()
    entry = models.ForeignKey("tournaments.Entry", models.PROTECT, related_name="seats")
    draw = models.ForeignKey("tables.Draw", models.PROTECT, null=True, related_name="seats")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(null=True)
    locked = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "chair"], condition=models.Q(until__isnull=True), name="one_entry_per_chair"
            ),
            models.UniqueConstraint(
                fields=["entry"], condition=models.Q(until__isnull=True), name="one_chair_per_entry"
            ),
        ]
        indexes = [models.Index(fields=["day", "until"])]

    def __str__(self) -> str:
        return f"{self.table_id}-{self.chair}"
