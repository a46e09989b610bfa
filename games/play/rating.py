"""Whether a game of these people counts for the ratings."""

from collections.abc import Iterable
from datetime import datetime

from accounts import households
from games.models import Game, Participant
from games.options.rating import Unrated, why_unrated


def why_unrated_among(game: Game, participants: Iterable[Participant], *, at: datetime) -> Unrated | None:
    """Why the game would not be rated, as wished and with whom sits there; None when it would be. One statement where only
    a shared household could be the reason."""
    sitting = list(participants)
    people = [one.user_id for one in sitting if one.user_id is not None]
    reason = why_unrated(wished=game.rated, players=game.players, bots=len(sitting) - len(people))
    if reason is None and len(people) > 1 and households.share_one(people, at=at):
        return Unrated.HOUSEHOLD
    return reason
