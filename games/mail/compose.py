"""From a delivery and its notices, or from a sample, to the mail that goes out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.mail import EmailMultiAlternatives
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from games.mail import message, times
from games.mail.about import About, about, absolute
from games.mail.categories import category_of
from games.mail.letters import results, tables, turns
from games.mail.readers import Reader, reader_by_address, reader_of
from games.mail.render import Rendered, render
from games.mail.unsubscribe import Way
from games.models import Delivery, Game, Kind, Notice, Seat, Status
from games.play.positions import Play, load

Letter = (
    turns.YourTurn
    | turns.Reminder
    | turns.TimedOut
    | turns.Kept
    | tables.Started
    | tables.Invited
    | tables.Changed
    | tables.Expiring
    | results.Over
)

MOST_GAMES = 20
"""A reminder lists this many games; whoever lets more wait finds them on the site."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A letter with what it is about; `about` is None for one about several games."""

    kind: Kind
    about: About | None
    letter: Letter


def compose(delivery: Delivery, notices: Sequence[Notice], now: datetime) -> EmailMultiAlternatives:
    """The whole mail. `notices` are those of this delivery that are still true, oldest first, at least one.

    Raises whatever goes wrong: a mail that cannot be written is not sent half.
    """
    kind, reader = Kind(delivery.kind), _reader(delivery, notices)
    way = way_out(kind, reader, notices[-1].invitation_id)
    with translation.override(reader.language), timezone.override(reader.zone):
        draft = _DRAFTS[kind](notices, now)
        rendered = write(draft, reader, way)
    return message.build(kind=kind, token=delivery.token, reader=reader, about=draft.about, way=way, rendered=rendered)


def write(draft: Draft, reader: Reader, way: Way) -> Rendered:
    """Subject, text and HTML. Call it with the reader's language and zone active."""
    context: dict[str, object] = {
        "letter": draft.letter,
        "reader": reader,
        "category": way.category,
        "unsubscribe_url": way.url(),
        "preferences_url": absolute(reverse("accounts:profile")) if reader.user_id is not None else "",
        "zone": times.zone_name(),
    }
    return render(draft.kind, draft.about, context)


def way_out(kind: Kind, reader: Reader, invitation_id: int | None) -> Way:
    if reader.user_id is not None:
        return Way(category_of(kind), user_id=reader.user_id)
    return Way(category_of(kind), invitation_id=invitation_id)


def _reader(delivery: Delivery, notices: Sequence[Notice]) -> Reader:
    if delivery.user is not None:
        return reader_of(delivery.user)
    invitation = notices[-1].invitation
    if invitation is None:
        raise ValueError("a mail to nobody: it has neither a user nor an invitation")
    return reader_by_address(invitation)


def _play_of(notice: Notice) -> tuple[Play, Seat]:
    if notice.game_id is None or notice.seat is None:
        raise ValueError(f"the notice {notice.key} names no seat")
    play = load(notice.game_id)
    return play, play.seats[notice.seat]


def _your_turn(notices: Sequence[Notice], now: datetime) -> Draft:
    play, seat = _play_of(notices[-1])
    return Draft(Kind.YOUR_TURN, about(play.game), turns.your_turn(play, seat, now))


def _reminder(notices: Sequence[Notice], now: datetime) -> Draft:
    """All games that wait for this user, whichever of them set off the reminder: one mail says it all."""
    user = notices[-1].user
    if user is None:
        raise ValueError("a reminder to nobody")
    found = [turns.waiting(load(seat.game_id), seat, now) for seat in _waiting_seats(user)[:MOST_GAMES]]
    return reminder_draft(turns.most_urgent_first(found))


def reminder_draft(games: Sequence[turns.Waiting]) -> Draft:
    return Draft(Kind.REMINDER, games[0].about if len(games) == 1 else None, turns.Reminder(list(games)))


def _waiting_seats(user: User) -> Sequence[Seat]:
    held = Seat.objects.filter(tenures__user=user, tenures__until=None, game__status=Status.RUNNING)
    return list(held.filter(waiting=True, due_at__isnull=False).order_by("due_at"))


def _timed_out(notices: Sequence[Notice], now: datetime) -> Draft:
    play, seat = _play_of(notices[-1])
    return Draft(Kind.TIMED_OUT, about(play.game), turns.timed_out(play, seat, notices[-1].number))


def _kept(notices: Sequence[Notice], now: datetime) -> Draft:
    play, seat = _play_of(notices[-1])
    return Draft(Kind.KEPT, about(play.game), turns.kept(play, seat))


def _started(notices: Sequence[Notice], now: datetime) -> Draft:
    play, seat = _play_of(notices[-1])
    return Draft(Kind.STARTED, about(play.game), tables.started(play, seat.index))


def _invitation(notices: Sequence[Notice], now: datetime) -> Draft:
    invitation = notices[-1].invitation
    if invitation is None:
        raise ValueError(f"the notice {notices[-1].key} names no invitation")
    return Draft(Kind.INVITATION, about(invitation.game), tables.invited(invitation, tables.table(invitation.game)))


def _options(notices: Sequence[Notice], now: datetime) -> Draft:
    game = _game(notices[-1])
    return Draft(Kind.OPTIONS, about(game), tables.Changed(tables.table(game)))


def _expiry(notices: Sequence[Notice], now: datetime) -> Draft:
    game = _game(notices[-1])
    if game.expires_at is None:
        raise ValueError(f"game {game.pk} does not expire")
    return Draft(Kind.EXPIRY, about(game), tables.Expiring(tables.table(game), now, game.expires_at))


def _over(notices: Sequence[Notice], now: datetime) -> Draft:
    play, seat = _play_of(notices[-1])
    return Draft(Kind.OVER, about(play.game), results.over(play, seat.index))


def _game(notice: Notice) -> Game:
    if notice.game is None:
        raise ValueError(f"the notice {notice.key} names no table")
    return notice.game


_DRAFTS: Mapping[Kind, Callable[[Sequence[Notice], datetime], Draft]] = {
    Kind.YOUR_TURN: _your_turn,
    Kind.REMINDER: _reminder,
    Kind.TIMED_OUT: _timed_out,
    Kind.KEPT: _kept,
    Kind.STARTED: _started,
    Kind.INVITATION: _invitation,
    Kind.OPTIONS: _options,
    Kind.EXPIRY: _expiry,
    Kind.OVER: _over,
}
