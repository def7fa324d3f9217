"""What is known of the house itself."""

from tournaments.models import House


def house_zone() -> str:
    """The house's time zone by its IANA name."""
    return House.objects.filter(pk=1).values_list("timezone", flat=True).first() or "UTC"


def house_name() -> str:
    """What the house is called."""
    return House.objects.filter(pk=1).values_list("name", flat=True).first() or "Floorman"
