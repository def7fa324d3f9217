"""The drawn path is the code that segno makes, module by module."""

import re

import pytest
import segno

from tournaments.printing.codes import MASK, path

ADDRESSES = ["https://floor.example.com/C/7KQ2M9XWAB4T", "HTTP://10.0.0.5:8000/C/AAAA", "HTTPS://" + "A" * 80]


def drawn(operators: str, side: int) -> list[list[int]]:
    """The modules that a path paints, by row from the top."""
    grid = [[0] * side for _ in range(side)]
    for x, y, width, height in re.findall(r"(\d+) (\d+) (\d+) (\d+) re", operators):
        for row in range(int(y), int(y) + int(height)):
            for column in range(int(x), int(x) + int(width)):
                assert not grid[side - 1 - row][column], "no module is painted twice"
                grid[side - 1 - row][column] = 1
    return grid


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_path_paints_the_code_of_the_address(address: str) -> None:
    side, operators = path(address)
    code = segno.make_qr(address.upper(), error="m", mask=MASK, boost_error=False)
    assert code.mode == "alphanumeric"
    assert code.error == "M"
    assert drawn(operators, side) == [list(row) for row in code.matrix]
    assert operators.endswith(" f")
