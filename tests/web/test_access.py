"""The table of routes by role: every address the resolver knows, tried by every role, read and sent.

A new address is tried as soon as it exists; one that is in no table fails here by name.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from config.asgi import websocket
from tests import factories
from tournaments.hub.installed import installed
from tournaments.models import Day, Staff
from tournaments.rules.roles import Role
from tournaments.web.access import routes

BACKEND = "django.contrib.auth.backends.ModelBackend"
# What an address may mean, by the name of its part. Rows that are not there answer 404: also an answer.
PARTS: dict[str, Any] = {"code": "1", "token": "T00000000001", "verb": "pause"}
ROLES = [*Role, "public"]


def patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    for found in resolver.url_patterns:
        if isinstance(found, URLResolver):
            yield from patterns(found)
        else:
            yield found


PATTERNS = {pattern.name: pattern for pattern in patterns(get_resolver())}


def address(name: str, day: Day) -> str:
    """An address of this name, with what its parts are called filled in."""
    known = {**PARTS, "slug": day.event.slug, "code": day.code}
    parts = PATTERNS[name].pattern.converters
    return reverse(name, kwargs={part: known.get(part, 1) for part in parts})


def staff_of(role: str) -> Staff:
    return Staff.objects.create(username=role, name=role.title(), role=role, password="!")


def client_of(role: str) -> Client:
    client = Client()
    if role != "public":
        client.force_login(Staff.objects.get(username=role), backend=BACKEND)
    return client


@pytest.fixture
def day(db) -> Day:
    for role in Role:
        staff_of(role)
    return factories.make_day(factories.make_event(slug="main"))


def outcome(answer: Any) -> str:
    """What became of a request: refused, sent to sign in, or let through."""
    if answer.status_code == 403:
        return "refused"
    if answer.status_code == 302 and answer["Location"].startswith(f"{settings.LOGIN_URL_PATH}?next="):
        return "sign in"
    return "let through"


def said(answers: dict[str, Any]) -> dict[str, str]:
    """The outcome by role; a bug is raised by the client, or found here."""
    assert max(answer.status_code for answer in answers.values()) < 500
    return {role: outcome(answer) for role, answer in answers.items()}


def expected(role: str, allowed: frozenset[str]) -> str:
    if role in allowed or "public" in allowed:
        return "let through"
    return "sign in" if role == "public" else "refused"


def test_every_address_has_a_name_and_a_line_in_the_table():
    assert {pattern.name for pattern in patterns(get_resolver())} == set(routes())


def test_a_name_is_given_to_one_address():
    names = [pattern.name for pattern in patterns(get_resolver())]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("name", sorted(PATTERNS))
def test_each_role_reads_what_the_table_says(name, day):
    answers = {role: client_of(role).get(address(name, day)) for role in ROLES}
    assert said(answers) == {role: expected(role, routes()[name].read) for role in ROLES}


@pytest.mark.parametrize("name", sorted(PATTERNS))
def test_each_role_sends_what_the_table_says(name, day):
    answers = {role: client_of(role).post(address(name, day)) for role in ROLES}
    assert said(answers) == {role: expected(role, routes()[name].write) for role in ROLES}


@pytest.mark.parametrize("name", sorted(PATTERNS))
def test_other_methods_are_asked_what_sending_is_asked(name, day):
    """No page is reached by a word nobody thought of."""
    client, wanted = client_of("viewer"), expected("viewer", routes()[name].write)
    for method in (client.put, client.patch, client.delete):
        answer = method(address(name, day))
        assert answer.status_code == 405 or outcome(answer) == wanted


@pytest.mark.parametrize(
    "name", sorted(name for name, route in routes().items() if "public" not in route.read)
)
def test_a_fragment_is_told_to_load_the_sign_in_page(name, day):
    answer = Client().get(address(name, day), headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Redirect"]) == (401, settings.LOGIN_URL_PATH)


def test_the_public_sends_two_forms_only():
    assert {name for name, route in routes().items() if "public" in route.write} == {"login", "language"}


def test_somebody_who_may_no_longer_sign_in_is_out_at_the_next_click(day):
    client = client_of("floor")
    assert outcome(client.get(reverse("rooms"))) == "let through"
    Staff.objects.filter(username="floor").update(is_active=False)
    assert outcome(client.get(reverse("rooms"))) == "sign in"


def test_a_new_role_holds_from_the_next_click(day):
    client = client_of("floor")
    assert outcome(client.get(reverse("house"))) == "refused"
    Staff.objects.filter(username="floor").update(role="director")
    assert outcome(client.get(reverse("house"))) == "let through"


def test_a_form_from_another_site_is_refused(day):
    client = Client(enforce_csrf_checks=True)
    client.force_login(Staff.objects.get(username="director"), backend=BACKEND)
    assert client.post(reverse("rooms"), {"name": "Theirs"}).status_code == 403
    assert client.post(reverse("login"), {"username": "a", "password": "b"}).status_code == 403


# Sockets


def cookie_of(role: str) -> bytes:
    staff = Staff.objects.get(username=role)
    session = SessionStore()
    session.update(
        {
            SESSION_KEY: str(staff.pk),
            BACKEND_SESSION_KEY: BACKEND,
            HASH_SESSION_KEY: staff.get_session_auth_hash(),
        }
    )
    session.save()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}".encode()


async def connected(path: str, *headers: tuple[bytes, bytes]) -> tuple[bool, int | None]:
    """Whether the socket is accepted, else the code it is closed with."""
    scope = {"type": "websocket", "path": path, "headers": [(b"host", b"floor.example"), *headers]}
    await installed().start()
    socket = ApplicationCommunicator(websocket, scope)
    try:
        await socket.send_input({"type": "websocket.connect"})
        answer = await socket.receive_output(timeout=5)
        return answer["type"] == "websocket.accept", answer.get("code")
    finally:
        await socket.send_input({"type": "websocket.disconnect", "code": 1000})
        await installed().stop()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("role", Role)
async def test_the_floors_socket_is_for_every_role(role):
    def prepare() -> bytes:
        factories.make_day(factories.make_event(slug="main"))
        staff_of(role)
        return cookie_of(role)

    cookie = await database_sync_to_async(prepare)()
    assert (await connected("/ws/floor/main/", (b"cookie", cookie)))[0] is True


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("headers", [(), ((b"cookie", b"sessionid=guessed"),)])
async def test_the_floors_socket_is_for_nobody_else(headers):
    assert await connected("/ws/floor/main/", *headers) == (False, 4401)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/ws/floor/main/", "/ws/e/main/"])
async def test_no_socket_answers_another_sites_page(path):
    assert await connected(path, (b"origin", b"http://elsewhere.example")) == (False, 4403)


def test_no_public_address_counts_up_an_id():
    public = [name for name, route in routes().items() if "public" in route.read]
    parts = {part for name in public for part in PATTERNS[name].pattern.converters}
    # number: of a table, which stands on the table.
    assert parts <= {"slug", "code", "token", "number"}
