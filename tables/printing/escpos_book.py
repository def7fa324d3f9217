"""Pages as the bytes of a raw 80 mm printer: each a picture of 576 dots a line, then a cut."""

from tournaments.printing.sheets import Paper

from .escpos_canvas import RollCanvas

# 72 of the roll's 80 mm, as almost every printer of this size has it.
PROFILE = "TM-T20II"
BAND = 240  # lines of dots a picture is sent in: small printers keep little


class EscPos:
    """A document under construction for a raw printer; drawn like a PDF."""

    def __init__(self, paper: Paper, _title: str) -> None:
        self.canvas = RollCanvas(paper)

    def finish(self) -> bytes:
        """All pages, one after the other: reset, the picture in bands (GS v 0), feed and cut (GS V)."""
        # Here, not above: it reads its list of printers when imported, a quarter of a second.
        from escpos.printer import Dummy

        printer = Dummy(profile=PROFILE)
        for page in self.canvas.pages:
            printer.hw("INIT")
            printer.image(page, impl="bitImageRaster", fragment_height=BAND)
            printer.cut(feed=False)
        return bytes(printer.output)
