"""Who came, and whose stack was taken up because he did not."""

from django.utils.translation import gettext_noop as _

WORDS = {
    "entry.check_in": _("{name} checked in"),
    "entry.check_in:seated": _("{name} checked in, seat {table}-{chair}"),
    "entry.check_in:alternate": _("{name} checked in, alternate {alternate}"),
    "entry.check_in:already": _("{name} was checked in already"),
    "bust.take_up": _("{entries} unclaimed stacks taken up"),
    "bust.take_up:one": _("Unclaimed stack of {name} taken up"),
    "bust.give_back": _("{name} came: his stack is back, at {seat}"),
    "bust.give_back:drawn": _("{name} came: his stack is back, he drew {seat}"),
    "bust.give_back:waits": _("{name} came: his stack is back, he waits for a seat"),
}
