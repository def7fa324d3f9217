"""How a person's name is written, sorted and found, in any script."""

import re
import unicodedata

# Letters that decomposition leaves whole, as people type them without accents.
_PLAIN = str.maketrans(
    {
        "đ": "d",
        "ł": "l",
        "ø": "o",
        "æ": "ae",
        "œ": "oe",
        "ß": "ss",
        "þ": "th",
        "ð": "d",
        "ı": "i",
        "ħ": "h",
        # Left out when a name is typed in a hurry.
        "'": "",
        "\u2019": "",
        "\u2018": "",
        "\u02bc": "",
        "`": "",
    }
)
_EAST_ASIAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def folded(text: str) -> str:
    """Text as the search compares it: no accents, no case, no apostrophes, single spaces.

    >>> folded("Nguyễn  Thị Ánh"), folded("Łukasz GROß"), folded("O\u2019Brien")
    ('nguyen thi anh', 'lukasz gross', 'obrien')
    """
    plain = unicodedata.normalize("NFKD", text.casefold()).translate(_PLAIN)
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).split())


def typed_words(text: str) -> list[str]:
    """What was typed into a search as folded words, each once; a list's "Rossi, Zoe" too.

    >>> typed_words("Nguyễn,Ánh nguyen")
    ['nguyen', 'anh']
    """
    return list(dict.fromkeys(folded(text).replace(",", " ").split()))


def parted_ways(word: str) -> list[str]:
    """A folded word as family and given name, each way it may be parted: "陳大文" is kept as two names.

    Only of East Asian names, which are written without a space; family names have up to four letters.

    >>> parted_ways("陳大文"), parted_ways("rossi")
    (['陳 大文', '陳大 文'], [])
    """
    whole = unicodedata.normalize("NFC", word)
    if not _EAST_ASIAN.search(whole):
        return []
    return [folded(f"{whole[:i]} {whole[i:]}") for i in range(1, min(len(whole), 5))]


def full_name(first: str, last: str) -> str:
    """The name as it is said: given name first, except where the family name comes first.

    >>> full_name("Zoe", "Rossi"), full_name("大文", "陳")
    ('Zoe Rossi', '陳大文')
    """
    if _EAST_ASIAN.search(last) and (_EAST_ASIAN.search(first) or not first):
        return f"{last}{first}"
    return f"{first} {last}".strip()


def name_key(first: str, last: str) -> str:
    """What the names of one person have in common, in one cell or in two.

    >>> name_key("Ánh", "Nguyễn"), name_key("大文", "陳") == name_key("", "陳大文")
    ('anh nguyen', True)
    """
    return folded(full_name(first, last))


def listed_name(first: str, last: str) -> str:
    """The name as a list shows it: family name first.

    >>> listed_name("Zoe", "Rossi"), listed_name("大文", "陳"), listed_name("", "Cher")
    ('Rossi, Zoe', '陳大文', 'Cher')
    """
    if not first:
        return last
    if _EAST_ASIAN.search(last) and _EAST_ASIAN.search(first):
        return f"{last}{first}"
    return f"{last}, {first}"


def search_key(first: str, last: str, alias: str, card: str) -> str:
    """What the desk's search reads: every word folded, the name both ways round.

    >>> search_key("Ánh", "Nguyễn", "", "1033")
    'anh nguyen anh 1033'
    """
    a, b = folded(first), folded(last)
    return " ".join(part for part in (a, b, a, folded(alias), folded(card)) if part)[:400]
