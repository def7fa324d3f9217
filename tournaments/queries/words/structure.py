"""What was done to the structure of a Day. "kind:case" goes before "kind" where the facts name a case.

Facts ending in _ms are durations, in _at instants.
"""

from django.utils.translation import gettext_noop as _

WORDS = {
    "structure.edit_day": _("Structure of day {day} changed: {levels} levels"),
    "structure.edit_day:elapsed": _("Structure of day {day} changed: {levels} levels, time played kept"),
    "structure.edit_day:remaining": _("Structure of day {day} changed: {levels} levels, time left kept"),
    "structure.edit_day:restart": _("Structure of day {day} changed: {levels} levels, level restarted"),
}
