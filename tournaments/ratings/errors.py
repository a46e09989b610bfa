"""What ratings refuse."""

from __future__ import annotations

from tournaments.errors import TournamentError


class RatingError(TournamentError):
    """Something cannot be rated."""

    code = "rating_error"


class GameError(RatingError):
    """A finished game contradicts itself."""

    code = "game_error"


class OutOfOrder(RatingError):
    """A game that finished before one already rated; ratings have to be rebuilt from there."""

    code = "out_of_order"


class StoreError(RatingError):
    """Stored ratings that cannot be taken up again."""

    code = "store_error"
