"""How a table comes about, with which terms, how it begins or ends, and what a leaving account lets go of."""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

import engine
from accounts.limits import hold_count
from accounts.models import User
from games.models import (
    Game,
    Invitation,
    InvitationState,
    OrderTemplate,
    Participant,
    PuzzleAnswer,
    SavedSearch,
    Seek,
    Seen,
    Status,
    VacationDay,
    Volunteer,
)
from games.models.game import new_token
from games.play import notifications
from games.play.begin import begin_game
from games.play.errors import NotRunning, NotSeated
from games.play.positions import load
from games.play.seats import leave_games
from games.tables.contributions import begin_full, seat_bot_for
from games.tables.errors import BadOptions, NotAtTable, TableClosed
from games.tables.gathering import (
    BOT,
    GATHERING,
    Terms,
    check_room_for_game,
    check_room_for_table,
    extend_table,
    free_seats,
    keeps_apart,
    lock_hosted,
    name_table,
    own_invitations,
    quick_token,
    settle_table,
    shut_table,
)
from games.tables.invitations import invite, invite_user
from games.tables.sitting import leave_table, seat_bots
from notifications.services import publish_to, queue

logger = logging.getLogger("games")

DOUBLE_CLICK = timedelta(seconds=10)


def create_table(
    *,
    host: User,
    terms: Terms,
    now: datetime,
    bots: Sequence[str] = (),
    guests: Sequence[str] = (),
    word: str = "",
    key: str | None = None,
) -> Game:
    """Create a table where the host sits already, with `bots` (each by its name) and with invitations to `guests` (names or
    addresses), to all of whom the host writes the same `word`.

    The commitment to its deal is fixed here, before anybody else sits down. Nothing is created when a guest cannot be
    invited: the GameError names them in `details["whom"]`. `key` is a fresh `new_token()` of the form: a form sent twice
    makes one table. Where all others are bots it begins at once.

    Raises TooMany, BadOptions, UnknownBot, BadWord.
    """
    try:
        with transaction.atomic():
            known: Game | None = Game.objects.filter(link_token=key).first() if key else None
            if known is not None and known.host_id == host.pk:
                return known
            check_room_for_table(host)
            # a key that is somebody else's table is nobody's wish: the table gets a token of its own
            game = _new_game(host, terms, now, bots, link_token=key if key and known is None else new_token())
            extend_table(game, now)
            for whom in guests:
                invite(game_id=game.pk, host=host, whom=whom, word=word, now=now)
            settle_table(game, now)
            _begin_alone(game, host, now)
            return game
    except IntegrityError:
        made: Game | None = Game.objects.filter(link_token=key, host=host).first() if key else None
        if made is None:
            raise
        return made


def _begin_alone(game: Game, host: User, now: datetime) -> None:
    """Begin a game alone or with bots only at once: nobody has to be waited for, and nobody can sit down by mistake."""
    if game.status == Status.FULL and not game.participants.filter(bot="").exclude(user=host).exists():
        check_room_for_game(host)
        begin_game(game, now=now)


def _new_game(
    host: User,
    terms: Terms,
    now: datetime,
    bots: Sequence[str],
    *,
    rematch_of: Game | None = None,
    link_token: str = "",
) -> Game:
    if 1 + len(bots) > terms.options.players:
        raise BadOptions(_("There are more bots than free seats. Choose fewer bots."))
    token = link_token or new_token()
    game = Game(host=host, created_at=now, rematch_of=rematch_of, link_token=token, **terms.columns)
    name_table(game)
    game.commitment = engine.commitment(bytes(game.secret))
    game.save()
    Participant.objects.create(game=game, user=host, joined_at=now)
    publish_to([host.pk])
    seat_bots(game, bots, now)
    return game


