"""1 KB of text to many sockets: our hub under uvicorn beside a bare `websockets` broadcast server.

    python bench/sockets.py [--rounds 3] [--quick] [--ws websockets-sansio]

Three processes on loopback: this driver, a server (the hub's or the bare one, by turns) and one with all
the clients. A server's cost is its own `time.process_time`, all its threads.

steady  one revision at a time to 1,000 sockets: cost of each delivered message
rapid   300 revisions to 200 sockets, each as soon as the last is everywhere: cost of each delivered message
burst   the same 300 as fast as the server takes them: cost of the whole. Here the hub leaves out what a
        newer revision has overtaken and the bare server never does, so single messages do not compare

In each load every socket must end with the last revision, or the run fails.
"""

import argparse
import asyncio
import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

TARGET = 2.5
LIMIT_SECONDS = 30


# The servers: each takes "burst FIRST COUNT" and "cpu" on its standard input, one line each.


def document_text(rev: int) -> str:
    """A screen document of 1 KB that says when it was made."""
    head = f'{{"rev":{rev},"sent":{time.monotonic_ns()},"fill":"'
    return head + "x" * (1024 - len(head) - 2) + '"}'


async def obey(publish: Callable[[int], None], reads: Callable[[], int]) -> None:
    """Serve the driver's commands until it closes the pipe."""
    lines = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while line := await lines.readline():
        command, *numbers = line.split()
        if command == b"burst":
            first, count = map(int, numbers)
            for rev in range(first, first + count):
                publish(rev)
                await asyncio.sleep(0)
        tell({"cpu": time.process_time(), "reads": reads()})


def tell(answer: dict[str, Any]) -> None:
    print(json.dumps(answer), flush=True)


async def serve_hub(ws: str) -> None:
    import uvicorn
    from channels.layers import InMemoryChannelLayer

    from tournaments.hub import Document, Hub, Key

    now = {"rev": 0}
    layer = InMemoryChannelLayer()

    def read(key: Key) -> Document:
        rev = now["rev"]
        return Document(1, rev, str(rev), document_text(rev))

    def in_a_thread(function: Callable[..., Any]) -> Callable[..., Any]:
        async def call(*args: Any) -> Any:
            return await asyncio.to_thread(function, *args)

        return call

    hub = Hub(read, lambda ids: {1: now["rev"]}, lambda: datetime.now(UTC), lambda: layer, bridge=in_a_thread)

    def publish(rev: int) -> None:
        now["rev"] = rev
        hub.publish(1, rev)

    config = uvicorn.Config(
        hub.application,
        interface="asgi3",
        port=0,
        ws=ws,
        ws_per_message_deflate=False,
        lifespan="off",
        log_level="warning",
    )
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    await hub.start()
    await server.startup()
    tell({"port": server.servers[0].sockets[0].getsockname()[1]})
    await obey(publish, lambda: hub.stats().reads)


async def serve_bare() -> None:
    from websockets.asyncio.server import ServerConnection, broadcast, serve

    joined: set[ServerConnection] = set()
    last = {"rev": 0}

    async def keep(connection: ServerConnection) -> None:
        joined.add(connection)
        await connection.send(document_text(last["rev"]))
        with contextlib.suppress(Exception):
            await connection.wait_closed()
        joined.discard(connection)

    def publish(rev: int) -> None:
        last["rev"] = rev
        broadcast(joined, document_text(rev))

    async with serve(keep, "127.0.0.1", 0, compression=None) as server:
        tell({"port": next(iter(server.sockets)).getsockname()[1]})
        await obey(publish, lambda: 0)


# The clients: frames taken apart by hand, so that the machine's time goes to the server under test.


class Client(asyncio.Protocol):
    """Counts messages and notes how late each was."""

    def __init__(self, crowd: "Crowd") -> None:
        self.crowd = crowd
        self.buffer = b""
        self.upgraded = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13"
        upgrade = "Host: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade"
        transport.write(f"GET /ws/e/bench/ HTTP/1.1\r\n{upgrade}\r\n{key}\r\n\r\n".encode())  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.upgraded:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head, head
            self.upgraded, self.buffer = True, rest
        while len(self.buffer) >= 4 and len(self.buffer) >= (size := self.frame_size()):
            frame, self.buffer = self.buffer[:size], self.buffer[size:]
            if frame[0] == 0x81:
                self.crowd.got(frame)

    def frame_size(self) -> int:
        short = self.buffer[1]
        return 2 + short if short < 126 else 4 + int.from_bytes(self.buffer[2:4], "big")

    def connection_lost(self, exc: Exception | None) -> None:
        self.crowd.lost += 1


