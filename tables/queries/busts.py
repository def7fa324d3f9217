"""Who put an entry out, and when: what a refusal says of one who is out already."""

from tables.models import Bust
from tournaments.journal import record
from tournaments.models import Action, Entry
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name


def refuse_out(entry: Entry) -> None:
    """RuleError `already-out`, with his number out, when, and who entered it, if the entry is out."""
    bust = Bust.objects.filter(entry=entry).first()
    if bust is None:
        return
    player = entry.player
    words = "{name} is out already: number {order} out at {out_at}, entered by {who}."
    facts = {
        "name": full_name(player.first_name, player.last_name),
        "order": bust.order,
        "out_at": bust.at,
        "who": entered_by(bust),
    }
    raise RuleError("already-out", words, facts)


def entered_by(bust: Bust) -> str:
    """The name of whoever put this entry out last; "Floorman" where the house did."""
    key = (Bust._meta.label_lower, bust.pk)
    rows = Action.objects.filter(event=bust.event_id, at__gte=bust.at).exclude(kind="journal.undo")
    for row in rows.select_related("actor").order_by("seq").iterator(chunk_size=50):
        if key in record.keys_of(row.writes):
            return row.actor.name if row.actor else "Floorman"
    return "Floorman"
