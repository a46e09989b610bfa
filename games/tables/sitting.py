"""Sitting down at a table and leaving it: people, bots, and players who are seated from the start."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from hmac import compare_digest

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from accounts.models import User
from games.models import Deal, Game, Invitation, Participant, Status, Tenure, Visibility
from games.models.clock import Clock
from games.play.begin import begin_in_order
from games.play.errors import DealReleased, HasSat
from games.play.reliability import check_conditions
from games.tables.errors import BadOptions, NotAllowed, NotAtTable, TableFull
from games.tables.gathering import (
    BOT,
    GATHERING,
    HASH,
    Terms,
    check_bots,
    check_seen,
    free_seats,
    lock_hosted,
    lock_table,
    own_invitations,
    seat_user,
    settle_table,
)


@transaction.atomic
def join_table(
    *, game_id: int, user: User, now: datetime, token: str = "", seen: str | None = None, sealed: str = ""
) -> Game:
    """Sit down. Sitting there already changes nothing, so a double click joins once.

    `token` opens a table that is by link only, `seen` is the `terms_token` of the page. `sealed` is the hash of a contribution to
    the deal, also from who sits there already; the first one counts.

    Raises TableClosed, TableFull, StaleTable, CannotSit, ConditionsUnmet, or NotAllowed without the link. Who is invited
    meets all conditions.
    """
    game = lock_table(game_id)
    if game.participants.filter(user=user).exists():
        _seal(game, user, sealed)
        return game
    invitation = game.invitations.filter(own_invitations(user)).first()
    by_link = compare_digest(token.encode(), game.link_token.encode())
    if game.visibility == Visibility.LINK and not by_link and invitation is None:
        raise NotAllowed(_("This table is private. You need its link to join."))
    check_seen(game, seen)
    if invitation is None and free_seats(game) <= 0:
        if game.participants.count() < game.players:
            raise TableFull(_("The remaining seats are reserved for invited players."))
        raise TableFull
    if invitation is None:
        check_conditions(game, user)
    seat_user(game, user, invitation, now)
    _seal(game, user, sealed)
    settle_table(game, now)
    return game


def _seal(game: Game, user: User, sealed: str) -> None:
    """Guests contribute nothing: their browser keeps nothing for them."""
    if HASH.fullmatch(sealed) and not user.is_guest:
        game.participants.filter(user=user, sealed="").update(sealed=sealed)


@transaction.atomic
def leave_table(*, game_id: int, user: User, now: datetime) -> Game:
    """Get up again. The host cannot and closes the table instead. Raises TableClosed, NotAtTable."""
    game = lock_table(game_id)
    if game.host_id == user.pk:
        raise NotAllowed(_("This is your table. Close it if you do not want to play."))
    if not game.participants.filter(user=user).delete()[0]:
        raise NotAtTable
    settle_table(game, now)
    return game


@transaction.atomic
def agree_to_options(*, game_id: int, user: User, now: datetime, seen: str | None = None) -> Game:
    """Stay, under the options as they are now. Raises StaleTable when they are no longer those `seen`."""
    game = lock_table(game_id)
    check_seen(game, seen)
    participant = game.participants.filter(user=user).first()
    if participant is None:
        raise NotAtTable
    if not participant.agreed:
        game.participants.filter(pk=participant.pk).update(agreed=True)
        settle_table(game, now)
    return game


@transaction.atomic
def remove_participant(*, game_id: int, host: User, participant_id: int, now: datetime) -> Game:
    """The host removes a participant or a bot. One who is gone already changes nothing."""
    game = lock_hosted(game_id, host)
    leaving = game.participants.filter(pk=participant_id).exclude(user=host)
    if leaving.delete()[0]:
        settle_table(game, now)
    return game


@transaction.atomic
def add_bots(*, game_id: int, host: User, now: datetime, bot: str = BOT, most: int = 1) -> Game:
    """Put bots of one name on up to `most` seats that are free and reserved for nobody. Raises TableFull when there is none,
    UnknownBot."""
    game = lock_hosted(game_id, host)
    free = free_seats(game)
    if free <= 0:
        raise TableFull
    seat_bots(game, [bot] * min(free, most), now)
    settle_table(game, now)
    return game


def seat_bots(game: Game, bots: Sequence[str], now: datetime) -> None:
    """Put these bots, each by its name, on seats that are free. The caller calls `settle`. Raises UnknownBot."""
    check_bots(bots)
    Participant.objects.bulk_create(Participant(game=game, bot=bot, joined_at=now) for bot in bots)


@transaction.atomic
def begin_seated(
    *,
    host: User | None,
    title: str,
    options: engine.Options,
    pace: Clock,
    seats: Sequence[User],
    now: datetime,
    deal: Deal | None = None,
    misses_before_bot: int = 2,
    rated: bool = False,
    silent: bool = False,
    tells: bool = True,
) -> Game:
    """Begin a game at once with `seats[i]` at seat i; nothing is drawn for the seats, and everybody is notified as when a table
    begins. Without `tells` only those who are asked are: then the caller tells that the game has begun. With `deal` it plays that
    deal, and only its seats see it until the deal is released; until then, and for good when it is `silent`, nobody writes there.

    Raises BadOptions when seats, options and deal do not fit each other, DealReleased, or HasSat for a player who knows the deal
    from another table; `details["user"]` is their id.
    """
    _check(options, seats, deal)
    terms = Terms(title, options, pace, misses_before_bot, rated=rated).columns
    game = Game(host=host, created_at=now, status=Status.FULL, deal=deal, seats_given=True, is_silent=silent, **terms)
    game.commitment = deal.commitment if deal else engine.commitment(bytes(game.secret))
    game.save()
    participants = Participant.objects.bulk_create(Participant(game=game, user=user, joined_at=now) for user in seats)
    begin_in_order(game, participants, now=now, tells=tells)
    return game


def _check(options: engine.Options, seats: Sequence[User], deal: Deal | None) -> None:
    if len(seats) != options.players or len({user.pk for user in seats}) != len(seats):
        raise BadOptions
    if deal is None:
        return
    locked = Deal.objects.select_for_update().get(pk=deal.pk)  # so that it is not released in this moment
    if locked.is_released:
        raise DealReleased
    if locked.options != options.to_dict():
        raise BadOptions
    if known := Tenure.objects.filter(seat__game__deal=deal, user__in=seats).values_list("user", flat=True).first():
        raise HasSat(user=known)


INVITATIONS = timedelta(days=90)
"""How long the address of a person without an account is kept after the invitation, unless the table is still open."""


def forget_strangers(*, now: datetime) -> int:
    """Delete old invitations to addresses without an account. Returns how many went."""
    old = Invitation.objects.filter(user=None, created_at__lt=now - INVITATIONS)
    return old.exclude(game__status__in=GATHERING).delete()[0]
