"""A name that stands in one column, parted into given name and family name."""

import re

from tournaments.rules.names import folded

_EAST_ASIAN = re.compile(r"^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+$")
_VIETNAMESE = re.compile(r"[ăĂđĐơƠưƯ\u1ea0-\u1ef9]")
# Nine of ten Vietnamese have one of these family names, which stand first.
_FAMILIES = (
    "nguyen tran le pham hoang huynh phan vu vo dang bui do ho ngo duong ly dinh truong dao doan lam mai "
    "trinh luong ha cao ta chau"
)
_PARTICLES = (
    "van von vom zu zur zum de del della di da dos das do du la le les el al bin ibn ben ter ten der den "
    "af av st. saint san santa mac"
)
_SUFFIX = re.compile(r"^(jr|sr|ii|iii|iv)\.?$", re.IGNORECASE)


def parted(name: str) -> tuple[str, str]:
    """(given name, family name) of a name in one column, whichever way it is written.

    A comma parts it; else a family name in capitals, one of East Asia or Viet Nam that stands first, or
    what follows a particle; else the last word is the family name.

    >>> parted("Doe, John"), parted("Zoe Rossi"), parted("DUPONT Jean Paul")
    (('John', 'Doe'), ('Zoe', 'Rossi'), ('Jean Paul', 'DUPONT'))
    >>> parted("Nguyễn Thị Ánh"), parted("陳 大文"), parted("Ludwig van Beethoven"), parted("Sam Lee Jr.")
    (('Thị Ánh', 'Nguyễn'), ('大文', '陳'), ('Ludwig', 'van Beethoven'), ('Sam', 'Lee Jr.'))
    """
    if "," in name:
        last, first = name.split(",", 1)
        return first.strip(), last.strip()
    words = name.split()
    if len(words) < 2:
        return "", name.strip()
    at, is_last_first = _cut(words)
    front, back = " ".join(words[:at]), " ".join(words[at:])
    return (back, front) if is_last_first else (front, back)


def _cut(words: list[str]) -> tuple[int, bool]:
    """Before which word the name is cut, and whether the family name is in front of that."""
    capitals = [len(word) > 1 and word.isupper() and not word.endswith(".") for word in words]
    if capitals[0] and not all(capitals):
        return capitals.index(False), True
    if all(_EAST_ASIAN.match(word) for word in words):
        return 1, True
    is_vietnamese = bool(_VIETNAMESE.search(" ".join(words)))
    if is_vietnamese and folded(words[0]) in _FAMILIES.split():
        return 1, True
    end = len(words) - 1
    if end > 1 and _SUFFIX.match(words[end]):
        end -= 1
    while end > 1 and words[end - 1].casefold() in _PARTICLES.split():
        end -= 1
    return end, False
