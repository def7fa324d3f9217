"""`manage.py serve`: the embedded server, everything in one process."""

import os
import socket
from contextlib import suppress
from typing import Any

import uvicorn
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import Event


class Command(BaseCommand):
    help = "Run Floorman: web, screens and background work in one process."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"))
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")))

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        self._refuse_taken_port(host, port)
        self._say_addresses(host, port)
        config = uvicorn.Config(
            "config.asgi:application",
            host=host,
            port=port,
            lifespan="on",
            log_level="warning",
            ws="websockets-sansio",
            ws_per_message_deflate=False,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            timeout_graceful_shutdown=3,
            server_header=False,
        )
        # uvicorn ends in order on Ctrl+C, then raises it again: nobody who stops the house needs a traceback.
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run()

    def _refuse_taken_port(self, host: str, port: int) -> None:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                raise CommandError(
                    f"Port {port} on {host} is taken ({error.strerror}). Try: make run PORT={port + 1}"
                ) from None

    def _say_addresses(self, host: str, port: int) -> None:
        shown = "127.0.0.1" if host in {"0.0.0.0", "::"} else host  # noqa: S104 - compared, not bound
        base = f"http://{shown}:{port}"
        slug = Event.objects.order_by("-revision", "pk").values_list("slug", flat=True).first()
        self.stdout.write("")
        self.stdout.write("Floorman is running. Stop it with Ctrl+C.")
        self.stdout.write(f"  Console      {base}/floor/{f'{slug}/' if slug else ''}")
        self.stdout.write(f"  Big screen   {base}/e/{slug or 'EVENT'}/clock/")
        self.stdout.write(f"  Public page  {base}/e/{slug or 'EVENT'}/")
        self.stdout.flush()
