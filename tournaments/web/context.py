"""What every staff page shows."""

from typing import Any

from django.http import HttpRequest

from tournaments.models import House


def staff_page(request: HttpRequest) -> dict[str, Any]:
    """The house's name and who is signed in; nothing for the public, whose pages ask nothing of it."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {}
    return {
        "house": House.objects.filter(pk=1).values_list("name", flat=True).first() or "Floorman",
        "staff": user,
    }
