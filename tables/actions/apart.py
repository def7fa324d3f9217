"""Players who are not to sit at one table: kept in mind by draws, plans and moves."""

from tables.models import Apart
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Event, Player
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name


@action("seat.apart")
def keep_apart(change: Change, /, event: Event, first: Player, second: Player) -> Apart:
    """Keep two players apart from now on; nobody moves for it. RuleError: `same-player`, `apart-already`."""
    if first.pk == second.pk:
        raise RuleError("same-player", "Choose two players to keep apart.")
    one, other = sorted((first, second), key=lambda player: player.pk)
    _note(change, one, other)
    if Apart.objects.filter(event=event, first=one, second=other).exists():
        facts = {"first": _name(one), "second": _name(other)}
        raise RuleError("apart-already", "{first} and {second} are kept apart already.", facts)
    return change.create(Apart, event=event, first=one, second=other)


@action("seat.together")
def let_together(change: Change, /, pair: Apart) -> None:
    """Let two players sit at one table again."""
    _note(change, pair.first, pair.second)
    change.delete(pair)


def _note(change: Change, first: Player, second: Player) -> None:
    change.note(first=_name(first), second=_name(second))


def _name(player: Player) -> str:
    return full_name(player.first_name, player.last_name)
