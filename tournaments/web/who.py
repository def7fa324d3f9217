"""Who is asking, as an action wants to know it."""

from django.http import HttpRequest

from tournaments.journal.change import By


def by(request: HttpRequest) -> By:
    """The signed-in member of staff, the device's name from its cookie, and the form's request id."""
    user = request.user
    return By(
        staff=user if user.is_authenticated else None,
        device=request.COOKIES.get("device", "").replace("\0", "")[:60],
        request_id=(request.POST.get("request_id") or request.headers.get("X-Request-Id") or "")[:64] or None,
    )
