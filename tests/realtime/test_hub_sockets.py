"""What one socket says and hears."""

import asyncio
import json
from contextlib import AsyncExitStack

import pytest
from websockets.asyncio.client import connect

from tests.realtime.hall import Book, close_code, hub_for, received, serving, until, watching

SERVER_NOW = "2026-05-01T12:00:00.000Z"


@pytest.mark.parametrize("ping", [7, 1712345678901.5, "a"])
async def test_answers_a_ping_with_the_servers_instant(ping: float | str) -> None:
    async with serving(hub_for(Book())) as address, watching(address) as client:
        await client.send(json.dumps({"ping": ping}))
        assert await received(client) == {"pong": ping, "server_now": SERVER_NOW}


async def test_sends_the_document_on_opening() -> None:
    async with serving(hub_for(Book())) as address, watching(address, greeted=False) as client:
        assert await received(client) == {
            "server_now": SERVER_NOW,
            "rev": 1,
            "slug": "main",
            "day": None,
            "fill": "",
        }


async def test_serves_another_day_by_its_code() -> None:
    async with (
        serving(hub_for(Book())) as address,
        watching(address, "/ws/e/main/day/1B/", greeted=False) as client,
    ):
        assert (await received(client))["day"] == "1B"


async def test_sends_the_console_only_the_revision() -> None:
    book = Book()
    hub = hub_for(book)
    async with (
        serving(hub) as address,
        watching(address, "/ws/floor/main/", greeted=False) as console,
        watching(address),
    ):
        assert await received(console) == {"rev": 1, "server_now": SERVER_NOW}
        hub.publish(book.id_of(), book.write())
        assert await received(console) == {"rev": 2, "server_now": SERVER_NOW}


@pytest.mark.parametrize(
    "path", ["/ws/e/nobody/", "/ws/e/nobody/day/1A/", "/ws/floor/nobody/", "/ws/", "/ws/e/"]
)
async def test_closes_an_unknown_address_with_4404(path: str) -> None:
    hub = hub_for(Book())
    async with serving(hub) as address, watching(address, path, greeted=False) as client:
        assert await close_code(client) == 4404


@pytest.mark.parametrize(
    "rubbish", ["", "hello", "[]", "1", '{"ping": null}', '{"ping": [1]}', "[" * 1000, b"\x00\xff"]
)
async def test_ignores_small_rubbish(rubbish: str | bytes) -> None:
    async with serving(hub_for(Book())) as address, watching(address) as client:
        await client.send(rubbish)
        await client.send('{"ping": 1}')
        assert (await received(client))["pong"] == 1


@pytest.mark.parametrize("frame", ["x" * 1025, b"x" * 1025, "é" * 600])
async def test_closes_on_a_frame_of_more_than_a_kilobyte(frame: str | bytes) -> None:
    async with serving(hub_for(Book())) as address, watching(address) as client, watching(address) as other:
        await client.send(frame)
        assert await close_code(client) == 1009
        await other.send('{"ping": 1}')
        assert (await received(other))["pong"] == 1


async def test_closes_on_a_flood_of_messages() -> None:
    async with serving(hub_for(Book())) as address, watching(address) as client:
        for number in range(60):
            await client.send(json.dumps({"ping": number}))
        assert await close_code(client) == 1008


async def test_sends_a_client_away_when_the_hall_is_full() -> None:
    async with (
        serving(hub_for(Book(), most_sockets=1)) as address,
        watching(address),
        watching(address, greeted=False) as late,
    ):
        assert await close_code(late) == 1013


async def test_closes_with_1012_when_it_stops() -> None:
    hub = hub_for(Book())
    async with serving(hub) as address, watching(address) as client:
        await hub.stop()
        assert await close_code(client) == 1012
        assert hub.stats().sockets == 0


async def test_counts_sockets_keys_messages_and_reads() -> None:
    book = Book()
    hub = hub_for(book)
    async with AsyncExitStack() as stack:
        address = await stack.enter_async_context(serving(hub))
        first = await stack.enter_async_context(watching(address))
        second = await stack.enter_async_context(watching(address))
        hub.publish(book.id_of(), book.write())
        await asyncio.gather(until(first, 2), until(second, 2))
        stats = hub.stats()
        assert (stats.sockets, stats.watched, stats.sent, stats.reads) == (2, 1, 4, 2)


async def test_a_client_that_leaves_is_forgotten() -> None:
    hub = hub_for(Book())
    async with serving(hub) as address, watching(address) as stays:
        async with connect(address + "/ws/e/main/day/2/", compression=None) as leaves:
            await until(leaves, 1)
            assert hub.stats().watched == 2
        # The leaver's close was answered, so the hub has it; a ping later it has acted on it.
        await stays.send('{"ping": 1}')
        await received(stays)
        assert (hub.stats().sockets, hub.stats().watched) == (1, 1)
