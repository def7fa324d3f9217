"""The house: one row, and the lock for what concerns no single event."""

from django.db import models


class House(models.Model):
    """The venue. `last_seq` numbers the house's own journal; `revision` counts its actions.

    minimum_age: in years, 0 for none.
    """

    name = models.CharField(max_length=100, default="Floorman")
    timezone = models.CharField(max_length=64, default="UTC")
    currency = models.CharField(max_length=3, default="EUR")
    minimum_age = models.PositiveSmallIntegerField(default=18)
    last_seq = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    last_action_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="one_house")]

    def __str__(self) -> str:
        return self.name
