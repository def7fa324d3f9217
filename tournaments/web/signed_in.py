"""Who signed in at this device by password: what a quick change of person by PIN stands on.

Kept in the session, which a change of person begins anew: it is carried over.
"""

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import login
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from tournaments.journal.change import utc_now
from tournaments.models import Staff

LASTS = timedelta(hours=16)
BACKEND = "django.contrib.auth.backends.ModelBackend"
_BY_PASSWORD, _RECENT = "signed_in_by_password", "recently_here"
_MOST_RECENT = 20


def note_password(request: HttpRequest, staff: Staff) -> None:
    """Remember that this person gave the password here, now."""
    request.session[_BY_PASSWORD] = {
        "staff": staff.pk,
        "hash": staff.get_session_auth_hash(),
        "at": utc_now().isoformat(),
    }
    request.session[_RECENT] = _first(staff.pk, recently_here(request))


def who_gave_password(request: HttpRequest) -> Staff | None:
    """Who signed in here by password in the last hours, if that password still holds; else None."""
    kept: dict[str, Any] = request.session.get(_BY_PASSWORD) or {}
    if not kept or utc_now() - datetime.fromisoformat(kept["at"]) > LASTS:
        return None
    staff = Staff.objects.filter(pk=kept["staff"], is_active=True).first()
    if staff is None or not constant_time_compare(kept["hash"], staff.get_session_auth_hash()):
        return None
    return staff


def recently_here(request: HttpRequest) -> list[int]:
    """Keys of who was at this device, last first."""
    found: list[int] = request.session.get(_RECENT, [])
    return found


def change_to(request: HttpRequest, staff: Staff) -> None:
    """The session is this person's from now on, under a new key; who gave the password stays known."""
    kept = request.session.get(_BY_PASSWORD)
    recent = _first(staff.pk, recently_here(request))
    login(request, staff, backend=BACKEND)
    request.session[_BY_PASSWORD], request.session[_RECENT] = kept, recent


def _first(pk: int, others: list[int]) -> list[int]:
    return [pk, *(other for other in others if other != pk)][:_MOST_RECENT]
