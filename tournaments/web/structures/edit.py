"""Making and editing a structure template."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.actions.structure import save_template
from tournaments.models import StructureTemplate
from tournaments.queries.structures import presets
from tournaments.rules.errors import RuleError
from tournaments.rules.structure import items_from_json, items_to_json, suggest
from tournaments.web.fields import refuse
from tournaments.web.refusals import sentence
from tournaments.web.structures.forms import CopyForm, SuggestForm, TemplateForm
from tournaments.web.structures.pages import EditorPage
from tournaments.web.structures.typed import typed_items
from tournaments.web.who import by

FIELDS = {"template-name-taken": "name"}
Rows = list[dict[str, Any]]


@require_http_methods(["GET", "HEAD", "POST"])
def new_structure(request: HttpRequest) -> HttpResponse:
    """Where to start from, then the editor: empty, with a copy, or with a suggestion."""
    if request.method == "POST":
        return _save(request, None, [])
    if "blank" in request.GET:
        return _editor(request, None, [], TemplateForm(initial={"stack": 20_000}))
    if "preset" in request.GET:
        return _copy(request)
    if "entries" in request.GET:
        return _suggestion(request)
    return _start(request, CopyForm(), SuggestForm())


@require_http_methods(["GET", "HEAD", "POST"])
def edit_structure(request: HttpRequest, pk: int) -> HttpResponse:
    """The editor on one template."""
    template = get_object_or_404(StructureTemplate, pk=pk)
    rows = items_to_json(items_from_json(template.items))
    if request.method == "POST":
        return _save(request, template, rows)
    return _editor(request, template, rows, TemplateForm(initial=_typed(template)))


def _save(request: HttpRequest, template: StructureTemplate | None, base: Rows) -> HttpResponse:
    form, typed = TemplateForm(request.POST), typed_items(request.POST, base)
    if form.is_valid() and typed.refusal is None:
        try:
            saved = save_template(by(request), template, items=typed.rows, **form.values())
        except RuleError as error:
            refuse(form, error, FIELDS)
        else:
            messages.success(request, _("%(name)s is saved.") % {"name": saved.name})
            return redirect("structures")
    refusal = sentence(typed.refusal) if typed.refusal else ""
    return _editor(request, template, typed.rows, form, refusal=refusal, refused=True)


def _copy(request: HttpRequest) -> HttpResponse:
    form = CopyForm(request.GET)
    if not form.is_valid():
        return _start(request, form, SuggestForm(), status=422)
    template = form.cleaned_data["preset"]
    initial = _typed(template) | {"name": _("%(name)s, copy") % {"name": template.name[:100]}}
    rows = items_to_json(items_from_json(template.items))
    return _editor(request, None, rows, TemplateForm(initial=initial))


def _suggestion(request: HttpRequest) -> HttpResponse:
    form = SuggestForm(request.GET)
    if form.is_valid():
        asked = form.cleaned_data
        try:
            items = suggest(
                asked["entries"],
                asked["stack"],
                asked["minutes"] * 60_000,
                int(asked["hours"] * 3_600_000),
                asked["chips"],
            )
        except RuleError as error:
            form.add_error(None, sentence(error))
        else:
            initial = {"stack": asked["stack"], "chips": asked["chips"], "late_registration_levels": 4}
            name = _("%(minutes)s minutes, %(hours)s hours, %(entries)s entries") % asked
            return _editor(
                request, None, items_to_json(items), TemplateForm(initial=initial | {"name": name})
            )
    return _start(request, CopyForm(), form, status=422)


def _start(request: HttpRequest, copy: CopyForm, asked: SuggestForm, status: int = 200) -> HttpResponse:
    context = {"copy": copy, "suggest": asked, "has_structures": bool(presets()), "active": "structures"}
    return render(request, "setup/structure_new.html", context, status=status)


def _typed(template: StructureTemplate) -> dict[str, Any]:
    return {
        "name": template.name,
        "source": template.source,
        "stack": template.stack,
        "late_registration_levels": template.registration_level,
        "chips": template.chips,
    }


def _editor(
    request: HttpRequest,
    template: StructureTemplate | None,
    rows: Rows,
    form: TemplateForm,
    *,
    refusal: str = "",
    refused: bool = False,
) -> HttpResponse:
    chips, stack, late = _shown(form)
    page = EditorPage(
        title=template.name if template else _("New structure"),
        save_url=reverse("structure_edit", args=[template.pk]) if template else reverse("structure_new"),
        check_url=reverse("structure_check"),
        rows=rows,
        chips=chips,
        stack=stack,
        late_levels=late,
        refusal=refusal,
        more={"form": form, "is_template": True, "active": "structures"},
    )
    return page.answer(request, refused=refused)


def _shown(form: TemplateForm) -> tuple[Sequence[int], int, int]:
    """Chips, stack and late levels as the form has them: typed if it was sent, else as loaded."""
    data = getattr(form, "cleaned_data", None) if form.is_bound else form.initial
    data = data or {}
    return data.get("chips") or (), data.get("stack") or 0, data.get("late_registration_levels") or 0
