"""`manage.py verify_draws EVENT`: every draw of an event done again, one line each."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tables.queries.proofs import Proof, proofs
from tournaments.models import Event

PROBLEMS = {
    "gap": gettext_noop("DIFFERS: a number before this one is missing"),
    "seed": gettext_noop("DIFFERS: the seed is not the one committed to"),
    "outcome": gettext_noop("DIFFERS: another outcome than recorded"),
    "seats": gettext_noop("DIFFERS: seated elsewhere than drawn"),
    "unknown": gettext_noop("DIFFERS: cannot be done again"),
}


class Command(BaseCommand):
    """Recompute all draws of an event, published or not. Ends with status 1 if one differs."""

    help = __doc__ or ""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the event's address, as in /e/ADDRESS/")

    def handle(self, *args: Any, **options: Any) -> None:
        event = Event.objects.filter(slug=options["event"]).first()
        if event is None:
            raise CommandError(_("There is no event {slug}.").format(slug=options["event"]))
        done = proofs(event)
        for proof in done:
            self.stdout.write(_line(proof))
        wrong = sum(1 for proof in done if proof.problem)
        if wrong:
            raise CommandError(_("{wrong} of {all} draws differ.").format(wrong=wrong, all=len(done)))
        self.stdout.write(_("{all} draws, all as recorded, no number missing.").format(all=len(done)))


def _line(proof: Proof) -> str:
    """day 1A  draw 3  late-seat  ok"""
    words = _(PROBLEMS[proof.problem]) if proof.problem else _("ok")
    void = _("(void)") if proof.is_void else ""
    line = _("day {day}  draw {number}  {purpose}  {words} {void}")
    return line.format(
        day=proof.day, number=proof.number, purpose=proof.purpose, words=words, void=void
    ).rstrip()
