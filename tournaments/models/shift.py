"""A clerk's drawer, from the opening float to the count."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Shift(models.Model):
    """One person's drawer in one currency. Amounts in minor units.

    opening: the float it began with. expected: cash that should be in it, fixed when it was counted; counted:
    what was. A counted drawer takes no further line, and none of its lines is undone.
    """

    staff = models.ForeignKey("tournaments.Staff", models.PROTECT, related_name="shifts")
    desk = models.CharField(_("Desk"), max_length=60, blank=True)
    currency = models.CharField(max_length=3)
    opening = models.BigIntegerField(_("Opening float"), default=0)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    expected = models.BigIntegerField(null=True)
    counted = models.BigIntegerField(_("Counted"), null=True)
    note = models.CharField(_("Note"), max_length=200, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["staff", "currency"],
                condition=models.Q(closed_at__isnull=True),
                name="one_open_drawer_per_clerk",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.staff_id} {self.opened_at}"


class DrawerMovement(models.Model):
    """Cash put into a drawer or taken out of it (negative) that is no sale, in minor units, with why."""

    shift = models.ForeignKey(Shift, models.PROTECT, related_name="movements")
    amount = models.BigIntegerField()
    reason = models.CharField(_("Reason"), max_length=200)
    by = models.ForeignKey("tournaments.Staff", models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.shift_id} {self.amount}"
