"""The requests of the table: what each is called, what is aimed at, and which floor it is compared with."""

from __future__ import annotations

from dataclasses import dataclass

OF_EACH = 15
"""Games of each kind, so that no single position decides."""
PAGE_FLOOR, MOVE_FLOOR = "auth-page", "auth-move"


@dataclass(frozen=True, slots=True)
class Kind:
    """A request that is measured. `key` names what is asked (`benchmarks.site.asks`), `server` who answers.

    `ratio` and `statements` are aims: server CPU over that of `floor`, statements a request with BEGIN and COMMIT.
    """

    name: str
    key: str
    ratio: float | None = None
    statements: int | None = None
    server: str = "site"
    floor: str = PAGE_FLOOR


FLOORS = (
    Kind("floor: bare page behind session and login", PAGE_FLOOR, server="floor"),
    Kind("floor: bare move behind session and login", MOVE_FLOOR, server="floor", floor=MOVE_FLOOR),
)
KINDS = (
    Kind("game page, base, move 120, asked", "base-120", 1.5, 5),
    Kind("game page, every set, five players", "everything", 2.2, 5),
    Kind("replay at move 100", "replay", 1.5, 5),
    Kind("replay, a step on", "replay-step", 0.7, 5),
    Kind("replay, a step that was drawn before", "replay-again", 0.7, 5),
    Kind("replay, a step on without the script", "replay-next"),
    Kind("move (POST), nobody else acts", "move", 1.5, 12, floor=MOVE_FLOOR),
    Kind("pulse, nothing new", "pulse", 0.25, 2),
    Kind("empty view, same middleware", "empty"),
    Kind("empty view that reads its session", "empty-session"),
    Kind("My games, 1 game", "mine-1", 1, 6),
    Kind("My games, 10 games", "mine-10", 1.5, 6),
    Kind("My games, 50 games", "mine-50", 3, 6),
    Kind("lobby, a full page", "lobby", 1.5, 6),
    Kind("archive, first page", "archive", 1.5, 6),
    Kind("archive, last page", "archive-last", 1.5, 6),
    Kind("front page, visitor", "front", 0.5, 2),
    Kind("card gallery", "cards", 0.5, 2),
    Kind("one section of the rules", "section", 0.5, 2),
    Kind("rules for players, the base game", "handbook", 0.5, 2),
    Kind("API: state of a game", "api", 1.0, 4),
)
GROWTH = (
    Kind("growth: game page, move 20", "base-20"),
    Kind("growth: game page, move 345", "base-345"),
    Kind("a tenth of the games: lobby", "lobby", server="small"),
    Kind("a tenth of the games: archive, first", "archive", server="small"),
    Kind("a tenth of the games: archive, last", "archive-last", server="small"),
    Kind("a tenth of the games: My games, 10", "mine-10", server="small"),
)
