"""The rules of structures, all in one place to import from.

`structure_items` has the values, `structure_json` how they are kept, `structure_check` the findings,
`structure_suggest` suggestions and the expected end, `structure_edit` the small steps of an editor and
of a Day, `color_up` when chips leave play.
"""

from tournaments.rules.color_up import (
    chips_at,
    color_up_breaks,
    color_up_points,
    payable,
    with_color_ups,
)
from tournaments.rules.structure_check import Finding, check, is_playable
from tournaments.rules.structure_edit import (
    close_of_registration_index,
    fill_row,
    limit_blinds,
    registration_closes,
    renumber,
    schedule,
    usual_ante,
    with_new_ids,
)
from tournaments.rules.structure_items import (
    ANTE_KINDS,
    HOLDEM,
    LIMITS,
    AnteKind,
    Break,
    Countdown,
    Item,
    Level,
    Limit,
    amounts,
    opening_choices,
    unit,
)
from tournaments.rules.structure_json import FIELDS, items_from_json, items_to_json, kind_of
from tournaments.rules.structure_suggest import expected_end, suggest

__all__ = [
    "ANTE_KINDS",
    "FIELDS",
    "HOLDEM",
    "LIMITS",
    "AnteKind",
    "Break",
    "Countdown",
    "Finding",
    "Item",
    "Level",
    "Limit",
    "amounts",
    "check",
    "chips_at",
    "close_of_registration_index",
    "color_up_breaks",
    "color_up_points",
    "expected_end",
    "fill_row",
    "is_playable",
    "items_from_json",
    "items_to_json",
    "kind_of",
    "limit_blinds",
    "opening_choices",
    "payable",
    "registration_closes",
    "renumber",
    "schedule",
    "suggest",
    "unit",
    "usual_ante",
    "with_color_ups",
    "with_new_ids",
]
