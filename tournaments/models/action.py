"""The journal: one row for each thing that was done."""

from django.db import models


class Action(models.Model):
    """One action as recorded. `event` is empty for what concerns the house alone.

    seq: gapless per event (and for the house). kind: "family.verb". facts: plain values; sentences are
    made when read. writes: what it wrote, as tournaments/journal/record.py packs it. answer: what the
    action returned, for a repeated request.
    """

    event = models.ForeignKey(
        "tournaments.Event", models.PROTECT, null=True, related_name="actions", db_index=False
    )
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=60)
    facts = models.JSONField(default=dict)
    writes = models.JSONField(default=list)
    answer = models.JSONField(null=True)
    actor = models.ForeignKey("tournaments.Staff", models.PROTECT, null=True, related_name="actions")
    device = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField()
    happened_at = models.DateTimeField()
    request_id = models.CharField(max_length=64, null=True, unique=True)
    undoes = models.ForeignKey("self", models.PROTECT, null=True, related_name="undoings")
    undone_by = models.ForeignKey("self", models.PROTECT, null=True, related_name="+", db_index=False)

    class Meta:
        ordering = ["-seq"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "seq"], condition=models.Q(event__isnull=False), name="seq_once_per_event"
            ),
            models.UniqueConstraint(
                fields=["seq"], condition=models.Q(event__isnull=True), name="seq_once_per_house"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"
