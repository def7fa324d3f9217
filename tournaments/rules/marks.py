"""Which part of a name was found: what a search by folded words matched, in the letters as written."""

from tournaments.rules.names import folded, typed_words


def marked(text: str, typed: str) -> tuple[tuple[str, bool], ...]:
    """The text cut into (part, whether it was matched), whole when joined.

    The beginning of a word goes before its middle.

    >>> marked("Nguyễn, Ánh", "ngu")
    (('Ngu', True), ('yễn, Ánh', False))
    """
    plain, origin = _letters(text)
    hit = [False] * len(text)
    for word in typed_words(typed):
        at = _place(plain, word)
        if at >= 0:
            for letter in origin[at : at + len(word)]:
                hit[letter] = True
    _keep_accents(text, hit)
    return _cut(text, hit)


def _letters(text: str) -> tuple[str, list[int]]:
    """The text folded letter by letter, and for each folded letter which one it came from."""
    plain: list[str] = []
    origin: list[int] = []
    for index, letter in enumerate(text):
        for one in folded(letter) or (" " if letter.isspace() else ""):
            plain.append(one)
            origin.append(index)
    return "".join(plain), origin


def _place(plain: str, word: str) -> int:
    """Where the word begins, at the beginning of a word if it can be; -1 where it is not."""
    at = plain.find(word)
    first = at
    while at > 0 and plain[at - 1].isalnum():
        at = plain.find(word, at + 1)
    return first if at < 0 else at


def _keep_accents(text: str, hit: list[bool]) -> None:
    """A mark written after its letter goes with it."""
    for index in range(1, len(text)):
        if not folded(text[index]) and not text[index].isspace():
            hit[index] = hit[index - 1]


def _cut(text: str, hit: list[bool]) -> tuple[tuple[str, bool], ...]:
    parts: list[tuple[str, bool]] = []
    for letter, is_hit in zip(text, hit, strict=True):
        if parts and parts[-1][1] == is_hit:
            parts[-1] = (parts[-1][0] + letter, is_hit)
        else:
            parts.append((letter, is_hit))
    return tuple(parts)
