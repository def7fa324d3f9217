"""A second web process: `python -m tests.realtime.other_process REDIS_URL PREFIX BOOK LOOK_SECONDS`.

Serves a hub whose event "main" (id 7) is at the revision that stands in the file BOOK. Prints its address,
and ends when its standard input does.
"""

import asyncio
import sys
from collections.abc import Collection, Mapping
from pathlib import Path

from channels_redis.pubsub import RedisPubSubChannelLayer

from tests.realtime.hall import hub_for, serving
from tournaments.hub import Document, Key

EVENT = 7


class BookOnDisk:
    """The event's revision, in a file that another process writes."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def read(self, key: Key) -> Document | None:
        rev = int(self.file.read_text())
        return Document(EVENT, rev, str(rev), f'{{"rev":{rev}}}') if key.slug == "main" else None

    def revisions(self, event_ids: Collection[int]) -> Mapping[int, int]:
        return {EVENT: int(self.file.read_text())}

    def write(self) -> int:
        """Commit a change; the new revision."""
        rev = int(self.file.read_text()) + 1
        new = self.file.with_suffix(".new")
        new.write_text(str(rev))
        new.replace(self.file)
        return rev


async def main(redis_url: str, prefix: str, file: str, look_seconds: str) -> None:
    layer = RedisPubSubChannelLayer(hosts=[redis_url], prefix=prefix)
    hub = hub_for(BookOnDisk(Path(file)), layer=layer, look_seconds=float(look_seconds))
    async with serving(hub) as address:
        print(address, flush=True)
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
