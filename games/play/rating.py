"""Whether a game of these people counts for the ratings."""

from collections.abc import Iterable
from datetime import datetime

from accounts import separation
from games.models import Game, Participant
from games.options.table_words import Unrated, why_unrated


def why_unrated_among(game: Game, participants: Iterable[Participant], *, at: datetime) -> Unrated | None:
    """Why the game would not be rated, as wished and with whom sits there; None when it would be. One statement where only
    a shared household could be the reason."""
    sitting = list(participants)
    people = [one.user_id for one in sitting if one.user_id is not None and not _is_program(one)]
    reason = why_unrated(wished=game.rated, players=game.players, bots=len(sitting) - len(people))
    if reason is None and len(people) > 1 and separation.share_household(people, at=at):
        return Unrated.HOUSEHOLD
    return reason


def _is_program(one: Participant) -> bool:
    """An account for which a program plays counts as our bots do."""
    return one.user is not None and one.user.is_bot
