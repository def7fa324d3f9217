"""Events and their Days."""

from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _


class Event(models.Model):
    """What a player buys into. The row is the lock for everything that is done in it.

    Money is in minor units of `currency`; `chips` lists the denominations in play, smallest first;
    `rules` holds the fields of a HouseRules value; `payouts` the scheme, unit and minimum of the prizes
    (rules/payout_json.py), empty until they are set.
    """

    class Seating(models.TextChoices):
        AT_REGISTRATION = "at-registration", _("each at registration")
        FOR_ALL = "for-all", _("all at once, by one draw")

    class Unclaimed(models.TextChoices):
        DEALT_IN = "dealt-in", _("are dealt in from the start")
        WHEN_CLAIMED = "when-claimed", _("come into play when claimed")
        TAKEN_UP = "taken-up", _("are dealt in, and taken up after a level")

    slug = models.SlugField(_("Address"), max_length=60, unique=True)
    name = models.CharField(_("Name"), max_length=100)
    colour = models.CharField(_("Colour"), max_length=7, default="#1f5a43")
    currency = models.CharField(_("Currency"), max_length=3, default="EUR")
    stack = models.PositiveIntegerField(_("Starting stack"), validators=[MinValueValidator(1)])
    chips = models.JSONField(_("Chips"), default=list)
    chairs = models.PositiveSmallIntegerField(_("Chairs per table"), default=9)
    registration_level = models.PositiveSmallIntegerField(
        _("Registration open until the end of level"), default=0
    )
    guarantee = models.PositiveBigIntegerField(_("Guaranteed prize pool"), default=0)
    seating = models.CharField(
        _("Seats are drawn"), max_length=20, choices=Seating.choices, default=Seating.AT_REGISTRATION
    )
    unclaimed = models.CharField(
        _("Stacks nobody has claimed"), max_length=20, choices=Unclaimed.choices, default=Unclaimed.DEALT_IN
    )
    unclaimed_level = models.PositiveSmallIntegerField(_("Taken up after level"), default=1)
    may_give_up_stack = models.BooleanField(
        _("A player may give up his stack for a re-entry at the end of registration"), default=False
    )
    payouts = models.JSONField(default=dict)
    rules = models.JSONField(default=dict)
    shows_names = models.BooleanField(_("Names"), default=True)
    shows_pool = models.BooleanField(_("Prize pool and places"), default=True)
    shows_average = models.BooleanField(_("Average stack"), default=True)
    pool_final_at = models.DateTimeField(null=True)
    cancelled_at = models.DateTimeField(null=True)
    last_seq = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    last_action_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name

    @property
    def event_id(self) -> int:
        return self.pk


class Day(models.Model):
    """One sitting of an event, with its own structure, clock and tables.

    structure: list of items (tournaments/rules/structure.py has the codec); item ids are never used
    twice in a Day. The clock columns are the fields of a Clock value. `registration`: "auto" follows the
    clock; a director may hold it "open" or "closed". `registration_level` overrides the event's.
    """

    class Registration(models.TextChoices):
        AUTO = "auto", _("by the clock")
        OPEN = "open", _("held open")
        CLOSED = "closed", _("closed")

    event = models.ForeignKey(Event, models.PROTECT, related_name="days")
    code = models.CharField(_("Code"), max_length=8)
    label = models.CharField(_("Name"), max_length=60)
    starts_at = models.DateTimeField(_("Start"), null=True, blank=True)
    structure = models.JSONField(default=list)
    next_item_id = models.PositiveIntegerField(default=1)
    clock_item = models.PositiveIntegerField(default=0)
    clock_elapsed_ms = models.BigIntegerField(default=0)
    clock_anchor = models.DateTimeField(null=True)
    clock_started = models.BooleanField(default=False)
    registration = models.CharField(max_length=10, choices=Registration.choices, default=Registration.AUTO)
    registration_level = models.PositiveSmallIntegerField(null=True)
    line_cut_at = models.DateTimeField(null=True)
    over_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["code"]
        constraints = [models.UniqueConstraint(fields=["event", "code"], name="day_code_once_per_event")]

    def __str__(self) -> str:
        return f"{self.event_id} {self.code}"
