"""Who may do what: the roles of a house and the families of actions each may take.

An action's kind is "family.verb" ("clock.pause"); its family decides who may do it and undo it,
but for the kinds named in DIRECTORS.
"""

from enum import StrEnum


class Role(StrEnum):
    """A member of staff has one role; the kinds of action it may take are in MAY."""

    DIRECTOR = "director"
    FLOOR = "floor"
    REGISTRATION = "registration"
    CASHIER = "cashier"
    VIEWER = "viewer"


DIRECTOR_ONLY = frozenset({Role.DIRECTOR})
FLOOR = frozenset({Role.DIRECTOR, Role.FLOOR})
DESK = frozenset({Role.DIRECTOR, Role.FLOOR, Role.REGISTRATION})
MONEY = frozenset({Role.DIRECTOR, Role.FLOOR, Role.REGISTRATION, Role.CASHIER})

MAY: dict[str, frozenset[Role]] = {
    "house": DIRECTOR_ONLY,
    "staff": DIRECTOR_ONLY,
    "own": frozenset(Role),
    "event": DIRECTOR_ONLY,
    "structure": DIRECTOR_ONLY,
    "clock": FLOOR,
    "registration": FLOOR,
    "table": FLOOR,
    "draw": FLOOR,
    "seat": FLOOR,
    "bust": FLOOR,
    "plan": FLOOR,
    "count": FLOOR,
    "mark": FLOOR,
    "hand": FLOOR,
    "shot": FLOOR,
    "player": DESK,
    "entry": DESK,
    "alternate": DESK,
    "shift": MONEY,
    "print": MONEY,
    "journal": MONEY,
}


# Kinds that only a director takes, whatever their family.
DIRECTORS = frozenset(
    {
        "player.bar",
        "player.unbar",
        "player.exclude",
        "player.readmit",
        "player.merge",
        "shift.recount",
        "entry.take_over",
    }
)


# Kinds that only a director takes back: whoever counted his own drawer does not count it anew.
UNDONE_BY_DIRECTORS = frozenset({"shift.count", "shift.recount", "shift.move"})


def may(role: str, kind: str) -> bool:
    """Whether a role may take actions of this kind. Unknown families raise KeyError: that is a bug.

    >>> may("floor", "clock.pause"), may("viewer", "clock.pause")
    (True, False)
    >>> may("registration", "player.add"), may("registration", "player.bar")
    (True, False)
    """
    family = MAY[kind.split(".", 1)[0]]
    return Role(role) in (family & DIRECTOR_ONLY if kind in DIRECTORS else family)


def may_undo(role: str, kind: str) -> bool:
    """Whether a role may take back actions of this kind.

    >>> may_undo("cashier", "shift.open"), may_undo("cashier", "shift.count")
    (True, False)
    """
    return may(role, kind) and (kind not in UNDONE_BY_DIRECTORS or Role(role) == Role.DIRECTOR)
