"""The hub of this process. `config` names its reader; the apps' start builds it."""

from tournaments.hub.hub import Hub

_installed: list[Hub] = []


def install(hub: Hub) -> None:
    """Make this the process's hub."""
    _installed[:] = [hub]


def installed() -> Hub:
    """The process's hub."""
    return _installed[0]
