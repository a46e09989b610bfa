"""Playing without an account: a guest begins or sits down with a friend, takes the games over to an account, and is forgotten.

Guests go `GUEST_DAYS` after the start of their last game, later while they play with others, or at once when they ask. `doom`
comes first, so that nobody gets an account while being deleted. Their games go with them, but for those that are others' too:
there the seat stays without a name.
"""

import logging
from dataclasses import replace
from datetime import datetime
from random import Random

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

import engine
from accounts import guests
from accounts.limits import hold_count
from accounts.models import User
from accounts.services import pseudonymise
from engine.bots import BOTS
from games.board.tableau import CardChoice
from games.chat import services as talk
from games.errors import GameError
from games.models import TAKEN_ALONG, Game, Line, Participant, Source, Status, Tenure, Visibility
from games.models.notification import game_subject
from games.options.strengths import USUAL
from games.play.merging import games_of, hand_game_over
from games.play.positions import Play
from games.play.seen import hand_seen
from games.tables import tables
from games.tables.contributions import begin_full
from games.tables.gathering import Terms, keeps_apart
from games.tables.sitting import join_table
from notifications.services import erase, forget_person


class TooManyGuests(GameError):
    code = "too_many_guests"
    sentence = _(
        "Too many guests have started playing from your network today. Create an account, or come back tomorrow."
    )
    status = 429


class NoRoomForGuests(GameError):
    code = "no_room_for_guests"
    sentence = _("There is no room for more guests right now. Create an account to play at once.")
    status = 503


class NotAlone(GameError):
    code = "guest_alone"
    sentence = _("Solo games need an account, because their results appear in a public list.")
    status = 403


FIRST = "first"
"""What the address has instead of a card (`?card=first`). While another seat is asked it means none."""


def first_card(play: Play, user: User | None) -> str:
    """The card of the tableau that the plain bot would buy for this player, as the address names cards; empty if none."""
    seat = play.seat_of(user) if user is not None and play.game.is_running else None
    if seat is None:
        return ""
    view = engine.view_for(play.state, seat.index)
    if not view.moves:
        return ""
    chance = Random(play.game.version)
    move = BOTS[USUAL].choose(view, engine.guess(view, chance), chance)
    verb, card, *rest = [*str(move).split(), ""]
    if verb != "buy":
        return ""
    slots = view.lower if "lower" in rest else view.upper
    slot = next((one for one in slots if one is not None and one.card == card), None)
    return str(CardChoice(slot.row, slot.place, slot.card)) if slot is not None else ""


logger = logging.getLogger("games")


def forget_due_guests(*, now: datetime) -> int:
    """Delete the guests whose time is over. How many went. Twice does no harm."""
    due = User.objects.filter(guest_until__lte=now).order_by("guest_until", "pk")
    gone = 0
    for guest_id in list(due.values_list("pk", flat=True)):
        try:
            gone += forget_guest(guest_id, now=now, due=now)
        except Exception:
            # the others must not wait; the alarm counts them
            logger.exception("guest %s could not be deleted", guest_id)
    return gone


def forget_guest(guest_id: int, *, now: datetime, due: datetime | None = None) -> bool:
    """Delete a guest with their own games, logs and notifications, and leave the seats of other games without a name. False where
    the guest has become an account meanwhile, or is kept for longer than `due` because another game has begun, or one with
    others goes on."""
    guest = User.objects.filter(pk=guest_id).first()
    held = Tenure.objects.filter(user=guest_id, until=None, seat__game__status=Status.RUNNING).values("seat__game")
    if guest is not None and due is not None and _games_with_others(guest).filter(pk__in=held).exists():
        guests.stay(guest, now=now)
        return False
    if guest is None or not guests.doom(guest_id, due=due):
        return False
    _end(guest, now)
    return True


def _games_with_others(guest: User) -> QuerySet[Game]:
    others = Participant.objects.filter(user__isnull=False).exclude(user=guest).values("game")
    return Game.objects.filter(pk__in=games_of(guest.pk)).filter(pk__in=others)  # type: ignore[no-any-return]


def _end(guest: User, now: datetime) -> None:
    """Transactions one after the other, for a guest who is doomed: what was broken off is done by doing it again."""
    with transaction.atomic():
        own = set(games_of(guest.pk)) - set(_games_with_others(guest).values_list("pk", flat=True))
        locked = list(Game.objects.select_for_update().filter(pk__in=own).order_by("pk").values_list("pk", flat=True))
        erase(subjects=[game_subject(game_id) for game_id in locked])
        Game.objects.filter(pk__in=locked).delete()
    logger.info("guest %s is deleted, with %s games", guest.pk, len(locked))
    tables.leave_everything(user=guest, now=now)
    if not games_of(guest.pk) and not guest.lines.exists():
        User.objects.filter(pk=guest.pk).delete()
        return
    talk.forget_person(guest, now=now)
    forget_person(guest)
    pseudonymise(User.objects.get(pk=guest.pk), now=now)


def take_along(*, guest: User, user: User, now: datetime) -> int:
    """Hand everything that `guest` has held over to `user`, and delete the guest. Returns how many games came along; none where
    another request was quicker. A game in which the user sits, or somebody they are kept apart from, is not among them."""
    if user.is_guest:
        return 0
    with transaction.atomic():
        if not guests.doom(guest.pk):
            return 0
        met = Q(participants__user=user) | Q(host=user)
        apart = Q(pk__in=[game.pk for game in _games_with_others(guest) if keeps_apart(game, user)])
        games = [game_id for game_id in games_of(guest.pk) if not Game.objects.filter(met | apart, pk=game_id).exists()]
        for game_id in games:
            erase(subjects=[game_subject(game_id)])  # what the guest was to be notified of
            hand_game_over(game_id, gone=guest, stays=user, text=TAKEN_ALONG, source=Source.PAGE, now=now)
        Line.objects.filter(author=guest, game__in=games).update(author=user)
        hand_seen(guest=guest, user=user)
    logger.info("user %s takes %s games of guest %s along", user.pk, len(games), guest.pk)
    _end(guest, now)
    return len(games)


@transaction.atomic
def sit_down(*, guest: User, token: str, now: datetime) -> Game:
    """Sit down at the table of a friend whose link this is; the last one begins the game at once. Raises what `join_table` does."""
    found = Game.objects.only("pk").get(link_token=token)
    game = join_table(game_id=found.pk, user=guest, token=token, now=now)
    if game.status == Status.FULL:
        begin_full(game, now=now)
    for person in (guest, game.host):
        if person is not None:
            guests.stay(person, now=now)
    return game


def check_room() -> None:
    """Raise NoRoomForGuests when the site keeps as many as it may. In the transaction that makes one."""
    hold_count("guests")
    if guests.count() >= settings.MOST_GUESTS:
        raise NoRoomForGuests


def begin_guest_game(*, guest: User, terms: Terms, bot: str, now: datetime) -> Game:
    """Begin a game against bots for a guest, who is kept as long from now on. Raises TooMany, UnknownBot, NotAlone.

    It is never public, so it is in no list of others, also when the guest has become an account.
    """
    if terms.options.players == 1:
        raise NotAlone
    game = tables.quick_game(user=guest, terms=replace(terms, visibility=Visibility.LINK), bot=bot, now=now)
    guests.stay(guest, now=now)
    return game
