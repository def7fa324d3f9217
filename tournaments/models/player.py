"""Players of the house, over all events."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Player(models.Model):
    """A person who plays here. `search` is what the desk's search reads (rules/names.py makes it).

    barred_until, excluded_until: the last day of it; barred without one is for good. merged_into: the row
    that this one was found to be the same person as; it is looked at no more, its entries are the other's.
    """

    first_name = models.CharField(_("First name"), max_length=100, blank=True)
    last_name = models.CharField(_("Last name"), max_length=100)
    alias = models.CharField(_("Alias"), max_length=60, blank=True)
    card = models.CharField(_("Card"), max_length=40, null=True, unique=True)
    country = models.CharField(_("Country"), max_length=2, blank=True)
    birth_date = models.DateField(_("Date of birth"), null=True, blank=True)
    note = models.CharField(_("Note"), max_length=200, blank=True)
    search = models.CharField(max_length=400, db_index=True)
    barred = models.BooleanField(default=False)
    barred_until = models.DateField(null=True)
    barred_reason = models.CharField(max_length=200, blank=True)
    excluded_until = models.DateField(null=True)
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, related_name="merged")

    class Meta:
        ordering = ["last_name", "first_name", "pk"]

    def __str__(self) -> str:
        return f"{self.last_name} {self.first_name}".strip()
