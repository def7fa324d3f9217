"""PINs that are refused, and those that are not."""

import pytest

from tournaments.rules.errors import RuleError
from tournaments.rules.pin import clean_pin, refuse_trivial


def code_of(pin: str) -> str:
    try:
        refuse_trivial(pin)
    except RuleError as error:
        return error.code
    return ""


@pytest.mark.parametrize("pin", ["", "123", "123456789", "12a4", "12 34", "१२३४", "-123", "12.4"])
def test_a_pin_is_four_to_eight_plain_figures(pin):
    assert code_of(pin) == "pin-form"


@pytest.mark.parametrize(
    "pin",
    [
        "0000",
        "77777777",
        "1234",
        "4321",
        "7890",
        "0987",
        "12345678",
        "1212",
        "123123",
        "1122",
        "112233",
        "2580",
        "1985",
        "2026",
        "12121",
    ],
)
def test_what_everybody_tries_first_is_refused(pin):
    assert code_of(pin) == "pin-trivial"


@pytest.mark.parametrize("pin", ["4731", "9302", "1243", "60718", "83920174", "1112", "2105"])
def test_others_are_taken(pin):
    assert code_of(pin) == ""


def test_full_width_figures_are_figures():
    assert clean_pin(" ４７３１ ") == "4731"
