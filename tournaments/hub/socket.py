"""One watcher's socket: its writer, its slot of one message, its reader."""

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from datetime import datetime
from typing import Any

from tournaments.hub.document import instant

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

LONGEST_FRAME = 1024
# A screen that measures its clock sends a handful of pings at once, then some each half minute.
PINGS_AT_ONCE = 30
PINGS_A_SECOND = 10

GONE, TOO_LONG, TOO_MANY = 0, 1009, 1008


class Tally:
    """Counts for `Hub.stats`."""

    __slots__ = ("sent",)

    def __init__(self) -> None:
        self.sent = 0


class Socket:
    """Writes the newest text it was offered, one at a time; a text not yet begun gives way to a newer one.

    `offer`, `close` and `is_stuck` are called by the hub and never wait for the client.
    """

    __slots__ = (
        "_allowance",
        "_asked_at",
        "_busy_since",
        "_closing",
        "_deadline",
        "_loop",
        "_now",
        "_pings",
        "_send",
        "_tally",
        "_text",
        "_wake",
        "rev",
    )

    def __init__(self, send: Send, now: Callable[[], datetime], tally: Tally) -> None:
        self.rev = -1
        self._send = send
        self._now = now
        self._tally = tally
        self._loop = asyncio.get_running_loop()
        self._text: str | None = None
        self._pings: deque[str] = deque()
        self._wake: asyncio.Future[None] | None = None
        self._closing: int | None = None
        self._busy_since: float | None = None
        self._deadline: asyncio.Timeout | None = None
        self._allowance = float(PINGS_AT_ONCE)
        self._asked_at = self._loop.time()

    def offer(self, rev: int, text: str) -> None:
        """Put the text in the slot unless this socket has had this revision or a newer one."""
        if rev > self.rev:
            self.rev = rev
            self._text = text
            self._poke()

    def close(self, code: int) -> None:
        """End the socket with a close code, GONE if there is nobody left to tell."""
        if self._closing is None:
            self._closing = code
            self._poke()

    def is_stuck(self, since: float) -> bool:
        """Whether the client has not taken what is being written to it since before that loop time."""
        return self._busy_since is not None and self._busy_since < since

    def give_up(self) -> None:
        """Make `write` raise TimeoutError where it waits for the client."""
        if self._deadline is not None:
            self._deadline.reschedule(self._loop.time())

    async def write(self) -> None:
        """Write until closed. TimeoutError after `give_up`; the server's OSError if the client is gone."""
        # One timeout for the socket's whole life: a timer for each message costs as much as the message.
        async with asyncio.timeout(None) as self._deadline:
            while self._closing is None:
                text = self._next_text()
                if text is None:
                    self._wake = self._loop.create_future()
                    await self._wake
                    continue
                await self._write({"type": "websocket.send", "text": text})
                self._tally.sent += 1
            if self._closing != GONE:
                await self._write({"type": "websocket.close", "code": self._closing})

    async def read(self, receive: Receive) -> None:
        """Answer pings until the client leaves or misbehaves; anything else that is small is ignored."""
        while self._closing is None:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                self.close(GONE)
            elif message["type"] == "websocket.receive":
                self._hear(message.get("text") or message.get("bytes") or "")

    def _hear(self, data: str | bytes) -> None:
        if len(data.encode() if isinstance(data, str) else data) > LONGEST_FRAME:
            self.close(TOO_LONG)
        elif not self._may_speak():
            self.close(TOO_MANY)
        elif isinstance(data, str) and (ping := _ping_in(data)) is not None:
            self._pings.append(ping)
            self._poke()

    def _may_speak(self) -> bool:
        time = self._loop.time()
        earned = (time - self._asked_at) * PINGS_A_SECOND
        self._allowance = min(self._allowance + earned, PINGS_AT_ONCE) - 1
        self._asked_at = time
        return self._allowance >= 0

    def _next_text(self) -> str | None:
        # Pongs first, and their instant taken at the last moment: a clock is measured by them.
        if self._pings:
            return f'{{"pong":{self._pings.popleft()},"server_now":"{instant(self._now())}"}}'
        text, self._text = self._text, None
        return text

    async def _write(self, message: Message) -> None:
        self._busy_since = self._loop.time()
        await self._send(message)
        self._busy_since = None

    def _poke(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)


def _ping_in(text: str) -> str | None:
    """The JSON of x in `{"ping": x}` where x is a number or a string, None for anything else."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    ping = said.get("ping") if isinstance(said, dict) else None
    return json.dumps(ping) if isinstance(ping, int | float | str) else None
