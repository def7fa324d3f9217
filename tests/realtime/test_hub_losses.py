"""What is lost on the way is found within a second; what breaks is begun again."""

import asyncio
import threading
import time
from collections.abc import Collection, Mapping
from typing import Any

from channels.layers import InMemoryChannelLayer

from tests.realtime.hall import (
    NEVER,
    Book,
    NotingLayer,
    close_code,
    hub_for,
    received,
    serving,
    until,
    watching,
)

LONG_S = 10  # it waits a second; a loaded machine adds its own, and what hangs never ends


class DeafLayer(InMemoryChannelLayer):
    """A layer whose Redis is gone: everything fails."""

    async def new_channel(self, prefix: str = "specific.") -> str:
        raise ConnectionError("Connection refused")

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        raise ConnectionError("Connection refused")


async def test_a_revision_nobody_told_of_is_found_within_a_second() -> None:
    book = Book()
    async with serving(hub_for(book)) as address, watching(address) as client:
        async with asyncio.timeout(2.0):
            assert await until(client, book.write()) == [2]


async def test_two_hubs_hear_each_other_over_one_layer() -> None:
    book, layer = Book(), NotingLayer()
    here, there = (hub_for(book, layer=layer, look_seconds=NEVER) for _ in range(2))
    async with serving(here), serving(there) as address, watching(address) as client:
        assert await layer.joins.get() == "event.7"
        here.publish(book.id_of(), book.write())
        assert await until(client, 2) == [2]


async def test_membership_is_renewed_before_the_layer_forgets_it() -> None:
    book, layer = Book(), NotingLayer()
    layer.group_expiry = 1
    here, there = (hub_for(book, layer=layer, look_seconds=NEVER) for _ in range(2))
    async with serving(here), serving(there) as address, watching(address) as client:
        await layer.joins.get()
        layer.groups.clear()
        async with asyncio.timeout(5):
            assert await layer.joins.get() == "event.7"
        here.publish(book.id_of(), book.write())
        assert await until(client, 2) == [2]


async def test_leaves_the_group_when_nobody_watches() -> None:
    layer = NotingLayer()
    async with serving(hub_for(Book("main", "side"), layer=layer)) as address:
        async with watching(address):
            await layer.joins.get()
        async with watching(address, "/ws/e/side/"):
            assert await layer.joins.get() == "event.8"
            while "event.7" in layer.groups:
                await asyncio.sleep(0)
            assert list(layer.groups) == ["event.8"]


async def test_sockets_of_one_event_hear_nothing_of_another() -> None:
    book = Book("main", "side")
    hub = hub_for(book)
    async with serving(hub) as address, watching(address) as main, watching(address, "/ws/e/side/") as side:
        hub.publish(book.id_of("side"), book.write("side"))
        assert await until(side, 2) == [2]
        await main.send('{"ping": 1}')
        assert (await received(main))["pong"] == 1


async def test_works_on_while_the_layer_is_dead() -> None:
    book = Book()
    hub = hub_for(book, layer=DeafLayer(), look_seconds=0.05)
    async with serving(hub) as address, watching(address) as client:
        hub.publish(book.id_of(), book.write())
        assert await until(client, 2) == [2]
        assert await until(client, book.write()) == [3]


async def test_a_look_that_breaks_is_begun_again() -> None:
    book = Book()
    answers = iter(["broken", "broken"])

    def revisions(event_ids: Collection[int]) -> Mapping[int, int]:
        if next(answers, None):
            raise ConnectionError("database is gone")
        return book.revisions(event_ids)

    hub = hub_for(book, revisions=revisions, look_seconds=0.05)
    async with serving(hub) as address, watching(address) as client:
        assert await until(client, book.write()) == [2]


async def test_a_read_that_breaks_keeps_the_sockets_and_is_tried_again() -> None:
    book = Book()
    broken = threading.Event()

    def read(key: Any) -> Any:
        if broken.is_set():
            broken.clear()
            raise ConnectionError("database is gone")
        return book.read(key)

    hub = hub_for(book, read=read, look_seconds=0.05)
    async with serving(hub) as address, watching(address) as client:
        broken.set()
        hub.publish(book.id_of(), book.write())
        assert await until(client, 2) == [2]


async def test_a_client_is_told_to_come_back_when_its_first_read_breaks() -> None:
    def read(key: Any) -> Any:
        raise ConnectionError("database is gone")

    async with serving(hub_for(Book(), read=read)) as address, watching(address, greeted=False) as client:
        assert await close_code(client) == 1011


async def test_an_event_that_is_deleted_closes_its_sockets() -> None:
    book = Book("main", "side")
    async with serving(hub_for(book, look_seconds=0.05)) as address, watching(address) as client:
        book.delete("main")
        assert await close_code(client) == 4404


async def test_an_announced_revision_that_never_was_is_not_waited_for() -> None:
    book = Book()
    hub = hub_for(book, look_seconds=NEVER)
    async with serving(hub) as address, watching(address) as client:
        hub.publish(book.id_of(), 99)
        hub.publish(book.id_of(), book.write())
        assert await until(client, 2) == [2]
        reads = len(book.reads)
        await client.send('{"ping": 1}')
        assert (await received(client))["pong"] == 1
        assert len(book.reads) == reads


async def test_publish_never_raises_and_never_waits_long() -> None:
    hub = hub_for(Book(), layer=DeafLayer())
    begun = time.monotonic()
    hub.publish(7, 2)  # in a loop's thread, no hub started
    await asyncio.to_thread(hub.publish, 7, 2)  # as in a worker
    assert time.monotonic() - begun < LONG_S
    async with serving(hub):
        hub.publish(7, 2)
    await asyncio.to_thread(hub.publish, 7, 2)  # as on the way out


async def test_a_layer_that_hangs_delays_a_worker_by_a_second_at_most() -> None:
    class HangingLayer(InMemoryChannelLayer):
        async def group_send(self, group: str, message: dict[str, Any]) -> None:
            await asyncio.Event().wait()

    begun = time.monotonic()
    await asyncio.to_thread(hub_for(Book(), layer=HangingLayer()).publish, 7, 2)
    assert time.monotonic() - begun < LONG_S
