"""What was done to registration. "kind:case" goes before "kind" where the facts name a case.

Facts ending in _ms are durations, in _at instants.
"""

from django.utils.translation import gettext_noop as _

WORDS = {
    "registration.hold:open": _("Registration of day {day} held open"),
    "registration.hold:closed": _("Registration of day {day} closed"),
    "registration.hold:auto": _("Registration of day {day} follows the clock"),
    "registration.extend": _("Registration of day {day} open until the end of level {level}"),
    "registration.cut_line": _("Line of day {day} cut"),
    "registration.cut_line:already": _("Line of day {day} was cut already"),
    "registration.finish_line": _("Line of day {day} is done"),
    "registration.confirm_pool": _("Prize pool final"),
    "registration.confirm_pool:already": _("Prize pool was final already"),
}
