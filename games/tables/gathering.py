"""What every change to a table that has not begun has in common: its row locked, its seats counted, its state settled.

Lock order: game, then inserts (docs/architecture.md). `settle_table` is the one place where a table becomes full or open.
"""

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Protocol

from django.conf import settings
from django.db.models import Q
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

import engine
from accounts import separation
from accounts.limits import hold_count
from accounts.models import User
from engine.bots import BOTS
from games.models import Game, Invitation, InvitationState, Participant, Status, Visibility
from games.models.clock import Clock
from games.models.conditions import NONE, Conditions
from games.options import titles
from games.options.strengths import USUAL
from games.play import notifications, wakeups
from games.tables import errors
from games.tables.errors import CannotSit, NotAllowed, StaleTable, TableClosed, TooMany, UnknownBot
from notifications.services import publish_to, queue

GATHERING = (Status.OPEN, Status.FULL)
EXPIRES_AFTER = timedelta(days=10)
HASH = re.compile("^[0-9a-f]{64}$")
BOT = USUAL
"""The bot that fills seats where the host chose none."""


def start_guard() -> timedelta:
    """How long a full table waits before it begins, so that a wrong click can be taken back."""
    return timedelta(seconds=settings.START_GUARD)


@dataclass(frozen=True, slots=True)
class Terms:
    """What participants agree to when they sit down, and what the table looks like in the lobby."""

    title: str
    options: engine.Options
    clock: Clock
    misses_before_bot: int = 2  # 0: never
    visibility: Visibility = Visibility.PUBLIC
    rated: bool = False  # as far as it can be: games.options.table_words.why_unrated
    undo_when_rated: bool = False
    conditions: Conditions = NONE
    seals: bool = False  # browsers contribute to the deal: games.tables.contributions

    @property
    def columns(self) -> dict[str, Any]:
        alike = ("title", "misses_before_bot", "visibility", "rated", "undo_when_rated", "seals")
        return {
            **{name: getattr(self, name) for name in alike},
            "options": self.options.to_dict(),
            **self.clock.columns,
            "least_kept": self.conditions.kept,
            "least_finished": self.conditions.finished,
            "answers_within": self.conditions.answers_within,
        }

    @classmethod
    def of(cls, game: Game) -> "Terms":
        visibility = Visibility(game.visibility)
        rules = game.title, game.engine_options, game.clock, game.misses_before_bot
        return cls(*rules, visibility, game.rated, game.undo_when_rated, game.conditions, game.seals)

    def asks_again(self, before: "Terms") -> bool:
        """Whether people who agreed to `before` must be asked again; title, place in the lobby and conditions need no consent."""
        return self != replace(before, title=self.title, visibility=self.visibility, conditions=self.conditions)


class HasTerms(Protocol):
    """A table, or what a list read of it."""

    @property
    def options_changed_at(self) -> datetime | None: ...


def terms_token(game: HasTerms) -> str:
    """Names the options as they are now. Pages send it back with "join", "accept" and "agree"."""
    return game.options_changed_at.isoformat() if game.options_changed_at else "first"


def quick_token(user: User, terms: Terms, bot: str, now: datetime) -> str:
    """The link of a quick game: the same for the same wish within seconds, so that two clicks at once make one game; its title may
    be drawn by lot. Nobody can compute it without the site's key."""
    wish = f"{user.pk}:{bot}:{replace(terms, title='').columns}:{int(now.timestamp()) // 10}"
    return urlsafe_b64encode(salted_hmac("games.quick", wish, algorithm="sha256").digest()[:16]).decode().rstrip("=")


def check_seen(game: Game, seen: str | None) -> None:
    """Refuse an agreement to options that are no longer these. None: the caller shows no options to agree to."""
    if seen is not None and seen != terms_token(game):
        raise StaleTable


def check_bots(bots: Iterable[str]) -> None:
    """Raise UnknownBot unless all of them can play: a seat whose bot does not exist would never be answered for."""
    if any(bot not in BOTS for bot in bots):
        raise UnknownBot


def lock_table(game_id: int) -> Game:
    """The table, its row locked until the transaction ends. Raises TableClosed once it has begun or closed."""
    game: Game = Game.objects.select_for_update().get(pk=game_id)
    if game.status not in GATHERING or game.waits_for_contributions:
        raise TableClosed(errors.why_table_closed(game))
    wakeups.announce_change(game)
    return game


def lock_hosted(game_id: int, host: User) -> Game:
    """As `lock_table`, for its host only."""
    game = lock_table(game_id)
    if game.host_id != host.pk:
        raise NotAllowed
    return game


def check_room_for_table(host: User) -> None:
    """Raise TooMany when this host gathers people at as many tables as one may. In the transaction that adds one."""
    hold_count(host.pk)
    most = int(getattr(settings, "MOST_OPEN_TABLES", 20))
    if host.is_guest:
        check_room_for_game(host)
        most = min(most, settings.MOST_GAMES_OF_A_GUEST)
    if Game.objects.filter(host=host, status__in=GATHERING).count() >= most:
        raise TooMany(_("You have %(number)s tables that have not started. Close one first.") % {"number": most})


