"""A director looks for a player's other row, sees both side by side, and makes them one."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.actions.player_merge import merge_players
from tournaments.models import Player
from tournaments.queries.house import house_zone
from tournaments.queries.likely_players import likely_players
from tournaments.queries.player_histories import player_history
from tournaments.queries.players import find_players
from tournaments.rules.errors import RuleError
from tournaments.rules.person import Person
from tournaments.web.players.views import whole_number
from tournaments.web.refusals import sentence
from tournaments.web.template_tags import said
from tournaments.web.who import by


@require_http_methods(["GET", "HEAD", "POST"])
def player_merge(request: HttpRequest, pk: int) -> HttpResponse:
    """The search; with somebody chosen both side by side; confirmed, `pk` speaks for both."""
    kept = get_object_or_404(Player, pk=pk)
    if kept.merged_into_id is not None:
        return redirect("player_edit", kept.merged_into_id)
    key = whole_number(request.POST.get("other") or request.GET.get("other"))
    other = get_object_or_404(Player, pk=key) if key else None
    refusal = ""
    if request.method == "POST" and other is None:
        refusal = _("Choose whom to merge.")
    elif request.method == "POST" and other is not None:
        try:
            merge_players(by(request), kept, other)
        except RuleError as error:
            refusal = sentence(error)
        else:
            words = _("{other} merged into {name}. The house journal can take it back.")
            messages.success(request, words.format(other=said(other), name=said(kept)))
            return redirect("player_edit", kept.pk)
    context = {"active": "players", "player": kept, "refusal": refusal, **_shown(request, kept, other)}
    return render(request, "players/merge.html", context, status=422 if refusal else 200)


def _shown(request: HttpRequest, kept: Player, other: Player | None) -> dict[str, object]:
    """Both histories, or whom the search and the likeness of names offer."""
    if other is not None:
        return {"other": other, "sides": [player_history(kept), player_history(other)], "zone": house_zone()}
    typed = request.GET.get("q", "")[:200].strip()
    if typed:
        found = [player for player in find_players(typed) if player.pk != kept.pk]
        return {"typed": typed, "found": found}
    person = Person(first_name=kept.first_name, last_name=kept.last_name)
    likely = [one for one in likely_players(person, kept.birth_date, limit=9) if one.pk != kept.pk]
    return {"typed": "", "found": likely}
