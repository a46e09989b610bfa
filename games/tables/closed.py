"""Why a table or an invitation is no longer open, each in words of its own."""

from django.utils.translation import gettext as _

from games.models import Game, Invitation, InvitationState, Status


def table_words(game: Game) -> str:
    """Why nobody can sit down at this table any more; empty while somebody can."""
    if game.has_begun:
        return _("The game of this table has begun.")
    if game.status != Status.CLOSED:
        return ""
    if game.has_expired:
        return _("This table has expired: not all of its seats were taken in time.")
    return _("This table was closed by its host.")


def invitation_words(invitation: Invitation, game: Game) -> str:
    """Why this invitation to the table can no longer be answered; empty while it can."""
    if invitation.state == InvitationState.DECLINED:
        return _("This invitation was declined.")
    if invitation.state == InvitationState.ACCEPTED:
        return _("This invitation was accepted. Sign in with the account that did so to get to the table.")
    if game.status == Status.CLOSED and game.has_expired:
        return _("This invitation has expired with its table: not all of the seats were taken in time.")
    if game.status == Status.CLOSED:
        return _("This invitation is void: the host has closed the table.")
    if invitation.state == InvitationState.REVOKED:
        return _("The host has taken this invitation back.")
    return table_words(game)
