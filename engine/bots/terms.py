"""What the reasons of a move are made of."""

from dataclasses import dataclass
from typing import Final, Literal

from engine.cards import CardId
from engine.player import Seat

Kind = Literal[
    "price", "rubles", "points", "per", "noble", "cheaper", "hand-limit", "observatory", "points-for-sale", "symbol", "stays",
    "upkeep", "resale", "replaceable", "from-hand", "hand-place", "later", "at-once", "otherwise", "draw", "face-down", "denied",
    "kept", "room", "best-left", "start", "ends-phase", "goes-on", "pile-lasts", "pile-empty", "effect", "others-get",
    "half-price", "found", "new-cards", "both", "two-actions", "use-later", "order", "hurdle", "stopped",
]  # fmt: skip
"""What a term is about; names are for good, as sites have words for each.

- `price` is paid now, `later` when a card is played from the hand; `rubles` and `points` come in every scoring of `what`,
  `times` times; `per` is such an income that counts `count` cards of a group, `what` being the fact. `at-once` comes now,
  and `otherwise` is what the rubles paid for it would be worth.
- `noble` is the `count`-th different one. `cheaper`, `hand-limit`, `observatory`, `points-for-sale`, `upkeep` and `effect`
  are functions, `what` being the fact. `symbol` moves the marker of `what` to `count`, where it `stays`.
- `resale`: a card that counts for more or less than it costs when replaced. `replaceable`: `card` may still come to replace it.
- `from-hand` frees a place, `hand-place` takes one. `draw`: `count` of the `times` cards of the pile `what` would help;
  `face-down` is what that gives up. `denied`: what `seat` would gain by `card`.
- `kept`: rubles that a pass saves, and `room` the places in the hand. `best-left`: the purchase that a pass forgoes, `what` being
  the card it would replace, or without `rubles` the card that it does not take. `start`: who passes begins the phase `what`
  with `count` new cards. `ends-phase`: nobody acts in this phase after it; `goes-on`: a pass would end the phase.
- `pile-lasts`, `pile-empty`: a card more or less in the rows decides whether dealing empties the pile `what`.
- Of expansions: `others-get` are rubles for every other player; `half-price` saves `rubles` on `card`; `found` is the best card of
  the discard pile; `new-cards` are laid out before the action, `both` brings `card` and one more; `two-actions` come at once;
  `use-later` is for a card that acts from the hand. `order`: it counts for an own order; `hurdle`: the one on the space `count`
  lacks `times` things after it, none where it is open; `stopped`: points that it may stop meanwhile.
"""


@dataclass(frozen=True, slots=True)
class ReasonTerm:
    """One thing that speaks for a move, or against it where `worth` is negative: points at the end of the game."""

    kind: Kind
    worth: float
    rubles: int = 0
    points: int = 0
    times: float = 0.0
    count: int = 0
    what: str = ""
    card: CardId | None = None
    seat: Seat | None = None


FACTS: Final = (
    "cheaper", "replaceable", "ends-phase", "goes-on", "pile-lasts", "pile-empty", "start", "kept", "room", "new-cards", "both",
    "two-actions", "half-price", "use-later",
)  # fmt: skip
"""Kinds that are worth telling where the evaluation gives them nothing."""
