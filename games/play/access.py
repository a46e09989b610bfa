"""Who may look at which game or table, for pages and API. What they see then is the business of `engine.view_for`."""

from collections.abc import Container

from accounts.models import User
from games.models import Game, Visibility
from games.play.positions import Play


def may_watch(play: Play, user: User | None, *, links: Container[str] = ()) -> bool:
    """Begun games of public tables are open to everybody; those by link only to who ever had a seat or has the link; those
    that an app has closed (`games.extensions`) only to who ever had a seat.

    `links` are the link tokens this visitor has followed (`games.tables.links`: a cookie set by the page of the link).
    """
    game: Game = play.game
    is_open = game.visibility == Visibility.PUBLIC or game.link_token in links
    if is_open and not game.is_closed:
        return True
    return user is not None and play.has_sat(user)


def may_see_table(game: Game, user: User | None, *, links: Container[str] = ()) -> bool:
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
