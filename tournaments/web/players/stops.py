"""A director stops a player, or lets him be entered again."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from tournaments.actions.player_stops import bar_player, exclude_player, readmit_player, unbar_player
from tournaments.journal.change import By
from tournaments.models import Player
from tournaments.rules.errors import RuleError
from tournaments.web.players.forms import PersonForm, of_player
from tournaments.web.players.stop_forms import BarForm, ExcludeForm, StopForm
from tournaments.web.players.views import player_page_of
from tournaments.web.template_tags import said
from tournaments.web.who import by


@dataclass(frozen=True, slots=True)
class Stop:
    """A verb of the player's page: its form, what it does with it, and what is said then."""

    form: type[StopForm]
    act: Callable[[By, Player, StopForm], object]
    done: str | Promise


STOPS = {
    "bar": Stop(
        BarForm,
        lambda who, player, form: bar_player(
            who, player, reason=form.cleaned_data["reason"], until=form.cleaned_data["until"]
        ),
        _("Barred: {name}"),
    ),
    "unbar": Stop(
        StopForm, lambda who, player, _form: unbar_player(who, player), _("No longer barred: {name}")
    ),
    "exclude": Stop(
        ExcludeForm,
        lambda who, player, form: exclude_player(who, player, until=form.cleaned_data["until"]),
        _("Excluded: {name}"),
    ),
    "readmit": Stop(
        StopForm, lambda who, player, _form: readmit_player(who, player), _("No longer excluded: {name}")
    ),
}


@require_POST
def player_stop(request: HttpRequest, pk: int, verb: str) -> HttpResponse:
    """Do what the button says; refused, the player's page says why and keeps what was typed."""
    player = get_object_or_404(Player, pk=pk)
    stop = STOPS.get(verb)
    if stop is None:
        raise Http404
    form = stop.form(request.POST, auto_id=f"{verb}_%s")
    if form.is_valid():
        try:
            stop.act(by(request), player, form)
        except RuleError as error:
            form.refuse(error)
        else:
            messages.success(request, str(stop.done).format(name=said(player)))
            return redirect("player_edit", player.pk)
    player.refresh_from_db()
    return player_page_of(request, player, PersonForm(initial=of_player(player)), {verb: form})
