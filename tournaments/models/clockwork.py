"""What the process says of the clock: announcements made, signs of life, dark gaps."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Announcement(models.Model):
    """A change of the clock that has been announced, once. Not an action: the clock is right without it."""

    class Change(models.TextChoices):
        LEVEL = "level", _("level begins")
        BREAK = "break", _("break begins")
        END = "end", _("structure ends")

    day = models.ForeignKey("tournaments.Day", models.PROTECT, related_name="announcements")
    change = models.CharField(max_length=10, choices=Change.choices)
    item = models.PositiveIntegerField()
    instant = models.DateTimeField()
    announced_at = models.DateTimeField()

    class Meta:
        ordering = ["-instant"]
        constraints = [
            models.UniqueConstraint(fields=["day", "change", "instant"], name="announced_once"),
        ]

    def __str__(self) -> str:
        return f"{self.day_id} {self.change} {self.instant}"


class Pulse(models.Model):
    """The last sign of life of the house's processes: one row."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.at)


class DarkGap(models.Model):
    """A time without a sign of life. Each Day whose clock was running is asked about it."""

    started_at = models.DateTimeField()
    ended_at = models.DateTimeField()

    class Meta:
        ordering = ["-ended_at"]

    def __str__(self) -> str:
        return f"{self.started_at} – {self.ended_at}"


class DarkAnswer(models.Model):
    """What staff answered for one Day: play was stopped, or went on."""

    gap = models.ForeignKey(DarkGap, models.PROTECT, related_name="answers")
    day = models.ForeignKey("tournaments.Day", models.PROTECT, related_name="dark_answers")
    stopped = models.BooleanField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["gap", "day"], name="gap_answered_once_per_day")]

    def __str__(self) -> str:
        return f"{self.gap_id} {self.day_id} {self.stopped}"
