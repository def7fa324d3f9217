"""A second web process with the product's own hub: `python -m tests.realtime.commit_process`.

Reads the database TEST_DATABASE_NAME, listens on REDIS_URL and never looks by itself, so that it knows only
what it is told. Prints its address, and ends when its standard input does.
"""

import asyncio
import os
import sys

import django


async def main() -> None:
    from tests.realtime.hall import NEVER, serving
    from tournaments.hub.installed import installed

    hub = installed()
    hub._look_seconds = NEVER
    async with serving(hub) as address:
        print(address, flush=True)
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.db import connection

    connection.settings_dict["NAME"] = os.environ["TEST_DATABASE_NAME"]
    asyncio.run(main())