@transaction.atomic
def change_table(*, game_id: int, host: User, terms: Terms, now: datetime) -> Game:
    """Change title, options, pace or visibility. When what was agreed to changes, the others are asked again (mail).

    Raises NotAllowed, TableClosed, or BadOptions when more people sit or are invited than there would be seats.
    """
    game = lock_hosted(game_id, host)
    before = Terms.of(game)
    for name, value in terms.columns.items():
        setattr(game, name, value)
    if terms.title != before.title:
        name_table(game)
    if free_seats(game) < 0:
        raise BadOptions(_("This table has more players and invitations than it would have seats. Free a seat first."))
    if not game.takes_guests and game.participants.filter(user__guest_until__isnull=False).exists():
        raise BadOptions(_("A guest sits at this table, so it stays private and unrated. Remove the guest first."))
    if terms.asks_again(before):
        game.options_changed_at = now
        others = game.participants.filter(user__isnull=False).exclude(user=host)
        others.update(agreed=False)
        queue(notifications.options_changed(game, list(others.values_list("user_id", flat=True))))
    game.save(update_fields=[*terms.columns, "options_changed_at"])
    settle_table(game, now)
    _begin_alone(game, host, now)
    return game


@transaction.atomic
def close_table(*, game_id: int, host: User, now: datetime) -> Game:
    """Close the table for good; open invitations are revoked."""
    game = lock_hosted(game_id, host)
    shut_table(game, now)
    return game


@transaction.atomic
def prolong_table(*, game_id: int, host: User, now: datetime) -> Game:
    game = lock_hosted(game_id, host)
    extend_table(game, now)
    return game


