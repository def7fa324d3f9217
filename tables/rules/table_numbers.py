"""Table numbers as staff write them: "1-24, 30"."""

import re
import unicodedata
from collections.abc import Sequence

from tournaments.rules.errors import RuleError

HIGHEST = 32_767
MOST = 2_000
_RANGE = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?")


def parse_numbers(text: str) -> tuple[int, ...]:
    """The numbers in the order written, each once. RuleError "not-numbers" or "too-many-numbers".

    >>> parse_numbers("1-3, 30"), parse_numbers("5 4–2"), parse_numbers(" ")
    ((1, 2, 3, 30), (5, 4, 3, 2), ())
    """
    plain = re.sub(r"\s*[-–—~]\s*", "-", unicodedata.normalize("NFKC", text))
    found: dict[int, None] = {}
    for part in re.split(r"[\s,;、]+", plain):
        if part:
            found |= dict.fromkeys(_range(part))
    if len(found) > MOST:
        raise RuleError("too-many-numbers", "That is more than {most} tables.", {"most": MOST})
    return tuple(found)


def written(numbers: Sequence[int]) -> str:
    """Numbers as staff write them, in the order given, runs of three and more as ranges.

    >>> written([1, 2, 3, 30]), written([4, 3, 7, 8])
    ('1-3, 30', '4, 3, 7, 8')
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(
        f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(str(number) for number in run) for run in runs
    )


def _range(part: str) -> range:
    match = _RANGE.fullmatch(part)
    if match is None:
        raise RuleError("not-numbers", "{text} is not a table number.", {"text": part[:40]})
    first = int(match[1])
    last = int(match[2]) if match[2] else first
    if not (1 <= first <= HIGHEST and 1 <= last <= HIGHEST):
        raise RuleError(
            "not-numbers", "Table numbers go from 1 to {highest}: {text}.", {"highest": HIGHEST, "text": part}
        )
    step = 1 if first <= last else -1
    return range(first, last + step, step)
