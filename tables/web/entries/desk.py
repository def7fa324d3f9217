"""Taking an entry: for somebody known, or for a new player."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from tables.actions.desk import register, register_new, reserve, reserve_new
from tables.web.days import event_of
from tables.web.entries.forms import NOW, RESERVE, SellForm
from tables.web.entries.views import Sale, desk_context, sale_of
from tournaments.journal.change import By
from tournaments.models import Entry, Player
from tournaments.rules.errors import RuleError
from tournaments.web.players.forms import PersonForm
from tournaments.web.players.views import whole_number
from tournaments.web.refusals import sentence
from tournaments.web.who import by


@require_POST
def entry_take(request: HttpRequest, slug: str) -> HttpResponse:
    """Sell or reserve what the panel says. Refused, the panel says why and keeps what was typed."""
    event = event_of(slug)
    key = whole_number(request.POST.get("player"))
    player = get_object_or_404(Player, pk=key) if key else None
    person = None if player else PersonForm(request.POST)
    sale = sale_of(request, event, player, person)
    entry = _taken(request, sale)
    if entry is None:
        return render(request, "entries/page.html", desk_context(request, event, sale), status=422)
    return redirect(f"{reverse('entries', args=[event.slug])}?done={entry.pk}")


def _taken(request: HttpRequest, sale: Sale) -> Entry | None:
    form, person = sale.form, sale.person
    if form is None:
        return None
    # Both are asked, so that both say what is wrong.
    valid = [form.is_valid(), person is None or person.is_valid()]
    if not all(valid):
        return None
    try:
        return _sell(request, form, sale)
    except RuleError as error:
        if person is not None and error.facts.get("field") in person.fields:
            person.refuse(error)
        else:
            form.add_error(None, sentence(error))
        return None


def _sell(request: HttpRequest, form: SellForm, sale: Sale) -> Entry:
    data = form.cleaned_data
    day, option, then = data["day"], data["option"], data["then"]
    who, in_line = by(request), bool(data.get("in_line"))
    if sale.player is not None and then == RESERVE:
        return reserve(who, day, sale.player, option, in_line=in_line)
    if sale.player is not None:
        return register(
            who, day, sale.player, option, method=data["method"], seat=then == NOW, in_line=in_line
        )
    return _sell_new(who, sale.person, form, in_line)


def _sell_new(who: By, typed: PersonForm | None, form: SellForm, in_line: bool) -> Entry:
    if typed is None:
        raise TypeError("a sale is to somebody")
    data = form.cleaned_data
    day, option, then = data["day"], data["option"], data["then"]
    person, birth = typed.person, typed.birth
    if then == RESERVE:
        return reserve_new(who, day, option, person, birth_date=birth, in_line=in_line)
    return register_new(
        who,
        day,
        option,
        person,
        birth_date=birth,
        method=data["method"],
        seat=then == NOW,
        in_line=in_line,
    )
