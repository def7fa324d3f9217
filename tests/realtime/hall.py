"""What the tests of the hub share: a book in place of the database, a hub in a real server, real clients."""

import asyncio
import json
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import uvicorn
from channels.layers import InMemoryChannelLayer
from websockets.asyncio.client import ClientConnection, connect

from tournaments.hub import Document, Hub, Key, signal

NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
NEVER = 3600.0


class Book:
    """Events by slug at a revision, kept in memory and read from any thread as a database would be."""

    def __init__(self, *slugs: str) -> None:
        self._lock = threading.Lock()
        self._revs = dict.fromkeys(slugs or ("main",), 1)
        self._ids = {slug: number for number, slug in enumerate(self._revs, start=7)}
        self.fill = ""
        self.valid_until: datetime | None = None
        self.reads: list[Key] = []

    def write(self, slug: str = "main") -> int:
        """Commit a change; the new revision."""
        with self._lock:
            self._revs[slug] += 1
            return self._revs[slug]

    def delete(self, slug: str) -> None:
        with self._lock:
            del self._revs[slug]

    def id_of(self, slug: str = "main") -> int:
        return self._ids[slug]

    def read(self, key: Key) -> Document | None:
        with self._lock:
            self.reads.append(key)
            rev = self._revs.get(key.slug)
        if rev is None:
            return None
        if key.kind == "signal":
            return signal(self._ids[key.slug], rev)
        text = json.dumps({"rev": rev, "slug": key.slug, "day": key.day, "fill": self.fill})
        return Document(self._ids[key.slug], rev, f"{rev}", text, self.valid_until)

    def revisions(self, event_ids: Collection[int]) -> Mapping[int, int]:
        with self._lock:
            return {self._ids[slug]: rev for slug, rev in self._revs.items() if self._ids[slug] in event_ids}


class NotingLayer(InMemoryChannelLayer):
    """The in-memory layer, which also tells when somebody has joined a group."""

    def __init__(self) -> None:
        super().__init__()
        self.joins: asyncio.Queue[str] = asyncio.Queue()

    async def group_add(self, group: str, channel: str) -> None:
        await super().group_add(group, channel)
        self.joins.put_nowait(group)


def to_thread(function: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    """The bridge of a hub that has no database."""

    async def call(*arguments: Any) -> Any:
        return await asyncio.to_thread(function, *arguments)

    return call


def hub_for(book: Any, *, layer: Any = None, **options: Any) -> Hub:
    """A hub that reads this book at noon."""
    layer = layer or InMemoryChannelLayer()
    options = {
        "now": lambda: NOON,
        "bridge": to_thread,
        "revisions": book.revisions,
        "read": book.read,
    } | options
    return Hub(layer=lambda: layer, **options)


@asynccontextmanager
async def serving(hub: Hub, application: Any = None) -> AsyncIterator[str]:
    """The hub started and served (or what wraps it) by uvicorn on a free port; its address."""
    config = uvicorn.Config(
        application or hub.application,
        interface="asgi3",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        timeout_graceful_shutdown=3,
    )
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    address = f"ws://127.0.0.1:{listener.getsockname()[1]}"
    await hub.start()
    await server.startup(sockets=[listener])
    try:
        yield address
    finally:
        await hub.stop()
        await server.shutdown(sockets=[listener])


@asynccontextmanager
async def watching(
    address: str, path: str = "/ws/e/main/", **options: Any
) -> AsyncIterator[ClientConnection]:
    """A client that has its first document (unless `greeted` is False)."""
    greeted = options.pop("greeted", True)
    options = {"compression": None, "max_size": None, "ping_interval": None} | options
    async with asyncio.timeout(30), connect(address + path, **options) as client:
        if greeted:
            await until(client, 1)
        yield client


def narrow(address: str) -> dict[str, Any]:
    """Options of a client that takes next to nothing before it is asked to."""
    host, port = address.removeprefix("ws://").split(":")
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect((host, int(port)))
    connection.setblocking(False)
    return {"sock": connection, "max_queue": 1}


async def until(client: ClientConnection, rev: int) -> list[int]:
    """Receive until this revision or a newer one; all revisions received, oldest first."""
    seen: list[int] = []
    while not seen or seen[-1] < rev:
        message = await received(client)
        if "rev" in message:
            seen.append(message["rev"])
    return seen


async def received(client: ClientConnection) -> dict[str, Any]:
    """The next message."""
    async with asyncio.timeout(15):
        message: dict[str, Any] = json.loads(await client.recv())
        return message


async def close_code(client: ClientConnection) -> int | None:
    """The code with which the server closes."""
    async with asyncio.timeout(15):
        await client.wait_closed()
    return client.close_code
