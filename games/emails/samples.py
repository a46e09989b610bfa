"""The game in the sample emails, replayed in memory. No database row is read or written.

The recorded game is `sample_game.json` (options, secret, moves). Anna is the reader; the others are people too, except in
the last seat.
"""

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import engine
from accounts.models import User
from games.models import Game, PlainRow, RowKind, Seat, Source, Status, Tenure
from games.models.clock import PACES
from games.play.positions import Play
from games.play.results import result_of

NOW = datetime(2026, 11, 20, 12, 10, tzinfo=UTC)
READER = 0
"""Anna's seat."""
RECORDED_AS = 12
"""The number of the recorded game, on which its deal hangs."""
ANSWERED_AT = "reply+aaaaaaaaaaaaaaaaaaaaaaaaaa@stpete.localhost"


@cache
def _record() -> dict[str, object]:
    return dict(json.loads((Path(__file__).parent / "sample_game.json").read_text()))


def user(number: int, name: str) -> User:
    return User(pk=number, display_name=name, email=f"{name.lower()}@example.org", time_zone="Europe/Berlin")


def _game(title: str, host: User, *, open_hands: bool) -> Game:
    clock, _label = PACES["2d"]
    record = _record()
    secret = bytes.fromhex(str(record["secret"]))
    return Game(
        pk=RECORDED_AS,
        title=title,
        host=host,
        status=Status.RUNNING,
        options={**dict(record["options"]), "open_hands": open_hands},  # type: ignore[call-overload]
        pace_kind=clock.kind,
        pace_base=clock.base,
        secret=secret,
        commitment=engine.commitment(secret),
        started_at=NOW - timedelta(days=20),
    )


def play_at(
    moves: int | None, *, number: int = RECORDED_AS, title: str = "Evening on the Moika", open_hands: bool = True
) -> Play:
    """The recorded game after that many moves (None: all of them), in rows that were never saved."""
    holders = [user(1, "Anna"), user(2, "Boris"), user(3, "Clara")]
    game = _game(title, holders[1], open_hands=open_hands)
    recorded: Sequence[tuple[int, str]] = list(_record()["moves"])[:moves]  # type: ignore[call-overload]
    rows = [
        PlainRow(n, n, RowKind.MOVE, n, seat, text, Source.PAGE, NOW)
        for n, (seat, text) in enumerate(recorded, start=1)
    ]
    game.version = game.ply = len(rows)
    seats = [Seat(pk=index + 1, game=game, index=index) for index in range(game.players)]
    tenures = {
        seat.index: [Tenure(seat=seat, user=holder, bot="" if holder else "plain")]
        for seat, holder in zip(seats, [*holders, None], strict=True)
    }
    play = Play(game, seats, rows, tenures)
    for index in engine.waiting_for(play.state):
        seat = seats[index]
        seat.waiting, seat.asked_number = True, game.version
        seat.running_since, seat.due_at = NOW - timedelta(minutes=2), NOW + timedelta(days=1, hours=14)
    if play.state.is_over:
        game.status, game.finished_at, game.result = Status.FINISHED, NOW, dict(result_of(play.state))
    game.pk = number  # only now: the deal hangs on the number under which the game was recorded
    return play


def moment(name: str) -> int:
    return int(dict(_record()["moments"])[name])  # type: ignore[call-overload]
