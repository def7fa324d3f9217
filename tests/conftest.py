"""What every test may ask for."""

import pytest
from django.conf import settings as site
from django.test import Client

from tests import factories
from tournaments.models import Staff


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A folder of its own for each run's SQLite and paper: two runs at once are no harm to each other."""
    folder = tmp_path_factory.mktemp("var")
    site.PRINTS_DIR = folder / "prints"
    if site.ONE_WRITER:
        # A file: in memory it would be shared-cache, which has no WAL and no second writer.
        site.DATABASES["default"]["TEST"]["NAME"] = str(folder / "test.sqlite3")


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
