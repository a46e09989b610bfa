"""Which games are practice: where a hint takes nothing from anybody."""

from games.play.positions import Play


def is_practice(play: Play) -> bool:
    """One person, who made the table himself, plays bots and nothing is counted: no rating, no deal that others play, no list
    of best results."""
    game = play.game
    if game.rated or game.deal_id is not None or game.host_id is None or game.is_solo:
        return False
    owners = [play.owner(seat.index) for seat in play.seats]
    return sum(owner is not None for owner in owners) == 1


def may_ask(play: Play, user: object) -> int | None:
    """The seat for which this person may ask for a hint now; None where he may not."""
    seat = play.seat_of(user) if user is not None and play.game.is_running and not play.game.is_paused else None
    return seat.index if seat is not None and seat.waiting and is_practice(play) else None
