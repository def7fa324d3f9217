"""When the last tables combine into one, and when everybody is drawn anew."""

from tournaments.rules.house import HouseRules

MOST_AT_ONE_TABLE = 10


def final_table_due(players: int, chairs: int, house: HouseRules) -> bool:
    """Whether so many players left, of an event with so many chairs at a table, sit down at one table.

    >>> final_table_due(10, 9, HouseRules()), final_table_due(10, 9, HouseRules.wsop())
    (False, True)
    """
    return 0 < players <= final_table_size(chairs, house)


def final_table_size(chairs: int, house: HouseRules) -> int:
    """With how many players the final table begins.

    WSOP 68: one more than sit at a table. TDA RP-9: the tables of an odd number of chairs keep that number,
    those of an even one get one more (two tables of five make nine, whether of 8 or 9 chairs; two of four
    make seven). Nobody sits eleven at a table, and a heads-up table stays one.

    >>> [final_table_size(chairs, HouseRules()) for chairs in (10, 9, 8, 7, 6)]
    [10, 9, 9, 7, 7]
    """
    if chairs == 2:
        return 2
    one_more = house.final_table == "wsop" or chairs % 2 == 0
    return min(chairs + one_more, MOST_AT_ONE_TABLE)


def redraw_due(entries: int, tables_before: int, tables_now: int, house: HouseRules) -> bool:
    """Whether everybody draws a new seat, now that the tables have become fewer (WSOP 67-c).

    At the points of `house.redraw_tables`, also one that is passed by, and at the final table; an event
    below `house.redraw_min_entries` at the final table only.

    >>> house = HouseRules()
    >>> redraw_due(240, 4, 3, house), redraw_due(80, 4, 3, house), redraw_due(80, 2, 1, house)
    (True, False, True)
    >>> own = HouseRules(redraw_tables=(6, 2))
    >>> redraw_due(240, 4, 3, own), redraw_due(240, 7, 5, own)
    (False, True)
    """
    if not 0 < tables_now < tables_before:
        return False
    is_point = any(tables_now <= point < tables_before for point in house.redraw_tables)
    return tables_now == 1 or (is_point and entries >= house.redraw_min_entries)


def redraw_at_players(entries: int, most: int, drawn_at: int | None, players: int, house: HouseRules) -> bool:
    """Whether everybody draws a new seat because so few players are left, at a point of `redraw_players`.

    most: how many have sat on the Day; a point above it was none of this Day's. drawn_at: the players of the
    last redraw, None before the first.

    >>> own = HouseRules(redraw_players=(36, 20))
    >>> [redraw_at_players(240, 90, None, players, own) for players in (37, 36, 35)]
    [False, True, True]
    >>> redraw_at_players(240, 90, 36, 21, own), redraw_at_players(240, 90, 36, 20, own)
    (False, True)
    >>> redraw_at_players(240, 30, None, 30, own), redraw_at_players(80, 90, None, 36, own)
    (False, False)
    """
    before = most if drawn_at is None else min(most, drawn_at)
    return entries >= house.redraw_min_entries and any(
        players <= point < before for point in house.redraw_players
    )
