"""A real Chromium in front of a real server."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.e2e.server import PATIENCE_S, Server
from tests.e2e.windows import opened

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
expect.set_options(timeout=PATIENCE_S * 1000)


def chromium() -> str:
    """Where Chromium is; without it these tests fail, and say what is missing."""
    names = [os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"]
    found = next((path for name in names if name and (path := shutil.which(name))), None)
    if found is None:
        pytest.fail("Chromium is not installed (or not named in CHROMIUM); see deploy/test-needs")
    return found


@pytest.fixture(scope="session")
def empty_house(tmp_path_factory: pytest.TempPathFactory) -> Server:
    """A house after its first start; each module works on a copy of it."""
    house = Server(tmp_path_factory.mktemp("house"))
    house.prepare()
    return house


@pytest.fixture(scope="module")
def server(empty_house: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("served") / "var"
    shutil.copytree(empty_house.folder, folder)
    served = Server(folder, empty_house.password)
    served.start()
    yield served
    served.stop()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def context(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    with opened(browser, server, viewport={"width": 1366, "height": 860}) as made:
        yield made


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()
