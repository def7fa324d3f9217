"""Signing in and out, and what every answer says to the browser."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tournaments.models import Staff

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse 7"


@pytest.fixture
def mia(db) -> Staff:
    return factories.make_staff("floor", username="mia", name="Mia Wong")


@pytest.fixture
def public(db) -> list[str]:
    """The public's pages of an event with a running Day."""
    day = factories.make_day(factories.make_event(slug="main"), code="1A")
    entry = factories.make_entry(day, factories.make_option(day.event))
    return [
        "/e/main/",
        "/e/main/clock/",
        "/e/main/state.json",
        "/e/main/day/1A/",
        "/e/main/day/1A/clock/",
        "/e/main/day/1A/state.json",
        f"/C/{entry.token}",
        "/healthz",
        "/e/nothing/",
    ]


def sign_in(client: Client, password: str = PASSWORD, username: str = "mia", **more: str):
    return client.post(reverse("login"), {"username": username, "password": password, **more})


def text_of(answer) -> str:
    return " ".join(answer.content.decode().split())


def directives(answer) -> dict[str, list[str]]:
    """The content security policy, as its directives."""
    parts = [part.split() for part in answer["Content-Security-Policy"].split(";") if part.strip()]
    return {name: values for name, *values in parts}


def test_the_right_password_signs_in(mia):
    answer = sign_in(Client())
    assert (answer.status_code, answer["Location"]) == (302, reverse("floor"))


def test_a_wrong_password_is_said_in_place_and_the_name_kept(mia):
    for username, password in (("mia", "wrong"), ("nobody", PASSWORD)):
        answer = sign_in(Client(), password, username)
        assert answer.status_code == 422
        assert "User name or password is wrong. Mind capitals and small letters." in text_of(answer)
        assert f'value="{username}"' in text_of(answer)
        assert password not in text_of(answer).replace("password is wrong", "")


def test_the_tenth_wrong_guess_locks_the_name_with_a_sentence(mia):
    client = Client()
    answers = [sign_in(client, "wrong") for _guess in range(10)]
    assert [answer.status_code for answer in answers] == [422] * 9 + [429]
    assert "Signing in with this name rests for a quarter of an hour." in text_of(answers[-1])
    assert sign_in(client).status_code == 429


def test_nine_wrong_guesses_are_forgiven(mia):
    client = Client()
    for _round in range(2):
        for _guess in range(9):
            assert sign_in(client, "wrong").status_code == 422
        assert sign_in(client).status_code == 302
        client.post(reverse("logout"))


def test_a_lock_is_one_names_and_one_addresses(mia):
    factories.make_staff("floor", username="ivy")
    for _guess in range(10):
        sign_in(Client(), "wrong")
    assert sign_in(Client(), username="ivy").status_code == 302
    assert sign_in(Client(REMOTE_ADDR="192.0.2.7")).status_code == 302


def test_who_is_signed_in_is_not_thrown_out_by_anothers_guesses(mia):
    device = Client()
    sign_in(device)
    for _guess in range(10):
        sign_in(Client(), "wrong")
    assert device.get(reverse("rooms")).status_code == 200


def test_who_may_not_sign_in_does_not(mia):
    Staff.objects.update(is_active=False)
    assert sign_in(Client()).status_code == 422


def test_a_long_name_is_a_sentence(mia):
    answer = sign_in(Client(), "x" * 5000, "m" * 5000)
    assert answer.status_code == 422
    assert "at most 60 characters" in text_of(answer)


def test_signing_out_is_a_post(mia):
    client = Client()
    sign_in(client)
    assert client.get(reverse("logout")).status_code in {403, 405}
    assert client.get(reverse("rooms")).status_code == 200
    answer = client.post(reverse("logout"))
    assert (answer.status_code, answer["Location"]) == (302, reverse("login"))
    assert client.get(reverse("rooms")).status_code == 302


def test_signing_in_goes_on_to_the_page_asked_for(mia):
    client = Client()
    answer = client.get(reverse("rooms"))
    assert answer["Location"] == f"/login/?next={reverse('rooms')}"
    assert f'name="next" value="{reverse("rooms")}"' in text_of(client.get(answer["Location"]))
    assert sign_in(client, next=reverse("rooms"))["Location"] == reverse("rooms")


@pytest.mark.parametrize(
    "elsewhere",
    [
        "http://elsewhere.example/",
        "//elsewhere.example/",
        "///elsewhere.example",
        "\\\\elsewhere.example",
        "/\\elsewhere.example",
        "javascript:alert(1)",
        "http:///elsewhere.example",
    ],
)
def test_signing_in_never_goes_elsewhere(mia, elsewhere):
    assert sign_in(Client(), next=elsewhere)["Location"] == reverse("floor")
    client = Client()
    sign_in(client)
    assert client.get(reverse("login"), {"next": elsewhere})["Location"] == reverse("floor")


@pytest.mark.parametrize("elsewhere", ["http://elsewhere.example/", "//elsewhere.example/"])
def test_choosing_a_language_never_goes_elsewhere(elsewhere):
    answer = Client().post(reverse("language"), {"language": "zh-hant", "next": elsewhere})
    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_the_sign_in_page_keeps_its_cookies_from_scripts(mia):
    client = Client()
    answer = sign_in(client)
    session = answer.cookies["sessionid"]
    assert (bool(session["httponly"]), session["samesite"]) == (True, "Lax")


def test_public_pages_set_no_cookie(public):
    for path in public:
        answer = Client().get(path)
        assert (path, answer.cookies.output(), "Set-Cookie" in answer) == (path, "", False)


@pytest.mark.django_db(transaction=True)
def test_public_pages_ask_nobodys_name(public):
    assert [Client().get(path).status_code for path in public] == [200] * (len(public) - 1) + [404]


def every_kind_of_answer(public: list[str], staff: Staff) -> list:
    client = Client()
    sign_in(client)
    paths = [*public, "/login/", "/floor/rooms/", "/floor/password/", "/floor/house/", "/no/such/page"]
    return [Client().get(path) for path in paths] + [client.get(path) for path in paths]


def test_every_answer_carries_a_strict_policy(public, mia):
    answers = every_kind_of_answer(public, mia)
    assert {answer.status_code for answer in answers} == {200, 302, 403, 404}
    for answer in answers:
        policy = directives(answer)
        assert policy["default-src"] == ["'none'"]
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == ["'self'"]
        assert policy["form-action"] == policy["frame-ancestors"] == ["'self'"]
        assert policy["base-uri"] == ["'none'"]
        assert not any(
            "unsafe" in value or "//" in value or value == "*" for v in policy.values() for value in v
        )


def test_every_answer_carries_the_other_headers(public, mia):
    for answer in every_kind_of_answer(public, mia):
        assert {
            name: answer[name]
            for name in (
                "X-Content-Type-Options",
                "Referrer-Policy",
                "X-Frame-Options",
                "Cross-Origin-Opener-Policy",
            )
        } == {
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "same-origin",
            "X-Frame-Options": "SAMEORIGIN",
            "Cross-Origin-Opener-Policy": "same-origin",
        }


def test_no_page_has_script_or_style_in_it(public, mia):
    for answer in every_kind_of_answer(public, mia):
        page = text_of(answer) if "html" in answer.get("Content-Type", "") else ""
        scripts = [part.split(">")[0] for part in page.split("<script")[1:]]
        assert all(" src=" in script or 'type="application/json"' in script for script in scripts)
        assert ("<style" in page, " style=" in page, " onclick=" in page) == (False, False, False)
