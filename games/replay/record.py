"""The record of a finished game, with its chance: what anybody needs to replay and verify it (docs/record.md)."""

from collections.abc import Iterator

from engine.record import Predecessor, to_record
from games.board.people import people
from games.errors import GameError
from games.play.positions import Play
from games.play.results import chance_of
from games.play.starts import record_in


def seat_names(play: Play) -> list[str]:
    """Who played each seat, for records: its player, also where a bot finished for them; else the name of the bot and its
    kind, which no language changes (`Rastrelli (bot search-3)`)."""
    owners = [play.owner(seat.index) for seat in play.seats]
    return [
        owner.name if owner else f"{person.called} (bot {person.bot})"
        for owner, person in zip(owners, people(play, None), strict=True)
    ]


def record_of(play: Play) -> dict[str, object]:
    """The record as plain JSON, of an imported game as it came. Only of a game whose secret is public (`games.play.results`)."""
    if (brought := record_in(play.game.start)) is not None:
        return brought.to_json()
    chance = chance_of(play)
    if chance is None:
        raise GameError
    return to_record(
        rules_version=play.game.rules_version,
        options=play.options,
        chance=chance,
        seats=seat_names(play),
        moves=((row.seat, row.text, row.source) for row in play.moves),
        result=play.game.result,
        predecessors=[one for seat in play.seats for one in _predecessors(play, seat.index)],
    )


def _predecessors(play: Play, index: int) -> Iterator[Predecessor]:
    """Who played the seat before its last player, each with the moves of the game until they were gone for good."""
    owner = play.owner(index)
    left = {tenure.user: tenure.until_number for tenure in play.tenures[index] if tenure.user not in (None, owner)}
    for user, number in left.items():
        if user is not None and number is not None:
            yield Predecessor(index, user.name, sum(move.number < number for move in play.moves))
