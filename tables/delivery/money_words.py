"""The facts of a drawer or an event's money as words and figures on paper."""

from collections.abc import Callable, Iterable
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import formats
from django.utils.translation import gettext as _

from tables.delivery.instants import instant
from tables.models import PrintJob
from tables.printing.money_paper import MoneyPaper, Row, Section
from tournaments.journal.change import utc_now
from tournaments.models import Event, LedgerLine, Shift
from tournaments.queries.drawers import Drawer, drawer
from tournaments.queries.event_sheet import EventSheet, NamedLine, SumLine, event_sheet
from tournaments.queries.house import house_name, house_zone
from tournaments.rules.money import digits


def drawer_report_for(job: PrintJob) -> tuple[MoneyPaper, ...]:
    """The report of the drawer that a job's options name; nothing if it is gone."""
    shift = Shift.objects.select_related("staff").filter(pk=job.options.get("shift")).first()
    if shift is None:
        return ()
    found, zone = drawer(shift), ZoneInfo(house_zone())
    return (
        MoneyPaper(
            title=_("Drawer of {name}").format(name=shift.staff.name),
            lead=_drawer_lead(shift, zone),
            verdict=_verdict(found),
            sections=_drawer_sections(found, zone),
            signatures=(_("Clerk: {name}").format(name=shift.staff.name), _("Director")),
            foot=_foot(job, zone),
            mark=_mark(job),
        ),
    )


def event_sheet_for(job: PrintJob) -> tuple[MoneyPaper, ...]:
    """The money of the event that a job's options name; nothing if it is gone."""
    event = Event.objects.filter(pk=job.options.get("event")).first()
    if event is None:
        return ()
    sheet, zone = event_sheet(event), ZoneInfo(house_zone())
    verdict = _("It balances") if sheet.balances else _("It does not balance")
    return (
        MoneyPaper(
            title=_("Money of {event}").format(event=event.name),
            lead=(house_name(), _("As of {when}").format(when=instant(utc_now(), zone))),
            verdict=f"{verdict}: {_money(sheet.total, event.currency)}",
            sections=tuple(part for part in _sheet_sections(sheet, event, zone) if part.rows),
            signatures=(_("Cashier"), _("Director")),
            foot=_foot(job, zone),
            mark=_mark(job),
        ),
    )


def _drawer_lead(shift: Shift, zone: ZoneInfo) -> tuple[str, ...]:
    opened = _("Opened {when}").format(when=instant(shift.opened_at, zone))
    counted = _("Counted {when}").format(when=instant(shift.closed_at, zone)) if shift.closed_at else ""
    place = " · ".join(part for part in (house_name(), shift.desk, shift.currency) if part)
    return tuple(part for part in (place, opened, counted, shift.note) if part)


def _verdict(found: Drawer) -> str:
    """What it comes to: balances, over or short."""
    off, currency = found.difference, found.shift.currency
    if off is None:
        return _("Not counted yet")
    if not off:
        return _("It balances")
    said = _("{amount} over") if off > 0 else _("{amount} short")
    return said.format(amount=_money(abs(off), currency))


def _drawer_sections(found: Drawer, zone: ZoneInfo) -> tuple[Section, ...]:
    shift, currency = found.shift, found.shift.currency
    ways = dict(LedgerLine.Method.choices)
    cash = [
        Row(_("Opening float"), _money(shift.opening, currency)),
        Row(_("Cash sales less refunds"), _money(found.cash, currency)),
    ]
    if found.movements:
        cash.append(Row(_("Paid in less paid out"), _money(found.moved, currency)))
    cash.append(Row(_("Cash expected"), _money(found.expected, currency), is_sum=True))
    if shift.counted is not None:
        off = found.difference or 0
        cash.append(Row(_("Cash counted"), _money(shift.counted, currency), is_sum=True))
        cash.append(Row(_("Difference"), _money(off, currency), is_sum=True))
    sections = (
        Section(_("Cash"), tuple(cash)),
        Section(_("By way to pay"), tuple(Row(str(ways[w]), _money(n, currency)) for w, n in found.ways)),
        Section(_("By event"), tuple(Row(name, _money(n, currency)) for name, n in found.events)),
        Section(
            _("Paid in and out"),
            tuple(
                Row(m.reason, _money(m.amount, currency), f"{_time(m.at, zone)} {m.by}")
                for m in found.movements
            ),
        ),
        Section(
            _("Lines"),
            tuple(
                Row(
                    f"{_time(line.at, zone)} {line.player}",
                    _money(line.amount, currency),
                    f"#{line.number} {line.option} · {ways[line.way]} · {line.event}",
                )
                for line in found.lines
            ),
        ),
    )
    return tuple(section for section in sections if section.rows)


