"""Printers of our own for the tests: real sockets, each with one way of behaving."""

import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Behave = Callable[["Printer", socket.socket], None]
PAPER, NO_PAPER = b"\x00", b"\x0c"


class Printer:
    """A listening printer. received: what each line brought. most: the most lines it had open at once."""

    def __init__(self, behave: Behave) -> None:
        self.received: list[bytes] = []
        self.lines = self.most = self.now = 0
        self.over = threading.Event()
        self._behave = behave
        self._lock = threading.Lock()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._socket.settimeout(0.05)
        self._threads = [threading.Thread(target=self._listen)]
        self._threads[0].start()

    @property
    def address(self) -> str:
        """As a profile has it."""
        return f"127.0.0.1:{self._socket.getsockname()[1]}"

    def close(self) -> None:
        """No longer there."""
        self.over.set()
        for thread in self._threads:
            thread.join()
        self._socket.close()

    def _listen(self) -> None:
        while not self.over.is_set():
            try:
                line, _ = self._socket.accept()
            except TimeoutError:
                continue
            thread = threading.Thread(target=self._serve, args=(line,))
            self._threads.append(thread)
            thread.start()

    def _serve(self, line: socket.socket) -> None:
        with self._lock:
            self.lines += 1
            self.now += 1
            self.most = max(self.most, self.now)
        with line:
            self._behave(self, line)
            with self._lock:
                self.now -= 1


@contextmanager
def printer(behave: Behave) -> Iterator[Printer]:
    """One that is there for a while."""
    made = Printer(behave)
    try:
        yield made
    finally:
        made.close()


def reads_all(printer: Printer, line: socket.socket) -> None:
    """Reads to the end and closes, as most do."""
    printer.received.append(_read(line))


def answers(word: bytes) -> Behave:
    """Reads to the end, says how its paper is, and keeps the line open."""

    def behave(printer: Printer, line: socket.socket) -> None:
        printer.received.append(_read(line))
        line.sendall(word)
        printer.over.wait()

    return behave


def never_reads(printer: Printer, line: socket.socket) -> None:
    """Takes the line and does nothing with it."""
    printer.over.wait()


def breaks_off(printer: Printer, line: socket.socket) -> None:
    """Reads a little, then resets the line."""
    printer.received.append(line.recv(100))
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


@contextmanager
def full_backlog() -> Iterator[str]:
    """The address of a host that answers no call: its queue of lines is full."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(0)
        callers = [socket.socket() for _ in range(4)]
        for caller in callers:
            caller.setblocking(False)
            caller.connect_ex(listening.getsockname())
        yield f"127.0.0.1:{listening.getsockname()[1]}"
        for caller in callers:
            caller.close()


def nobody() -> str:
    """An address where nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as gone:
        return f"127.0.0.1:{gone.getsockname()[1]}"


def _read(line: socket.socket) -> bytes:
    read = b""
    while piece := line.recv(65_536):
        read += piece
    return read
