"""One table of the house: its chairs, lending it to cash games, and an end to it."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tables.actions.room import change_table, remove_table
from tables.models import Table
from tables.queries.rooms import RoomTable, table_by_number
from tables.web.rooms.forms import TableForm
from tournaments.rules.errors import RuleError
from tournaments.web.refusals import sentence
from tournaments.web.who import by

_FIELD = {"chairs": "chairs", "chair-in-use": None, "table-in-use": "lent"}


@require_http_methods(["GET", "HEAD", "POST"])
def table_page(request: HttpRequest, number: int) -> HttpResponse:
    """A table and who has it; sent its chairs, it has these."""
    found = table_by_number(number)
    if found is None:
        raise Http404(f"no table {number}")
    form = TableForm(request.POST or None, initial=_initial(found))
    if request.method == "POST" and form.is_valid():
        try:
            change_table(by(request), get_object_or_404(Table, number=number), **form.cleaned_data)
        except RuleError as error:
            form.add_error(_FIELD.get(error.code), sentence(error))
        else:
            return redirect("rooms")
    context = {"active": "rooms", "table": found, "form": form}
    return render(request, "rooms/table.html", context, status=422 if form.errors else 200)


@require_POST
def table_remove(request: HttpRequest, number: int) -> HttpResponse:
    """The table is gone, if no event ever had it."""
    remove_table(by(request), get_object_or_404(Table, number=number))
    messages.success(request, _("Table {number} removed").format(number=number))
    return redirect("rooms")


def _initial(table: RoomTable) -> dict[str, Any]:
    return {
        "chairs": table.chairs,
        "blocked": list(table.blocked),
        "accessible": list(table.accessible),
        "lent": table.lent,
    }
