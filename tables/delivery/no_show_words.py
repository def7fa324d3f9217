"""Who has not come, in words of the language that is active."""

from django.utils.translation import gettext as _

from tables.models import PrintJob
from tables.printing.name_list import Seated, name_key
from tables.printing.no_shows import Missing
from tables.queries.no_shows import NoShow, no_shows
from tournaments.models import Day


def no_shows_for(job: PrintJob) -> tuple[Missing, ...]:
    """Everybody on a job's list as it is now, by name or by table."""
    day = Day.objects.get(pk=job.options["day"])
    if job.options.get("order") == "table":
        return tuple(_missing(one, by_table=True) for one in no_shows(day, "table"))
    found = [_missing(one, by_table=False) for one in no_shows(day)]
    return tuple(sorted(found, key=lambda one: name_key(Seated(one.name, *(one.seat or (0, 0))))))


def _missing(one: NoShow, *, by_table: bool) -> Missing:
    if one.table is not None and one.chair is not None:
        group = f"{_('Table')} {one.table}" if by_table else ""
        return Missing(one.name, (one.table, one.chair), "", group)
    if one.state == "reserved":
        why = _("reserved, not paid")
    elif one.alternate is not None:
        why = _("alternate {n}").format(n=one.alternate)
    else:
        why = _("paid, no seat yet")
    note = why if not by_table or one.alternate is not None else ""
    group = _("Reserved, not paid") if one.state == "reserved" else _("Paid, no seat yet")
    return Missing(one.name, None, note, group if by_table else "")