def _sheet_sections(sheet: EventSheet, event: Event, zone: ZoneInfo) -> Iterable[Section]:
    currency = event.currency
    names = {
        "price": _("Sold, at its price"),
        "part": _("By part"),
        "way": _("By way to pay"),
        "clerk": _("By clerk"),
        "drawer": _("By drawer"),
    }
    yield Section(
        _("Taken and given back"),
        (
            Row(_("Taken"), _money(sheet.taken, currency)),
            Row(_("Given back"), _money(sheet.back, currency)),
            Row(_("Stay"), _money(sheet.total, currency), is_sum=True),
        ),
    )
    yield Section(
        _("Checks"),
        tuple(
            Row(
                names[check.key],
                _money(check.total, currency),
                _("off by {off}").format(off=_money(check.difference, currency))
                if check.difference
                else _("agrees"),
            )
            for check in sheet.checks
        ),
    )
    yield Section(
        _("What was sold"),
        tuple(
            Row(
                line.name,
                _money(line.amount, currency),
                _("{stay} × {price} ({sold} sold, {back} taken back)").format(
                    stay=line.stay, price=_money(line.price, currency), sold=line.sold, back=line.cancelled
                ),
            )
            for line in sheet.options
        ),
    )
    words: dict[str, str] = {
        **{key: str(name) for key, name in LedgerLine.Part.choices},
        **{key: str(name) for key, name in LedgerLine.Method.choices},
    }
    yield _sums(_("By part"), sheet.parts, currency, words)
    yield _sums(_("By way to pay"), sheet.ways, currency, words)
    yield _sums(_("By clerk"), sheet.clerks, currency, {"": _("nobody by name")})
    yield _sums(_("By drawer"), sheet.drawers, currency, {"": _("without a drawer")})
    yield _pool(sheet, event)
    yield _named(_("Sold against a limit"), sheet.overrides, currency, zone)
    yield _named(_("Comps"), sheet.comps, currency, zone)
    yield _named(_("Tickets"), sheet.tickets, currency, zone)
    yield _named(_("Without a drawer"), sheet.loose, currency, zone)


def _sums(title: str, lines: Iterable[SumLine], currency: str, words: dict[str, str]) -> Section:
    return Section(
        title,
        tuple(
            Row(
                _heading(line, words),
                _money(line.total, currency),
                _("{taken} taken, {back} given back").format(
                    taken=_money(line.taken, currency), back=_money(-line.back, currency)
                )
                if line.back
                else "",
            )
            for line in lines
        ),
    )


def _heading(line: SumLine, words: dict[str, str]) -> str:
    """A part or way by its word, a deduction with its own name too; a clerk by his name."""
    word = words.get(line.key, "")
    named = line.name if line.name != line.key else ""
    return ": ".join(part for part in (word, named) if part)


def _pool(sheet: EventSheet, event: Event) -> Section:
    rows = [Row(_("From entries"), _money(sheet.prize, event.currency))]
    if event.guarantee:
        rows.append(Row(_("Guaranteed"), _money(event.guarantee, event.currency)))
        rows.append(Row(_("Added by the house"), _money(sheet.added, event.currency)))
    return Section(_("Prize pool"), tuple(rows))


def _named(title: str, lines: Iterable[NamedLine], currency: str, zone: ZoneInfo) -> Section:
    ways = dict(LedgerLine.Method.choices)
    return Section(
        title,
        tuple(
            Row(
                f"{_time(line.at, zone)} {line.player}",
                _money(line.amount, currency),
                " · ".join(
                    part
                    for part in (
                        f"#{line.number} {line.option}",
                        str(ways.get(line.what, line.what)),
                        _("taken back") if line.is_back else "",
                        line.clerk,
                    )
                    if part
                ),
            )
            for line in lines
        ),
    )


def _foot(job: PrintJob, zone: ZoneInfo) -> str:
    who = job.asked_by.name if job.asked_by else house_name()
    return _("Printed {when} by {name}").format(when=instant(job.asked_at, zone), name=who)


def _mark(job: PrintJob) -> str:
    return _("Reprint") if job.options.get("reprint") else ""


def _money(amount: int, currency: str) -> str:
    """An amount for signing: always with all its digits, its currency by letters."""
    places = digits(currency)
    whole, rest = divmod(abs(amount), 10**places)
    figures = formats.number_format(whole, 0, use_l10n=True, force_grouping=True)
    tail = f"{formats.get_format('DECIMAL_SEPARATOR')}{rest:0{places}}" if places else ""
    return f"{'−' if amount < 0 else ''}{figures}{tail} {currency}"


MONEY_VALUES: dict[str, Callable[[PrintJob], tuple[MoneyPaper, ...]]] = {
    "drawer_report": drawer_report_for,
    "event_sheet": event_sheet_for,
}


def _time(at: datetime, zone: ZoneInfo) -> str:
    return at.astimezone(zone).strftime("%H:%M")
