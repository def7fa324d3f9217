"""The web process: HTTP to Django, sockets to the hub, and in the embedded house Celery beside them."""

import os
import warnings
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.asgi import get_asgi_application

# whitenoise hands its small files over as plain iterators, and Django says so at the first of them.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

http = get_asgi_application()

from channels.auth import AuthMiddlewareStack
from django.conf import settings

from config.embedded import start_embedded, stop_embedded
from tournaments.hub.installed import installed

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]

NOT_SIGNED_IN = 4401


async def websocket(scope: Scope, receive: Receive, send: Send) -> None:
    """Sockets from our own pages (or from no page at all); the console's only for who is signed in."""
    if not _same_origin(scope):
        await send({"type": "websocket.close", "code": 4403})
    elif scope["path"].startswith("/ws/floor/"):
        await _for_staff(scope, receive, send)
    else:
        await installed().application(scope, receive, send)


async def _console(scope: Scope, receive: Receive, send: Send) -> None:
    # The session is read when first asked for, which is a query: not on the loop's thread.
    from channels.auth import get_user

    user = await get_user(scope)
    if not user.is_authenticated:
        await send({"type": "websocket.close", "code": NOT_SIGNED_IN})
        return
    await installed().application(scope, receive, send)


_for_staff = AuthMiddlewareStack(_console)


def _same_origin(scope: Scope) -> bool:
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin-1")
    try:
        return not origin or urlsplit(origin).netloc == headers.get(b"host", b"").decode("latin-1")
    except ValueError:  # "http://[" is no address at all
        return False


async def lifespan(receive: Receive, send: Send) -> None:
    """Start and stop what lives as long as the process."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            await installed().start()
            if settings.EMBEDDED:
                start_embedded()
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            await installed().stop()
            if settings.EMBEDDED:
                stop_embedded()
            await send({"type": "lifespan.shutdown.complete"})
            return


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """ASGI."""
    if scope["type"] == "lifespan":
        await lifespan(receive, send)
    elif scope["type"] == "websocket":
        await websocket(scope, receive, send)
    else:
        await http(scope, receive, send)
