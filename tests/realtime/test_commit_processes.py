"""A real commit in one process is on the screens of another at once, and not by the look each second."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from channels.db import database_sync_to_async
from django.conf import settings
from django.db import connection

from tests import factories
from tests.realtime.hall import received, until, watching
from tournaments.actions.event import change_event
from tournaments.hub.installed import installed
from tournaments.models import Event

pytestmark = [
    pytest.mark.services,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(settings.EMBEDDED, reason="needs several processes: run on PostgreSQL and Redis"),
]


@asynccontextmanager
async def screens_elsewhere() -> AsyncIterator[str]:
    """Another web process on this test's database that never looks by itself; its address."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.realtime.commit_process"),
        cwd=Path(__file__).parents[2],
        env={**os.environ, "TEST_DATABASE_NAME": str(connection.settings_dict["NAME"])},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdin is not None
    try:
        async with asyncio.timeout(60):
            yield (await process.stdout.readline()).decode().strip()
    finally:
        process.stdin.close()
        await process.wait()


def committed(by, event: Event, name: str) -> int:
    """Rename the event as an action does; its revision."""
    change_event(by, event, name=name)
    revision = Event.objects.get(pk=event.pk).revision
    connection.close()
    return revision


async def test_a_commit_here_is_heard_there_without_a_look():
    make = database_sync_to_async(lambda: (factories.make_day().event, factories.as_by()))
    event, by = await make()
    commit = database_sync_to_async(committed, thread_sensitive=False)
    async with (
        screens_elsewhere() as there,
        watching(there, f"/ws/e/{event.slug}/", greeted=False) as screen,
    ):
        assert (await received(screen))["rev"] == 0
        await _until_joined(screen, commit, by, event)
        for n in range(5):
            revision = await commit(by, event, f"Heard {n}")
            async with asyncio.timeout(0.9):
                assert (await until(screen, revision))[-1] == revision


async def _until_joined(screen, commit, by, event) -> None:
    """Commit until the other process has joined the event's group, which takes it a moment."""
    assert installed()._loop is None  # here runs no hub: this is a worker, it speaks over Redis alone
    for n in range(30):
        revision = await commit(by, event, f"Joining {n}")
        try:
            async with asyncio.timeout(0.5):
                await until(screen, revision)
        except TimeoutError:
            continue
        return
    pytest.fail("The other process never heard of a commit.")
