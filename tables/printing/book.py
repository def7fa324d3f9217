"""What a document is drawn into: pages on a canvas, and the bytes at the end.

ReportLab's PDF is one (tournaments/printing/pages.py); the bytes of a raw printer are another
(tables/printing/escpos.py). A document draws the same on both.
"""

from collections.abc import Callable
from typing import Any, Protocol

from tournaments.printing.sheets import Paper


class Book(Protocol):
    """A document under construction. canvas: ReportLab's, or what answers to the same calls."""

    canvas: Any

    def finish(self) -> bytes:
        """The whole document."""


MakeBook = Callable[[Paper, str], Book]
