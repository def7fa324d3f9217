"""Which event and Day an address means."""

from django.http import Http404

from tournaments.journal.change import utc_now
from tournaments.models import Day, Event
from tournaments.queries.clock import current_day


def event_of(slug: str) -> Event:
    """The event with this address, else 404."""
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        raise Http404(f"no event {slug}")
    return event


def day_of(slug: str, code: str | None = None) -> Day:
    """The Day with this code, or the event's current one; 404 where there is none."""
    event = event_of(slug)
    day = event.days.filter(code=code).first() if code else current_day(event, utc_now())
    if day is None:
        raise Http404(f"no Day {code} in {slug}")
    day.event = event
    return day
