"""What an event sells."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Option(models.Model):
    """An entry, re-entry, rebuy, add-on, early-bird or dealer's chips, with its price in parts.

    Amounts in minor units; `deductions` is a list of [name, amount] taken out of the prize part's
    shadow: they are charged besides prize, fee, staff and bounty. `until_level` 0: as long as
    registration is open; `per_player` 0: no limit.
    """

    class Kind(models.TextChoices):
        ENTRY = "entry", _("Entry")
        REENTRY = "re-entry", _("Re-entry")
        REBUY = "rebuy", _("Rebuy")
        ADDON = "add-on", _("Add-on")
        EARLY_BIRD = "early-bird", _("Early bird")
        DEALER = "dealer", _("Dealer's chips")

    STARTS_ENTRY = frozenset({Kind.ENTRY, Kind.REENTRY})

    event = models.ForeignKey("tournaments.Event", models.PROTECT, related_name="options")
    kind = models.CharField(_("Kind"), max_length=12, choices=Kind.choices)
    name = models.CharField(_("Name"), max_length=60)
    prize = models.PositiveBigIntegerField(_("Prize"), default=0)
    fee = models.PositiveBigIntegerField(_("Fee"), default=0)
    staff = models.PositiveBigIntegerField(_("Staff"), default=0)
    bounty = models.PositiveBigIntegerField(_("Bounty"), default=0)
    deductions = models.JSONField(_("Deductions"), default=list)
    chips = models.PositiveIntegerField(_("Chips"))
    until_level = models.PositiveSmallIntegerField(_("Until the end of level"), default=0)
    per_player = models.PositiveSmallIntegerField(_("Times per player"), default=0)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "pk"]
        constraints = [models.UniqueConstraint(fields=["event", "name"], name="option_name_once_per_event")]

    def __str__(self) -> str:
        return self.name

    @property
    def price(self) -> int:
        """What the player pays, in minor units."""
        return (
            self.prize
            + self.fee
            + self.staff
            + self.bounty
            + sum(int(amount) for _name, amount in self.deductions)
        )
