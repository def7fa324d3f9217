"""The folder that the lists of each level are kept in: a plain path below the house's own, nothing else."""

import re

LONGEST = 120
_PART = re.compile(r"\w[\w .-]{0,59}")


def is_spare_folder(text: str) -> bool:
    """Whether a typed folder lies below the house's: no way up, no absolute path, no hidden name.

    >>> [is_spare_folder(text) for text in ("spare", "main event/day 1", "../etc", "/etc", "a//b", ".ssh")]
    [True, True, False, False, False, False]
    """
    parts = text.split("/")
    plain = all(_PART.fullmatch(part) and part[-1] not in ". " for part in parts)
    return len(text) <= LONGEST and plain
