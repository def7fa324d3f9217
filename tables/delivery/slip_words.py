"""Slips in words: receipt, refund, alternate's ticket, chips to hand out, moves, a printer's test page."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.utils import formats
from django.utils.translation import gettext as _

from tables.delivery.instants import instant
from tables.models import PrintJob
from tables.printing.slip import Figure, Row, Slip
from tables.queries.slips import (
    MoveLine,
    OptionLine,
    ReceiptLine,
    RefundLine,
    alternate_lines,
    move_lines,
    option_lines,
    receipt_line,
    refund_line,
)
from tournaments.journal.change import utc_now
from tournaments.models import Day, LedgerLine
from tournaments.queries.house import house_name, house_zone
from tournaments.rules.money import digits
from tournaments.rules.names import full_name

# Every script that a printer meets, so that a test page shows whether all of them come out.
SPECIMEN = "Nguyễn Łukasz Ελένη Игорь 陳大文 김민준"


def receipts_for(job: PrintJob) -> tuple[Slip, ...]:
    """A sale's receipt, once for each copy that was asked for."""
    line = receipt_line(job.options["purchase"])
    if line is None:
        return ()
    return tuple(_receipt(job, line, _copy_names()[copy]) for copy in job.options["copies"])


def refund_slips_for(job: PrintJob) -> tuple[Slip, ...]:
    """What went back to a player, once for each copy; the house's is signed by him."""
    line = refund_line(job.options["purchases"])
    if line is None:
        return ()
    return tuple(_refund_slip(job, line, copy) for copy in job.options["copies"])


def alternate_tickets_for(job: PrintJob) -> tuple[Slip, ...]:
    """A ticket for each alternate, with his place in line."""
    zone, base = _zone(), job.options.get("base", "")
    wait = str(job.options.get("wait", ""))
    return tuple(
        _slip(
            job,
            title=_("Alternate: place in line"),
            figures=(Figure("", str(line.place)),),
            name=full_name(line.first_name, line.last_name),
            notes=(
                *((_("Expected wait: {time}").format(time=wait),) if wait else ()),
                _("Entry {n} · {time}").format(n=line.number, time=instant(line.at, zone)),
                _("The code shows how far the line is."),
            ),
            code=f"{base}/C/{line.token}".upper() if base else "",
        )
        for line in alternate_lines(job.options["entries"])
    )


def option_slips_for(job: PrintJob) -> tuple[Slip, ...]:
    """The chips that a floor hands out for a rebuy or an add-on, and to whom."""
    zone = _zone()
    return tuple(_option_slip(job, line, zone) for line in option_lines(job.options["purchases"]))


def move_slips_for(job: PrintJob) -> tuple[Slip, ...]:
    """For each moved player where from and where to."""
    zone = _zone()
    return tuple(_move_slip(job, line, zone) for line in move_lines(job.options["seats"]))


def test_page_for(job: PrintJob) -> tuple[Slip, ...]:
    """What a printer shows of itself: figures, a name, scripts, a code."""
    return (
        Slip(
            event=house_name(),
            title=_("Test page"),
            lead=job.profile.name if job.profile else _("This browser"),
            figures=(Figure(_("Table"), "12"), Figure(_("Seat"), "4")),
            name=SPECIMEN,
            rows=(Row(_("If this line is whole, the paper fits"), "1 234.50"),),
            notes=(instant(utc_now(), _zone()), _("The code leads to Floorman.")),
            code=str(job.options.get("base", "")).upper(),
            reprint=bool(job.options.get("reprint")),
        ),
    )


def day_label(job: PrintJob) -> str:
    """The name of the Day that a job is of; empty on a paper of the house."""
    return Day.objects.filter(pk=job.options.get("day")).values_list("label", flat=True).first() or ""


def _slip(job: PrintJob, **parts: object) -> Slip:
    event = job.event
    return Slip(
        event=event.name if event else house_name(),
        day=day_label(job),
        colour=event.colour if event else "",
        reprint=bool(job.options.get("reprint")),
        **parts,  # type: ignore[arg-type]
    )


def _copy_names() -> dict[str, str]:
    return {"customer": _("Customer's copy"), "house": _("House copy")}


def _receipt(job: PrintJob, line: ReceiptLine, copy: str) -> Slip:
    card = _("Card {n}").format(n=line.card) if line.card else ""
    clerk = _("Served by {name}").format(name=line.clerk) if line.clerk else ""
    return _slip(
        job,
        title=f"{_('Receipt')} · {line.option}",
        copy=copy,
        name=full_name(line.first_name, line.last_name),
        rows=_receipt_rows(job, line),
        notes=(
            _joined(house_name(), _("Entry {n}").format(n=line.number), card),
            _joined(instant(line.at, _zone()), clerk),
        ),
    )


