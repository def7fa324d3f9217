"""The hub's ear and mouth on the channel layer: messages that say "event 7 is at revision 412".

Nothing here is needed for a screen to be right: what the layer loses, the hub's look each second finds. So
every error is logged and survived.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

logger = logging.getLogger("floorman.hub")

LONGEST_SEND_SECONDS = 1.0
RENEW_SECONDS = 60.0
# In a burst other processes hear of every fiftieth of a second, not of every action.
BREATH_SECONDS = 0.02


class Wire:
    """Joins one group per watched event through a single channel, and announces revisions to the groups."""

    def __init__(self, layer: Callable[[], Any], heard: Callable[[int, int], None]) -> None:
        self._layer = layer
        self._heard = heard
        self._channel: str | None = None
        self._wanted: set[int] = set()
        self._joined: set[int] = set()
        self._outgoing: dict[int, int] = {}
        self._membership_changed = asyncio.Event()
        self._has_outgoing = asyncio.Event()

    def watch(self, event_ids: set[int]) -> None:
        """Want to hear of exactly these events from now on."""
        if event_ids != self._wanted:
            self._wanted = set(event_ids)
            self._membership_changed.set()

    def announce(self, event_id: int, rev: int) -> None:
        """Tell all processes soon, of several revisions of an event the newest. Only in the loop's thread."""
        self._outgoing[event_id] = max(rev, self._outgoing.get(event_id, rev))
        self._has_outgoing.set()

    async def listen(self) -> None:
        """Hear until the layer fails."""
        layer = self._layer()
        self._channel = await layer.new_channel("hub.")
        self._joined.clear()
        self._membership_changed.set()
        while True:
            message = await layer.receive(self._channel)
            self._heard(int(message["event"]), int(message["revision"]))

    async def keep_membership(self) -> None:
        """Join and leave as wanted, and join again well before the layer forgets a member."""
        layer = self._layer()
        renew = min(RENEW_SECONDS, getattr(layer, "group_expiry", 86400) / 3)
        while True:
            self._membership_changed.clear()
            if channel := self._channel:
                await self._join_and_leave(layer, channel)
            try:
                async with asyncio.timeout(renew):
                    await self._membership_changed.wait()
            except TimeoutError:
                self._joined.clear()

    async def _join_and_leave(self, layer: Any, channel: str) -> None:
        for event_id in self._wanted - self._joined:
            await layer.group_add(group_of(event_id), channel)
            self._joined.add(event_id)
        for event_id in self._joined - self._wanted:
            await layer.group_discard(group_of(event_id), channel)
            self._joined.discard(event_id)

    async def speak(self) -> None:
        """Send what `announce` left; what the layer refuses is dropped."""
        while True:
            await self._has_outgoing.wait()
            self._has_outgoing.clear()
            while self._outgoing:
                event_id, rev = self._outgoing.popitem()
                try:
                    await send(self._layer(), event_id, rev)
                except Exception as error:  # whatever a layer raises: ConnectionError, TimeoutError, its own
                    logger.warning("Revision %s of event %s was not announced: %r", rev, event_id, error)
            await asyncio.sleep(BREATH_SECONDS)


async def send(layer: Any, event_id: int, rev: int) -> None:
    """Announce a revision on the layer within a second, or raise."""
    async with asyncio.timeout(LONGEST_SEND_SECONDS):
        await layer.group_send(group_of(event_id), {"type": "revision", "event": event_id, "revision": rev})


def group_of(event_id: int) -> str:
    """The name of an event's group."""
    return f"event.{event_id}"
