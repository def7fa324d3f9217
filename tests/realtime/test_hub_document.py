"""`hub.document`, which `state.json` answers from."""

import asyncio
import threading
from datetime import datetime, timedelta
from typing import Any

from tests.realtime.hall import NEVER, NOON, Book, hub_for, serving, until, watching
from tournaments.hub import Document, Key, in_a_thread

MAIN = Key("main")


async def test_reads_when_nobody_watches() -> None:
    book = Book()
    hub = hub_for(book)
    first = await hub.document(MAIN)
    book.write()
    second = await hub.document(MAIN)
    assert [document.rev for document in (first, second) if document] == [1, 2]
    assert await hub.document(Key("nobody")) is None


async def test_answers_a_watched_key_without_reading() -> None:
    book = Book()
    hub = hub_for(book)
    async with serving(hub) as address, watching(address):
        documents = [await hub.document(MAIN) for _ in range(5)]
        assert [document.rev for document in documents if document] == [1] * 5
        assert book.reads == [MAIN]


async def test_answers_what_was_published_before_the_question() -> None:
    book = Book()
    hub = hub_for(book, look_seconds=NEVER)
    async with serving(hub) as address, watching(address) as client:
        for _ in range(20):
            revision = book.write()
            await asyncio.to_thread(hub.publish, book.id_of(), revision)
            document = await hub.document(MAIN)
            assert document is not None
            assert document.rev == revision
        assert (await until(client, 21))[-1] == 21


async def test_reads_again_once_the_level_has_passed() -> None:
    """The etag names the current item, which changes without an action."""
    book = Book()
    book.valid_until = NOON + timedelta(minutes=1)
    clock = [NOON]

    def now() -> datetime:
        return clock[0]

    hub = hub_for(book, now=now)
    async with serving(hub) as address, watching(address):
        clock[0] = NOON + timedelta(seconds=59)
        await hub.document(MAIN)
        assert len(book.reads) == 1
        clock[0] = NOON + timedelta(seconds=60)
        book.valid_until = None
        await hub.document(MAIN)
        await hub.document(MAIN)
        assert len(book.reads) == 2


async def test_reads_while_the_look_does_not_come_through() -> None:
    book = Book()

    def revisions(event_ids: Any) -> Any:
        raise ConnectionError("database is gone")

    hub = hub_for(book, revisions=revisions, look_seconds=0.01)
    async with serving(hub) as address, watching(address) as client:
        while await hub.document(MAIN) and len(book.reads) < 3:
            await asyncio.sleep(0.01)
        book.write()
        document = await hub.document(MAIN)
        assert document is not None
        assert document.rev == 2
        assert await until(client, 2) == [2]


async def test_many_questions_at_once_are_one_read_and_one_more() -> None:
    """Whoever asks during a read gets the one after it, which holds what was committed meanwhile."""
    book = Book()
    begun, go_on = threading.Event(), threading.Event()

    def read(key: Key) -> Document | None:
        document = book.read(key)
        begun.set()
        go_on.wait(10)
        return document

    hub = hub_for(book, read=read)
    first = asyncio.create_task(hub.document(MAIN))
    await asyncio.to_thread(begun.wait, 10)
    book.write()
    others = [asyncio.create_task(hub.document(MAIN)) for _ in range(50)]
    await asyncio.sleep(0)
    go_on.set()
    documents = await asyncio.gather(first, *others)
    assert [document.rev for document in documents if document] == [1] + [2] * 50
    assert len(book.reads) == 2


async def test_reads_through_the_database_bridge_in_another_thread() -> None:
    book = Book()
    threads = []

    def read(key: Key) -> Document | None:
        threads.append(threading.current_thread())
        return book.read(key)

    hub = hub_for(book, read=read, bridge=in_a_thread)
    async with serving(hub) as address, watching(address) as client:
        hub.publish(book.id_of(), book.write())
        assert await until(client, 2) == [2]
    assert threading.main_thread() not in threads
