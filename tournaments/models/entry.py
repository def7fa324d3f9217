"""Entries, and what they bought."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Entry(models.Model):
    """One start of one player in one event. A re-entry is a further Entry.

    number: the order of entry in the event. alternate: place on the alternates list, numbered per Day
    without a gap, kept once given. token: what the QR code on the card says.
    """

    class State(models.TextChoices):
        RESERVED = "reserved", _("reserved")
        PAID = "paid", _("paid")
        SEATED = "seated", _("seated")
        OUT = "out", _("out")
        BAGGED = "bagged", _("bagged")
        CANCELLED = "cancelled", _("cancelled")

    IN = (State.PAID, State.SEATED, State.OUT, State.BAGGED)
    PLAYING = (State.PAID, State.SEATED, State.BAGGED)

    event = models.ForeignKey("tournaments.Event", models.PROTECT, related_name="entries")
    day = models.ForeignKey("tournaments.Day", models.PROTECT, related_name="entries")
    player = models.ForeignKey("tournaments.Player", models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State.choices)
    option = models.ForeignKey("tournaments.Option", models.PROTECT, related_name="entries")
    reentry = models.BooleanField(default=False)
    token = models.CharField(max_length=16, unique=True)
    in_line = models.BooleanField(default=False)
    alternate = models.PositiveIntegerField(null=True)
    made_at = models.DateTimeField()
    paid_at = models.DateTimeField(null=True)
    out_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once_per_event"),
            models.UniqueConstraint(
                fields=["event", "player"],
                condition=models.Q(state__in=["reserved", "paid", "seated", "bagged"]),
                name="player_in_event_once",
            ),
        ]
        indexes = [models.Index(fields=["event", "state"]), models.Index(fields=["day", "state"])]

    def __str__(self) -> str:
        return f"{self.event_id} #{self.number}"


class Purchase(models.Model):
    """An option taken on an entry, and the chips it brought into play."""

    event = models.ForeignKey("tournaments.Event", models.PROTECT, related_name="purchases")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="purchases")
    option = models.ForeignKey("tournaments.Option", models.PROTECT, related_name="purchases")
    chips = models.PositiveIntegerField()
    at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["event", "cancelled_at"])]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.option_id}"


class LedgerLine(models.Model):
    """One part of a price, or of a refund (negative), in minor units. Append-only."""

    class Part(models.TextChoices):
        PRIZE = "prize", _("Prize")
        FEE = "fee", _("Fee")
        STAFF = "staff", _("Staff")
        BOUNTY = "bounty", _("Bounty")
        DEDUCTION = "deduction", _("Deduction")

    class Method(models.TextChoices):
        CASH = "cash", _("Cash")
        CARD = "card", _("Card")
        TRANSFER = "transfer", _("Transfer")
        TICKET = "ticket", _("Ticket")
        COMP = "comp", _("Comp")

    event = models.ForeignKey("tournaments.Event", models.PROTECT, related_name="ledger")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="ledger")
    purchase = models.ForeignKey(Purchase, models.PROTECT, related_name="ledger")
    part = models.CharField(max_length=10, choices=Part.choices)
    name = models.CharField(max_length=60, blank=True)
    amount = models.BigIntegerField()
    method = models.CharField(max_length=10, choices=Method.choices, default=Method.CASH)
    cashier = models.ForeignKey("tournaments.Staff", models.PROTECT, null=True, related_name="ledger")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["event", "part"])]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.part} {self.amount}"
