"""Tasks that end only when told to."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

logger = logging.getLogger("floorman.hub")

FIRST_PAUSE_SECONDS = 0.1
LONGEST_PAUSE_SECONDS = 10.0


async def supervised(work: Callable[[], Awaitable[None]]) -> None:
    """Run the work for ever: log what breaks it and begin again, later each time it breaks soon after."""
    loop = asyncio.get_running_loop()
    pause = FIRST_PAUSE_SECONDS
    while True:
        begun = loop.time()
        try:
            await work()
        except Exception as error:
            if loop.time() - begun > LONGEST_PAUSE_SECONDS:
                pause = FIRST_PAUSE_SECONDS
            name = getattr(work, "__qualname__", repr(work))
            logger.warning("%s broke and begins again in %.1f s: %r", name, pause, error, exc_info=True)
        await asyncio.sleep(pause)
        pause = min(pause * 2, LONGEST_PAUSE_SECONDS)
