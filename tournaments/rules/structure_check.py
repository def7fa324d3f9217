"""What is wrong or odd in a structure, item by item, so that an editor can say it beside the row.

*impossible* cannot be played as written; *unusual* can, but looks like a slip of the hand.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from tournaments.rules.color_up import chips_at, payable
from tournaments.rules.structure_items import AMOUNT_FIELDS, Break, Countdown, Item, Level, amounts, unit

LONGEST_PLAY_MS = 4 * 3_600_000
SHALLOW_START_BB = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing about one item (by id; None: about the whole). `facts` fill the template `words`."""

    code: str
    item: int | None
    severity: Literal["impossible", "unusual"]
    words: str
    facts: Mapping[str, Any]


def check(items: Sequence[Item], chips: Sequence[int] = (), stack: int | None = None) -> tuple[Finding, ...]:
    """All findings, in the order of the items, those about the whole first.

    Without `chips` nothing is said about what can be paid; without `stack` nothing about its depth.

    >>> blinds = {1: 40, 2: 30}
    >>> rows = [Level(id=n, number=n, duration_ms=1, small_blind=5, big_blind=blinds[n]) for n in blinds]
    >>> [(found.code, found.item, found.facts) for found in check(rows)]
    [('big-blind-falls', 2, {'before': 40, 'after': 30})]
    """
    found = [
        *_whole(items),
        *(finding for item in items for finding in _item(item)),
        *_numbers(items),
        *_steps(items),
        *_chips(items, chips),
        *_breaks(items),
        *_depth(items, stack),
    ]
    place = {item.id: index for index, item in reversed(list(enumerate(items)))}
    return tuple(sorted(found, key=lambda finding: -1 if finding.item is None else place[finding.item]))


def is_playable(items: Sequence[Item], chips: Sequence[int] = ()) -> bool:
    """Whether nothing in a structure is impossible."""
    return all(finding.severity != "impossible" for finding in check(items, chips))


def _impossible(code: str, item: Item | None, words: str, **facts: Any) -> Finding:
    ident = None if item is None else item.id
    return Finding(code=code, item=ident, severity="impossible", words=words, facts=facts)


def _unusual(code: str, item: Item | None, words: str, **facts: Any) -> Finding:
    ident = None if item is None else item.id
    return Finding(code=code, item=ident, severity="unusual", words=words, facts=facts)


def _whole(items: Sequence[Item]) -> Iterator[Finding]:
    if not any(isinstance(item, Level) for item in items):
        yield _impossible("no-levels", None, "There is no level.")
    for ident, times in Counter(item.id for item in items).items():
        if times > 1:
            first = next(item for item in items if item.id == ident)
            yield _impossible("duplicate-id", first, "{times} rows have the same id.", times=times)


def _item(item: Item) -> Iterator[Finding]:
    if item.duration_ms <= 0:
        yield _impossible("no-duration", item, "The duration is not above zero.")
    if isinstance(item, Level):
        yield from _forced_bets(item)
        yield from _ante(item)
        if item.limit in ("fixed-limit", "spread-limit"):
            yield from _bets(item)


def _forced_bets(level: Level) -> Iterator[Finding]:
    if any(getattr(level, name) < 0 for name in AMOUNT_FIELDS):
        yield _impossible("negative", level, "An amount is below zero.")
    if not level.big_blind and not level.bring_in:
        yield _impossible("no-forced-bet", level, "There is neither a big blind nor a bring-in.")
    if level.big_blind and not level.small_blind:
        yield _unusual("no-small-blind", level, "There is no small blind.")
    if level.small_blind > level.big_blind:
        words = "The small blind {small} is above the big blind {big}."
        yield _impossible("small-blind-above-big", level, words, small=level.small_blind, big=level.big_blind)
    full = level.completion or level.small_bet
    if level.bring_in and level.bring_in >= full:
        words = "The bring-in {bring_in} is not below the full bet {full}."
        yield _impossible("bring-in-too-high", level, words, bring_in=level.bring_in, full=full)


def _ante(level: Level) -> Iterator[Finding]:
    if level.ante and level.ante_kind == "none":
        yield _impossible(
            "ante-without-payer", level, "Nobody is named to pay the ante {ante}.", ante=level.ante
        )
    if not level.ante and level.ante_kind != "none":
        yield _unusual("payer-without-ante", level, "Somebody is named to pay an ante, but it is 0.")
    # The mixed events of the WSOP have a big blind ante of one and a half big blinds.
    most = unit(level) * 3 // 2 if level.ante_kind in ("big-blind", "button") else unit(level) // 2
    if level.ante_kind != "none" and 0 < most < level.ante:
        yield _unusual("ante-large", level, "The ante {ante} is large for this level.", ante=level.ante)


