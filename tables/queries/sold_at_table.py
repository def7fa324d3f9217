"""What is sold at the table itself: what is on sale now, and the re-entry of who went out."""

from datetime import datetime

from tables.models import Bust
from tables.queries.desk import Offer, entry_offers
from tournaments.models import Day, Option
from tournaments.queries.sales import may_sell
from tournaments.rules.errors import RuleError


def extras_on_sale(day: Day, now: datetime) -> tuple[Option, ...]:
    """The rebuys, add-ons and the like that are sold on a Day now, whoever asks for them. One query."""
    extras = day.event.options.exclude(kind__in=Option.STARTS_ENTRY)
    return tuple(option for option in extras if _is_on_sale(option, day, now))


def reentry_offers(bust: Bust, day: Day, now: datetime, role: str) -> tuple[Offer, ...]:
    """The re-entries that somebody who is out may take on a Day, each with why not."""
    offers = entry_offers(day.event, day, bust.entry.player, now, role)
    return tuple(offer for offer in offers if offer.option.kind == Option.Kind.REENTRY)


def _is_on_sale(option: Option, day: Day, now: datetime) -> bool:
    try:
        may_sell(option, day, now)
    except RuleError:
        return False
    return True
