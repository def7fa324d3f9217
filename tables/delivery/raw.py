"""Handing ESC/POS bytes to a printer: over the network, to a device of the server, into a file.

Whatever goes wrong is a Problem with a code of tables/queries/print_queue.py PROBLEMS, and it is known
within WHOLE_S: a printer that is off or stuck costs a worker ten seconds, and a sale nothing.
"""

import errno
import os
import select
import socket
import stat
import time
from pathlib import Path

from django.conf import settings

from tables.models import PrinterProfile
from tables.rules.printer_address import host_and_port, is_address

CONNECT_S = 3.0
WHOLE_S = 10.0
PIECE = 16_384
# GS r 1: which sensor sees paper. A printer answers when it has come so far, one byte; 0x0C: there is none.
ASK_PAPER = b"\x1dr\x01"
NO_PAPER = 0x0C


class Problem(Exception):
    """The job cannot be printed. The text is what PrintJob.problem keeps: "code" or "code: detail"."""


def hand_over(profile: PrinterProfile, data: bytes) -> None:
    """Give a raw printer its bytes. Problem, if that fails or the printer is silent."""
    if not is_address(profile.kind, profile.address):
        raise Problem("no-address")
    try:
        if profile.kind == PrinterProfile.Kind.NETWORK:
            _to_network(profile.address, data)
        elif profile.kind == PrinterProfile.Kind.DEVICE:
            _to_device(profile.address, data)
        else:
            _to_file(profile.address, data)
    except OSError as error:
        # Not foreseen below: a full disk, no rights.
        raise Problem(f"refused: {error.strerror or error}"[:200]) from None


def _to_network(address: str, data: bytes) -> None:
    place = host_and_port(address)
    assert place is not None  # noqa: S101 - asked by hand_over
    end = time.monotonic() + WHOLE_S
    with _connected(*place) as line:
        _send(line, data + ASK_PAPER, end)
        _wait_for_word(line, end)


def _connected(host: str, port: int) -> socket.socket:
    try:
        return socket.create_connection((host, port), timeout=CONNECT_S)
    except TimeoutError:
        raise Problem("silent") from None
    except ConnectionRefusedError:
        raise Problem("refuses") from None
    except OSError:
        raise Problem("unreachable") from None


def _send(line: socket.socket, data: bytes, end: float) -> None:
    rest = memoryview(data)
    try:
        while rest:
            line.settimeout(_left(end))
            rest = rest[line.send(rest[:PIECE]) :]
        line.shutdown(socket.SHUT_WR)
    except TimeoutError:
        raise Problem("cut-short") from None
    except OSError:
        raise Problem("broke-off") from None


def _wait_for_word(line: socket.socket, end: float) -> None:
    """Until the printer tells of its paper, or closes the line as one does that has read everything.

    That the network took the bytes means nothing: a printer without paper takes a slip into its memory too.
    """
    try:
        line.settimeout(_left(end))
        said = line.recv(64)
    except TimeoutError:
        raise Problem("no-word") from None
    except OSError:
        raise Problem("broke-off") from None
    if said and said[-1] & NO_PAPER:
        raise Problem("no-paper")


def _left(end: float) -> float:
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _to_device(address: str, data: bytes) -> None:
    try:
        # Without waiting: a printer that is switched off would hold up the opening itself.
        device = os.open(address, os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
    except OSError as error:
        gone = (errno.ENOENT, errno.ENXIO, errno.ENODEV, errno.ENOTDIR)
        raise Problem("no-device" if error.errno in gone else f"refused: {error.strerror}") from None
    try:
        mode = os.fstat(device).st_mode
        if not (stat.S_ISCHR(mode) or stat.S_ISFIFO(mode)):
            raise Problem("not-a-device")
        _write(device, data, time.monotonic() + WHOLE_S)
    finally:
        os.close(device)


def _write(device: int, data: bytes, end: float) -> None:
    rest = memoryview(data)
    while rest:
        ready = select.select([], [device], [], max(end - time.monotonic(), 0))[1]
        if not ready:
            raise Problem("silent" if len(rest) == len(data) else "cut-short")
        try:
            rest = rest[os.write(device, rest[:PIECE]) :]
        except BlockingIOError:
            continue
        except OSError:
            raise Problem("broke-off") from None


def _to_file(name: str, data: bytes) -> None:
    """Append: what lies there and was not taken away yet is not lost."""
    folder = Path(settings.PRINTS_DIR)
    folder.mkdir(parents=True, exist_ok=True)
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
    with os.fdopen(os.open(folder / name, flags, 0o640), "ab") as file:
        file.write(data)
