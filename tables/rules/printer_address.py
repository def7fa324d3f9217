"""The addresses that a raw printer can have."""

import re

PORT = 9100
# Below it are mail, web and shells, above it our own two servers: none of them is sent a slip.
_LOWEST, _SERVERS = 1024, frozenset({5432, 6379})
# "10.0.0.7", "10.0.0.7:9100", "printer.local", "[fe80::1]:9100"
_NETWORK = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9][A-Za-z0-9._-]{0,149}))(?::([0-9]{1,5}))?")
_DEVICE = re.compile(r"(?:/[A-Za-z0-9_][A-Za-z0-9_.:@-]*)+")
# A name of its own kind, so that it is no PDF of a job.
_FILE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,60}\.(?:bin|prn)")


def host_and_port(address: str) -> tuple[str, int] | None:
    """Where in the network a printer is, port 9100 if none is named; None for what is no such address.

    >>> host_and_port("10.0.0.7"), host_and_port("[fe80::1]:9101"), host_and_port("10.0.0.7:99999")
    (('10.0.0.7', 9100), ('fe80::1', 9101), None)
    >>> host_and_port("localhost:22"), host_and_port("localhost:6379")
    (None, None)
    """
    found = _NETWORK.fullmatch(address)
    if found is None:
        return None
    port = int(found[3] or PORT)
    if not _LOWEST <= port < 65_536 or port in _SERVERS:
        return None
    return found[1] or found[2], port


def is_address(kind: str, address: str) -> bool:
    """Whether a printer of that kind ("network", "device", "file") can have that address.

    >>> is_address("network", "10.0.0.7:9100"), is_address("file", "../x.bin"), is_address("file", "desk.bin")
    (True, False, True)
    """
    if kind == "network":
        return host_and_port(address) is not None
    return bool((_DEVICE if kind == "device" else _FILE).fullmatch(address))
