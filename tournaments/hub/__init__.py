"""The hub: one object per process that brings every change of an event to all who watch it.

Words: a *document* is what a watcher sees of an event at one revision; a *key* names a document; a *watch*
is a key with the sockets that wait for it; the *wire* is the channel layer between processes.
"""

from tournaments.hub.document import Document, Key, instant, signal
from tournaments.hub.hub import Hub, Stats, in_a_thread

__all__ = ["Document", "Hub", "Key", "Stats", "in_a_thread", "instant", "signal"]
