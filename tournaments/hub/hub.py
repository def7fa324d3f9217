"""One hub per process: sockets in, revisions in, documents out. `config` gives it its reader."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async

from tournaments.hub.document import Document, Key, key_of
from tournaments.hub.reads import Reads
from tournaments.hub.socket import Receive, Send, Socket, Tally
from tournaments.hub.supervision import supervised
from tournaments.hub.watch import UNKNOWN, Watch
from tournaments.hub.wire import Wire
from tournaments.hub.wire import send as send_on_layer

logger = logging.getLogger("floorman.hub")

RESTART, FAILED, TRY_LATER = 1012, 1011, 1013
STOP_SECONDS = 2

Bridge = Callable[[Callable[..., Any]], Callable[..., Awaitable[Any]]]


@dataclass(frozen=True, slots=True)
class Stats:
    """What the hub is doing: open sockets, watched keys, messages sent, documents read."""

    sockets: int
    watched: int
    sent: int
    reads: int


def in_a_thread(function: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    """A database function made awaitable, each call in a thread of its own."""
    bridged: Callable[..., Awaitable[Any]] = database_sync_to_async(function, thread_sensitive=False)
    return bridged


class Hub:
    """Brings each revision of each watched event to the sockets of this process.

    `read(key)` gives the document or None for an unknown one; `revisions(ids)` the revision of each of these
    events that still exists, in one query. Both are synchronous and run through `bridge`.
    """

    def __init__(
        self,
        read: Callable[[Key], Document | None],
        revisions: Callable[[Collection[int]], Mapping[int, int]],
        now: Callable[[], datetime],
        layer: Callable[[], Any],
        *,
        bridge: Bridge = in_a_thread,
        look_seconds: float = 1.0,
        send_seconds: float = 20.0,
        most_sockets: int = 20_000,
    ) -> None:
        self._revisions = bridge(revisions)
        self._now = now
        self._layer = layer
        self._look_seconds = look_seconds
        self._send_seconds = send_seconds
        self._most_sockets = most_sockets
        self._reads = Reads(bridge(read))
        self._tally = Tally()
        self._wire = Wire(layer, self._hear)
        self._watches: dict[Key, Watch] = {}
        self._sockets: set[Socket] = set()
        self._empty = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._looked_at = float("-inf")

    async def start(self) -> None:
        """Begin to listen and look, in this loop; from here on `publish` speaks through it."""
        self._loop = asyncio.get_running_loop()
        # Made anew: what asyncio waits on belongs to one loop, and a test's hub may see several.
        wire = self._wire = Wire(self._layer, self._hear)
        works = (self._look, self._drop_stuck, wire.listen, wire.keep_membership, wire.speak)
        self._tasks = [asyncio.create_task(supervised(work)) for work in works]

    async def stop(self) -> None:
        """Close every socket with 1012 (service restart) and end the hub's tasks."""
        self._loop = None
        self._empty = asyncio.Event()
        for socket in self._sockets:
            socket.close(RESTART)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                while self._sockets:
                    await self._empty.wait()
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=STOP_SECONDS)

    def publish(self, event_id: int, revision: int) -> None:
        """Tell every watcher that the event is at this revision: from any thread, after the commit.

        Never raises. Where no hub runs (a Celery worker, a command) it waits for the layer, a second at most.
        """
        try:
            if self._loop is not None:
                self._loop.call_soon_threadsafe(self._publish_here, event_id, revision)
            else:
                async_to_sync(send_on_layer)(self._layer(), event_id, revision)
        except Exception as error:  # the commit is done: no trouble on the way to a screen may undo that
            logger.warning("Revision %s of event %s was not announced: %r", revision, event_id, error)

    async def document(self, key: Key) -> Document | None:
        """The key's document: the one in hand where it is watched and current, else read. None if unknown."""
        watch = self._watches.get(key)
        if watch is not None and self._is_looking() and (document := watch.current()):
            return document
        document = await self._reads.fresh(key)
        if watch is None:
            return document
        watch.take(document)
        return document and watch.document  # the newer one, should a slow read have been overtaken

    async def application(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """The ASGI application of `/ws/e/SLUG/`, `/ws/e/SLUG/day/CODE/` and `/ws/floor/SLUG/`."""
        await receive()
        # Accepted even to be refused: a browser tells its page a close code, never a refused handshake.
        await send({"type": "websocket.accept"})
        key = key_of(scope["path"])
        if key is None or len(self._sockets) >= self._most_sockets:
            await send({"type": "websocket.close", "code": UNKNOWN if key is None else TRY_LATER})
            return
        socket = Socket(send, self._now, self._tally)
        reader = asyncio.create_task(self._greet_and_read(socket, self._enter(key, socket), receive))
        try:
            await socket.write()
        except TimeoutError:
            _abort(send)
        except OSError:
            pass  # the client went away while it was written to
        finally:
            reader.cancel()
            self._leave(key, socket)

    def stats(self) -> Stats:
        """Counts since the start."""
        return Stats(len(self._sockets), len(self._watches), self._tally.sent, self._reads.count)

    async def _greet_and_read(self, socket: Socket, watch: Watch, receive: Receive) -> None:
        try:
            document = await self.document(watch.key)
            if document is None:
                socket.close(UNKNOWN)
                return
            socket.offer(document.rev, document.text_at(self._now()))
            self._wire.watch(self._watched_ids())
            await socket.read(receive)
        except Exception:  # the database's, mostly; the client comes back
            logger.exception("A socket of %s failed", watch.key)
            socket.close(FAILED)

    def _enter(self, key: Key, socket: Socket) -> Watch:
        watch = self._watches.get(key)
        if watch is None:
            watch = self._watches[key] = Watch(key, self._reads, self._now)
        watch.sockets.add(socket)
        self._sockets.add(socket)
        return watch

    def _leave(self, key: Key, socket: Socket) -> None:
        watch = self._watches[key]
        watch.sockets.discard(socket)
        self._sockets.discard(socket)
        if not self._sockets:
            self._empty.set()
        if not watch.sockets:
            del self._watches[key]
            self._wire.watch(self._watched_ids())

    def _watched_ids(self) -> set[int]:
        return {watch.event_id for watch in self._watches.values() if watch.event_id is not None}

    def _publish_here(self, event_id: int, revision: int) -> None:
        self._hear(event_id, revision)
        self._wire.announce(event_id, revision)

    def _hear(self, event_id: int, revision: int) -> None:
        for watch in self._watches.values():
            if watch.event_id == event_id:
                watch.hear(revision)

    def _is_looking(self) -> bool:
        return asyncio.get_running_loop().time() - self._looked_at < 3 * self._look_seconds

    async def _look(self) -> None:
        """Ask for the revisions of all watched events, once a second: what the wire lost is found here."""
        loop = asyncio.get_running_loop()
        while True:
            begun = loop.time()
            if ids := self._watched_ids():
                found = await self._revisions(ids)
                for event_id, revision in found.items():
                    self._hear(event_id, revision)
                for watch in self._watches.values():
                    if watch.event_id in ids and watch.event_id not in found:
                        watch.end(UNKNOWN)
            self._looked_at = loop.time()
            await asyncio.sleep(max(0.0, begun + self._look_seconds - loop.time()))

    async def _drop_stuck(self) -> None:
        """Let go of clients that take nothing: a phone that died mid-message, a page that hangs."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self._send_seconds / 10)
            since = loop.time() - self._send_seconds
            for socket in [socket for socket in self._sockets if socket.is_stuck(since)]:
                socket.give_up()


def _abort(send: Send) -> None:
    """Throw away what the server still holds for a client that reads no more.

    uvicorn's own close waits until that is written, which is never. ASGI has no word for it, so this asks
    the server's protocol object; with another server the kernel gives up in its own time.
    """
    transport = getattr(getattr(send, "__self__", None), "transport", None)
    if transport is not None:
        transport.abort()
