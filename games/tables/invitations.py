"""Asking people to a table: by name or by address, with or without an account. Each function is one transaction.

An open invitation keeps its seat. An address typed by the host is shown to the host only, who does not learn whose account it
is. Somebody kept apart from a person at the table is not invited by name and cannot sit down, in words that give no reason; an
invitation to their address is created and seen by the host alone (`Invitation.unheard`).
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import EmailField
from django.utils.translation import gettext as _

from accounts import email_verification
from accounts.limits import hold_count
from accounts.models import User
from accounts.names import name_key
from games.errors import GameError, Muted
from games.models import Game, Invitation, InvitationState
from games.play import notifications
from games.tables import errors
from games.tables.errors import (
    CannotInvite,
    HasAccount,
    InvitationClosed,
    NotAllowed,
    TableClosed,
    TableFull,
    TooMany,
    UnknownPlayer,
)
from games.tables.gathering import GATHERING, check_seen, free_seats, keeps_apart, lock_hosted, seat_user, settle_table
from games.tables.terms import checked_word
from moderation import services
from notifications.services import queue

LONGEST_ADDRESS = 254


def most_invitations() -> int:
    """How many people one host may invite a day, tries included, because the site writes to strangers on their behalf."""
    return int(getattr(settings, "MOST_INVITATIONS_A_DAY", 40))


@transaction.atomic
def invite(*, game_id: int, host: User, whom: str, now: datetime, word: str = "") -> Invitation:
    """Ask one person, by display name (capitals do not matter) or mail address; a seat is kept until the answer. `word` is
    what the host writes along with it.

    The host does not learn whose account an address is: the invitation looks like any other, also when its person sits at the
    table, was invited by name, or is kept apart from somebody there; then nobody is notified. By name that is CannotInvite,
    which does not say why. Every try counts.

    Inviting the same person again in the same way changes nothing. Every GameError carries the text as
    `details["whom"]`: UnknownPlayer, CannotInvite, TableFull, TooMany; NotAllowed and TableClosed too. BadWord has none.
    """
    word = checked_word(word)
    if word and services.is_mute(host.pk, now):
        raise Muted
    game = lock_hosted(game_id, host)
    whom = " ".join(whom.split())
    if count_try(host, now) > most_invitations():
        raise _too_many(whom)
    user, email = _find(whom)
    return _invite(game, host, user, email, whom, now, word)


def invite_user(game: Game, host: User, user: User, now: datetime) -> Invitation:
    """Ask a known person on behalf of the host. The caller holds the lock on `game`."""
    return _invite(game, host, user, "", user.name, now)


def count_try(host: User, now: datetime) -> int:
    """Count one more try of this day and say how many there were. It stays counted when the invitation is refused, and
    with it everything that the refusal rolls back."""
    key = f"games.invitations.tries:{host.pk}:{now:%Y-%m-%d}"
    try:
        return int(cache.incr(key))
    except ValueError:  # the first, or the cache is away: then what was sent is counted still, by its rows
        cache.set(key, 1, timeout=2 * 24 * 60 * 60)
        return 1


def _too_many(whom: str) -> GameError:
    sentence = _("You have reached the limit of %(number)s invitations a day. Invite more tomorrow, or share the link.")
    return TooMany(sentence % {"number": most_invitations()}, whom=whom)


def _find(whom: str) -> tuple[User | None, str]:
    """Who is meant: an account, an address, or both."""
    if "@" not in whom:
        user = User.objects.players().filter(name_key=name_key(whom)).first()
        if user is None:
            sentence = _("There is no player named “%(name)s”. Check the spelling, or invite by email address.")
            raise UnknownPlayer(sentence % {"name": whom}, whom=whom)
        return user, ""
    email = whom.lower()
    try:
        EmailField(max_length=LONGEST_ADDRESS).run_validators(email)
    except ValidationError as error:
        raise UnknownPlayer(_("“%(address)s” is not a valid email address.") % {"address": whom}, whom=whom) from error
    # an account whose address was never confirmed may be anybody's: the mail goes to the address
    confirmed = User.objects.players().filter(emailaddress__email__iexact=email, emailaddress__verified=True)
    return confirmed.filter(email=email).first(), email


def _invite(
    game: Game, host: User, user: User | None, email: str, whom: str, now: datetime, word: str = ""
) -> Invitation:
    if user == host:
        raise CannotInvite(_("You are already at this table."), whom=whom)
    is_here = user is not None and game.participants.filter(user=user).exists()
    if is_here and not email:
        raise CannotInvite(_("%(name)s is already at this table.") % {"name": whom}, whom=whom)
    for earlier in game.invitations.filter(email=email) if email else game.invitations.filter(user=user, email=""):
        if earlier.state == InvitationState.OPEN:
            return earlier
        if earlier.state == InvitationState.DECLINED:
            raise CannotInvite(_("%(name)s has declined.") % {"name": whom}, whom=whom)
    is_apart = user is not None and keeps_apart(game, user)
    if is_apart and not email:
        raise CannotInvite(whom=whom)
    if free_seats(game) <= 0:
        raise TableFull(_("There is no free seat for %(name)s.") % {"name": whom}, whom=whom)
    hold_count(host.pk)
    if Invitation.objects.filter(inviter=host, created_at__gt=now - timedelta(days=1)).count() >= most_invitations():
        raise _too_many(whom)
    language = user.language if user is not None else host.language
    knows = is_here or is_apart or (user is not None and _is_asked_otherwise(game, user, by_name=not email))
    invitation = Invitation.objects.create(
        game=game,
        inviter=host,
        user=None if knows and email else user,
        email=email,
        unheard=is_apart,
        word=word,
        language=language,
        created_at=now,
    )
    if not knows:
        queue([notifications.invitation(invitation)])
    return invitation


def _is_asked_otherwise(game: Game, user: User, *, by_name: bool) -> bool:
    """Whether an open invitation has found this person already. Only one of them names the account: that by name, which
    shows the name anyway, else the first; the other ones are to the address."""
    found = game.invitations.filter(user=user, state=InvitationState.OPEN)
    return bool(found.update(user=None)) if by_name else found.exists()


def _lock(token: str) -> tuple[Game, Invitation]:
    """The table of this invitation locked, then the invitation as it is now. Raises InvitationClosed, TableClosed."""
    game_id = Invitation.objects.values_list("game_id", flat=True).filter(token=token).first()
    if game_id is None:
        raise InvitationClosed
    game: Game = Game.objects.select_for_update().get(pk=game_id)
    invitation = Invitation.objects.select_related("user").get(token=token)
    if invitation.state != InvitationState.OPEN:
        raise InvitationClosed(errors.why_invitation_closed(invitation, game))
    if game.status not in GATHERING or game.waits_for_contributions:
        raise TableClosed(errors.why_table_closed(game))
    return game, invitation


@transaction.atomic
def accept_invitation(*, token: str, user: User, now: datetime, seen: str | None = None) -> Game:
    """Sit down at the table one is invited to. Accepting twice changes nothing.

    For an address without an account any account may use the token, because people sign up with another address than the one
    their friend knew. Raises InvitationClosed, TableClosed, StaleTable, CannotSit, NotAllowed if it is someone else's.
    """
    done = (
        Invitation.objects.filter(token=token, user=user, state=InvitationState.ACCEPTED).select_related("game").first()
    )
    if done is not None and done.game.status in GATHERING:
        return done.game
    game, invitation = _lock(token)
    _check_addressee(invitation, user)
    if game.participants.filter(user=user).exists():
        return game  # invited again by their address: the host, who does not know that, may revoke it
    check_seen(game, seen)
    seat_user(game, user, invitation, now)
    settle_table(game, now)
    return game


def address_proved_by(invitation: Invitation) -> str:
    """The address that this invitation's link proves and that has no account; empty where one signs in to accept."""
    is_to_stranger = invitation.state == InvitationState.OPEN and invitation.user_id is None and not invitation.unheard
    return invitation.email if is_to_stranger and not email_verification.has_account(invitation.email) else ""


