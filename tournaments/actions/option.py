"""What an event sells."""

from typing import Any

from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Event, Option
from tournaments.rules.errors import RuleError


@action("event.add_option")
def add_option(change: Change, /, event: Event, *, name: str, **values: Any) -> Option:
    """Add an option. RuleError: `option-name-taken`."""
    _refuse_name(event.pk, name, None)
    change.note(name=name)
    return change.create(Option, event=event, name=name, position=event.options.count(), **values)


@action("event.change_option")
def change_option(change: Change, /, option: Option, *, name: str, **values: Any) -> Option:
    """Change an option. What was sold keeps its price and chips. RuleError: `option-name-taken`."""
    _refuse_name(option.event_id, name, option.pk)
    change.note(name=name)
    return change.update(option, name=name, **values)


@action("event.remove_option")
def remove_option(change: Change, /, option: Option) -> None:
    """Remove an option. RuleError: `option-sold` once it was taken."""
    if option.entries.exists() or option.purchases.exists():
        raise RuleError("option-sold", "{name} has been taken already and stays.", {"name": option.name})
    change.note(name=option.name)
    change.delete(option)


def _refuse_name(event_id: int, name: str, own: int | None) -> None:
    found = Option.objects.filter(event=event_id, name=name).first()
    if found is not None and found.pk != own:
        raise RuleError(
            "option-name-taken", "This event has an option called {name} already.", {"name": name}
        )
