"""What answers about games are made of, field by field: the view, the options of a table, records."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from api.typed import like
from engine import Options, PhaseView, Question, View, question_kinds, set_names, set_views

Phase = Literal["worker", "market", "building", "noble", "exchange"]
QuestionKind: Any = Literal[question_kinds()]
SetName: Any = Literal[set_names()]
OptionsJson = like(
    Options,
    edition=Literal[1, 2],
    sets=list[SetName],
    play_on_empty_tableau=bool,
    real_hurdles=NotRequired[int],
    hurdles=NotRequired[list[str]],
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

RecordDeal: Any = TypedDict(
    "RecordDeal",
    {
        "from": Literal["secret"],
        "commitment": str,
        "secret": str,
        "table": NotRequired[str],
        "deal": NotRequired[str],
        "phrases": list[str],
        "seed": str,
        "seating": NotRequired[Literal["given"]],
    },
)
RecordDeal.__doc__ = (
    "Where the chance came from: `table` is the game, or `deal` one that several tables played (docs/record.md)."
)

_LIBRARY = {
    "card": "library",
    "place": 1,
    "row": "upper",
    "take": "take library",
    "blocked": "too-expensive",
    "take_blocked": None,
    "offers": [
        {
            "move": "buy library",
            "over": None,
            "price": 17,
            "short": 5,
            "legal": False,
            "terms": [{"kind": "printed", "amount": 17, "card": "library", "rule": "COST-2"}],
        }
    ],
}
VIEW = {
    "viewer": 0,
    "options": Options(edition=2, players=2).to_dict(),
    "round": 2,
    "phase": "building",
    "ending": False,
    "over": False,
    "rules_version": 2,
    "asked": [0],
    "passes": 0,
    "question": {"kind": "turn", "seats": [0], "card": None, "pile": None, "maximum": None},
    "upper": [_LIBRARY, None],
    "lower": [],
    "drawn": None,
    "spread": [],
    "discard": ["author"],
    "phases": [],
    "seats": [],
    "moves": ["take library", "pass"],
    "scores": None,
    "extras": {},
}
"""An example, shorter than any real one."""
