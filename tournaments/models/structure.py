"""Structure templates. A Day copies one; editing a template never touches a Day."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class StructureTemplate(models.Model):
    """A structure to start from, with where it was published."""

    name = models.CharField(_("Name"), max_length=120, unique=True)
    source = models.CharField(_("Source"), max_length=300, blank=True)
    note = models.TextField(_("Note"), blank=True)
    stack = models.PositiveIntegerField(_("Starting stack"))
    registration_level = models.PositiveSmallIntegerField(
        _("Registration open until the end of level"), default=0
    )
    chairs = models.PositiveSmallIntegerField(_("Chairs per table"), default=9)
    chips = models.JSONField(_("Chips"), default=list)
    items = models.JSONField(default=list)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
