"""From notifications that are still true to what their mail is about and says. Raises NoLongerTrue where that has just ended."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from django.urls import reverse

from accounts.models import User
from games import extensions
from games.board.move_words import MoveLine
from games.chat.readers import unread_lines
from games.emails import results, tables, talks, turns
from games.emails.about import about, about_several
from games.models import Game, Invitation, InvitationState, Seat, Status
from games.models.notification import number_in
from games.play.asked_by_mail import address_of, desk_address_of, stranger_address_of
from games.play.positions import Play, load
from games.tables.services.gathering import GATHERING, terms_token
from notifications.kinds import Draft, NoLongerTrue
from notifications.mail.compose import absolute
from notifications.models import Notification

MOST_GAMES = 20
"""A reminder lists this many games; whoever lets more wait finds them on the site."""


def your_turn(notifications: Sequence[Notification], now: datetime) -> Draft:
    play, seat = _play_of(notifications[-1])
    if not seat.waiting:
        raise NoLongerTrue("answered")
    user = notifications[-1].user
    letter, reply_to = turns.your_turn(play, seat, now, user), address_of(play, seat, reader=user)
    return Draft(replace(about(play.game), reply_to=reply_to), letter, _beside([play.game], user))


def reminder(notifications: Sequence[Notification], now: datetime) -> Draft:
    """All games that wait for this user, whichever of them set off the reminder: one mail says it all."""
    user = notifications[-1].user
    if user is None:
        raise ValueError("a reminder to nobody")
    waiting = [(load(seat.game_id), seat) for seat in _waiting_seats(user)[:MOST_GAMES]]
    if not waiting:
        raise NoLongerTrue("answered")
    is_one = len(waiting) == 1
    found = [turns.waiting(play, seat, now, reply_to=address_of(play, seat, numbered=is_one)) for play, seat in waiting]
    moves = turns.moves_of(*waiting[0]) if is_one else ()
    return reminder_of(turns.most_urgent_first(found), moves, _beside((play.game for play, _seat in waiting), user))


def reminder_of(games: Sequence[turns.Waiting], moves: Sequence[MoveLine] = (), beside: Sequence[str] = ()) -> Draft:
    """`moves` are what the reader can do where one game waits alone: then its reply address is that of the mail."""
    letter = turns.Reminder(list(games), list(moves))
    return Draft(games[0].about if len(games) == 1 else about_several(), letter, beside)


def _waiting_seats(user: User) -> Sequence[Seat]:
    held = Seat.objects.filter(tenures__user=user, tenures__until=None, game__status=Status.RUNNING)
    return list(held.filter(waiting=True, due_at__isnull=False).order_by("due_at"))


def timed_out(notifications: Sequence[Notification], now: datetime) -> Draft:
    play, seat = _play_of(notifications[-1])
    return _about_game(play.game, turns.timed_out(play, seat, notifications[-1].data["number"]), notifications)


def kept(notifications: Sequence[Notification], now: datetime) -> Draft:
    play, seat = _play_of(notifications[-1])
    return _about_game(play.game, turns.kept(play, seat), notifications)


def substitute(notifications: Sequence[Notification], now: datetime) -> Draft:
    play, seat = _play_of(notifications[-1])
    return _about_game(play.game, turns.substitute(play, seat, notifications[-1].data["number"]), notifications)


def seat_lost(notifications: Sequence[Notification], now: datetime) -> Draft:
    play, _seat = _play_of(notifications[-1])
    return _about_game(play.game, turns.seat_lost(play, notifications[-1].data["number"]), notifications)


def standing_still(notifications: Sequence[Notification], now: datetime) -> Draft:
    play, seat = _play_of(notifications[-1])
    if not play.game.stands_still:
        raise NoLongerTrue("goes on")
    return _about_game(play.game, turns.standing_still(play, seat, now), notifications)


def started(notifications: Sequence[Notification], now: datetime) -> Draft:
    play, seat = _play_of(notifications[-1])
    return _about_game(play.game, tables.started(play, seat.index), notifications)


def invitation(notifications: Sequence[Notification], now: datetime) -> Draft:
    asked = Invitation.objects.select_related("game__host", "inviter").get(pk=number_in(notifications[-1].subject))
    bots = asked.game.participants.exclude(bot="").count()
    draft = _about_game(asked.game, tables.invited(asked, tables.table(asked.game), bots=bots), notifications)
    if (user := notifications[-1].user) is None:
        return _answered_by(draft, notifications[-1], asked)
    yes, no = (f"{word} {asked.game_id}" for word in ("agree", "decline"))
    reply_to = desk_address_of(user, notifications[-1].subject, [yes], refused=no)
    return replace(draft, about=replace(draft.about, reply_to=reply_to))


def invited_answer(notifications: Sequence[Notification], now: datetime) -> Draft:
    """What came of the answers of somebody without an account; while he may still answer, how."""
    last = notifications[-1]
    asked = Invitation.objects.select_related("game").get(pk=number_in(last.subject))
    is_open = asked.state == InvitationState.OPEN and asked.game.status in GATHERING
    said = list(dict.fromkeys(line for one in notifications for line in one.data["said"]))
    url = absolute(reverse("games:invitation", args=[asked.token]))
    draft = Draft(about(asked.game), tables.InvitedAnswer(said, is_open, url))
    return _answered_by(draft, last, asked) if is_open else draft


def _answered_by(draft: Draft, notification: Notification, asked: Invitation) -> Draft:
    """With the address where somebody without an account answers."""
    reply_to = stranger_address_of(notification.address, notification.subject, terms_token(asked.game))
    return replace(draft, about=replace(draft.about, reply_to=reply_to))


def options(notifications: Sequence[Notification], now: datetime) -> Draft:
    """Answered with `yes` who sits there stays, under these options and no later ones, with `no` he gets up."""
    game, user = _game(notifications[-1]), notifications[-1].user
    draft = _about_game(game, tables.Changed(tables.table(game)), notifications)
    if user is None:
        return draft
    yes, no = f"agree {game.pk} {terms_token(game)}", f"leave {game.pk}"
    reply_to = desk_address_of(user, notifications[-1].subject, [yes], refused=no)
    return replace(draft, about=replace(draft.about, reply_to=reply_to))


def expiry(notifications: Sequence[Notification], now: datetime) -> Draft:
    game = _game(notifications[-1])
    if game.expires_at is None:
        raise NoLongerTrue("table closed")
    return _about_game(game, tables.Expiring(tables.table(game), now, game.expires_at), notifications)


def over(notifications: Sequence[Notification], now: datetime) -> Draft:
    play, seat = _play_of(notifications[-1])
    return _about_game(play.game, results.over(play, seat.index), notifications)


def talk(notifications: Sequence[Notification], now: datetime) -> Draft:
    game_id, user = number_in(notifications[0].subject), notifications[0].user
    play = load(game_id)
    lines = unread_lines(play, user, since=min(one.data["number"] for one in notifications)) if user else []
    if not lines:
        raise NoLongerTrue("read")
    return _about_game(play.game, talks.said(lines), notifications)


def _play_of(notification: Notification) -> tuple[Play, Seat]:
    play = load(number_in(notification.subject))
    return play, play.seats[notification.data["seat"]]


def _game(notification: Notification) -> Game:
    game: Game = Game.objects.get(pk=number_in(notification.subject))
    return game


def _about_game(game: Game, letter: object, notifications: Sequence[Notification]) -> Draft:
    return Draft(about(game), letter, _beside([game], notifications[-1].user))


def _beside(games: Iterable[Game], user: User | None) -> Sequence[str]:
    """What other apps add for this reader, each sentence once; nothing for somebody without an account."""
    if user is None:
        return ()
    return list(dict.fromkeys(line for game in games for line in extensions.letter_lines(game, user)))
