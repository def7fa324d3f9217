"""What every test may ask for."""

import pytest
from django.test import Client

from tests import factories
from tournaments.models import Staff


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