def check_room_for_game(host: User) -> None:
    """Raise TooMany when as many games of this host run as one may begin at once: each costs the bots' time. In the transaction
    that adds one."""
    hold_count(host.pk)
    # a lower limit, and a second one that counts finished games, so that they play and do not only deal
    if host.is_guest:
        hosted = Game.objects.filter(host=host)
        if hosted.filter(status=Status.RUNNING).count() >= (most := settings.MOST_GAMES_OF_A_GUEST):
            raise TooMany(
                _("Guests can play %(number)s games at a time. Finish one, or create an account.") % {"number": most}
            )
        if hosted.count() >= (most := settings.MOST_GAMES_OF_A_GUEST_EVER):
            raise TooMany(
                _("You have started %(number)s games as a guest. Create an account to continue; your games are kept.")
                % {"number": most}
            )
        return
    most = int(getattr(settings, "MOST_RUNNING_GAMES", 50))
    if Game.objects.filter(host=host, status=Status.RUNNING).count() >= most:
        raise TooMany(_("%(number)s games you started are still running. Finish one first.") % {"number": most})


def name_table(game: Game) -> None:
    """Give the table a title that no other open or running one has, by adding a numeral where needed."""
    others = Game.objects.filter(status__in=(*GATHERING, Status.RUNNING)).exclude(pk=game.pk)
    if others.filter(title__iexact=game.title).exists():
        alike = others.filter(title__istartswith=titles.stem(game.title)[: titles.LONGEST - 10])
        game.title = titles.next_free(game.title, set(alike.values_list("title", flat=True)))


def free_seats(game: Game) -> int:
    """Seats that nobody has and that are reserved for nobody: an open invitation reserves one."""
    kept = game.invitations.filter(state=InvitationState.OPEN).count()
    return game.players - game.participants.count() - kept


def own_invitations(user: User) -> Q:
    """Open invitations this user may answer: to their account, or to their (verified) address before they had one."""
    to_address = Q(user__isnull=True, unheard=False, email__iexact=user.email) if user.email else Q(pk__in=[])
    return Q(state=InvitationState.OPEN) & (Q(user=user) | to_address)


def seat_user(game: Game, user: User, invitation: Invitation | None, now: datetime) -> None:
    """Let the user sit down, once, and answer every invitation they have to this table.

    `invitation` may be to an address that is not theirs. The caller has seen to a free seat and calls `settle_table`. Raises
    CannotSit where somebody sits from whom the user is kept apart, or where only people with an account may.
    """
    if user.is_guest and not game.takes_guests:
        raise CannotSit
    if keeps_apart(game, user):
        raise CannotSit
    mine = own_invitations(user) | Q(pk=invitation.pk) if invitation is not None else own_invitations(user)
    game.invitations.filter(mine).update(user=user, state=InvitationState.ACCEPTED, answered_at=now)
    Participant.objects.get_or_create(game=game, user=user, defaults={"joined_at": now})
    publish_to([user.pk])


def keeps_apart(game: Game, user: User) -> bool:
    """Whether somebody sits at this table, its host or another, from whom the user is kept apart."""
    sitting = game.participants.filter(user__isnull=False).values_list("user", flat=True)
    return separation.is_apart(user.pk, sitting)


def settle_table(game: Game, now: datetime) -> None:
    """Make the table full when all seats are taken and everybody agrees, which starts the guard anew; else open."""
    agreed = list(game.participants.values_list("agreed", flat=True))
    before, game.status, game.starts_at = game.status, Status.OPEN, None
    if len(agreed) == game.players and all(agreed):
        game.status, game.starts_at = Status.FULL, now + start_guard()
    # the row is locked; on SQLite, which has no row locks, the old status stands in for the lock
    changed = Game.objects.filter(pk=game.pk, status=before).update(status=game.status, starts_at=game.starts_at)
    if not changed:
        raise TableClosed


def shut_table(game: Game, now: datetime, *, has_expired: bool = False) -> None:
    """Close the table for good. `finished_at` says when, so that those who sat there see it a while."""
    game.status, game.starts_at, game.finished_at = Status.CLOSED, None, now
    if not has_expired:
        game.expires_at = None
    game.save(update_fields=["status", "starts_at", "expires_at", "finished_at"])
    game.participants.update(over_at=now)
    game.invitations.filter(state=InvitationState.OPEN).update(state=InvitationState.REVOKED, answered_at=now)


def extend_table(game: Game, now: datetime) -> None:
    """Let the table stand for `EXPIRES_AFTER` from now; its host is warned before it closes."""
    game.expires_at = now + EXPIRES_AFTER
    game.save(update_fields=["expires_at"])
    queue(notifications.expiry_warning(game))