class Crowd:
    """All clients; `until(rev)` waits until each has it."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.delivered = self.lost = self.at_last = 0
        self.last_rev = 0
        self.late_ns: list[int] = []
        self.all_there = asyncio.Event()

    def got(self, frame: bytes) -> None:
        arrived = time.monotonic_ns()
        text = frame[4:] if frame[1] >= 126 else frame[2:]
        start = text.index(b'"rev":') + 6
        rev = int(text[start : text.index(b",", start)])
        start = text.index(b'"sent":') + 7
        self.late_ns.append(arrived - int(text[start : text.index(b",", start)]))
        self.delivered += 1
        if rev == self.last_rev:
            self.at_last += 1
            if self.at_last == self.size:
                self.all_there.set()

    def expect(self, rev: int) -> None:
        self.last_rev, self.at_last = rev, 0
        self.all_there.clear()


async def be_clients(port: int, size: int) -> None:
    """Connect, then take "expect REV" and "wait" on standard input."""
    crowd = Crowd(size)
    loop = asyncio.get_running_loop()
    transports = []
    for _ in range(size):
        transport, _protocol = await loop.create_connection(lambda: Client(crowd), "127.0.0.1", port)
        transports.append(transport)
    await asyncio.wait_for(crowd.all_there.wait(), LIMIT_SECONDS)
    lines = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    tell({"connected": size})
    while line := await lines.readline():
        command, *numbers = line.split()
        if command == b"expect":
            crowd.expect(int(numbers[0]))
            tell({})
        else:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(crowd.all_there.wait(), LIMIT_SECONDS)
            late = sorted(crowd.late_ns) or [0]
            tell(
                {
                    "delivered": crowd.delivered,
                    "at_last": crowd.at_last,
                    "lost": crowd.lost,
                    "p99_ms": late[int(len(late) * 0.99)] / 1e6,
                }
            )
            crowd.delivered, crowd.late_ns = 0, []


# The driver.


class Process:
    """A child that answers one JSON line to each command."""

    def __init__(self, *arguments: str) -> None:
        self.child = subprocess.Popen(
            [sys.executable, __file__, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def answer(self) -> dict[str, Any]:
        assert self.child.stdout is not None
        line = self.child.stdout.readline()
        assert line, f"{self.child.args} ended"
        return json.loads(line)

    def ask(self, command: str) -> dict[str, Any]:
        assert self.child.stdin is not None
        self.child.stdin.write(command + "\n")
        self.child.stdin.flush()
        return self.answer()

    def end(self) -> None:
        self.child.kill()
        self.child.communicate()


@contextlib.contextmanager
def running(kind: str, ws: str, size: int) -> Any:
    """A server of this kind with its clients connected."""
    server = Process("--role", kind, "--ws", ws)
    clients = None
    try:
        port = server.answer()["port"]
        clients = Process("--role", "clients", "--port", str(port), "--size", str(size))
        clients.answer()
        clients.ask("wait")  # the greetings do not count
        yield server, clients
    finally:
        for process in filter(None, (clients, server)):
            process.end()


def measure(kind: str, ws: str, size: int, bursts: int, count: int) -> dict[str, float]:
    """Bring `bursts` times `count` revisions to `size` sockets; figures per delivered message."""
    with running(kind, ws, size) as (server, clients):
        before = server.ask("cpu")["cpu"]
        delivered, late, rev = 0, 0.0, 1
        for _ in range(bursts):
            last = rev + count - 1
            clients.ask(f"expect {last}")
            server.ask(f"burst {rev} {count}")
            seen = clients.ask("wait")
            assert (seen["at_last"], seen["lost"]) == (size, 0), f"{kind}: not all delivered: {seen}"
            delivered += seen["delivered"]
            late = max(late, seen["p99_ms"])
            rev = last + 1
        spent = server.ask("cpu")["cpu"] - before
    return {
        "us_for_each_message": spent / delivered * 1e6,
        "us_for_each_revision": spent / (bursts * count * size) * 1e6,
        "p99_ms": late,
        "delivered": delivered,
    }


def best(results: list[dict[str, float]]) -> dict[str, float]:
    return min(results, key=lambda result: result["us_for_each_message"])


def drive(ws: str, rounds: int, quick: bool) -> bool:
    """Run both loads by turns, print a table, say whether the target holds."""
    loads = {
        "steady": (200, 10, 1) if quick else (1000, 30, 1),
        "rapid": (50, 50, 1) if quick else (200, 300, 1),
        "burst": (50, 1, 100) if quick else (200, 2, 300),
    }
    holds = True
    for load, (size, bursts, count) in loads.items():
        runs: dict[str, list[dict[str, float]]] = {"hub": [], "bare": []}
        for _ in range(rounds):
            for kind in runs:
                runs[kind].append(measure(kind, ws, size, bursts, count))
        for kind, results in runs.items():
            figures = " ".join(f"{name}={value:.1f}" for name, value in best(results).items())
            print(f"{load:7} {kind:5} {figures}")
        name = "us_for_each_revision" if load == "burst" else "us_for_each_message"
        ratio = best(runs["hub"])[name] / best(runs["bare"])[name]
        holds = holds and ratio <= TARGET
        print(f"{load:7} ratio {ratio:.2f} (at most {TARGET}), every socket at the last revision")
    return holds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--role", default="driver", choices=["driver", "hub", "bare", "clients"])
    parser.add_argument("--ws", default="websockets-sansio")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--size", type=int, default=0)
    given = parser.parse_args()
    if given.role == "hub":
        asyncio.run(serve_hub(given.ws))
    elif given.role == "bare":
        asyncio.run(serve_bare())
    elif given.role == "clients":
        asyncio.run(be_clients(given.port, given.size))
    else:
        sys.exit(0 if drive(given.ws, given.rounds, given.quick) else 1)


if __name__ == "__main__":
    main()
