"""The hub where it lives: behind Channels' routing and origin check."""

import asyncio
from typing import Any

import pytest
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import OriginValidator
from django.urls import re_path
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.realtime.hall import NEVER, Book, hub_for, narrow, received, serving, until, watching
from tournaments.hub import Hub

OURS = "http://floor.example"


def routed(hub: Hub) -> Any:
    routes = URLRouter([re_path(r"^ws/", hub.application)])
    return ProtocolTypeRouter({"websocket": OriginValidator(routes, [OURS])})


async def test_serves_a_page_of_ours() -> None:
    hub = hub_for(Book())
    async with (
        serving(hub, routed(hub)) as address,
        watching(address, "/ws/e/main/day/1B/", origin=OURS, greeted=False) as client,
    ):
        assert (await received(client))["day"] == "1B"


@pytest.mark.parametrize("origin", ["http://elsewhere.example", None])
async def test_refuses_another_sites_page(origin: str | None) -> None:
    hub = hub_for(Book())
    async with serving(hub, routed(hub)) as address:
        with pytest.raises(InvalidStatus):
            await connect(address + "/ws/e/main/", origin=origin)
    assert hub.stats().reads == 0


async def test_throws_away_what_a_dead_client_never_took() -> None:
    """Else uvicorn keeps its half-written message for as long as the client's machine is up."""
    book = Book()
    hub = hub_for(book, look_seconds=NEVER, send_seconds=0.3)
    transports: list[asyncio.WriteTransport] = []
    within = routed(hub)

    async def noting(scope: Any, receive: Any, send: Any) -> None:
        transports.append(send.__self__.transport)
        await within(scope, receive, send)

    async with (
        serving(hub, noting) as address,
        watching(address, origin=OURS, **narrow(address)),
        watching(address, origin=OURS) as quick,
    ):
        book.fill = "x" * 400_000
        while hub.stats().sockets == 2:
            hub.publish(book.id_of(), revision := book.write())
            await until(quick, revision)
        assert [transport.get_write_buffer_size() for transport in transports] == [0, 0]
