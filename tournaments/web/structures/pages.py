"""The editor's page: the same for a template and for a Day's own copy."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.queries.structures import presets
from tournaments.rules.errors import RuleError
from tournaments.rules.structure import items_from_json
from tournaments.web.structures.findings import findings


@dataclass(frozen=True, slots=True, kw_only=True)
class EditorPage:
    """What the editor shows. `rows`: items as JSON has them; `more`: what only one of its uses needs."""

    title: str
    save_url: str
    check_url: str
    rows: list[dict[str, Any]]
    chips: Sequence[int]
    stack: int
    late_levels: int
    refusal: str = ""
    more: dict[str, Any] = field(default_factory=dict)

    def answer(self, request: HttpRequest, *, refused: bool = False) -> HttpResponse:
        """The page; 422 where something was refused, with what was typed."""
        context = {
            "title": self.title,
            "save_url": self.save_url,
            "check_url": self.check_url,
            "items": self.rows,
            "findings": self._findings(),
            "stack": self.stack,
            "late_registration_levels": self.late_levels,
            "refusal": self.refusal,
            "presets": [{"pk": one.pk, "name": one.name, "items": one.items} for one in presets()],
            **self.more,
        }
        return render(request, "structures/edit.html", context, status=422 if refused else 200)

    def _findings(self) -> list[dict[str, Any]]:
        try:
            return findings(items_from_json(self.rows), self.chips, self.stack) if self.rows else []
        except RuleError:
            # Rows that the codec refuses are shown as typed; the refusal above them says why.
            return []
