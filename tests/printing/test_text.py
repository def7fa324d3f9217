"""A text keeps to its width whatever it is."""

import doctest
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.printing import documents, name_list
from tournaments.printing import codes, fonts, pages, text
from tournaments.printing.fonts import ELLIPSIS, Face, clean
from tournaments.printing.text import fit

from .samples import LONG

NAMES = st.text(st.sampled_from("abWil. -ÁễłŠůπωЖя陳大文김さ㷫ไ"), max_size=60)


@given(NAMES, st.sampled_from(list(Face)), st.integers(8, 40), st.integers(20, 300))
@settings(max_examples=200, deadline=None)
def test_a_fitted_text_is_never_wider_than_its_place(name: str, face: Face, size: int, width: int) -> None:
    fitted = fit(name, face, size, width, 6)
    assert fitted.width <= width + 0.01
    assert 6 <= fitted.size <= size
    whole = fit(name, face, size, 100_000, 6).text
    assert fitted.text == whole or (
        fitted.text.endswith(ELLIPSIS) and whole.startswith(fitted.text[:-1].rstrip())
    )
    assert len(whole) == len(clean(name))


def test_a_text_shrinks_before_it_is_cut() -> None:
    whole = fit(LONG, Face.STRONG, 20, 10_000, 9)
    narrow = whole.width / 2
    assert fit(LONG, Face.STRONG, 20, narrow, 9).text == LONG
    assert fit(LONG, Face.STRONG, 20, narrow, 9).size == pytest.approx(10)
    assert fit(LONG, Face.STRONG, 20, narrow, 12).text.endswith(ELLIPSIS)
    assert fit(LONG, Face.STRONG, 20, narrow, 12).size == 12


@pytest.mark.parametrize("module", [codes, fonts, pages, text, name_list, documents])
def test_the_examples_in_the_docstrings_are_true(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0
