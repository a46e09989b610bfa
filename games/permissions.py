"""Who may see and do what of games and tables. What they see then is the business of `engine.view_for`."""

from collections.abc import Container

from accounts.models import User
from accounts.permissions import Rule
from games import extensions
from games.chat.readers import is_readable, may_read_watchers, reading_window
from games.models import Game, Visibility
from games.play.positions import Play


def _watch(user: User | None, play: Play, *, links: Container[str] = ()) -> bool:
    """Begun games of public tables are open to everybody; those by link only to who ever had a seat or has the link; those
    that an app has closed (`games.extensions`) only to who ever had a seat."""
    game: Game = play.game
    is_open = game.visibility == Visibility.PUBLIC or game.link_token in links
    return (is_open and not game.is_closed) or (user is not None and play.has_sat(user))


def _see_table(user: User | None, game: Game, *, links: Container[str] = ()) -> bool:
    """Tables of the lobby are open to all; those by link to their people, whoever is invited, and who has the link.

    Reads `game.participants` and `game.invitations`, which pages have loaded with the table.
    """
    if game.visibility == Visibility.PUBLIC or game.link_token in links:
        return True
    if user is None:
        return False
    if any(participant.user_id == user.pk for participant in game.participants.all()):
        return True
    return any(invitation.is_to(user) for invitation in game.invitations.all())


def _see(user: User | None, play: Play, *, links: Container[str] = ()) -> bool:
    return _watch(user, play, links=links) if play.game.has_begun else _see_table(user, play.game, links=links)


def _host(user: User | None, game: Game) -> bool:
    return user is not None and game.host_id == user.pk


def _talk(user: User | None, play: Play) -> bool:
    seen = reading_window(play, user) if user is not None else None
    return seen is not None and seen.is_open


def _moderate_talk(user: User | None, game: Game) -> bool:
    """Remove what others say there: the host, and who directs the tournament of the table."""
    return user is not None and (_host(user, game) or extensions.may_moderate(game, user))


RULES: tuple[tuple[str, Rule], ...] = (
    ("watch game", _watch),
    ("see table", _see_table),
    ("see game or table", _see),
    ("host table", _host),
    ("talk at table", _talk),
    ("read spectators' talk", lambda user, play: may_read_watchers(play)),  # for whoever may see the game
    ("read message", lambda user, line, *, play: user is not None and is_readable(line, play, user)),
    ("moderate talk", _moderate_talk),
)
