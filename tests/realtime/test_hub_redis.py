"""The hub across processes, over a real Redis."""

import asyncio
import os
import sys
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import redis
from channels_redis.core import RedisChannelLayer
from channels_redis.pubsub import RedisPubSubChannelLayer
from websockets.asyncio.client import ClientConnection

from tests.realtime.hall import NEVER, hub_for, serving, until, watching
from tests.realtime.other_process import EVENT, BookOnDisk
from tournaments.hub import Hub

REDIS_URL = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9")


def no_redis() -> str:
    """Why there is no Redis to test on, empty if there is one."""
    try:
        redis.Redis.from_url(REDIS_URL, socket_connect_timeout=1, socket_timeout=1).ping()
    except redis.RedisError as error:
        return f"No Redis answers at {REDIS_URL}; start one or set TEST_REDIS_URL. ({error})"
    return ""


WHY_NOT = no_redis()
pytestmark = [pytest.mark.services, pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT or "Redis answers")]


@pytest.fixture
def prefix() -> str:
    """Groups of this test alone: Redis' messages know no database number."""
    return f"test-{uuid.uuid4().hex}"


@pytest.fixture
def book(tmp_path: Path) -> BookOnDisk:
    file = tmp_path / "rev"
    file.write_text("1")
    return BookOnDisk(file)


class Tunnel:
    """A way to Redis that can be cut and mended."""

    def __init__(self) -> None:
        self._to = urlsplit(REDIS_URL)
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._port = 0

    @property
    def url(self) -> str:
        login, at, _host = self._to.netloc.rpartition("@")
        return self._to._replace(netloc=f"{login}{at}127.0.0.1:{self._port}").geturl()

    async def mend(self) -> None:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", self._port)
        self._port = self._server.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        assert self._server is not None
        self._server.close()
        for writer in self._writers:
            writer.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_connection(self._to.hostname, self._to.port or 6379)
        self._writers |= {writer, there[1]}
        await asyncio.gather(_pump(reader, there[1]), _pump(there[0], writer))
        self._writers -= {writer, there[1]}


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


@asynccontextmanager
async def other_process(*arguments: str) -> AsyncIterator[str]:
    """A second web process with a hub; its address."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.realtime.other_process",
        *arguments,
        cwd=Path(__file__).parents[2],
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        yield (await process.stdout.readline()).decode().strip()
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


async def until_heard(client: ClientConnection, book: BookOnDisk, tell: Callable[[int, int], None]) -> None:
    """Commit and tell until the client hears: groups are joined, and Redis is found, in their own time."""
    async with asyncio.timeout(30):
        while True:
            revision = book.write()
            await asyncio.to_thread(tell, EVENT, revision)
            try:
                async with asyncio.timeout(0.5):
                    await until(client, revision)
            except TimeoutError:
                continue
            return


async def test_a_change_in_one_process_reaches_the_sockets_of_another(book: BookOnDisk, prefix: str) -> None:
    here = hub_for(book, layer=RedisPubSubChannelLayer(hosts=[REDIS_URL], prefix=prefix), look_seconds=NEVER)
    async with (
        other_process(REDIS_URL, prefix, str(book.file), str(NEVER)) as there,
        serving(here) as address,
        watching(address) as near,
        watching(there) as far,
    ):
        await until_heard(far, book, here.publish)
        revision = book.write()
        here.publish(EVENT, revision)
        assert (await until(near, revision))[-1] == revision
        assert (await until(far, revision))[-1] == revision


async def test_a_worker_without_a_hub_reaches_every_process(book: BookOnDisk, prefix: str) -> None:
    worker = hub_for(book, layer=RedisPubSubChannelLayer(hosts=[REDIS_URL], prefix=prefix))
    async with (
        other_process(REDIS_URL, prefix, str(book.file), str(NEVER)) as there,
        watching(there) as far,
    ):
        await until_heard(far, book, worker.publish)


@pytest.mark.parametrize("kind", [RedisPubSubChannelLayer, RedisChannelLayer])
async def test_hears_again_when_redis_has_come_back(kind: type, book: BookOnDisk, prefix: str) -> None:
    tunnel = Tunnel()
    await tunnel.mend()
    here = hub_for(book, layer=kind(hosts=[tunnel.url], prefix=prefix), look_seconds=NEVER)
    worker = hub_for(book, layer=kind(hosts=[REDIS_URL], prefix=prefix))
    async with serving(here) as address, watching(address) as client:
        await until_heard(client, book, worker.publish)
        await tunnel.cut()
        revision = book.write()
        here.publish(EVENT, revision)
        assert (await until(client, revision))[-1] == revision
        await tunnel.mend()
        await until_heard(client, book, worker.publish)
    await tunnel.cut()


async def test_finds_changes_of_others_while_redis_is_dead(book: BookOnDisk, prefix: str) -> None:
    tunnel = Tunnel()
    await tunnel.mend()
    layer = RedisPubSubChannelLayer(hosts=[tunnel.url], prefix=prefix)
    async with serving(hub_for(book, layer=layer, look_seconds=0.05)) as address, watching(address) as client:
        await tunnel.cut()
        assert await until(client, book.write()) == [2]


def test_a_worker_is_not_held_up_by_a_dead_redis(book: BookOnDisk, prefix: str) -> None:
    worker: Hub = hub_for(book, layer=RedisPubSubChannelLayer(hosts=["redis://127.0.0.1:1/0"], prefix=prefix))
    worker.publish(EVENT, 2)
