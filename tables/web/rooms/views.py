"""All rooms with their tables, and a form for one more room."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tables.actions.room import add_room
from tables.queries.rooms import rooms
from tables.web.rooms.forms import RoomForm
from tournaments.rules.errors import RuleError
from tournaments.rules.roles import may
from tournaments.web.refusals import sentence
from tournaments.web.who import by


@require_http_methods(["GET", "HEAD", "POST"])
def rooms_page(request: HttpRequest) -> HttpResponse:
    """The rooms; sent a name, one room more."""
    form = RoomForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = add_room(by(request), name=form.cleaned_data["name"])
        except RuleError as error:
            form.add_error("name", sentence(error))
        else:
            return redirect("room", made.pk)
    context = {
        "active": "rooms",
        "rooms": rooms(),
        "form": form,
        "may_change": may(request.user.role, "house.add_room"),  # type: ignore[union-attr]
    }
    return render(request, "rooms/list.html", context, status=422 if form.errors else 200)
