"""Who is asking, as an action wants to know it."""

from urllib.parse import quote, unquote

from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from tournaments.journal.change import By

_DEVICE = "device"
_YEAR_S = 366 * 24 * 3600
_NOT_TYPED = frozenset({"csrfmiddlewaretoken", "request_id"})


def by(request: HttpRequest) -> By:
    """The signed-in member of staff, the device's name from its cookie, and the form's request id."""
    user = request.user
    return By(
        staff=user if user.is_authenticated else None,
        device=device_name(request),
        request_id=_request_id(request),
    )


def device_name(request: HttpRequest) -> str:
    """What this machine is called, as somebody typed it on it; "" if nobody did."""
    return unquote(request.COOKIES.get(_DEVICE, "")).replace("\0", "")[:60]


def keep_device_name(answer: HttpResponse, name: str, *, secure: bool) -> HttpResponse:
    """The answer, which leaves the machine's name in its browser. A cookie holds ASCII alone."""
    answer.set_cookie(_DEVICE, quote(name), max_age=_YEAR_S, httponly=True, samesite="Lax", secure=secure)
    return answer


def _request_id(request: HttpRequest) -> str | None:
    """The form's id and a digest of what was typed.

    Sent twice it is one request; after the browser's Back button the same form with another name in it
    is not, and must not be answered with the first one's entry.
    """
    sent = request.POST.get("request_id") or request.headers.get("X-Request-Id") or ""
    if not sent:
        return None
    typed = [(name, request.POST.getlist(name)) for name in sorted(request.POST) if name not in _NOT_TYPED]
    files = [(file.name, file.size) for name in sorted(request.FILES) for file in request.FILES.getlist(name)]
    # Keyed: what is typed may be a password, and the journal keeps the id for good.
    digest = salted_hmac("request-id", repr((typed, files)), algorithm="sha256").hexdigest()
    return f"{sent[:40]}.{digest[:16]}"
