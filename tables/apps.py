"""The floor's half of the house."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tables.journal import alternates, busts, claims, counted, draws, invariants  # noqa: F401 - the floor's questions
