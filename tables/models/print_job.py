"""Printers as staff know them, and everything that was sent to one."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class PrinterProfile(models.Model):
    """The browser of whoever prints, a CUPS queue of the server (`lp -d queue`), or a raw 80 mm printer.

    address: of a raw printer, "10.0.0.7:9100", "/dev/usb/lp0", or a file's name in the house's print folder.
    """

    class Kind(models.TextChoices):
        BROWSER = "browser", _("This browser")
        CUPS = "cups", _("Printer of the server (CUPS)")
        NETWORK = "network", _("80 mm printer on the network (ESC/POS)")
        DEVICE = "device", _("80 mm printer on the server (ESC/POS)")
        FILE = "file", _("ESC/POS into a file of the server")

    RAW = (Kind.NETWORK, Kind.DEVICE, Kind.FILE)

    name = models.CharField(_("Name"), max_length=60, unique=True)
    kind = models.CharField(_("Kind"), max_length=10, choices=Kind.choices)
    queue = models.CharField(_("Queue"), max_length=100, blank=True)
    address = models.CharField(_("Address"), max_length=200, blank=True)
    sheet = models.CharField(_("Paper"), max_length=10, default="a4")

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_raw(self) -> bool:
        """Whether Floorman itself hands it ESC/POS bytes."""
        return self.kind in self.RAW


class PrintJob(models.Model):
    """One document for one printer. The PDF is made by a task and kept in the prints folder.

    options: plain values the document is made from (tables/actions/prints.py). done of total: pages.
    event None: a paper of the house, as a drawer's report.
    touched_at: the last sign of life of whoever makes it; see tables/delivery/making.py.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        MAKING = "making", _("being made")
        READY = "ready", _("ready")
        PRINTED = "printed", _("printed")
        FAILED = "failed", _("not printed")

    # Problems of a printer that cannot be had at all.
    DEAD = ("silent", "refuses", "unreachable", "no-device")
    # Problems after which something may lie in the printer all the same: what is printed again is marked.
    PERHAPS = ("broke-off", "no-word", "no-paper", "cut-short", "lp-late")

    event = models.ForeignKey("tournaments.Event", models.PROTECT, null=True, related_name="print_jobs")
    document = models.CharField(max_length=30)
    options = models.JSONField(default=dict)
    sheet = models.CharField(max_length=10)
    profile = models.ForeignKey(PrinterProfile, models.PROTECT, null=True, related_name="jobs")
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    reprint_of = models.ForeignKey("self", models.PROTECT, null=True, related_name="reprints")
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    problem = models.CharField(max_length=300, blank=True)
    asked_by = models.ForeignKey("tournaments.Staff", models.PROTECT, null=True, related_name="+")
    asked_at = models.DateTimeField()
    touched_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.document} {self.pk}"
