"""Links to one move, for mails: each authorises this one answer to this one question, by a POST, and nothing else.

Signed, not rows: whatever has to end a link is part of what is signed or compared. The signature covers the account's present
address and password, so that a change of either, signing out everywhere and deletion end it; the tenure, so that a change of
hands does; the question's number, so that its answer does, whoever gives it; and the words of the move.
"""

from dataclasses import dataclass
from hashlib import sha256

from django.core.signing import BadSignature, Signer
from django.urls import reverse

from accounts.models import User
from games.models import Game, Seat, Tenure
from games.play.positions import Play, load
from notifications.mail.compose import absolute

_MOST = 160
_SALT = "games.text_client.links"


class _ShortSigner(Signer):
    """132 bits of signature."""

    def signature(self, value: str | bytes, key: str | bytes | None = None) -> str:
        return super().signature(value, key)[:22]


@dataclass(frozen=True, slots=True)
class Link:
    """A link of ours that nothing has ended: whose it is, and for which game. `move` is the text of its move while its question
    stands, None once that is answered; `number` is that of the question."""

    play: Play
    seat: Seat
    user: User
    number: int
    move: str | None


def link_to(tenure: Tenure, user: User, seat: Seat, place: int, move: str) -> str:
    """The whole address of the page that plays this move, the one at this place (from 1) of the seat's list now. `user` holds the
    seat by this tenure."""
    said = f"{seat.game_id}-{tenure.pk or 0}-{seat.asked_number}-{place}-{_mark(move)}"
    return absolute(reverse("games:act", args=[f"{said}.{_signature(said, user)}"]))


def read(token: str) -> Link | None:
    """What a token says; None for one that is not ours, or that has been ended. Reads, and changes nothing."""
    said, _dot, signature = token.rpartition(".")
    numbers = said.split("-")
    if len(token) > _MOST or len(numbers) != 5 or not all(one.isdecimal() and one.isascii() for one in numbers[:4]):
        return None
    game_id, tenure_id, number, place = (int(one[:18]) for one in numbers[:4])
    try:
        play = load(game_id)
    except (Game.DoesNotExist, OverflowError):
        return None
    seat = next((seat for seat in play.seats if play.holder(seat.index).pk == tenure_id), None)
    user = play.holder(seat.index).user if seat else None
    if seat is None or user is None or not user.is_active or not _is_signed(said, signature, user):
        return None
    return Link(play, seat, user, number, _move(play, seat, number, place, numbers[4]))


def _move(play: Play, seat: Seat, number: int, place: int, mark: str) -> str | None:
    if not play.game.is_running or not seat.waiting or seat.asked_number != number:
        return None
    moves = play.view(seat.index).moves
    move = moves[place - 1] if 1 <= place <= len(moves) else ""
    return move if move and _mark(move) == mark else None


def _mark(move: str) -> str:
    """Tells the moves of a list apart, should its order ever change."""
    return sha256(move.encode()).hexdigest()[:4]


def _signed(said: str, user: User) -> str:
    return f"{said}-{user.pk}-{user.email}-{user.get_session_auth_hash()}"


def _signature(said: str, user: User) -> str:
    return _ShortSigner(salt=_SALT).signature(_signed(said, user))


def _is_signed(said: str, signature: str, user: User) -> bool:
    signer = _ShortSigner(salt=_SALT)
    try:
        signer.unsign(f"{_signed(said, user)}{signer.sep}{signature}")
    except BadSignature:
        return False
    return True
