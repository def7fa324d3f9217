"""What was done about the hand that is played: hand for hand, last hands, clocks called, marks, counts."""

from django.utils.translation import gettext_noop as _

WORDS = {
    "hand.start": _("Day {day} plays hand for hand"),
    "hand.done": _("Table {table} has finished the hand"),
    "hand.done:already": _("Table {table} had finished the hand already"),
    "hand.complete": _("Hand complete on Day {day}: {out} out, {minutes} min off the clock"),
    "hand.complete:outs": _("Hand complete, {minutes} min off the clock. Out: {names} ({seats})"),
    "hand.stop": _("Hand for hand is over on Day {day}"),
    "hand.stop:outs": _("Hand for hand is over on Day {day}. Out: {names} ({seats})"),
    "hand.draw_last": _("Draw {draw} of Day {day}: {card}, {hands} last hands"),
    "hand.end_last": _("Last hands of Day {day} are over"),
    "shot.call": _("Clock called at table {table}"),
    "shot.end": _("Clock at table {table} ended, {left_ms} left"),
    "shot.end:over": _("Clock at table {table} ran out"),
    "mark.absent": _("{name} is absent"),
    "mark.penalty": _("Penalty for {name}: {hands} hands. {reason}"),
    "mark.count_down": _("Penalty of {name}: {left} hands left"),
    "mark.count_down:over": _("Penalty of {name} is over"),
    "mark.lift:absent": _("{name} is back"),
    "mark.lift:penalty": _("Penalty of {name} lifted"),
    "mark.lift": _("Mark of {name} lifted"),
    "mark.disqualify": _("{name} disqualified: {reason}"),
    "count.table": _("Table {table} counted: {players} players, {chips} chips"),
    "count.list": _("{players} players of Day {day} counted: {chips} chips"),
    "count.sold": _("{option}: {after} counted on Day {day}, {before} before"),
    "count.left": _("{after} players left on Day {day}, {before} before"),
    "count.left:back": _("Back to {after} players left on Day {day}, {before} before"),
}
