"""What the content security policy and the style of the house ask of templates and files."""

import re
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
PYTHON = sorted(
    path
    for app in ("config", "tournaments", "tables")
    for path in (ROOT / app).rglob("*.py")
    if "migrations" not in path.parts
)
INLINE = re.compile(
    r"<script(?![^>]*\bsrc=)(?![^>]*application/json)|<style|\sstyle=|\son[a-z]+=|https?://(?!www\.w3\.org)"
)
MOST_LINES = 400


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_templates_hold_no_inline_script_or_style_and_nothing_from_elsewhere(path):
    assert INLINE.findall(path.read_text()) == []


@pytest.mark.parametrize("path", PYTHON, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_stay_small(path):
    assert len(path.read_text().splitlines()) <= MOST_LINES


def test_there_is_no_drawer_for_odds_and_ends():
    names = {path.stem for path in PYTHON} | {part for path in PYTHON for part in path.parts}
    assert names & {"utils", "helpers", "common", "manager", "service", "services", "misc"} == set()


@pytest.mark.django_db
def test_no_migration_is_missing():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_every_variable_of_the_environment_is_documented():
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', (ROOT / "config" / "settings.py").read_text()))
    documented = set(re.findall(r"`([A-Z_]+)`", (ROOT / "docs" / "ARCHITECTURE.md").read_text()))
    assert read - documented == set()
