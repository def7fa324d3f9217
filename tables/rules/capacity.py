"""How many players a game lets sit at one table (WSOP, section IX)."""

FLOP = 10
CAPACITIES = (  # the first whose words are all in the game's name
    (("short", "deck"), 9),
    (("badacey",), 6),
    (("badeucey",), 6),
    (("badugi",), 6),
    (("triple",), 6),
    (("single",), 7),
    (("horse",), 8),
    (("h.o.r.s.e",), 8),
    (("stud",), 8),
    (("razz",), 8),
    (("mix",), 8),
)


def most_players(game: str) -> int:
    """The most players of the game at one table; a mix has as many as its stud. Ten where none is named.

    >>> most_players("Hold'em"), most_players("7 Card Stud"), most_players("2-7 Triple Draw")
    (10, 8, 6)
    """
    name = game.lower()
    return next((most for words, most in CAPACITIES if all(word in name for word in words)), FLOP)
