"""`manage.py load_demo`: a demo evening in an empty house."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tzlocal import get_localzone_name

from tables import demo
from tournaments.models import Event


class Command(BaseCommand):
    help = "Load three events in different phases, one of 212 players with its clock running."

    def handle(self, *args: Any, **options: Any) -> None:
        if Event.objects.exists():
            raise CommandError("There are events already; the demo is for an empty house.")
        events = demo.load(get_localzone_name() or "UTC")
        self.stdout.write(f"  Demo evening: {', '.join(event.name for event in events)}.")
