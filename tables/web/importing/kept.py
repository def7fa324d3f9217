"""A list that was sent, kept for an hour for the person who sent it; and how its columns were laid out."""

import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.cache import cache
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest

from tournaments.journal.change import utc_now
from tournaments.queries.imports import MOST_BYTES, Cells, read_cells, too_big
from tournaments.rules.csv_import import PlayerSheet, read_players
from tournaments.rules.errors import RuleError
from tournaments.rules.sheet_columns import COLUMNS, Layout, fitted, proposed, shape_of

KEPT_SECONDS = 3600
MOST_KEPT = 3  # files of one person: each may have megabytes
MOST_SHAPES = 20
SAMPLES = 3


@dataclass(slots=True)
class Kept:
    """A file and what was chosen for it."""

    key: str
    name: str
    data: bytes
    chosen: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the file: what stands first in it, and what it is taken for."""

    index: int
    head: str
    samples: tuple[str, ...]
    chosen: str


@dataclass(frozen=True, slots=True)
class Looked:
    """A kept list, read. sheet: None while its columns give no names, and `refusal` says so."""

    kept: Kept
    cells: Cells
    layout: Layout
    sheet: PlayerSheet | None
    refusal: RuleError | None

    def columns(self) -> list[Column]:
        """What the page asks about each column."""
        lines = [cells for _number, cells in self.cells.lines[: SAMPLES + 1]]
        body = lines[1:] if self.layout.has_head else lines[:SAMPLES]
        head = self.cells.first if self.layout.has_head else []
        return [
            Column(
                index,
                head[index].strip() if index < len(head) else "",
                tuple(cells[index].strip() if index < len(cells) else "" for cells in body),
                chosen,
            )
            for index, chosen in enumerate(self.layout.columns)
        ]


def keep(request: HttpRequest, sent: UploadedFile, chosen: Mapping[str, Any]) -> Kept:
    """Keep a list that can be read; of one person the last few. RuleErrors of `read_cells`."""
    if (sent.size or 0) > MOST_BYTES:
        raise too_big()
    kept = Kept(secrets.token_urlsafe(12), (sent.name or "")[:100], sent.read(), dict(chosen))
    read_cells(kept.data)
    mine = f"import:{request.user.pk}"
    keys = [*cache.get(mine, []), kept.key]
    for old in keys[:-MOST_KEPT]:
        cache.delete(_address(request, old))
    cache.set(mine, keys[-MOST_KEPT:], KEPT_SECONDS)
    save(request, kept)
    return kept


def save(request: HttpRequest, kept: Kept) -> None:
    """Keep what was chosen for a list."""
    cache.set(_address(request, kept.key), (kept.name, kept.data, kept.chosen), KEPT_SECONDS)


def kept_list(request: HttpRequest, key: str) -> Kept | None:
    """A list that this person sent, while it is kept."""
    found = cache.get(_address(request, key))
    return Kept(key, *found) if found else None


def look(request: HttpRequest, kept: Kept) -> Looked:
    """Read a list with the columns sent now, else as the last list of this shape in this session was."""
    cells = read_cells(kept.data)
    layout = _sent(request, cells) or _remembered(request, cells)
    if layout is None:
        second = cells.lines[1][1] if len(cells.lines) > 1 else ()
        layout = proposed(cells.first, second)
    layout = Layout(fitted(layout.columns, cells.width), layout.has_head)
    try:
        return Looked(kept, cells, layout, read_players(cells.lines, layout, utc_now().date()), None)
    except RuleError as error:
        return Looked(kept, cells, layout, None, error)


def remember(request: HttpRequest, looked: Looked) -> None:
    """The next list of this shape is laid out like this one, while the session lasts."""
    shapes = dict(request.session.get("list_shapes", {}))
    shape = shape_of(looked.cells.first)
    shapes.pop(shape, None)
    shapes[shape] = [list(looked.layout.columns), looked.layout.has_head]
    request.session["list_shapes"] = dict(list(shapes.items())[-MOST_SHAPES:])


def keep_seen(request: HttpRequest, looked: Looked, seen: Mapping[int, str]) -> str:
    """Keep what a page says of each line; the name it is found by when the page is confirmed."""
    name = f"{_digest(looked.layout.columns, looked.layout.has_head)}-{_digest(*sorted(seen.items()))}"
    cache.set(f"{_address(request, looked.kept.key)}:{name}", dict(seen), KEPT_SECONDS)
    return name


def seen_before(request: HttpRequest, looked: Looked) -> dict[int, str]:
    """What the page that is confirmed had said of each line. RuleError `not-looked-at`."""
    name = request.POST.get("seen", "")[:40]
    if name and not name.startswith(_digest(looked.layout.columns, looked.layout.has_head)):
        words = "The columns were changed since the list was shown. Look at it again."
        raise RuleError("not-looked-at", words)
    found: dict[int, str] | None = cache.get(f"{_address(request, looked.kept.key)}:{name}")
    if found is None:
        raise RuleError("not-looked-at", "The list was shown too long ago. Look at it again.")
    return found


def _digest(*parts: object) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def _sent(request: HttpRequest, cells: Cells) -> Layout | None:
    if request.method != "POST" or "column_0" not in request.POST:
        return None
    sent = [request.POST.get(f"column_{index}", "") for index in range(cells.width)]
    columns = tuple(column if column in COLUMNS else "" for column in sent)
    return Layout(columns, "no_head" not in request.POST)


def _remembered(request: HttpRequest, cells: Cells) -> Layout | None:
    found = request.session.get("list_shapes", {}).get(shape_of(cells.first))
    return Layout(tuple(found[0]), found[1]) if found else None


def _address(request: HttpRequest, key: str) -> str:
    return f"import:{request.user.pk}:{key[:40]}"
