"""Who may load and who may send each address: the table of routes by role.

A name that is in no table is an address nobody has thought about: the start of the server and a test
refuse it.
"""

from dataclasses import dataclass

from tournaments.rules.roles import Role

EVERYBODY = frozenset({*Role, "public"})
STAFF = frozenset(Role)
DIRECTOR = frozenset({Role.DIRECTOR})
FLOOR = frozenset({Role.DIRECTOR, Role.FLOOR})
DESK = frozenset({Role.DIRECTOR, Role.FLOOR, Role.REGISTRATION})
MONEY = frozenset({Role.DIRECTOR, Role.FLOOR, Role.REGISTRATION, Role.CASHIER})
NOBODY: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Route:
    """Roles that may read (GET, HEAD) and that may write (POST). "public" is anybody without a name."""

    read: frozenset[str]
    write: frozenset[str] = NOBODY


ROUTES: dict[str, Route] = {
    "home": Route(EVERYBODY),
    "login": Route(EVERYBODY, EVERYBODY),
    "logout": Route(NOBODY, STAFF),
    "health": Route(EVERYBODY),
    "language": Route(NOBODY, EVERYBODY),
}
