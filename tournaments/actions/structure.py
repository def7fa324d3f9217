"""Structure templates."""

from typing import Any

from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import StructureTemplate
from tournaments.rules.errors import RuleError
from tournaments.rules.structure import items_from_json, items_to_json


@action("structure.save", scope="house")
def save_template(
    change: Change,
    /,
    template: StructureTemplate | None,
    *,
    name: str,
    items: list[dict[str, Any]],
    **values: Any,
) -> StructureTemplate:
    """Make a template or replace what is in one. Findings do not stop it: a draft may be unfinished.

    RuleError: `template-name-taken`, or what the item codec refuses by row and field.
    """
    same_name = StructureTemplate.objects.filter(name=name).first()
    if same_name is not None and same_name != template:
        raise RuleError("template-name-taken", "Another structure is called {name}.", {"name": name})
    plain = items_to_json(items_from_json(items))
    change.note(name=name, levels=sum(item["kind"] == "level" for item in plain))
    if template is None:
        return change.create(StructureTemplate, name=name, items=plain, **values)
    return change.update(template, name=name, items=plain, **values)


@action("structure.remove", scope="house")
def remove_template(change: Change, /, template: StructureTemplate) -> None:
    """Remove a template. Days keep their own copies."""
    change.note(name=template.name)
    change.delete(template)
