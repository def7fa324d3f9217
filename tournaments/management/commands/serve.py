"""`manage.py serve`: the embedded server, everything in one process."""

import errno
import os
import socket
from argparse import ArgumentTypeError
from contextlib import suppress
from typing import Any

import uvicorn
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import Event


class Command(BaseCommand):
    help = "Run Floorman: web, screens and background work in one process."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"))
        # A default that is a text is read like one that was typed.
        parser.add_argument("--port", type=_port, default=os.environ.get("PORT", "8000"))

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        _refuse_where_nobody_can_listen(host, port)
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

    def _say_addresses(self, host: str, port: int) -> None:
        is_open = host in {"0.0.0.0", "::"}  # noqa: S104 - compared, not bound
        shown = "127.0.0.1" if is_open else host
        base = f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"
        slug = Event.objects.order_by("-revision", "pk").values_list("slug", flat=True).first()
        self.stdout.write("")
        self.stdout.write("Floorman is running. Stop it with Ctrl+C.")
        self.stdout.write(f"  Console      {base}/floor/{f'{slug}/' if slug else ''}")
        self.stdout.write(f"  Big screen   {base}/e/{slug or 'EVENT'}/clock/")
        self.stdout.write(f"  Public page  {base}/e/{slug or 'EVENT'}/")
        there = _address_here() if is_open else ""
        if there:
            self.stdout.write(f"  From other machines: http://{there}:{port} instead of {base}")
        self.stdout.flush()


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and 0 < int(text) < 65536:
        return int(text)
    raise ArgumentTypeError(f"“{text}” is no port: a number from 1 to 65535, as 8000.")


def _refuse_where_nobody_can_listen(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                words = f"Port {port} on {host} is taken. Try: make run PORT={port + 1}"
            else:
                words = f"Nobody can listen on {host}, port {port}: {error.strerror}."
            raise CommandError(words) from None


def _address_here() -> str:
    """This machine's address in its network, "" if it is in none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: only the way to it is looked up
        except OSError:
            return ""
        return str(probe.getsockname()[0])
