"""Newest wins: bursts, slow and dead clients, messages out of order (KNOWN_FAULTS 6, 14, 15)."""

import asyncio
import random
import threading
from contextlib import AsyncExitStack

import pytest
from websockets.exceptions import ConnectionClosed

from tests.realtime.hall import NEVER, Book, hub_for, narrow, serving, until, watching
from tournaments.hub import Document, Key


async def test_every_socket_ends_a_burst_with_the_last_revision() -> None:
    book = Book()
    hub = hub_for(book, look_seconds=NEVER)
    async with AsyncExitStack() as stack:
        address = await stack.enter_async_context(serving(hub))
        clients = [await stack.enter_async_context(watching(address)) for _ in range(200)]
        listening = [asyncio.create_task(until(client, 301)) for client in clients]

        def burst() -> None:
            for _ in range(300):
                hub.publish(book.id_of(), book.write())

        await asyncio.to_thread(burst)
        for seen in await asyncio.gather(*listening):
            assert seen == sorted(set(seen))
            assert seen[-1] == 301
    assert len(book.reads) < 310


async def test_a_burst_told_in_any_order_ends_right_and_never_goes_back() -> None:
    """KNOWN_FAULTS 14: old blinds with the new player count."""
    book = Book()
    hub = hub_for(book, look_seconds=NEVER)
    async with serving(hub) as address, watching(address) as client:
        revisions = [book.write() for _ in range(50)]
        random.Random(14).shuffle(revisions)
        for revision in revisions:
            hub.publish(book.id_of(), revision)
            await asyncio.sleep(0)
        seen = await until(client, 51)
        assert seen == sorted(set(seen))


async def test_a_late_message_does_not_throw_the_clock_back() -> None:
    """KNOWN_FAULTS 6: the "countdown" message that comes after "started"."""
    book = Book()
    hub = hub_for(book, look_seconds=NEVER)
    async with serving(hub) as address, watching(address) as client:
        countdown, started = book.write(), book.write()
        hub.publish(book.id_of(), started)
        assert await until(client, started) == [started]
        reads = len(book.reads)
        hub.publish(book.id_of(), countdown)
        hub.publish(book.id_of(), book.write())
        assert await until(client, 4) == [4]
        assert len(book.reads) == reads + 1


async def test_an_older_read_does_not_overtake_a_newer_one() -> None:
    """A replica that lags behind: what was shown stays, and the next good read goes on from there."""
    book = Book()
    lagging, lagged = threading.Event(), threading.Event()

    def read(key: Key) -> Document | None:
        if not lagging.is_set():
            return book.read(key)
        lagged.set()
        return Document(book.id_of(), 1, "1", '{"rev":1}')

    hub = hub_for(book, read=read, look_seconds=NEVER)
    async with serving(hub) as address, watching(address) as client:
        hub.publish(book.id_of(), book.write())
        assert await until(client, 2) == [2]
        lagging.set()
        hub.publish(book.id_of(), book.write())
        await asyncio.to_thread(lagged.wait, 10)
        document = await hub.document(Key("main"))
        assert document is not None
        assert document.rev == 2
        lagging.clear()
        hub.publish(book.id_of(), book.write())
        assert await until(client, 4) == [4]


async def test_a_hung_screen_wakes_to_the_newest_and_stops_nobody() -> None:
    """KNOWN_FAULTS 15: a hung screen goes over its queue and misses the next change for ever."""
    book = Book()
    hub = hub_for(book, look_seconds=NEVER)
    async with (
        serving(hub) as address,
        watching(address, **narrow(address)) as hung,
        watching(address) as quick,
    ):
        book.fill = "x" * 400_000
        for _ in range(40):
            revision = book.write()
            hub.publish(book.id_of(), revision)
            assert await until(quick, revision) == [revision]
        seen = await until(hung, 41)
        assert seen[-1] == 41
        assert len(seen) < 40
        hub.publish(book.id_of(), book.write())
        assert await until(hung, 42) == [42]


async def test_a_dead_client_is_let_go() -> None:
    book = Book()
    hub = hub_for(book, look_seconds=NEVER, send_seconds=0.3)
    async with (
        serving(hub) as address,
        watching(address, **narrow(address)) as dead,
        watching(address) as quick,
    ):
        book.fill = "x" * 400_000
        for _ in range(40):
            revision = book.write()
            hub.publish(book.id_of(), revision)
            await until(quick, revision)
        while hub.stats().sockets == 2:
            hub.publish(book.id_of(), revision := book.write())
            await until(quick, revision)
        with pytest.raises(ConnectionClosed):
            await until(dead, 1_000_000)
        assert hub.stats().sockets == 1
