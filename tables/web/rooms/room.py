"""One room: its name, tables to add, and an end to it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tables.actions.room import add_tables, remove_room, rename_room
from tables.models import Room
from tables.web.rooms.forms import AddTablesForm, RoomForm
from tournaments.rules.errors import RuleError
from tournaments.web.refusals import sentence
from tournaments.web.who import by

_FIELD = {"table-number-taken": "numbers", "too-many-tables": "numbers", "chairs": "chairs"}


@require_http_methods(["GET", "HEAD", "POST"])
def room_page(request: HttpRequest, pk: int) -> HttpResponse:
    """A room; sent a name, it is called that."""
    room = get_object_or_404(Room, pk=pk)
    form = RoomForm(request.POST or None, initial={"name": room.name})
    if request.method == "POST" and form.is_valid():
        try:
            rename_room(by(request), room, name=form.cleaned_data["name"])
        except RuleError as error:
            form.add_error("name", sentence(error))
        else:
            return redirect("rooms")
    return _page(request, room, form, AddTablesForm())


@require_http_methods(["GET", "HEAD", "POST"])
def room_tables(request: HttpRequest, pk: int) -> HttpResponse:
    """The same page; sent numbers and chairs, the room has these tables more."""
    room = get_object_or_404(Room, pk=pk)
    form = AddTablesForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        first, last = form.cleaned_data["numbers"]
        try:
            add_tables(by(request), room, first=first, last=last, chairs=form.cleaned_data["chairs"])
        except RuleError as error:
            form.add_error(_FIELD.get(error.code), sentence(error))
        else:
            return redirect("rooms")
    return _page(request, room, RoomForm(initial={"name": room.name}), form)


@require_POST
def room_remove(request: HttpRequest, pk: int) -> HttpResponse:
    """The room is gone, if no table stands in it."""
    room = get_object_or_404(Room, pk=pk)
    remove_room(by(request), room)
    messages.success(request, _("Room removed: {name}").format(name=room.name))
    return redirect("rooms")


def _page(request: HttpRequest, room: Room, form: RoomForm, tables_form: AddTablesForm) -> HttpResponse:
    wrong = form.errors or tables_form.errors
    context = {
        "active": "rooms",
        "room": room,
        "tables": room.tables.count(),
        "form": form,
        "tables_form": tables_form,
    }
    return render(request, "rooms/room.html", context, status=422 if wrong else 200)
