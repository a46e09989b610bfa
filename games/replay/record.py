"""The record of a finished game, with its secret: what anybody needs to replay and verify it (docs/record.md)."""

from accounts.models import User
from engine.record import Proven, to_record
from games.errors import GameError
from games.play.positions import Play


def seat_name(play: Play, index: int) -> str:
    """Who played a seat, for records and programs: its player, also where a bot finished for him, else the bot's name."""
    owner: User | None = play.owner(index)
    return owner.name if owner else f"bot {play.holder(index).bot}"


def record_of(play: Play) -> dict[str, object]:
    """The record as plain JSON. Only of a game that is over: before, its secret belongs to nobody (docs/deals.md). Nor does
    that of a game that an app has closed, such as one of several with the same deal."""
    if not play.game.is_finished or play.game.is_closed:
        raise GameError
    chance = Proven.of(bytes(play.game.secret), str(play.game.pk))
    return to_record(
        rules_version=play.game.rules_version,
        options=play.options,
        chance=chance,
        seats=[seat_name(play, seat.index) for seat in play.seats],
        moves=((row.seat, row.text, row.source) for row in play.moves),
        result=play.game.result,
    )
