"""What waits for staff, as the console's list shows it."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class ToDo:
    """Something that waits for staff. `kind` says which card it gets; `is_urgent` paints it red.

    key: what of that kind it is about, a table or a plan, for "Later".
    """

    kind: str
    title: str
    text: str = ""
    is_urgent: bool = False
    facts: dict[str, Any] = field(default_factory=dict)
    key: str = ""

    @property
    def cards(self) -> list[str]:
        """The templates that may draw it, the first that there is."""
        return [f"console/cards/_{self.kind}.html", "console/cards/_plain.html"]
