"""Files to take away: the rows that were refused, and the entries of an event in the same shape."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tables.queries.export import export_rows
from tables.queries.import_plan import import_plan
from tables.queries.take_over_plan import take_over_plan
from tables.web.days import event_of
from tables.web.importing.kept import Looked, kept_list, look
from tables.web.importing.shown import said
from tables.web.importing.taking import chosen_day
from tournaments.models import Event, Option
from tournaments.queries.lists import csv_bytes, xlsx_bytes
from tournaments.rules.csv_import import BrokenRow
from tournaments.rules.sheet_columns import REASON

_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@require_safe
def entries_export(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """The entries of an event as CSV or XLSX, which the importer reads back."""
    event = event_of(slug)
    if kind not in _TYPES:
        raise Http404(f"no list of kind {kind}")
    rows = export_rows(event)
    data = csv_bytes(rows) if kind == "csv" else xlsx_bytes(rows, event.name)
    return _file(data, kind, f"{event.slug}-entries.{kind}")


@require_safe
def entry_import_broken(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The rows of a list that cannot be imported, with why, to be mended and sent again."""
    event, looked = event_of(slug), _looked(request, key)
    role = request.user.role  # type: ignore[union-attr]
    plan = import_plan(event, looked.sheet, role) if looked.sheet else None
    return _broken(event, looked, plan.broken if plan else ())


@require_safe
def event_take_over_broken(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The rows of a running event that cannot be taken over, with why."""
    event, looked = event_of(slug), _looked(request, key)
    option = event.options.filter(kind=Option.Kind.ENTRY).first()
    role = request.user.role  # type: ignore[union-attr]
    if looked.sheet is None or option is None:
        return _broken(event, looked, ())
    return _broken(
        event, looked, take_over_plan(chosen_day(slug, looked.kept), looked.sheet, option, role).broken
    )


def _looked(request: HttpRequest, key: str) -> Looked:
    kept = kept_list(request, key)
    if kept is None:
        raise Http404("this list is no longer kept")
    return look(request, kept)


def _broken(event: Event, looked: Looked, broken: tuple[BrokenRow, ...]) -> HttpResponse:
    """The same columns and the reason; a list without headings gets the names of what they are."""
    lines = {number: list(cells) for number, cells in looked.cells.lines}
    layout, width = looked.layout, len(looked.layout.columns)
    head = list(looked.cells.first) if layout.has_head else list(layout.columns)
    had_reason = head[-1:] == [REASON]
    if layout.has_head:
        width = len(head) - had_reason
    rows = [[*_padded(head, width), REASON]]
    for row in broken:
        cells = lines[row.line]
        # Cells beyond the headings stay beyond them: sent again as it is, the row is refused again.
        beyond = cells[width + had_reason :]
        rows.append([*_padded(cells, width), said(row), *beyond])
    return _file(csv_bytes(rows), "csv", f"{event.slug}-refused.csv")


def _padded(cells: list[str], width: int) -> list[str]:
    return (cells + [""] * width)[:width]


def _file(data: bytes, kind: str, name: str) -> HttpResponse:
    answer = HttpResponse(data, content_type=_TYPES[kind])
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "no-store"
    return answer
