"""What `check` says of a structure, as the editor's page takes it."""

from collections.abc import Sequence
from typing import Any

from django.utils import formats
from django.utils.translation import gettext

from tournaments.rules.house import HouseRules
from tournaments.rules.structure import Item, check, color_up_points, expected_end


def findings(items: Sequence[Item], chips: Sequence[int], stack: int | None) -> list[dict[str, Any]]:
    """One plain value per finding: item id or None, severity, code, and its sentence."""
    return [
        {
            "item": found.item,
            "severity": found.severity,
            "code": found.code,
            "text": gettext(found.words).format(
                **{name: _grouped(value) for name, value in found.facts.items()}
            ),
        }
        for found in check(items, tuple(chips), stack or None)
    ]


def verdict(
    items: Sequence[Item], chips: Sequence[int], stack: int | None, entries: int, house: HouseRules
) -> dict[str, Any]:
    """Findings, when chips become idle, and when it will end if entries are known."""
    ends = expected_end(items, entries, stack, house) if entries and stack and items else None
    points = color_up_points(items, sorted(chips)) if chips else {}
    return {
        "findings": findings(items, chips, stack),
        "expected_end_ms": ends,
        "color_up": {str(chip): index for chip, index in points.items()},
    }


def impossible(found: Sequence[dict[str, Any]]) -> list[str]:
    """The sentences of what cannot be played as written."""
    return [finding["text"] for finding in found if finding["severity"] == "impossible"]


def _grouped(value: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        return formats.number_format(value, decimal_pos=0, use_l10n=True, force_grouping=True)
    return value
