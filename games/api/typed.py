"""What answers about games are made of, field by field: the view, the options of a table, records."""

from collections.abc import Callable
from json import loads
from types import NoneType
from typing import Any, Literal, NotRequired, TypedDict, get_args, get_type_hints

from rest_framework import serializers

from api.typed import like
from engine import Options, PhaseView, Question, View, question_kinds, set_names, set_views


class Words(serializers.CharField):
    """What `words` says of a value."""

    def __init__(self, words: Callable[[Any], str], **options: Any) -> None:
        super().__init__(**options)
        self.words = words

    def to_representation(self, value: Any) -> str:
        return str(self.words(value))


Phase = Literal["worker", "market", "building", "noble", "exchange"]
QuestionKind: Any = Literal[question_kinds()]
SetName: Any = Literal[set_names()]
_chosen = {name: get_type_hints(Options)[name] for name in Options.left_out}
OptionsJson = like(
    Options,
    edition=Literal[1, 2],
    sets=list[SetName],
    play_on_empty_tableau=bool,
    **{name: NotRequired[one.__args__[0] if NoneType in get_args(one) else one] for name, one in _chosen.items()},
)
OptionsJson.__doc__ = "What a table agrees on (docs/record.md)."
Extras: Any = TypedDict("Extras", {name: NotRequired[shown] for name, shown in set_views().items()})  # type: ignore[misc]
Extras.__doc__ = "What expansions show, by name."
ViewJson = like(
    View,
    *View.for_guesses,
    options=OptionsJson,
    phase=Phase,
    question=like(Question, kind=QuestionKind) | None,
    phases=list[like(PhaseView, name=Phase)],  # type: ignore[misc]
    extras=Extras,
)
ViewJson.__doc__ = "The position as its reader may see it."


class ContributionJson(TypedDict):
    """What a player contributed to the deal: its hash, and what was opened."""

    sealed: str | None
    opened: str | None


class BeaconJson(TypedDict):
    """The public round that was named before contributions were opened, and what was published for it."""

    address: str
    round: int
    signature: str | None
    randomness: str | None


RecordDeal: Any = TypedDict(
    "RecordDeal",
    {
        "from": Literal["secret"],
        "commitment": str,
        "secret": str,
        "table": NotRequired[str],
        "deal": NotRequired[str],
        "phrases": NotRequired[list[str]],
        "contributions": NotRequired[list[ContributionJson]],
        "beacon": NotRequired[BeaconJson],
        "seed": str,
        "seating": NotRequired[Literal["given"]],
    },
)
RecordDeal.__doc__ = (
    "Where the chance came from: `table` is the game, or `deal` one that several tables played (docs/record.md)."
)

VIEW = loads("""
{"viewer": 0, "round": 2, "phase": "building", "ending": false, "over": false, "rules_version": 2, "passes": 0, "asked": [0],
 "options": {"edition": 2, "players": 2, "sets": [], "play_on_empty_tableau": false, "first_workers": "compulsory",
  "open_hands": true},
 "question": {"kind": "turn", "seats": [0], "card": null, "pile": null, "maximum": null},
 "upper": [
  {"card": "library", "place": 1, "row": "upper", "take": "take library", "blocked": "too-expensive", "take_blocked": null,
   "offers": [{"move": "buy library", "over": null, "price": 17, "short": 5, "legal": false,
    "terms": [{"kind": "printed", "amount": 17, "card": "library", "rule": "COST-2"}]}]},
  null],
 "lower": [], "drawn": null, "spread": [], "discard": ["author"], "phases": [], "seats": [], "extras": {}, "scores": null,
 "moves": ["take library", "pass"]}
""")
"""An example, shorter than any real one."""
