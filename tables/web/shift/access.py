"""Who sees papers about money: they lie among all prints, which every member of staff may look through."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tables.models import PrintJob
from tournaments.models import Shift, Staff
from tournaments.rules.roles import FLOOR

MONEY_PAPERS = frozenset({"drawer_report", "event_sheet"})


def refuse_money_paper(request: HttpRequest, job: PrintJob) -> None:
    """403 for a paper about money that is not of the reader's own drawer, but for the floor."""
    staff: Staff = request.user  # type: ignore[assignment]
    if job.document not in MONEY_PAPERS or staff.role in FLOOR:
        return
    mine = Shift.objects.filter(pk=job.options.get("shift"), staff=staff)
    if job.document != "drawer_report" or not mine.exists():
        raise PermissionDenied(_("This paper is about money that is not yours to look after."))
