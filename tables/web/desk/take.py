"""Selling what the panel says, and printing the card of it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tables.actions.desk import register, register_new
from tables.actions.reentry import reenter_giving_up
from tables.actions.sale import take_option
from tables.queries.desk_panel import done_at_desk, playing_entry, room_now
from tables.rules.chips_typed import chips_typed
from tables.web.days import event_of
from tables.web.desk.forms import DeskForm
from tables.web.desk.panel import Panel, panel_of
from tables.web.desk.views import desk_context, last_context
from tables.web.prints.sale import SalePrints, print_once_more, print_sale
from tournaments.journal.change import By
from tournaments.models import Entry, Event, Option, Player, Purchase
from tournaments.queries.sales import OVERRIDABLE
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name
from tournaments.web.players.views import whole_number
from tournaments.web.refusals import sentence
from tournaments.web.who import by


@require_POST
def desk_take(request: HttpRequest, slug: str) -> HttpResponse:
    """Sell what the panel says and print the card. Refused, the panel says why and keeps what was typed."""
    event = event_of(slug)
    panel = panel_of(request, event)
    entry = _taken(request, event, panel) if panel else None
    part = "desk/_sell.html" if request.htmx else "desk/page.html"  # type: ignore[attr-defined]
    if panel is None or entry is None:
        context = desk_context(request, event, panel, part if request.htmx else None)  # type: ignore[attr-defined]
        return render(request, part, context, status=422)
    form = panel.form
    cash = (form.received_amount, form.change) if form else (None, None)
    printed = print_sale(request, entry, _last_sold(entry), received=cash[0], change=cash[1])
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("desk", slug)
    answer = _sold(request, event, entry, panel, printed)
    answer["HX-Trigger"] = "desk-sold"
    return answer


@require_POST
def desk_print(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The paper of what was last done on an entry, once more; the page's part about it answers.

    `of` in the form: the key of its line in the journal; without it the entry's card or ticket is printed.
    """
    event = event_of(slug)
    entry = get_object_or_404(Entry.objects.select_related("player"), pk=pk, event=event)
    done = done_at_desk(event, entry, whole_number(request.POST.get("of", "")))
    printed = print_once_more(request, entry, done)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("print_job", printed.job.pk) if printed.job else redirect("desk", slug)
    context = desk_context(request, event, None, "desk/_last.html") | last_context(request, event, entry)
    return render(request, "desk/_last.html", context | {"printed": printed})


def _sold(
    request: HttpRequest, event: Event, entry: Entry, panel: Panel, printed: SalePrints
) -> HttpResponse:
    context = desk_context(request, event, None, "desk/_sell.html") | last_context(request, event, entry)
    context |= {
        "printed": printed,
        "change": panel.form.change if panel.form else None,
        "room": room_now(event, entry.day),
    }
    return render(request, "desk/_sold.html", context)


def _taken(request: HttpRequest, event: Event, panel: Panel) -> Entry | None:
    form, person = panel.form, panel.person
    if form is None:
        return None
    # Both are asked, so that both say what is wrong.
    if not all([form.is_valid(), person is None or person.is_valid()]):
        return None
    try:
        return _sell(by(request), event, panel)
    except RuleError as error:
        if person is not None and error.facts.get("field") in person.fields:
            person.refuse(error)
        else:
            _refuse(form, panel, error)
        return None


def _refuse(form: DeskForm, panel: Panel, error: RuleError) -> None:
    """Say at the field that mends it what was refused; a director is asked for his reason."""
    fields = {"ticket-used": "ticket", "ticket-number": "ticket", "payment-sum": "second_amount"}
    if panel.chosen and panel.chosen.is_against and error.code in OVERRIDABLE:
        form.add_error("override", sentence(error) + " " + _("Say why it is sold all the same."))
    else:
        form.add_error(fields.get(error.code), sentence(error))


def _sell(who: By, event: Event, panel: Panel) -> Entry:
    assert panel.form is not None  # noqa: S101 - asked by _taken
    data = panel.form.cleaned_data
    day, option = data["day"], data["option"]
    how = {
        "method": data["method"],
        "payments": panel.form.payments,
        "override": data.get("override") or "",
    }
    in_line = bool(data.get("in_line"))
    if panel.player is None:
        assert panel.person is not None  # noqa: S101 - a panel is somebody's
        person, birth = panel.person.person, panel.person.birth
        return register_new(who, day, option, person, birth_date=birth, in_line=in_line, **how)
    given_up = _given_up(event, panel.player, option, data.get("gives_up") or "")
    if given_up is not None:
        typed = data.get("given_up") or ""
        stack = chips_typed(typed) if typed else None
        return reenter_giving_up(who, given_up, day, option, in_line=in_line, stack=stack, **how)
    if option.kind in Option.STARTS_ENTRY:
        return register(who, day, panel.player, option, in_line=in_line, **how)
    entry = playing_entry(event, panel.player)
    if entry is None:
        facts = {"name": full_name(panel.player.first_name, panel.player.last_name), "option": option.name}
        raise RuleError("not-in", "{name} is not playing, so {option} cannot be taken.", facts)
    return take_option(who, entry, option, **how).entry


def _given_up(event: Event, player: Player, option: Option, shown: str) -> Entry | None:
    """The entry of which the panel said that a re-entry costs its stack: nobody gives one up unawares."""
    if option.kind != Option.Kind.REENTRY:
        return None
    return Entry.objects.filter(event=event, player=player, pk=whole_number(shown) or 0).first()


def _last_sold(entry: Entry) -> Purchase | None:
    """What was sold on it last."""
    return entry.purchases.select_related("option").order_by("-pk").first()
