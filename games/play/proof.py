"""What proves the deal of a game, as soon as it may be known (docs/deals.md)."""

from engine.record import Proven

from .positions import Play


def proof_of(play: Play) -> Proven | None:
    """The secret with what follows from it; None as long as it is nobody's: while the game runs, while its deal is not
    released, and of a game that an app has closed."""
    game = play.game
    if not game.is_finished or game.is_closed:
        return None
    if game.deal is None:
        return Proven.of(bytes(game.secret), str(game.pk), seats_given=game.seats_given)
    if not game.deal.is_released:
        return None
    return Proven.of(bytes(game.deal.secret), game.deal.deal_id, is_shared=True)
