"""The requests of the table: what each is called, what is aimed at, and which floor it is compared with."""

from __future__ import annotations

from dataclasses import dataclass

HIT = 15
"""Games that are asked for again and again, unchanged, for the column of hits."""
PAGE_FLOOR, MOVE_FLOOR, VISIT_FLOOR = "floor-page", "floor-move", "floor-visit"


@dataclass(frozen=True, slots=True)
class Kind:
    """A request that is measured. `key` names what is asked (`benchmarks.site.asks`), `ratio` is aimed at: CPU over that of
    the `floor`. `moved` says how the games move: `each` before each page, `itself` where the request is the move."""

    name: str
    key: str
    ratio: float | None = None
    floor: str = PAGE_FLOOR
    moved: str = ""


FLOORS = (
    Kind("floor: bare page behind session and login", PAGE_FLOOR),
    Kind("floor: bare move behind session and login", MOVE_FLOOR, floor=MOVE_FLOOR),
    Kind("floor: page, move, page", VISIT_FLOOR, floor=VISIT_FLOOR),
)
KINDS = (
    Kind("game page, base, move 110", "base", 2.2, moved="each"),
    Kind("game page, every expansion, five players", "everything", 3.0, moved="each"),
    Kind("move (POST)", "move", 1.7, MOVE_FLOOR, moved="itself"),
    Kind("visit: page, move, page", "visit", 2.0, VISIT_FLOOR, moved="itself"),
    Kind("replay page at move 100", "replay", 2.2),
    Kind("replay, a step", "replay-step", 1.2),
    Kind("replay, ten steps in a row", "replay-walk", 0.7),
    Kind("log of a game", "log", 2),
    Kind("pulse, nothing new", "pulse", 0.25),
    Kind("API: state of a game", "api-state", 1.2),
    Kind("API: my games", "api-games", 1.5),
    Kind("My games, 1 game", "mine-1", 1),
    Kind("My games, 10 games", "mine-10", 1.5),
    Kind("My games, 50 games", "mine-50", 3),
    Kind("lobby, a full page", "lobby", 1.5),
    Kind("archive, first page", "archive", 1.5),
    Kind("archive, last page", "archive-last", 1.5),
    Kind("profile: settings", "profile", 2),
    Kind("player", "player", 2),
    Kind("tournaments", "tournaments", 2),
    Kind("tournament of 200", "tournament", 2),
    Kind("round of 50 tables", "round", 2),
    Kind("standings of 200", "standings", 2),
    Kind("log of a tournament", "tournament-log", 2),
    Kind("league of 28", "league", 2),
    Kind("front page, visitor", "front", 0.5),
    Kind("card gallery", "cards", 0.5),
    Kind("one section of the rules", "section", 0.5),
    Kind("rules for players, the base game", "handbook", 0.5),
    Kind("empty view, same middleware", "empty"),
    Kind("empty view that reads its session", "empty-session"),
)
