"""The deadlines of somebody's games as they may stand outside of the site, such as in a calendar that another firm keeps.

They are reckoned with a spectator's eyes: where nobody may know who is asked (BANQ-THIEF-6) everybody who plays has the one window,
asked or not, and a game that is closed to others (`games.play.visibility`) is told without its title.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from games.models import Status, Tenure
from games.play import asked
from games.play.positions import Play, load

MOST = 60
"""Games of one person whose deadlines are told, the newest ones."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """Until when a game waits for its player or, with `is_window`, for somebody. `title` is empty where it is not told."""

    game_id: int
    title: str
    at: datetime
    since: datetime
    is_window: bool


def deadlines_of(user: User) -> Sequence[Deadline]:
    """Those of all running games in which `user` holds a seat, the next one first."""
    held = Tenure.objects.filter(user=user, until=None, seat__game__status=Status.RUNNING)
    games = held.order_by("-seat__game").values_list("seat__game", flat=True)[:MOST]
    found = [one for game in games if (one := _deadline(load(game), user)) is not None]
    return sorted(found, key=lambda one: (one.at, one.game_id))


def _deadline(play: Play, user: User) -> Deadline | None:
    game = play.game
    title = "" if game.is_closed else game.title
    window = asked.window(play, play.state)
    if window is not None:
        return Deadline(game.pk, title, window.until, window.since, True)
    mine = play.seat_of(user)
    for seat in asked.known_waiting(play, play.state, None):
        if mine is not None and seat.index == mine.index and seat.due_at is not None and seat.running_since is not None:
            return Deadline(game.pk, title, seat.due_at, seat.running_since, False)
    return None