@transaction.atomic
def start_table(*, game_id: int, now: datetime) -> bool:
    """Begin the game of a full table whose guard is over, or ask for the contributions to its deal. May run twice. True when it
    began."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status != Status.FULL or game.starts_at is None or game.starts_at > now:
        return False
    return begin_full(game, now=now)


def start_due(*, now: datetime, limit: int = 200) -> int:
    """Begin every full table whose time has come, one transaction each. How many began."""
    due = Game.objects.filter(status=Status.FULL, starts_at__lte=now).order_by("starts_at")
    return _each(due[:limit], start_table, now, "game %s could not begin")


def expire_due(*, now: datetime, limit: int = 200) -> int:
    """Close the tables that nobody filled in time. How many were closed."""
    due = Game.objects.filter(status=Status.OPEN, expires_at__lte=now).order_by("expires_at")
    return _each(due[:limit], _expire, now, "table %s could not be closed")


def _each(due: QuerySet[Game], act: Callable[..., bool], now: datetime, failed: str) -> int:
    done = 0
    for game_id in list(due.values_list("pk", flat=True)):
        try:
            done += act(game_id=game_id, now=now)
        except Exception:
            logger.exception(failed, game_id)  # the others must not wait for it; the alarm names it
    return done


@transaction.atomic
def _expire(*, game_id: int, now: datetime) -> bool:
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status != Status.OPEN or game.expires_at is None or game.expires_at > now:
        return False  # begun, closed or prolonged meanwhile
    shut_table(game, now, has_expired=True)
    logger.info("table %s expired", game.pk)
    return True


def quick_game(*, user: User, terms: Terms, now: datetime, bot: str = BOT) -> Game:
    """A game against bots of one name on all other seats, or alone, begun at once and not rated. A second click within
    seconds leads to the same game. Raises TooMany, UnknownBot."""
    terms = replace(terms, rated=False)
    try:
        with transaction.atomic():
            hold_count(user.pk)  # before looking, so that the slower of two clicks finds the game of the other
            bots = [bot] * (terms.options.players - 1)
            fresh = Game.objects.filter(host=user, status=Status.RUNNING, started_at__gt=now - DOUBLE_CLICK, ply__lte=2)
            clicked: Game
            for clicked in fresh.filter(visibility=terms.visibility):
                others = list(clicked.participants.exclude(user=user).values_list("bot", flat=True))
                if not terms.asks_again(Terms.of(clicked)) and others == bots:
                    return clicked
            check_room_for_game(user)
            token = quick_token(user, terms, bot, now)
            is_taken = Game.objects.filter(link_token=token).exists()  # by a game that has gone on since
            game = _new_game(user, terms, now, bots, link_token="" if is_taken else token)
            game.status = Status.FULL
            game.save(update_fields=["status"])
            begin_game(game, now=now)
            return game
    except IntegrityError:  # two clicks in the same moment, and this was the slower one
        return Game.objects.get(link_token=quick_token(user, terms, bot, now))  # type: ignore[no-any-return]


@transaction.atomic
def rematch(*, game_id: int, user: User, now: datetime) -> Game:
    """Create a table with the same options, and invite those who played. One for each game: a second request gets the table of
    the first. Players kept apart from the user are not invited. Raises NotRunning before the game is over, and NotSeated for
    somebody who did not play.
    """
    old = Game.objects.select_for_update().get(pk=game_id)
    if not old.is_finished:
        raise NotRunning(_("You can start a rematch when the game has finished."))
    play = load(game_id)
    owners = [play.owner(seat.index) for seat in play.seats]
    if user not in owners:
        raise NotSeated
    existing: Game | None = old.rematches.exclude(status=Status.CLOSED).order_by("pk").first()
    if existing is not None:
        return existing
    check_room_for_table(user)
    others = [owner for owner in owners if owner and owner != user and owner.is_active and not owner.deleted_at]
    # a guest comes by the link of the table; who played as a bot does so again; where an account is gone, the usual bot sits
    bots = [
        BOT if owner else play.holder(seat.index).bot
        for seat, owner in zip(play.seats, owners, strict=True)
        if owner != user and owner not in others
    ]
    game = _new_game(user, Terms.of(old), now, bots, rematch_of=old)
    extend_table(game, now)
    for owner in others:
        if not owner.is_guest and not keeps_apart(game, owner):
            invite_user(game, user, owner, now)
    settle_table(game, now)
    _begin_alone(game, user, now)
    return game


def leave_everything(*, user: User, now: datetime) -> None:
    """Let go of every table and running game of an account that is about to be deleted, and of what it has seen and solved."""
    leave_tables(user=user, now=now)
    leave_games(user=user, now=now)
    Seen.objects.filter(user=user).delete()
    PuzzleAnswer.objects.filter(user=user).delete()
    SavedSearch.objects.filter(user=user).delete()
    OrderTemplate.objects.filter(user=user).delete()
    VacationDay.objects.filter(user=user).delete()


def leave_tables(*, user: User, now: datetime) -> None:
    """Let go of all tables that have not begun, for an account that is about to be deleted, and of invitations."""
    leave_open_tables(user=user, now=now)
    seat_bot_for(user)
    with transaction.atomic():
        Invitation.objects.filter(own_invitations(user)).update(state=InvitationState.DECLINED, answered_at=now)
        Invitation.objects.filter(user=user).update(email="")
        Invitation.objects.filter(inviter=user).exclude(word="").update(word="")
        if user.email:
            Invitation.objects.filter(user__isnull=True, email__iexact=user.email).delete()


def leave_open_tables(*, user: User, now: datetime) -> None:
    """Get up from all tables that have not begun, also for a user who cannot come in for a while. The user's own ones close, and
    nobody is looked for any more."""
    Seek.objects.filter(user=user).delete()
    Volunteer.objects.filter(user=user).delete()
    for game_id in list(Game.objects.filter(host=user, status__in=GATHERING).values_list("pk", flat=True)):
        _unless_begun(close_table, game_id=game_id, host=user, now=now)
    sits = Participant.objects.filter(user=user, game__status__in=GATHERING)
    for game_id in list(sits.values_list("game_id", flat=True)):
        _unless_begun(leave_table, game_id=game_id, user=user, now=now)


def _unless_begun(act: Callable[..., Game], **arguments: int | User | datetime) -> None:
    """Do it unless the game began or the table closed a moment ago: then `leave_games` lets go of the seat."""
    with suppress(TableClosed, NotAtTable):
        act(**arguments)
