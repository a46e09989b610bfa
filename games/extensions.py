"""What other apps add to games without games knowing them, such as tournaments whose tables games are.

An installed app names its `Extension` in `extends_games` of its `AppConfig`. Everybody who shows something of a game asks
here, never an app by name.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import User
from games.models import Game
from plugins import declared, made_once


@dataclass(frozen=True, slots=True)
class Panel:
    """Something that stands on a page: a template of the app, which finds `values` as `shown`. One that `leads` stands at the top
    of the front page."""

    template: str
    values: object
    leads: bool = False


@dataclass(frozen=True, slots=True)
class Origin:
    """What a game was made for: its key as staff know it (`tournament`, 12), and its name."""

    subject: str
    number: int
    name: str


class Extension:
    """What one app adds. Every answer has a neutral default, so an app says only what it is about.

    `reader` is who looks, None for a visitor. An app gives values for his eyes only; it is asked for games that he may see.
    """

    def closed(self) -> Q | None:
        """A condition on rows of `Game`: those that nobody but who ever held one of their seats may see anything of,
        running or finished, and whose secret is nobody's. None where this app closes no game. It becomes part of the
        statements that load games, so it costs none of its own."""
        return None

    def panels_of_game(self, game: Game, reader: User | None) -> Sequence[Panel]:
        return ()

    def panels_of_player(self, player: User, reader: User | None) -> Sequence[Panel]:
        return ()

    def panels_of_front(self, reader: User | None) -> Sequence[Panel]:
        return ()

    def panels_of_mine(self, reader: User) -> Sequence[Panel]:
        """What stands above My games."""
        return ()

    def letter_lines(self, game: Game, reader: User) -> Sequence[str]:
        """What a mail about a game says beside what games know, a sentence each, in the active language."""
        return ()

    def resigning_lines(self, game: Game, user: User) -> Sequence[str]:
        """What it means for this player to resign, a sentence each, in the active language."""
        return ()

    def vacation_lines(self, user: User, since: datetime, until: datetime) -> Sequence[str]:
        """What ends during a vacation of this player besides games, a sentence each, in the active language."""
        return ()

    def awaits(self, game_id: int) -> bool:
        """Whether this app is about to add something to a game that is over: the mail about its end waits for it a minute."""
        return False

    def may_moderate(self, game: Game, user: User) -> bool:
        """Whether this person may take away what others have said at this table, as far as he can read it."""
        return False

    def has_part(self, user: User) -> Q | None:
        """A condition on rows of `Game`: those in which this person has a part without a seat, such as who directs
        their tournament. As
        one of the staff he leaves them to others. None where this app knows of no such part."""
        return None

    def origin(self, game: Game) -> Origin | None:
        """What of this app the game was made for, for those who run the site. None where it is none of it."""
        return None

    def ratings(self, users: Collection[int]) -> Mapping[int, float]:
        """How strong these players are, as far as this app knows: those who find each other shall be alike."""
        return {}

    def games_of_tournament(self, number: int) -> QuerySet[Any, Any] | None:
        """The numbers of the games of this tournament, to ask the database for them. None where this app has no tournaments."""
        return None

    def overdue(self, late: datetime) -> Mapping[str, int]:
        """How many rows of each kind should have been dealt with by then: what the alarm counts."""
        return {}

    def has_ended(self, game: Game, now: datetime) -> None:
        """The game is over (its row has status, result and time of its end). Called once, under the game's lock and in
        the transaction that ends it: write a row of your own and nothing else. No mail, no HTTP, no lock of another game."""


@made_once
def extensions() -> Sequence[Extension]:
    """Those of all installed apps, in their order."""
    found = []
    for app, one in declared("extends_games"):
        if not isinstance(one, Extension):
            raise TypeError(f"{app}.extends_games names what is no games.extensions.Extension")
        found.append(one)
    return found


def closed() -> Q | None:
    """The games that an app keeps from all eyes but those of their seats; None while no app closes any."""
    conditions = [condition for one in extensions() if (condition := one.closed()) is not None]
    if not conditions:
        return None
    either = conditions[0]
    for condition in conditions[1:]:
        either |= condition
    return either


def letter_lines(game: Game, reader: User) -> list[str]:
    return [line for one in extensions() for line in one.letter_lines(game, reader)]


def resigning_lines(game: Game, user: User) -> list[str]:
    return [line for one in extensions() for line in one.resigning_lines(game, user)]


def vacation_lines(user: User, since: datetime, until: datetime) -> list[str]:
    return [line for one in extensions() for line in one.vacation_lines(user, since, until)]


def may_moderate(game: Game, user: User) -> bool:
    return any(one.may_moderate(game, user) for one in extensions())


def origin(game: Game) -> Origin | None:
    return next((found for one in extensions() if (found := one.origin(game)) is not None), None)


def ratings(users: Collection[int]) -> dict[int, float]:
    return {user: value for one in extensions() for user, value in one.ratings(users).items()}


def games_of_tournament(number: int) -> QuerySet[Any, Any] | None:
    return next((found for one in extensions() if (found := one.games_of_tournament(number)) is not None), None)
