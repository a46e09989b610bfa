"""The shape of what an app adds to games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from accounts.models import User
from games.models import Game


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
        """What stands on the page of a game, beside the log."""
        return ()

    def panels_of_player(self, player: User, reader: User | None) -> Sequence[Panel]:
        """What stands on the page of a player."""
        return ()

    def panels_of_front(self, reader: User | None) -> Sequence[Panel]:
        """What stands on the front page."""
        return ()

    def panels_of_mine(self, reader: User) -> Sequence[Panel]:
        """What stands above My games."""
        return ()

    def letter_lines(self, game: Game, reader: User) -> Sequence[str]:
        """What a mail about a game says beside what games know, a sentence each, in the active language."""
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

    def overdue(self, late: datetime) -> Mapping[str, int]:
        """How many rows of each kind should have been dealt with by then: what the alarm counts."""
        return {}

    def has_ended(self, game: Game, now: datetime) -> None:
        """The game is over (its row has status, result and time of its end). Called once, under the game's lock and in
        the transaction that ends it: write a row of your own and nothing else. No mail, no HTTP, no lock of another game."""