def _receipt_rows(job: PrintJob, line: ReceiptLine) -> tuple[Row, ...]:
    def amount(minor: object) -> str:
        return _amount(int(str(minor)), line.currency)

    parts, ways = dict(LedgerLine.Part.choices), dict(LedgerLine.Method.choices)
    rows = [Row(name or str(parts.get(part, part)), amount(minor)) for part, name, minor in line.parts]
    rows.append(Row(_("Total"), f"{line.currency} {amount(line.total)}", is_sum=True))
    rows += [Row(str(ways.get(way, way)), amount(minor)) for way, minor in line.ways]
    if job.options.get("received") is not None:
        rows.append(Row(_("Received"), amount(job.options["received"])))
        rows.append(Row(_("Change"), amount(job.options.get("change") or 0)))
    if line.refunded:
        rows.append(Row(_("Given back"), amount(-line.refunded), is_sum=True))
    return tuple(rows)


def _refund_slip(job: PrintJob, line: RefundLine, copy: str) -> Slip:
    card = _("Card {n}").format(n=line.card) if line.card else ""
    clerk = _("Returned by {name}").format(name=line.clerk) if line.clerk else ""
    journal = _("Journal {n}").format(n=line.journal) if line.journal else ""
    # Why is between the house and its books.
    reason = _("Reason: {reason}").format(reason=line.reason) if line.reason and copy == "house" else ""
    return _slip(
        job,
        title=_("Refund"),
        copy=_copy_names()[copy],
        name=full_name(line.first_name, line.last_name),
        rows=_refund_rows(line),
        sign=_("Received by the player: signature") if copy == "house" else "",
        notes=(
            _joined(house_name(), _("Entry {n}").format(n=line.number), card),
            _joined(instant(line.at, _zone()), journal, clerk),
            *((reason,) if reason else ()),
        ),
    )


def _refund_rows(line: RefundLine) -> tuple[Row, ...]:
    ways = dict(LedgerLine.Method.choices)
    rows = [Row(name, _amount(minor, line.currency)) for name, minor in line.options]
    rows.append(Row(_("Returned"), f"{line.currency} {_amount(line.total, line.currency)}", is_sum=True))
    rows += [Row(str(ways.get(way, way)), _amount(minor, line.currency)) for way, minor in line.ways]
    rows += [Row(_("Ticket {code} is free again").format(code=code)) for code in line.tickets]
    return tuple(rows)


def _option_slip(job: PrintJob, line: OptionLine, zone: ZoneInfo) -> Slip:
    seat = _("Table {table}, seat {chair}").format(table=line.table, chair=line.chair) if line.table else ""
    return _slip(
        job,
        title=_("Chips to hand out"),
        lead=_joined(seat, line.option),
        figures=(Figure(_("Chips"), formats.number_format(line.chips, 0, force_grouping=True)),),
        name=full_name(line.first_name, line.last_name),
        notes=(_("Entry {n} · {time}").format(n=line.number, time=instant(line.at, zone)),),
    )


def _move_slip(job: PrintJob, line: MoveLine, zone: ZoneInfo) -> Slip:
    origin = _("From table {table}, seat {chair}").format(table=line.from_table, chair=line.from_chair)
    draw = _("Draw {n}").format(n=line.draw) if line.draw else ""
    when = instant(line.at, zone)
    return _slip(
        job,
        title=_("Move"),
        lead=origin,
        figures=(Figure(_("Table"), str(line.table)), Figure(_("Seat"), str(line.chair))),
        name=full_name(line.first_name, line.last_name),
        notes=(_joined(line.room, when), *((draw,) if draw else ())),
    )


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


def _amount(minor: int, currency: str) -> str:
    places = digits(currency)
    return str(formats.number_format(minor / 10**places, places, force_grouping=True))


def _zone() -> ZoneInfo:
    return ZoneInfo(house_zone())


SLIP_VALUES: dict[str, Callable[[PrintJob], tuple[Slip, ...]]] = {
    "receipt": receipts_for,
    "refund_slip": refund_slips_for,
    "alternate_ticket": alternate_tickets_for,
    "option_slip": option_slips_for,
    "move_slip": move_slips_for,
    "test_page": test_page_for,
}
