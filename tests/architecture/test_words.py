"""Every kind of action has a sentence, and every sentence an action."""

import importlib
import pkgutil

import tables.actions
import tables.management.commands.prepare
import tournaments.actions
from tables.queries.journal import sentences
from tournaments.journal import undo
from tournaments.journal.action import KINDS
from tournaments.rules.roles import MAY

assert undo  # registers journal.undo
for package in (tournaments.actions, tables.actions):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)


def product_kinds() -> set[str]:
    return {kind for kind in KINDS if ".test_" not in kind}


def test_every_kind_has_a_sentence():
    spoken = {key.split(":")[0] for key in sentences()}
    assert product_kinds() - {"journal.undo"} - spoken == set()


def test_every_sentence_has_a_kind():
    assert {key.split(":")[0] for key in sentences()} - product_kinds() == set()


def test_every_kind_is_of_a_family_with_roles():
    assert {kind.split(".")[0] for kind in product_kinds()} <= set(MAY)
