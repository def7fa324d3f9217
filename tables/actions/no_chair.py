"""Why nobody can be seated: no chair is open, or all that are open stand at padlocked tables."""

from tables.queries.alternates import has_right_before
from tables.queries.floor_plan import shut_tables
from tables.queries.room import day_room
from tables.rules.table_numbers import written
from tournaments.models import Day, Entry
from tournaments.rules.errors import RuleError


def no_chair(day: Day, /, code: str, words: str, **facts: object) -> RuleError:
    """The refusal in these words; where only padlocked tables have a chair open, in words that name them."""
    shut = () if day_room(day).chairs_left else shut_tables(day)
    if not shut:
        return RuleError(code, words, facts)
    words = (
        "The only open chairs are at padlocked tables: {tables}. Take a padlock off, or open another table."
    )
    return RuleError(code, words, {**facts, "tables": written(shut)})


def not_your_turn(entry: Entry) -> RuleError:
    """The refusal of an alternate for whom no chair is left beside those of who comes before him."""
    words = "No chair is open for alternate {alternate} yet: {ahead} ahead of him."
    ahead = has_right_before(entry).count()
    return no_chair(entry.day, "not-your-turn", words, alternate=entry.alternate, ahead=ahead)


def refuse_too_few(day: Day, entries: int, chairs: int) -> None:
    """RuleError `room-full` where so many do not fit, and the chairs of padlocked tables would help."""
    if entries <= chairs or not (shut := shut_tables(day)):
        return
    words = (
        "{entries} players do not fit: {chairs} chairs are open, {missing} too few. "
        "There are open chairs at padlocked tables: {tables}. Take a padlock off, or open another table."
    )
    facts = {"entries": entries, "chairs": chairs, "missing": entries - chairs, "tables": written(shut)}
    raise RuleError("room-full", words, facts)
