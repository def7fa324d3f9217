"""The one kind of error that staff can cause, and mend."""

from collections.abc import Mapping
from typing import Any


class RuleError(Exception):
    """Something was asked that the rules, or the state of the event, do not allow.

    `code` is a short stable name ("chair-taken"); `words` a constant template in English that is
    translated when it is shown; `facts` fill the template; `rule` names the source ("TDA 11-A"), or
    is empty.

    >>> str(RuleError("chair-taken", "Chair {table}-{chair} is taken.", {"table": 12, "chair": 4}))
    'Chair 12-4 is taken.'
    """

    def __init__(self, code: str, words: str, facts: Mapping[str, Any] | None = None, rule: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.words = words
        self.facts = dict(facts or {})
        self.rule = rule

    def __str__(self) -> str:
        return self.words.format(**self.facts)
