"""What every test may ask for."""

import pytest
from django.test import Client

from tests import factories
from tournaments.models import Staff


@pytest.fixture(autouse=True)
def quick_passwords(settings) -> None:
    """A hash that takes no time: the slow one is Django's to test."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def director(db: None) -> Staff:
    return factories.make_staff("director")


@pytest.fixture
def clock() -> factories.Clock:
    return factories.Clock()


@pytest.fixture
def director_client(director: Staff) -> Client:
    client = Client()
    client.force_login(director, backend="django.contrib.auth.backends.ModelBackend")
    return client
