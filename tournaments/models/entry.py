"""Entries, and what they bought."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Entry(models.Model):
    """One start of one player in one event. A re-entry is a further Entry.

    number: the order of entry in the event. alternate: place on the alternates list, numbered per Day
    without a gap, kept once given; called_at and skipped_at: what became of him when a chair opened.
    token: what the QR code on the card says. checked_in_at: when he was seen here in person.
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

    event = models.ForeignKey("tournaments.Event", models.PROTECT, related_name="entries", db_index=False)
    day = models.ForeignKey("tournaments.Day", models.PROTECT, related_name="entries", db_index=False)
    player = models.ForeignKey("tournaments.Player", models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State.choices)
    option = models.ForeignKey("tournaments.Option", models.PROTECT, related_name="entries")
    reentry = models.BooleanField(default=False)
    token = models.CharField(max_length=16, unique=True)
    in_line = models.BooleanField(default=False)
    alternate = models.PositiveIntegerField(null=True)
    called_at = models.DateTimeField(null=True)
    skipped_at = models.DateTimeField(null=True)
    checked_in_at = models.DateTimeField(null=True)
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
    """An option taken on an entry, and the chips it brought.

    in_play: whether those chips are on the tables: not while unclaimed by the event's choice, nor once taken
    up, given up or cancelled. override: why a director sold it although a limit said no.
    """

    event = models.ForeignKey("tournaments.Event", models.PROTECT, related_name="purchases", db_index=False)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="purchases")
    option = models.ForeignKey("tournaments.Option", models.PROTECT, related_name="purchases")
    chips = models.PositiveIntegerField()
    at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True)
    in_play = models.BooleanField(default=True)
    override = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["event", "in_play"])]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.option_id}"


class LedgerLine(models.Model):
    """One part of a price, or of a refund (negative), in minor units. Append-only.

    A price paid in two ways has a line for each part and way. shift: the clerk's drawer it went through.
    """

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

    event = models.ForeignKey("tournaments.Event", models.PROTECT, related_name="ledger", db_index=False)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="ledger")
    purchase = models.ForeignKey(Purchase, models.PROTECT, related_name="ledger")
    part = models.CharField(max_length=10, choices=Part.choices)
    name = models.CharField(max_length=60, blank=True)
    amount = models.BigIntegerField()
    method = models.CharField(max_length=10, choices=Method.choices, default=Method.CASH)
    cashier = models.ForeignKey("tournaments.Staff", models.PROTECT, null=True, related_name="ledger")
    shift = models.ForeignKey("tournaments.Shift", models.PROTECT, null=True, related_name="ledger")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["event", "part"])]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.part} {self.amount}"


class Ticket(models.Model):
    """A ticket that paid for a purchase, by the number on it. released_at: taken back with the purchase."""

    event = models.ForeignKey("tournaments.Event", models.PROTECT, related_name="tickets")
    purchase = models.ForeignKey(Purchase, models.PROTECT, related_name="tickets")
    code = models.CharField(max_length=40)
    amount = models.BigIntegerField()
    at = models.DateTimeField()
    released_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["code"], condition=models.Q(released_at__isnull=True), name="ticket_used_once"
            ),
        ]

    def __str__(self) -> str:
        return self.code
