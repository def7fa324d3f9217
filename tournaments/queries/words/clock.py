"""What was done to a clock. "kind:case" goes before "kind" where the facts name a case.

Facts ending in _ms are durations, in _at instants.
"""

from django.utils.translation import gettext_noop as _

WORDS = {
    "clock.start": _("Clock started"),
    "clock.start:already": _("Start pressed; the clock was not waiting for it"),
    "clock.pause": _("Clock paused"),
    "clock.pause:already": _("Pause pressed; the clock stood already"),
    "clock.pause_at": _("Clock paused as of {then_at}"),
    "clock.adjust:more": _("{by_ms} more time"),
    "clock.adjust:less": _("{by_ms} less time"),
    "clock.set_time_left": _("Time left set to {set_ms}"),
    "clock.next:level": _("On to level {level}"),
    "clock.next:break": _("On to the break"),
    "clock.next:countdown": _("On to the countdown"),
    "clock.previous:level": _("Back to level {level}"),
    "clock.previous:break": _("Back to the break"),
    "clock.previous:countdown": _("Back to the countdown"),
    "clock.go_to:level": _("Clock set to level {level}"),
    "clock.go_to:break": _("Clock set to the break"),
    "clock.go_to:countdown": _("Clock set to the countdown"),
    "clock.take_break:now": _("Break of {duration_ms} begun in level {after}"),
    "clock.take_break:later": _("Break of {duration_ms} put after level {after}"),
    "clock.count_down_to": _("Play begins at {start_at}"),
    "clock.count_down_for": _("Play begins at {start_at}"),
    "clock.dark_gap:stopped": _("Play was stopped from {from_at} to {to_at}: taken out of the clock"),
    "clock.dark_gap:went-on": _("Play went on from {from_at} to {to_at}"),
}
