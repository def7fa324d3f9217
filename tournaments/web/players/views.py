"""The list of players with its search, and a form for each."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.actions.player import add_player, change_player
from tournaments.journal.change import utc_now
from tournaments.models import Player
from tournaments.queries.admission import stop_of
from tournaments.queries.players import player_page
from tournaments.rules.errors import RuleError
from tournaments.rules.roles import may
from tournaments.web.players.forms import PersonForm, of_player, of_search
from tournaments.web.players.stop_forms import BarForm, ExcludeForm, StopForm
from tournaments.web.refusals import sentence
from tournaments.web.template_tags import said
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
    form = PersonForm(request.POST or None, initial=of_search(request.GET.get("q", "")), warn=True)
    form.fields["first_name"].widget.attrs["data-focus"] = True
    if request.method == "POST" and form.is_valid():
        try:
            player = add_player(by(request), form.person, birth_date=form.birth)
        except RuleError as error:
            form.refuse(error)
        else:
            messages.success(request, _("Player added: {name}").format(name=said(player)))
            return redirect("players")
    return _form_page(request, {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
def player_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """A player's form; sent, it is kept. One who was merged into another is shown as that other."""
    player = get_object_or_404(Player, pk=pk)
    if player.merged_into_id is not None:
        return redirect("player_edit", player.merged_into_id)
    form = PersonForm(request.POST or None, initial=of_player(player))
    if request.method == "POST" and form.is_valid():
        try:
            change_player(by(request), player, form.person, birth_date=form.birth)
        except RuleError as error:
            form.refuse(error)
        else:
            messages.success(request, _("Player changed: {name}").format(name=said(player)))
            return redirect("players")
    return player_page_of(request, player, form)


def whole_number(text: str | None) -> int | None:
    """A whole number from an address, None for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


def player_page_of(
    request: HttpRequest, player: Player, form: PersonForm, sent: Mapping[str, StopForm] | None = None
) -> HttpResponse:
    """A player's page; sent: a form by its verb (web/players/stops.py) that was refused.

    What stops the player, and why, is on a director's page alone.
    """
    context: dict[str, Any] = {"form": form, "player": player}
    if may(request.user.role, "player.bar"):  # type: ignore[union-attr]
        stops = {"bar": BarForm(auto_id="bar_%s"), "exclude": ExcludeForm(auto_id="exclude_%s")}
        stop = stop_of(player, utc_now())
        context |= {"stops": stops | dict(sent or {}), "stopped": sentence(stop) if stop else ""}
    return _form_page(request, context, refused=bool(sent))


def _form_page(request: HttpRequest, context: dict[str, Any], *, refused: bool = False) -> HttpResponse:
    wrong = refused or bool(context["form"].errors)
    shown = {"active": "players", "player": None, **context}
    return render(request, "players/edit.html", shown, status=422 if wrong else 200)
