"""A refusal in words, with its instants as the house's wall shows them."""

from datetime import datetime

from tournaments.rules.errors import RuleError
from tournaments.web.refusals import sentence
from tournaments.web.template_tags import house_time


def refusal(error: RuleError, zone: str) -> str:
    """The sentence of a RuleError in the reader's language, times of day in the house's zone."""
    facts = {
        name: house_time(value, zone) if isinstance(value, datetime) else value
        for name, value in error.facts.items()
    }
    return sentence(RuleError(error.code, error.words, facts, error.rule))
