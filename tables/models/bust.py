"""Who went out, in which order, and at whose hand."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class Bust(models.Model):
    """An entry that is out. One row for each entry with state "out".

    order: of going out in the event, gapless from 1 at any time; places are derived from it. hand: entries
    out in one hand share a number. stack_before: chips before that hand, where the order within it needs
    them; of who left with chips (kinds LEAVES_CHIPS), those that went out of play, where counted. by: who won
    the hand. table, chair: where he sat, to be brought back. held: out in a hand of hand for hand that is not
    complete yet.
    """

    RENUMBERED: ClassVar[frozenset[str]] = frozenset({"order"})

    class Kind(models.TextChoices):
        BUST = "bust", _("out of chips")
        GAVE_UP = "gave-up", _("gave up his stack")
        TAKEN_UP = "taken-up", _("never came; his stack was taken up")
        DISQUALIFIED = "disqualified", _("disqualified")

    LEAVES_CHIPS: ClassVar[tuple[Kind, ...]] = (Kind.GAVE_UP, Kind.DISQUALIFIED)

    event = models.ForeignKey("tournaments.Event", models.PROTECT, related_name="busts")
    day = models.ForeignKey("tournaments.Day", models.PROTECT, related_name="busts")
    entry = models.OneToOneField("tournaments.Entry", models.PROTECT, related_name="bust")
    kind = models.CharField(max_length=20, choices=Kind.choices, default=Kind.BUST)
    order = models.PositiveIntegerField()
    hand = models.PositiveIntegerField(null=True)
    stack_before = models.PositiveIntegerField(null=True)
    by = models.ForeignKey("tournaments.Entry", models.PROTECT, null=True, related_name="knocked_out")
    table = models.ForeignKey("tables.Table", models.PROTECT, null=True, related_name="+")
    chair = models.PositiveSmallIntegerField(null=True)
    held = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        ordering = ["order"]
        indexes = [models.Index(fields=["event", "order"]), models.Index(fields=["event", "hand"])]

    def __str__(self) -> str:
        return f"{self.entry_id} out {self.order}"
