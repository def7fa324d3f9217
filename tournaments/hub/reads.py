"""Reads of documents, joined: however many ask, one is under way per key, and one more after it."""

import asyncio
from collections.abc import Awaitable, Callable

from tournaments.hub.document import Document, Key

Task = asyncio.Task[Document | None]


class Reads:
    """Joins callers who ask for the same key."""

    def __init__(self, read: Callable[[Key], Awaitable[Document | None]]) -> None:
        self.count = 0
        self._read = read
        self._under_way: dict[Key, Task] = {}
        self._next: dict[Key, Task] = {}

    async def fresh(self, key: Key) -> Document | None:
        """The document by a read that begins after this call: it holds all that was committed before."""
        first = self._under_way.get(key)
        if first is None:
            task = self._under_way[key] = asyncio.create_task(self._run(key))
        elif key in self._next:
            task = self._next[key]
        else:
            task = self._next[key] = asyncio.create_task(self._run_after(first, key))
        # Shielded: a caller who leaves must not take the others' read along.
        return await asyncio.shield(task)

    async def _run_after(self, first: Task, key: Key) -> Document | None:
        await asyncio.wait([first])
        return await self._run(key)

    async def _run(self, key: Key) -> Document | None:
        self.count += 1
        try:
            return await self._read(key)
        finally:
            if key in self._next:
                self._under_way[key] = self._next.pop(key)
            else:
                del self._under_way[key]
