"""Reads the bytes for a raw printer as the printer does: pictures one below the other, feeds, cuts.

Whatever else stands among them is an error: a printer would print it as letters.
"""

from dataclasses import dataclass, field

from PIL import Image, ImageOps

from tournaments.printing.sheets import Box

DOTS = 203.2 / 72  # per point
WIDTH = 576


@dataclass
class Printed:
    """What came out up to a cut: black is 0. bands: the lines of dots of each picture."""

    picture: Image.Image
    bands: list[int] = field(default_factory=list)

    def ink(self, box: Box, margin: float) -> Image.Image:
        """A part of it, by its box on the PDF's page of the same slip, in points from the lower left."""
        left, right = (box.x - margin) * DOTS, (box.right - margin) * DOTS
        return self.picture.crop(
            (round(left), round(self.picture.height - box.top * DOTS),
             round(right), round(self.picture.height - box.y * DOTS))
        )  # fmt: skip


def read_escpos(data: bytes) -> list[Printed]:
    """The slips of a stream of bytes. ValueError for a command that is none, or for paper without a cut."""
    slips: list[Printed] = []
    rows: list[Image.Image] = []
    at = 0
    while at < len(data):
        if data.startswith(b"\x1b@", at):
            at += 2
        elif data.startswith(b"\x1dv0\x00", at):
            across, down = (int.from_bytes(data[i : i + 2], "little") for i in (at + 4, at + 6))
            end = at + 8 + across * down
            if end > len(data):
                raise ValueError("a picture is cut short")
            rows.append(
                ImageOps.invert(Image.frombytes("1", (across * 8, down), data[at + 8 : end]).convert("L"))
            )
            at = end
        elif data.startswith(b"\x1dVB\x00", at):
            slips.append(_joined(rows))
            rows, at = [], at + 4
        else:
            raise ValueError(f"no command at {at}: {data[at : at + 8]!r}")
    if rows:
        raise ValueError("the paper is not cut")
    return slips


def _joined(rows: list[Image.Image]) -> Printed:
    picture = Image.new("L", (WIDTH, sum(row.height for row in rows)), 255)
    at = 0
    for row in rows:
        picture.paste(row, (0, at))
        at += row.height
    return Printed(picture, [row.height for row in rows])


def black(picture: Image.Image) -> float:
    """Which part of it is black."""
    return picture.histogram()[0] / max(picture.width * picture.height, 1)


def find_code(picture: Image.Image, side: int) -> list[list[int]]:
    """The QR code of so many modules a side: found by its upper left finder, read at each module's middle."""
    pixels = picture.load()
    assert pixels is not None
    for y in range(picture.height):
        run = 0
        for x in range(picture.width):
            if pixels[x, y] == 0:
                run += 1
                continue
            module, rest = divmod(run, 7)
            start, run = x - run, 0
            if rest or not 3 <= module <= 12 or start + module * side > picture.width:
                continue
            if y + module * side > picture.height or not _is_finder(pixels, start, y, module):
                continue
            half = module // 2
            return [
                [int(pixels[start + c * module + half, y + r * module + half] == 0) for c in range(side)]
                for r in range(side)
            ]
    raise ValueError("there is no code")


def _is_finder(pixels: object, x: int, y: int, module: int) -> bool:
    half = module // 2
    wanted = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    return all(
        (pixels[x + c * module + half, y + r * module + half] == 0) == (wanted[r][c] == "1")  # type: ignore[index]
        for r in range(7)
        for c in range(7)
    )
