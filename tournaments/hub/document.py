"""What travels: keys, documents and the instant that is added to a document when it leaves."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, NamedTuple

_PATHS = re.compile(
    r"/ws/(?:e/(?P<slug>[-\w]{1,100})/(?:day/(?P<day>[-\w]{1,100})/)?|floor/(?P<floor>[-\w]{1,100})/)\Z"
)


class Key(NamedTuple):
    """Names one document: an event's current Day (`day` None) or another one; or only its revision.

    Kind "state" is the screen document, kind "signal" the console's `{"rev": n}`.
    """

    slug: str
    day: str | None = None
    kind: Literal["state", "signal"] = "state"


@dataclass(frozen=True, slots=True)
class Document:
    """One JSON object at one revision of its event.

    `text` is the object without `server_now`, so that two reads of the same state are the same text.
    `valid_until` is the next instant at which `etag` changes by itself (the end of the current level), None
    if the clock stands.
    """

    event_id: int
    rev: int
    etag: str
    text: str
    valid_until: datetime | None = None

    def text_at(self, now: datetime) -> str:
        """The text with `server_now` in front.

        >>> Document(7, 3, "3", '{"rev":3}').text_at(datetime(2026, 1, 2, 3, 4, 5, 678999, tzinfo=UTC))
        '{"server_now":"2026-01-02T03:04:05.678Z","rev":3}'
        """
        return f'{{"server_now":"{instant(now)}",{self.text[1:]}'

    def is_valid_at(self, now: datetime) -> bool:
        """Whether the etag still names the state at `now`."""
        return self.valid_until is None or now < self.valid_until


def signal(event_id: int, rev: int) -> Document:
    """The document behind a key of kind "signal": the revision and nothing else."""
    return Document(event_id, rev, etag=str(rev), text=f'{{"rev":{rev}}}')


def instant(moment: datetime) -> str:
    """ISO 8601 in UTC with milliseconds and Z, as in the screen document."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def key_of(path: str) -> Key | None:
    """The key that a socket's path asks for, None if it is no path of ours.

    >>> key_of("/ws/e/main-event/"), key_of("/ws/floor/main-event/"), key_of("/ws/e/")
    (Key(slug='main-event', day=None, kind='state'), Key(slug='main-event', day=None, kind='signal'), None)
    >>> key_of("/ws/e/main-event/day/1B/")
    Key(slug='main-event', day='1B', kind='state')
    """
    found = _PATHS.match(path)
    if found is None:
        return None
    if floor := found["floor"]:
        return Key(floor, kind="signal")
    return Key(found["slug"], found["day"])
