"""The journal as staff read it: sentences made now, in the reader's language, from recorded facts."""

import importlib
import pkgutil
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from string import Formatter
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tables.queries import words as floor_words
from tables.queries.announced import announcements
from tables.queries.words.entry import METHODS
from tournaments.journal.change import utc_now
from tournaments.journal.undo_rights import begun_days, may_undo_row
from tournaments.models import Action, Event
from tournaments.queries import words as event_words
from tournaments.queries.money_words import money_words


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One line. `may_undo`: whether the reader may take it back now; undone lines stay, struck out."""

    pk: int
    seq: int
    at: datetime
    happened_at: datetime
    text: str
    actor: str
    device: str
    is_undone: bool
    may_undo: bool


@cache
def sentences() -> dict[str, str]:
    """For each kind of action its constant template, from every module of words in both apps."""
    found: dict[str, str] = {}
    for package in (event_words, floor_words):
        for module in pkgutil.iter_modules(package.__path__):
            found |= importlib.import_module(f"{package.__name__}.{module.name}").WORDS
    return found


def journal(
    event: Event | None,
    role: str,
    zone: str,
    *,
    limit: int = 50,
    before: int | None = None,
    now: datetime | None = None,
) -> list[JournalLine]:
    """The newest actions of an event (None: of the house), newest first; `before` a number for older pages.

    Between an event's actions stand the clock's announcements, so there may be more lines than `limit`.

    `zone`: the house's time zone, in which the sentences give times of day. now: when it is read.
    """
    rows = Action.objects.filter(event=event).defer("writes", "answer").select_related("actor")
    if before is not None:
        rows = rows.filter(seq__lt=before)
    lines = journal_lines(rows.order_by("-seq")[:limit], role, ZoneInfo(zone), now=now)
    return lines if event is None else _with_announcements(event, lines, limit=limit, before=before)


def _with_announcements(
    event: Event, lines: list[JournalLine], *, limit: int, before: int | None
) -> list[JournalLine]:
    """The lines of a page, and between them what the clock announced meanwhile."""
    page_before = None
    if before is not None:
        page_before = Action.objects.filter(event=event, seq=before).values_list("at", flat=True).first()
    after = lines[-1].at if len(lines) == limit else None
    news = announcements(event, after=after, until=page_before, limit=limit)
    return sorted([*lines, *map(_news_line, news)], key=lambda line: line.at, reverse=True)


def _news_line(news: tuple[datetime, str]) -> JournalLine:
    at, text = news
    return JournalLine(
        pk=0,
        seq=0,
        at=at,
        happened_at=at,
        text=text,
        actor=_("the clock"),
        device="",
        is_undone=False,
        may_undo=False,
    )


def sentence_of(row: Action, zone: ZoneInfo) -> str:
    """What an action was, in words."""
    if row.kind == "journal.undo":
        return _undo_sentence(row.facts, zone)
    return _filled(row.kind, row.facts, zone)


def _undo_sentence(facts: dict[str, Any], zone: ZoneInfo) -> str:
    depth, kind, inner = 1, facts["kind"], facts["facts"]
    while kind == "journal.undo":
        depth, kind, inner = depth + 1, inner["kind"], inner["facts"]
    what = _filled(kind, inner, zone)
    return _("Undone: {what}").format(what=what) if depth % 2 else _("Done again: {what}").format(what=what)


def _filled(kind: str, facts: dict[str, Any], zone: ZoneInfo) -> str:
    known = sentences()
    template = known.get(f"{kind}:{facts.get('case')}") or known[kind]
    plain = {name: _said(name, value, zone) for name, value in facts.items()} | _paid(facts)
    said = Formatter().vformat(_(template), (), _Facts(plain))
    if facts.get("override"):
        return _("{what}, against the rule, because {reason}").format(what=said, reason=facts["override"])
    return said


def _paid(facts: dict[str, Any]) -> dict[str, str]:
    """A price and the ways it was paid in, where both were recorded with their currency."""
    if not facts.get("currency") or "price" not in facts:
        return {}
    ways = [_(METHODS[way]) for way in str(facts.get("method", "")).split("+") if way in METHODS]
    return {"price": money_words(facts["price"], facts["currency"]), "method": ", ".join(ways)}


def _said(name: str, value: Any, zone: ZoneInfo) -> Any:
    """A fact as a sentence has it: what ends in _ms is a duration, in _at an instant; chips are grouped."""
    if name.endswith("_ms") and isinstance(value, int):
        minutes, seconds = divmod(value // 1000, 60)
        return _("{n} min").format(n=minutes) if not seconds else f"{minutes}:{seconds:02}"
    if name == "chips" and isinstance(value, int):
        return number_format(value, decimal_pos=0, use_l10n=True, force_grouping=True)
    if name.endswith("_at") and isinstance(value, str):
        return f"{datetime.fromisoformat(value).astimezone(zone):%H:%M}"
    return ", ".join(str(part) for part in value) if isinstance(value, list) else value


class _Facts(dict[str, Any]):
    """Facts for a sentence: what an older version did not record reads as a dash."""

    def __missing__(self, key: str) -> str:
        return "–"


def journal_lines(
    rows: Iterable[Action], role: str, zone: ZoneInfo, *, now: datetime | None = None
) -> list[JournalLine]:
    """Actions as lines; one query more than their own, however many they are."""
    found = list(rows)
    begun, at = begun_days(found, role), now or utc_now()
    return [_line(row, zone, may_undo=may_undo_row(row, role, at, begun)) for row in found]


def journal_line(row: Action, role: str, zone: ZoneInfo) -> JournalLine:
    """One action as a line; `role` is the reader's."""
    return journal_lines([row], role, zone)[0]


def _line(row: Action, zone: ZoneInfo, *, may_undo: bool) -> JournalLine:
    return JournalLine(
        pk=row.pk,
        seq=row.seq,
        at=row.at,
        happened_at=row.happened_at,
        text=sentence_of(row, zone),
        actor=row.actor.name if row.actor else _("the house"),
        device=row.device,
        is_undone=row.undone_by_id is not None,
        may_undo=may_undo,
    )
