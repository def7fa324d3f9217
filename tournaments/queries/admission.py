"""Who is stopped at the desk, asked of the house's rows."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.db.models import Q

from tournaments.models import House, Player
from tournaments.rules.admission import Admission, may_play, said_to
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name


def refuse_stopped(player: Player, now: datetime, role: str) -> None:
    """RuleError if this player may not be entered, in words that somebody of this role may read.

    `call-director`; for a director `barred`, `self-excluded`, `under-age`. `player-merged` for anybody.
    """
    refuse_merged(player)
    if player.barred or player.excluded_until or player.birth_date:
        house = _house()
        refusal = _refusal(player, today_of(house, now), house.minimum_age)
        if refusal is not None:
            raise said_to(role, refusal)


def refuse_merged(player: Player) -> None:
    """RuleError `player-merged`, saying into whom, if this row is another player's by now."""
    kept = player.merged_into
    if kept is not None:
        facts = {"name": _name(player), "kept": _name(kept), "player": kept.pk}
        raise RuleError("player-merged", "{name} has been merged into {kept}: take that player.", facts)


def stopped_players(now: datetime, role: str) -> dict[int, RuleError]:
    """By key, everybody who may not be entered now, and what somebody of this role is told about it."""
    house = _house()
    today = today_of(house, now)
    born_since = Q(birth_date__gt=date(max(1, today.year - house.minimum_age - 1), 1, 1))
    perhaps = Player.objects.filter(Q(barred=True) | Q(excluded_until__gte=today) | born_since)
    found = {player.pk: _refusal(player, today, house.minimum_age) for player in perhaps}
    return {pk: said_to(role, refusal) for pk, refusal in found.items() if refusal is not None}


def stop_of(player: Player, now: datetime) -> RuleError | None:
    """Why this player may not be entered now, for a director's eyes; None if nothing stops him."""
    house = _house()
    return _refusal(player, today_of(house, now), house.minimum_age)


def today_of(house: House, now: datetime) -> date:
    """The date on the house's wall."""
    return now.astimezone(ZoneInfo(house.timezone)).date()


def _refusal(player: Player, today: date, minimum_age: int) -> RuleError | None:
    known = Admission(
        name=_name(player),
        barred=player.barred,
        barred_until=player.barred_until,
        reason=player.barred_reason,
        excluded_until=player.excluded_until,
        birth_date=player.birth_date,
    )
    try:
        may_play(known, today, minimum_age)
    except RuleError as error:
        return error
    return None


def _house() -> House:
    return House.objects.filter(pk=1).first() or House()


def _name(player: Player) -> str:
    return full_name(player.first_name, player.last_name)
