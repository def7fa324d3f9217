"""One way to write: actions touch rows only through their Change."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WRITES = {
    "save",
    "create",
    "update",
    "delete",
    "bulk_create",
    "bulk_update",
    "get_or_create",
    "update_or_create",
    "asave",
    "acreate",
    "aupdate",
    "adelete",
    "execute",
    "executemany",
}
ACTIONS = sorted(path for app in ("tournaments", "tables") for path in (ROOT / app / "actions").rglob("*.py"))


def foreign_writes(source: str) -> list[int]:
    """Lines that call a writing method on anything but `change` (or a plain dict or set being updated)."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WRITES
        ):
            continue
        owner = node.func.value
        if not (isinstance(owner, ast.Name) and owner.id == "change"):
            found.append(node.lineno)
    return found


@pytest.mark.parametrize("path", ACTIONS, ids=lambda path: str(path.relative_to(ROOT)))
def test_actions_write_only_through_their_change(path):
    assert foreign_writes(path.read_text()) == []


def test_the_check_sees_a_foreign_write():
    assert foreign_writes("def f(change, row):\n    change.update(row, a=1)\n    row.save()\n") == [3]
    assert foreign_writes("Entry.objects.filter(pk=1).update(state='out')") == [1]
