"""Whether two names are likely one person's: the same, the other way round, or one slip of the hand apart."""

from enum import IntEnum

from tournaments.rules.names import name_key

SHORT = 5


class Likeness(IntEnum):
    """How two names are alike, the likeliest first."""

    SAME = 1
    SWAPPED = 2
    NEAR = 3


def likeness(first: str, last: str, other_first: str, other_last: str) -> Likeness | None:
    """How two names are alike, None if they are not. A slip counts in names of more than five letters.

    >>> likeness("Ánh", "Nguyễn", "anh", "nguyen"), likeness("Zoe", "Rossi", "Rossi", "Zoe")
    (<Likeness.SAME: 1>, <Likeness.SWAPPED: 2>)
    >>> likeness("Jon", "Smith", "John", "Smith"), likeness("Al", "Li", "Al", "Lu")
    (<Likeness.NEAR: 3>, None)
    """
    one, other = name_key(first, last), name_key(other_first, other_last)
    if one == other:
        return Likeness.SAME
    if one == name_key(other_last, other_first):
        return Likeness.SWAPPED
    if min(len(one), len(other)) > SHORT and is_one_slip(one, other):
        return Likeness.NEAR
    return None


def is_one_slip(one: str, other: str) -> bool:
    """Whether one letter more, less or else, or two neighbours exchanged, makes one text of the other.

    >>> is_one_slip("smith", "smyth"), is_one_slip("smith", "smiht"), is_one_slip("smith", "smiths")
    (True, True, True)
    >>> is_one_slip("smith", "smith"), is_one_slip("smith", "smooth")
    (False, False)
    """
    if len(one) > len(other):
        one, other = other, one
    if one == other or len(other) - len(one) > 1:
        return False
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))
    if len(one) < len(other):
        return one[at:] == other[at + 1 :]
    exchanged = one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]
    return exchanged or one[at + 1 :] == other[at + 1 :]
