"""A watched document: its newest text, the sockets that wait for it, and catching up with its event."""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime

from tournaments.hub.document import Document, Key
from tournaments.hub.reads import Reads
from tournaments.hub.socket import Socket

logger = logging.getLogger("floorman.hub")

UNKNOWN = 4404


class Watch:
    """One key with its sockets. `wanted` is the newest revision heard of, `rev` the one in hand."""

    def __init__(self, key: Key, reads: Reads, now: Callable[[], datetime]) -> None:
        self.key = key
        self.sockets: set[Socket] = set()
        self.document: Document | None = None
        self.wanted = -1
        self._reads = reads
        self._now = now
        self._catching_up: asyncio.Task[None] | None = None

    @property
    def event_id(self) -> int | None:
        """The event's id, None until the first read is done."""
        return self.document.event_id if self.document else None

    @property
    def rev(self) -> int:
        """The revision in hand, -1 before the first."""
        return self.document.rev if self.document else -1

    def hear(self, rev: int) -> None:
        """Take note that the event is at this revision; older ones, and a message heard twice, do nothing."""
        self.wanted = max(self.wanted, rev)
        if self.wanted > self.rev and self._catching_up is None:
            self._catching_up = asyncio.create_task(self._catch_up())

    def current(self) -> Document | None:
        """The document in hand if nothing newer was heard of and its etag still holds."""
        document = self.document
        if document is None or self.wanted > document.rev or not document.is_valid_at(self._now()):
            return None
        return document

    def take(self, document: Document | None) -> None:
        """Keep what was read and hand it to the sockets if it is newer; None means that the event is gone."""
        if document is None:
            self.end(UNKNOWN)
        elif document.rev >= self.rev:
            is_newer = document.rev > self.rev
            self.document = document
            if is_newer:
                self._hand_out(document)

    def end(self, code: int) -> None:
        """Close every socket."""
        for socket in self.sockets:
            socket.close(code)

    def _hand_out(self, document: Document) -> None:
        text = document.text_at(self._now())
        for socket in self.sockets:
            socket.offer(document.rev, text)

    async def _catch_up(self) -> None:
        try:
            while self.sockets and self.wanted > self.rev:
                wanted = self.wanted
                document = await self._reads.fresh(self.key)
                self.take(document)
                if document is None:
                    return
                if document.rev < wanted == self.wanted:
                    # Announced, but not in the database: rolled back, or never true.
                    self.wanted = self.rev
        except Exception:  # the database's; the next look begins again
            logger.exception("Reading %s failed", self.key)
        finally:
            self._catching_up = None
