"""Why a table or an invitation is no longer open, each in words of its own."""

from django.utils.translation import gettext as _

from games.models import Game, Invitation, InvitationState, Status


def table_words(game: Game) -> str:
    """Why nobody can sit down at this table any more; empty while somebody can."""
    if game.has_begun:
        return _("The game at this table has started.")
    if game.status != Status.CLOSED:
        return ""
    if game.has_expired:
        return _("This table has expired because not all seats were filled in time.")
    return _("The host closed this table.")


def invitation_words(invitation: Invitation, game: Game) -> str:
    """Why this invitation to the table can no longer be answered; empty while it can."""
    if invitation.state == InvitationState.DECLINED:
        return _("This invitation was declined.")
    if invitation.state == InvitationState.ACCEPTED:
        return _("This invitation was already accepted. Sign in with that account to open the table.")
    if game.status == Status.CLOSED and game.has_expired:
        return _("This invitation has expired because not all seats at the table were filled in time.")
    if game.status == Status.CLOSED:
        return _("This invitation is no longer valid because the host closed the table.")
    if invitation.state == InvitationState.REVOKED:
        return _("The host revoked this invitation.")
    return table_words(game)
