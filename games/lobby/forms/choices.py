"""What a form about tables lets one choose from, in the words of the reader."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.models.clock import PACES
from games.options import selections, table_words
from games.options.selections import Selection
from games.options.set_words import offered, refusal_words, set_name

MOST_PLAYERS = selections.PLAYERS[-1]

Choices = list[tuple[str, str | Promise]]

EDITIONS: Choices = [("2", _("2nd edition")), ("1", _("1st edition"))]
MISSES: Choices = [
    ("2", _("a bot takes over after two in a row")),
    ("1", _("a bot takes over at once")),
    ("3", _("a bot takes over after three in a row")),
    ("0", _("automatic pass, every time")),
]
"""What becomes of the seat of somebody who misses deadlines."""


def pace_choices() -> Choices:
    """Every pace with about how long a game takes."""
    return [
        (
            name,
            _("%(pace)s: %(short)s with 2 players, %(long)s with 4")
            % {
                "pace": label,
                "short": table_words.length_words(clock, 2),
                "long": table_words.length_words(clock, 4),
            },
        )
        for name, (clock, label) in PACES.items()
    ]


SHORT_PACES: Mapping[str, Promise] = {
    "bank-quick": _("time bank 24 h + 4 h per move"),
    "bank-fast": _("time bank 3 days + 12 h per move"),
    "bank-slow": _("time bank 3 days + 36 h per move"),
}
"""What a menu on a phone has room for; the others are as short already."""


def short_pace_choices() -> Choices:
    return [(name, SHORT_PACES.get(name, label)) for name, (_clock, label) in PACES.items()]


def set_choices() -> Choices:
    """The sets the engine has, by name."""
    return [(name, set_name(name)) for name in offered()]


def real_hurdles_words(number: int) -> Promise:
    """How many real hurdles the variant of HURD-4 has, for a menu."""
    return format_lazy(_("{number} real, {others} bonus"), number=number, others=5 - number)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing that may be ticked, and why it may not: the reason and its rule are empty if it may."""

    value: str
    name: str
    about: str
    checked: bool
    reason: str = ""
    rule: str = ""


def candidate(value: str, name: str, about: str, now: Selection, then: Selection) -> Candidate:
    checked = now == then
    error = None if checked else selections.hindrance(now, then)
    if error is None:
        return Candidate(value, name, about, checked)
    return Candidate(value, name, about, checked, refusal_words(error), error.rule)
