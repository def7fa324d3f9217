"""The list of players with its search, and a form for each."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.actions.player import add_player, change_player
from tournaments.models import Player
from tournaments.queries.players import player_page
from tournaments.rules.errors import RuleError
from tournaments.rules.roles import may
from tournaments.web.players.forms import PersonForm, of_player, of_search
from tournaments.web.who import by


@require_safe
def players_page(request: HttpRequest) -> HttpResponse:
    """All players, or those found by what was typed; htmx asks for the list alone."""
    typed = request.GET.get("q", "")[:200].strip()
    found = player_page(typed, whole_number(request.GET.get("page")) or 1)
    context = {
        "active": "players",
        "typed": typed,
        "found": found,
        "may_change": may(request.user.role, "player.change"),  # type: ignore[union-attr]
    }
    part = request.htmx.target == "players"  # type: ignore[attr-defined]
    return render(request, "players/_list.html" if part else "players/list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def player_new(request: HttpRequest) -> HttpResponse:
    """An empty form, or one with what was searched for; sent, there is one player more."""
    form = PersonForm(request.POST or None, initial=of_search(request.GET.get("q", "")))
    if request.method == "POST" and form.is_valid():
        try:
            player = add_player(by(request), form.person, birth_date=form.birth)
        except RuleError as error:
            form.refuse(error)
        else:
            messages.success(request, _("Player added: {name}").format(name=player))
            return redirect("players")
    return _page(request, form, None)


@require_http_methods(["GET", "HEAD", "POST"])
def player_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """A player's form; sent, it is kept."""
    player = get_object_or_404(Player, pk=pk)
    form = PersonForm(request.POST or None, initial=of_player(player))
    if request.method == "POST" and form.is_valid():
        try:
            change_player(by(request), player, form.person, birth_date=form.birth)
        except RuleError as error:
            form.refuse(error)
        else:
            messages.success(request, _("Player changed: {name}").format(name=player))
            return redirect("players")
    return _page(request, form, player)


def whole_number(text: str | None) -> int | None:
    """A whole number from an address, None for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


def _page(request: HttpRequest, form: PersonForm, player: Player | None) -> HttpResponse:
    context = {"active": "players", "form": form, "player": player}
    return render(request, "players/edit.html", context, status=422 if form.errors else 200)
