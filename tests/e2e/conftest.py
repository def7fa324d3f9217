"""A real server in a process of its own, and a real Chromium in front of it."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).parents[2]
CHROMIUM_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
]
PATIENCE_S = 60


def chromium() -> str:
    """Where Chromium is; without it these tests fail, and say what is missing."""
    names = [os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"]
    found = next((path for name in names if name and (path := shutil.which(name))), None)
    if found is None:
        pytest.fail("Chromium is not installed (or not named in CHROMIUM); see deploy/test-needs")
    return found


class Server:
    """`manage.py serve` on an empty folder of its own, as `make run` starts it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.manage("migrate", "--verbosity", "0")
        self.password = re.search(r"password\s+(\S+)", self.manage("prepare"))[1]  # type: ignore[index]

    @property
    def environment(self) -> dict[str, str]:
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in {"DATABASE_URL", "REDIS_URL", "DEMO"}
        }
        return kept | {"FLOORMAN_VAR": str(self.folder), "PYTHONUNBUFFERED": "1"}

    def manage(self, *arguments: str) -> str:
        """Run a command of manage.py; what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

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


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    served = Server(tmp_path_factory.mktemp("house"))
    served.start()
    yield served
    served.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def context(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    made = browser.new_context(
        base_url=server.url, viewport={"width": 1366, "height": 860}, timezone_id="UTC"
    )
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


def sign_in(page: Page, server: Server) -> None:
    """Sign in as the director of the first start."""
    page.goto("/login/")
    page.fill("input[name=username]", "director")
    page.fill("input[name=password]", server.password)
    page.click("main button[type=submit]")
    page.wait_for_url("**/floor/")
