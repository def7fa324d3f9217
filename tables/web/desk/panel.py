"""The panel that sells: what it offers somebody, and what was typed into it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tables.queries.desk import Offer, Standing, standings
from tables.queries.desk_panel import goes_in_line, panel_offers
from tables.queries.refund import taken_up_at
from tables.web.desk.forms import METHOD_KEYS, DeskForm, Method
from tables.web.entries.views import day_at_desk
from tournaments.journal.change import utc_now
from tournaments.models import Action, Day, Entry, Event, LedgerLine, Option, Player
from tournaments.rules.roles import may
from tournaments.web.players.forms import PersonForm, of_search
from tournaments.web.players.views import whole_number
from tournaments.web.refusals import sentence
from tournaments.web.template_tags import money
from tournaments.web.who import by

# What stops a player whatever he would take; see tournaments/queries/admission.py.
STOPS = frozenset({"call-director", "barred", "self-excluded", "under-age"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One option as the panel shows it. key: the figure that chooses it; why_not: "" if it may be taken.

    does: what the button that sells says. is_against: a director may sell it although `why_not` says no.
    gives_up: the entry whose stack the player gives up with it.
    """

    option: Option
    key: int
    price: str
    parts: str
    does: str
    why_not: str
    is_chosen: bool
    is_against: bool = False
    gives_up: int | None = None

    @property
    def is_free(self) -> bool:
        """Whether it may be chosen by whoever reads."""
        return self.is_against or not self.why_not


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A way to pay, and the key that chooses it. is_second: it is the way of the second part."""

    value: str
    label: str
    key: str
    is_chosen: bool
    is_second: bool


@dataclass(slots=True, kw_only=True)
class Panel:
    """Somebody to sell to: a known player, or a new one as typed. form None: there is no Day to enter on.

    taken_up: when his stack was, for want of him; whoever may bring it back is offered that first.
    stopped: why he may not be entered at all, in words for whoever reads.
    """

    player: Player | None
    person: PersonForm | None
    day: Day | None = None
    days: Sequence[Day] = ()
    standing: Standing | None = None
    taken_up: datetime | None = None
    stopped: str = ""
    may_bring_back: bool = False
    form: DeskForm | None = None
    choices: tuple[Choice, ...] = ()
    ways: tuple[Way, ...] = ()

    @property
    def chosen(self) -> Choice | None:
        """The option that is chosen."""
        return next((choice for choice in self.choices if choice.is_chosen), None)

    @property
    def is_possible(self) -> bool:
        """Whether anything may be sold."""
        return any(choice.is_free for choice in self.choices)

    @property
    def gives_up(self) -> int | None:
        """The entry whose stack would be given up with the re-entry."""
        return next((choice.gives_up for choice in self.choices if choice.gives_up), None)

    @property
    def is_against(self) -> bool:
        """Whether something may be sold only against a limit."""
        return any(choice.is_against for choice in self.choices)

    @property
    def reasons(self) -> list[str]:
        """Why what cannot be sold cannot, each sentence once."""
        return list(dict.fromkeys(choice.why_not for choice in self.choices if choice.why_not))


def panel_of(request: HttpRequest, event: Event) -> Panel | None:
    """The panel of whom the request names, with what was typed if it was sent; None for nobody."""
    data = request.POST if request.method == "POST" else request.GET
    key = whole_number(data.get("player"))
    player = Player.objects.filter(pk=key).first() if key else None
    if player is None and request.method != "POST" and "new" not in data:
        return None
    return _panel(request, event, player, None if player else _person(request))


def _person(request: HttpRequest) -> PersonForm:
    if request.method == "POST":
        # The reply to a sale that was lost is asked for again: its own new player is no warning.
        key = by(request).request_id
        is_again = key is not None and Action.objects.filter(request_id=key).exists()
        return PersonForm(request.POST, warn=not is_again)
    asked = request.GET
    typed = {name: asked[name] for name in ("first_name", "last_name", "card", "country") if name in asked}
    return PersonForm(initial=of_search(asked["new"]) | typed)


def _panel(request: HttpRequest, event: Event, player: Player | None, person: PersonForm | None) -> Panel:
    day = day_at_desk(request, event)
    if day is None or day.over_at is not None:
        return Panel(player=player, person=person)
    is_sent = request.method == "POST"
    asked = request.POST if is_sent else request.GET
    role = request.user.role  # type: ignore[union-attr]
    offers = panel_offers(event, day, player, utc_now(), role)
    refusals = [offer.refusal for offer in offers if offer.refusal]
    standing = standings(event, [player.pk]).get(player.pk) if player else None
    return Panel(
        player=player,
        person=person,
        day=day,
        days=list(event.days.filter(over_at=None)),
        standing=standing,
        taken_up=taken_up_at(standing.entry) if standing and standing.state == Entry.State.OUT else None,
        stopped=next((sentence(one) for one in refusals if one.code in STOPS), ""),
        may_bring_back=may(role, "bust.give_back"),
        form=DeskForm(asked if is_sent else None, event=event, day=day),
        choices=_choices(day, offers, whole_number(asked.get("option"))),
        ways=_ways(asked.get("method", ""), asked.get("second_method", "")),
    )


def _choices(day: Day, offers: Sequence[Offer], asked: int | None) -> tuple[Choice, ...]:
    """What was asked for is chosen, else the first that begins an entry.

    A rebuy, a stack to give up and what is against a limit are never sold unasked.
    """
    may = {offer.option.pk for offer in offers if offer.refusal is None or offer.may_override}
    plain = [offer.option for offer in offers if offer.refusal is None and offer.gives_up is None]
    starts = (option.pk for option in plain if option.kind in Option.STARTS_ENTRY)
    chosen = asked if asked in may else next(starts, None)
    event = day.event
    in_line = event.seating == Event.Seating.AT_REGISTRATION and goes_in_line(day)
    return tuple(
        Choice(
            option=offer.option,
            key=key,
            price=money(offer.option.price, event.currency),
            parts=_parts(offer.option, event.currency),
            does=_does(offer, event, in_line),
            why_not=sentence(offer.refusal) if offer.refusal else "",
            is_chosen=offer.option.pk == chosen,
            is_against=offer.may_override,
            gives_up=offer.gives_up,
        )
        for key, offer in enumerate(offers, start=1)
    )


def _does(offer: Offer, event: Event, in_line: bool) -> str:
    """What selling an option does, as the button says it. in_line: no chair is left for who buys in."""
    option = offer.option
    if offer.may_override:
        return _("Sell anyway")
    if offer.gives_up is not None and event.seating == Event.Seating.AT_REGISTRATION:
        return _("Give stack up, take new seat")
    if offer.gives_up is not None:
        return _("Give stack up, enter again")
    if option.kind not in Option.STARTS_ENTRY:
        return _("Sell {option}").format(option=option.name)
    if in_line:
        return _("Put in line as an alternate")
    if event.seating == Event.Seating.AT_REGISTRATION:
        return _("Take seat and print")
    return _("Take entry")


def _parts(option: Option, currency: str) -> str:
    """The parts of a price, as "Prize €485 · Fee €50"."""
    part = LedgerLine.Part
    named = [
        (part.PRIZE.label, option.prize),
        (part.FEE.label, option.fee),
        (part.STAFF.label, option.staff),
        (part.BOUNTY.label, option.bounty),
        *option.deductions,
    ]
    said = [f"{name} {money(int(amount), currency)}" for name, amount in named if amount]
    return " · ".join(said) or _("free")


def _ways(asked: str, second: str) -> tuple[Way, ...]:
    chosen = asked if asked in Method.values else Method.CASH
    if second not in Method.values:
        second = Method.CARD if chosen == Method.CASH else Method.CASH
    return tuple(
        Way(
            value=value,
            label=str(label),
            key=METHOD_KEYS[Method(value)],
            is_chosen=value == chosen,
            is_second=value == second,
        )
        for value, label in Method.choices
    )