def _bets(level: Level) -> Iterator[Finding]:
    if level.small_bet <= 0 or level.big_bet <= 0:
        yield _impossible("no-bets", level, "A limit level needs a small bet and a big bet.")
        return
    facts = {"small": level.small_bet, "big": level.big_bet}
    if level.big_bet < level.small_bet:
        words = "The big bet {big} is below the small bet {small}."
        yield _impossible("big-bet-below-small", level, words, **facts)
    if level.limit == "spread-limit":
        return
    if level.big_bet > level.small_bet and level.big_bet != 2 * level.small_bet:
        words = "The big bet {big} is not twice the small bet {small}."
        yield _unusual("bets-not-doubled", level, words, **facts)
    if level.big_blind and level.big_blind != level.small_bet:
        words = "The big blind {blind} is not the small bet {small}."
        yield _unusual("blind-not-bet", level, words, blind=level.big_blind, small=level.small_bet)


def _numbers(items: Sequence[Item]) -> Iterator[Finding]:
    seen: set[int] = set()
    highest = 0
    for index, item in enumerate(items):
        if isinstance(item, Countdown) and index:
            yield _unusual("countdown-not-first", item, "A countdown belongs before the first level.")
        if not isinstance(item, Level):
            continue
        if item.number in seen:
            yield _impossible(
                "duplicate-number", item, "There is another level {number}.", number=item.number
            )
        elif item.number < highest:
            yield _unusual(
                "number-order", item, "Level {number} comes after a later one.", number=item.number
            )
        seen.add(item.number)
        highest = max(highest, item.number)


def _steps(items: Sequence[Item]) -> Iterator[Finding]:
    # In a mix each game has its own height, so a level is compared with the last of its own game.
    last: dict[tuple[str, str], Level] = {}
    for item in items:
        if isinstance(item, Level):
            before = last.get((item.game, item.limit))
            if before is not None:
                yield from _step(before, item)
            last[item.game, item.limit] = item


def _step(before: Level, level: Level) -> Iterator[Finding]:
    facts = {"before": unit(before), "after": unit(level)}
    if level.big_blind < before.big_blind:
        words = "The big blind falls from {before} to {after}."
        yield _impossible("big-blind-falls", level, words, before=before.big_blind, after=level.big_blind)
    elif unit(level) < unit(before):
        yield _impossible("bets-fall", level, "The bets fall from {before} to {after}.", **facts)
    elif 0 < 2 * unit(before) < unit(level):
        yield _unusual("jump", level, "More than double: from {before} to {after}.", **facts)
    if _stakes(level) == _stakes(before):
        words = "The same as level {number}."
        yield _unusual("repeated", level, words, number=before.number)
    elif level.ante < before.ante and level.ante_kind == before.ante_kind:
        words = "The ante falls from {before} to {after}."
        yield _unusual("ante-falls", level, words, before=before.ante, after=level.ante)


def _stakes(level: Level) -> tuple[Any, ...]:
    return tuple(getattr(level, name) for name in (*AMOUNT_FIELDS, "ante_kind"))


def _chips(items: Sequence[Item], chips: Sequence[int]) -> Iterator[Finding]:
    if not chips:
        return
    for index, item in enumerate(items):
        at = chips_at(items, index, chips)
        if isinstance(item, Level):
            wrong = next((amount for amount in amounts(item) if not payable(amount, at)), None)
            if wrong is not None:
                words = "{amount} cannot be paid with the chips in play."
                yield _impossible("not-payable", item, words, amount=wrong)
        elif isinstance(item, Break):
            absent = next((chip for chip in item.color_up if chip not in at), None)
            if absent is not None:
                words = "There are no chips of {chip} in play to take out."
                yield _unusual("color-up-absent", item, words, chip=absent)


def _breaks(items: Sequence[Item]) -> Iterator[Finding]:
    played = 0
    for item in items:
        if not isinstance(item, Level):
            played = 0
            continue
        if played <= LONGEST_PLAY_MS < played + item.duration_ms:
            words = "More than {hours} hours without a break."
            yield _unusual("no-break", item, words, hours=LONGEST_PLAY_MS // 3_600_000)
        played += item.duration_ms
    for first, second in pairwise(items):
        if isinstance(first, Break) and isinstance(second, Break):
            yield _unusual("break-after-break", second, "Two breaks in a row.")


def _depth(items: Sequence[Item], stack: int | None) -> Iterator[Finding]:
    first = next((item for item in items if isinstance(item, Level)), None)
    if stack is None or first is None or stack >= SHALLOW_START_BB * unit(first):
        return
    words = "The starting stack is below {least} big blinds."
    yield _unusual("shallow-start", first, words, least=SHALLOW_START_BB)
