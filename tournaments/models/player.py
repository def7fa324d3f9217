"""Players of the house, over all events."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Player(models.Model):
    """A person who plays here. `search` is what the desk's search reads (rules/names.py makes it)."""

    first_name = models.CharField(_("First name"), max_length=100, blank=True)
    last_name = models.CharField(_("Last name"), max_length=100)
    alias = models.CharField(_("Alias"), max_length=60, blank=True)
    card = models.CharField(_("Card"), max_length=40, null=True, unique=True)
    country = models.CharField(_("Country"), max_length=2, blank=True)
    birth_date = models.DateField(_("Date of birth"), null=True, blank=True)
    note = models.CharField(_("Note"), max_length=200, blank=True)
    search = models.CharField(max_length=400, db_index=True)

    class Meta:
        ordering = ["last_name", "first_name", "pk"]

    def __str__(self) -> str:
        return f"{self.last_name} {self.first_name}".strip()
