"""What one player proposes to all others at the table. It stands in the game's row while it is open, and in the log for good."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class ProposalKind(TextChoices):
    """Stored in logs: never rename one."""

    PAUSE = "pause", _("pause the game")  # value: days
    PROLONG = "prolong", _("prolong the pause")  # value: days
    RESUME = "resume", _("resume the game")
    TIME = "time", _("more time for everyone")  # value: days
    UNDO = "undo", _("undo moves")  # value: the number of the last row that stays in force
    QUICK = "quick", _("an hour of quick play")
    END = "end", _("end the game as it stands")


@dataclass(frozen=True, slots=True)
class Proposal:
    """Made by `seat` with row `number` of the log; `agreed` are the seats that have said yes. `reveals` are the cards that an undo
    would bring back to where nobody knew them; `?` stands for something hidden that is no card."""

    kind: str
    seat: int
    number: int
    at: datetime
    until: datetime
    agreed: tuple[int, ...]
    value: int = 0
    reveals: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return f"{self.kind} {self.value}" if self.value or self.kind == ProposalKind.UNDO else self.kind

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {"at": self.at.isoformat(), "until": self.until.isoformat()}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Proposal":
        times = {name: datetime.fromisoformat(values[name]) for name in ("at", "until")}
        lists = {name: tuple(values[name]) for name in ("agreed", "reveals")}
        return cls(**(dict(values) | times | lists))
