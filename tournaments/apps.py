"""The event's half of the house."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Build the hub with the reader that the settings name, and let the journal tell it of commits."""
        from tournaments.journal import clock_invariants  # noqa: F401, I001 - adds its questions to undo's
        from channels.layers import get_channel_layer
        from django.conf import settings
        from django.utils.module_loading import import_string

        from tournaments.hub import Hub
        from tournaments.hub.installed import install
        from tournaments.journal import commit
        from tournaments.journal.change import utc_now

        def read(key: object) -> object:
            return import_string(settings.HUB_READER)(key)

        def revisions(ids: object) -> object:
            return import_string(settings.HUB_REVISIONS)(ids)

        hub = Hub(read=read, revisions=revisions, now=utc_now, layer=get_channel_layer)  # type: ignore[arg-type]
        install(hub)
        commit.subscribe(hub.publish)
