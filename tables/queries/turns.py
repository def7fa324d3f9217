"""Whose turn it is among the alternates, and why another one is not to be seated yet."""

from bisect import bisect_left
from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.queries.alternates import Alternates, on_list, state_of
from tables.queries.floor_plan import shut_tables
from tables.queries.room import day_room
from tournaments.models import Day


def turns(days: Iterable[Day | int]) -> dict[int, str]:
    """By the key of each alternate of these Days, why he cannot be seated now; "" where it is his turn.

    As `has_right_before` and the open chairs have it. Two queries for a Day with room, four for one without.
    """
    found: dict[int, str] = {}
    for pk in days:
        found |= _of_day(pk if isinstance(pk, Day) else Day(pk=pk))
    return found


def _of_day(day: Day) -> dict[int, str]:
    entries = list(on_list(day))
    if not entries:
        return {}
    chairs = day_room(day).chairs_left
    none = "" if chairs > 0 else Alternates((), 0, shut_tables(day)).shut_words or _("No chair is open.")
    by_state: dict[str, list[int]] = {"called": [], "waiting": [], "skipped": []}
    for entry in entries:  # by number, so that each list rises
        by_state[state_of(entry)].append(entry.alternate or 0)
    found = {}
    for entry in entries:
        number, called = entry.alternate or 0, by_state["called"]
        is_called = state_of(entry) == "called"
        others = bisect_left(called, number) if is_called else len(called)
        before = others if is_called else others + bisect_left(by_state["waiting"], number)
        found[entry.pk] = "" if before < chairs else none or _not_his_turn(before)
    return found


def _not_his_turn(before: int) -> str:
    words = ngettext("{n} alternate comes before him.", "{n} alternates come before him.", before)
    return words.format(n=before)
