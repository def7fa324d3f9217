"""A real server in a process of its own, on a folder of its own."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE_S = 30


class Server:
    """`manage.py serve` on a folder of its own, as `make run` starts it.

    password: as the first start printed it.
    """

    def __init__(self, folder: Path, password: str = "") -> None:
        self.folder = folder
        self.password = password
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def prepare(self) -> None:
        """The first start."""
        self.manage("migrate", "--verbosity", "0")
        printed = re.search(r"password\s+(\S+)", self.manage("prepare"))
        assert printed is not None
        self.password = printed[1]

    @contextmanager
    def database(self) -> Iterator[sqlite3.Connection]:
        """The house's database behind the program's back; what was written is kept."""
        with closing(sqlite3.connect(self.folder / "floorman.sqlite3", timeout=PATIENCE_S)) as opened:
            yield opened
            opened.commit()

    @property
    def environment(self) -> dict[str, str]:
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in {"DATABASE_URL", "REDIS_URL", "DEMO"}
        }
        return kept | {"FLOORMAN_VAR": str(self.folder), "PYTHONUNBUFFERED": "1"}

    def manage(self, *arguments: str, status: int = 0) -> str:
        """Run a command of manage.py, which must end with `status`; what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr

    def start(self) -> None:
        """Start serving and wait until it answers."""
        log = (self.folder / "server.log").open("ab")
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", str(self.port)],
            cwd=ROOT,
            env=self.environment,
            stdout=log,
            stderr=log,
        )
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                urllib.request.urlopen(f"{self.url}/healthz", timeout=1).close()  # noqa: S310 - our own server
                return
            except OSError:
                assert self.process.poll() is None, (self.folder / "server.log").read_text()
                assert time.monotonic() < until, "the server did not answer in time"

    def kill(self) -> None:
        """kill -9, as a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """End it as Ctrl+C does."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
