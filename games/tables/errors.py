"""Requests before the start that cannot be granted, and why a table or an invitation is no longer open."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.errors import GameError
from games.models import Game, Invitation, InvitationState, Status


class NotAllowed(GameError):
    code = "not_allowed"
    sentence = _("Only the host of the table can do this.")
    status = 403


class TableClosed(GameError):
    code = "table_closed"
    sentence = _("This table is no longer open.")


class TableFull(GameError):
    code = "table_full"
    sentence = _("All seats at this table are taken.")


class BadOptions(GameError):
    code = "bad_options"
    sentence = _("These options cannot be combined.")
    status = 422


class StaleTable(GameError):
    code = "stale_table"
    sentence = _("The table's options have changed. Check them and decide again.")


class BadContribution(GameError):
    code = "bad_contribution"
    sentence = _("This is not the contribution that was sealed. Open it in the browser you joined with.")
    status = 422


class NotAtTable(GameError):
    code = "not_at_table"
    sentence = _("You are not at this table.")
    status = 403


class InvitationClosed(GameError):
    code = "invitation_closed"
    sentence = _("This invitation is no longer valid.")


class UnknownPlayer(GameError):
    code = "unknown_player"
    sentence = _("No player has this username. Check the spelling.")
    status = 422


class UnknownBot(GameError):
    code = "unknown_bot"
    sentence = _("There is no bot of this strength. Choose one from the list.")
    status = 422


class CannotInvite(GameError):
    code = "cannot_invite"
    sentence = _("This player cannot be invited to this table.")
    status = 422


class BadWord(GameError):
    """A host's message to invited people, some of them strangers, which the site sends."""

    code = "bad_word"
    sentence = _("Invitation messages cannot contain links or email addresses.")
    status = 422


class HasAccount(GameError):
    """The invited address has an account: its owner must sign in, because others may have the link."""

    code = "has_account"
    sentence = _("This email address has an account. Sign in to accept.")


class CannotSit(GameError):
    """Somebody at the table is kept apart from this user. The sentence says neither who nor why."""

    code = "cannot_sit"
    sentence = _("You cannot join this table.")
    status = 403


class TooMany(GameError):
    code = "too_many"
    sentence = _("You have reached the limit. Finish a game or close a table first.")
    status = 429


def why_table_closed(game: Game) -> str:
    """Why nobody can sit down at this table any more; empty while somebody can."""
    if game.has_begun:
        return gettext("The game at this table has started.")
    if game.waits_for_contributions:
        return gettext("All seats are taken, and the deal is being drawn. Nobody can join or leave any more.")
    if game.status != Status.CLOSED:
        return ""
    if game.has_expired:
        return gettext("This table has expired because not all seats were filled in time.")
    return gettext("The host closed this table.")


def why_invitation_closed(invitation: Invitation, game: Game) -> str:
    """Why this invitation to the table can no longer be answered; empty while it can."""
    if invitation.state == InvitationState.DECLINED:
        return gettext("This invitation was declined.")
    if invitation.state == InvitationState.ACCEPTED:
        return gettext("This invitation was already accepted. Sign in with that account to open the table.")
    if game.status == Status.CLOSED and game.has_expired:
        return gettext("This invitation has expired because not all seats at the table were filled in time.")
    if game.status == Status.CLOSED:
        return gettext("This invitation is no longer valid because the host closed the table.")
    if invitation.state == InvitationState.REVOKED:
        return gettext("The host revoked this invitation.")
    return why_table_closed(game)
