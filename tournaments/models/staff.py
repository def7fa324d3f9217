"""Members of staff, who sign in and whose name stands in the journal."""

from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.rules.roles import Role


class StaffManager(BaseUserManager["Staff"]):
    """Finds staff by user name."""


class Staff(AbstractBaseUser):
    """A person of the house with one role. pin: hashed; it changes the person at a shared desk."""

    SECRET_COLUMNS: ClassVar[frozenset[str]] = frozenset({"password", "last_login", "pin"})
    ROLE_NAMES = {
        Role.DIRECTOR: _("Tournament director"),
        Role.FLOOR: _("Floor"),
        Role.REGISTRATION: _("Registration"),
        Role.CASHIER: _("Cashier"),
        Role.VIEWER: _("Viewer"),
    }

    username = models.CharField(_("User name"), max_length=60, unique=True)
    name = models.CharField(_("Name"), max_length=100)
    role = models.CharField(_("Role"), max_length=20, choices=[(r.value, n) for r, n in ROLE_NAMES.items()])
    pin = models.CharField(max_length=128, blank=True)
    is_active = models.BooleanField(_("May sign in"), default=True)

    objects = StaffManager()
    USERNAME_FIELD = "username"
    REQUIRED_FIELDS = ["name", "role"]

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(role__in=[r.value for r in Role]), name="staff_role_is_known"
            )
        ]

    def __str__(self) -> str:
        return self.name


class WrongPins(models.Model):
    """How many wrong PINs were tried since an instant: for this person in a while or a day, or by this one.

    In the database, so that every process counts the same and a restart forgets none.
    """

    class Kind(models.TextChoices):
        FOR = "for"
        DAY = "day"
        BY = "by"

    staff = models.ForeignKey(Staff, models.CASCADE, related_name="wrong_pins")
    kind = models.CharField(max_length=3, choices=Kind.choices)
    tries = models.PositiveIntegerField(default=0)
    since = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["staff", "kind"], name="wrong_pins_counted_once")]