@transaction.atomic
def accept_as_newcomer(
    *, token: str, newcomer: email_verification.Newcomer, now: datetime, seen: str | None = None
) -> tuple[Game, User]:
    """Make the account of the address to which the invitation went, and sit down: the token stands in that mail only.

    Once it has done so the link opens nothing any more. Raises HasAccount where the address has one, InvitationClosed,
    TableClosed, StaleTable; ValidationError where the name is somebody's.
    """
    game, invitation = _lock(token)
    address = address_proved_by(invitation)
    if not address:
        raise HasAccount
    check_seen(game, seen)
    user = email_verification.open_for(newcomer, address=address)
    seat_user(game, user, invitation, now)
    settle_table(game, now)
    return game, user


@transaction.atomic
def decline_invitation(*, token: str, user: User | None, now: datetime) -> Game:
    """Decline, which an address without an account may do too; the seat is free again."""
    game, invitation = _lock(token)
    if user is not None:
        _check_addressee(invitation, user)
    invitation.state, invitation.answered_at = InvitationState.DECLINED, now
    invitation.save(update_fields=["state", "answered_at"])
    return game


def _check_addressee(invitation: Invitation, user: User) -> None:
    if invitation.user_id is not None and invitation.user_id != user.pk:
        raise NotAllowed(_("This invitation is for someone else."))


@transaction.atomic
def revoke_invitation(*, game_id: int, host: User, invitation_id: int, now: datetime) -> Game:
    """Take an open invitation back; one that is answered already stays answered."""
    game = lock_hosted(game_id, host)
    game.invitations.filter(pk=invitation_id, state=InvitationState.OPEN).update(
        state=InvitationState.REVOKED, answered_at=now
    )
    return game
