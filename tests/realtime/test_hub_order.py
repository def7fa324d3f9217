"""Newest wins: bursts, slow and dead clients, messages out of order (KNOWN_FAULTS 6, 14, 15)."""

import asyncio
import random
import socket
from contextlib import AsyncExitStack
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.realtime.hall import NEVER, Book, hub_for, serving, until, watching


def narrow(address: str) -> dict[str, Any]:
    """Options of a client that takes next to nothing before it is asked to."""
    host, port = address.removeprefix("ws://").split(":")
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect((host, int(port)))
    connection.setblocking(False)
    return {"sock": connection, "max_queue": 1}


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
    book = Book()
    stale = iter([None, None, 1])

    def read(key: Any) -> Any:
        """As a replica that lags behind at the third question."""
        document = book.read(key)
        old = next(stale, None)
        return document if old is None or document is None else type(document)(7, old, "1", '{"rev":1}')

    hub = hub_for(book, read=read, look_seconds=NEVER)
    async with serving(hub) as address, watching(address) as client:
        hub.publish(book.id_of(), book.write())
        assert await until(client, 2) == [2]
        hub.publish(book.id_of(), book.write())
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
