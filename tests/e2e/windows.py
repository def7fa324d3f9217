"""A browser of one's own on the server, as on one more screen of the floor."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext

from tests.e2e.server import PATIENCE_S, Server


@contextmanager
def opened(browser: Browser, server: Server, **options: Any) -> Iterator[BrowserContext]:
    """A context with cookies of its own; `options` as Playwright's new_context takes them."""
    context = browser.new_context(base_url=server.url, timezone_id="UTC", **options)
    # A machine busy with other tests is slow; nothing here waits longer than it must.
    context.set_default_timeout(PATIENCE_S * 1000)
    _put_away_the_printer(context)
    yield context
    context.close()


def _put_away_the_printer(context: BrowserContext) -> None:
    """Fetch what a page prints, and note it in <html printed> instead of printing it.

    A headless Chromium has no printer: print() ends its page. And a page that goes away while its frame
    still opens a PDF ends Playwright's driver, and with it every test that follows.
    """
    context.add_init_script(
        """
        window.print = () => window.top.document.documentElement.setAttribute('printed', '');
        Object.defineProperty(HTMLIFrameElement.prototype, 'src', {
            async set(url) {
                const paper = await fetch(url);
                if (paper.ok) this.srcdoc = '<!doctype html><title>Paper</title>';
            },
        });
        """
    )
