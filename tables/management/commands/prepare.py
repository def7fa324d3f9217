"""`manage.py prepare`: what a house needs before its first event. A second call changes nothing."""

import os
import secrets
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from tables.models import PrinterProfile
from tournaments.actions.house import add_staff
from tournaments.actions.structure import save_template
from tournaments.journal.action import action
from tournaments.journal.change import By, Change
from tournaments.models import Event, House, Staff, StructureTemplate
from tournaments.presets import presets
from tournaments.rules.roles import Role
from tournaments.rules.structure import items_to_json


class Command(BaseCommand):
    help = "Make the house, its first director and the published structures; with DEMO=1 a demo evening."

    def handle(self, *args: Any, **options: Any) -> None:
        if not House.objects.exists():
            _furnish(By())
        if not Staff.objects.exists():
            self._first_director()
        if os.environ.get("DEMO") == "1" and not Event.objects.exists():
            call_command("load_demo", stdout=self.stdout)

    def _first_director(self) -> None:
        password = secrets.token_urlsafe(9)
        add_staff(By(), username="director", name="Director", role=Role.DIRECTOR, password=password)
        self.stdout.write("")
        self.stdout.write("  This is the first start. Sign in as")
        self.stdout.write("      name      director")
        self.stdout.write(f"      password  {password}")
        self.stdout.write("  It is shown only now; change it under Staff.")


@action("house.furnish", scope="house")
def _furnish(change: Change) -> None:
    """Published structures as templates, and a printer that every machine has: the browser's."""
    for preset in presets():
        if not StructureTemplate.objects.filter(name=preset.name).exists():
            save_template(
                change,
                None,
                name=preset.name,
                items=items_to_json(preset.items),
                source=preset.source,
                note=preset.note,
                stack=preset.stack,
                registration_level=preset.late_registration_levels or 0,
                chairs=preset.handed or 9,
                chips=list(preset.chips),
            )
    change.create(PrinterProfile, name="A4 in this browser", kind=PrinterProfile.Kind.BROWSER, sheet="a4")
