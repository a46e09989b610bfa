"""The text page, with one line to play, and the page behind an action link of an email.

An action link authorises one answer to one question by a POST, and nothing else: no session is opened, no cookie is set, and a
GET changes nothing. Beside the move the page shows no more than its reader may see anyhow.

Links are signed and not rows. The signature covers the account's address and password, so that a change of either, signing out
everywhere and deletion end the link; the tenure, so that a change of hands does; the number of the question, so that its answer
does; and the words of the move.
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.activity import visitor_of
from accounts.models import User
from accounts.permissions import can
from games.board.table import version_in
from games.errors import GameError
from games.models import Game, Seat, Source, Tenure
from games.names.cards import Deck
from games.play import seen
from games.play.errors import StalePosition
from games.play.moves import check_question, submit_move
from games.play.positions import Play, load
from games.tables import links as followed_links
from games.tables.links import offers_sign_in, watched
from games.text_client.lines import ParsedLine
from games.text_client.moves import consequence, move_line, phase_of
from games.text_client.playing import PlayedLine, line_from, play_line, would_uncover
from games.text_client.telling import auto_pass_words, how_to_write, order_words, telling
from notifications.mail.compose import absolute

_MOST = 160
_SALT = "games.text_client.links"  # in addresses that were given out; the name of no module any more


class _ShortSigner(Signer):
    """132 bits of signature."""

    def signature(self, value: str | bytes, key: str | bytes | None = None) -> str:
        return super().signature(value, key)[:22]


@dataclass(frozen=True, slots=True)
class Link:
    """A valid link: whose it is, and for which game. `move` is the text of its move while its question is open, None once that is
    answered; `number` is that of the question."""

    play: Play
    seat: Seat
    user: User
    number: int
    move: str | None


def link_to(tenure: Tenure, user: User, seat: Seat, place: int, move: str) -> str:
    """The whole address of the page that plays this move, the one at this place (from 1) of the seat's list now. `user` holds the
    seat by this tenure."""
    said = f"{seat.game_id}-{tenure.pk or 0}-{seat.asked_number}-{place}-{_mark(move)}"
    return absolute(reverse("games:act", args=[f"{said}.{_ShortSigner(salt=_SALT).signature(_signed(said, user))}"]))


def read_link(token: str) -> Link | None:
    """Read a token; None for one that is not valid or has ended. Changes nothing."""
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


def _is_signed(said: str, signature: str, user: User) -> bool:
    signer = _ShortSigner(salt=_SALT)
    try:
        signer.unsign(f"{_signed(said, user)}{signer.sep}{signature}")
    except BadSignature:
        return False
    return True


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@offers_sign_in
def text(request: HttpRequest, game_id: int) -> HttpResponse:
    """The game as text. A POST plays a line of a seat's player; a line that uncovers something hidden, or any line if the player
    wishes so, is confirmed first."""
    play = watched(request, game_id)
    if not play.game.has_begun:
        return redirect("games:table", game_id)
    user = visitor_of(request)
    if seen.hides_result(user, play.game):
        return redirect("games:replay", game_id)
    if request.method != "POST":
        if user is not None and play.seat_of(user) is not None:
            seen.mark_open(user.pk, play.game.pk)
        return _shown(request, play)
    if user is None:
        return redirect_to_login(reverse("games:text", args=[game_id]))
    written = request.POST.get("line", "")
    try:
        seat = play.acting_seat(user)
        version = version_in(request)
        line = line_from(play, seat, written, version)
        if line.moves:
            check_question(play, seat, version)
        if request.POST.get("sure") != written and (user.confirm_moves or would_uncover(play, seat, line)):
            return _shown(request, play, written=written, ask=_asked_once_more(play, seat, line))
        played = play_line(game_id=game_id, user=user, line=line, version=version, source=Source.PAGE, now=now())
    except GameError as error:
        return _shown(request, watched(request, game_id), written=written, error=error)
    _tell(request, play, seat, played)
    return redirect("games:text", game_id)


def _shown(
    request: HttpRequest,
    play: Play,
    *,
    written: str = "",
    error: GameError | None = None,
    ask: dict[str, Any] | None = None,
) -> HttpResponse:
    user = visitor_of(request)
    eyes = play.eyes_of(user) if user else None
    told = telling(play, eyes, now=now())
    seat = play.seat_of(user) if user is not None and play.game.is_running and not play.game.is_paused else None
    context = {
        "game": play.game,
        "told": told,
        "error": error,
        "part": error.details.get("part") or error.details.get("text") if error else "",
        "ask": ask,
        "written": written,
        "writes": seat is not None,
        "how": how_to_write(told),
        "standing": auto_pass_words(seat) if seat and told.moves else "",
        "drafted": seat is not None and seat.drafted,
    }
    return render(request, "games/text_client/page.html", context, status=error.status if error else 200)


def _asked_once_more(play: Play, seat: Seat, line: ParsedLine) -> dict[str, Any]:
    """The moves of a line in words, before they are played."""
    said = [_in_words(play, seat, text) for text in line.moves]
    if line.order is not None:
        said.append(order_words(line.order))
    return {"moves": said, "reveals": would_uncover(play, seat, line)}


def _in_words(play: Play, seat: Seat, text: str) -> str:
    view = play.view(seat.index)
    return move_line(text, view, Deck(play.options)).text if text in view.moves else text


def _tell(request: HttpRequest, play: Play, seat: Seat, played: PlayedLine) -> None:
    """What became of the line, above the new position."""
    said = [_in_words(play, seat, text) for text in played.moves]
    if played.ordered is not None:
        said.append(order_words(played.ordered))
    if said:
        messages.success(request, _("Played: %(moves)s.") % {"moves": "; ".join(said)})
    if played.left and played.why is not None:
        values = {"moves": "; ".join(played.left), "why": played.why, "code": played.why.code}
        messages.warning(request, _("Not played: %(moves)s. %(why)s (%(code)s)") % values)


@csrf_exempt  # the token is the right, and no cookie is: nothing of a session is used
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, token: str) -> HttpResponse:
    """One move of a mail. A link whose question is answered shows the game as it stands and says so (409); one that was ended, or
    is none of ours, says that (404), and nothing else."""
    link = read_link(token)
    if link is None:
        return render(request, "games/text_client/act.html", status=404)
    if link.move is None or link.play.game.is_paused:
        return _over(request, link.play, StalePosition())
    view = link.play.view(link.seat.index)
    if request.method != "POST":
        shown = consequence(link.play, link.seat, link.move)
        context = {"game": link.play.game, "shown": shown, "phase": phase_of(view), "token": token}
        return render(request, "games/text_client/act.html", context)
    words = consequence(link.play, link.seat, link.move).what
    try:
        submit_move(
            game_id=link.play.game.pk,
            user=link.user,
            text=link.move,
            version=link.number,
            source=Source.MAIL,
            now=now(),
        )
    except GameError as error:
        return _over(request, load(link.play.game.pk), error)
    return _state(request, load(link.play.game.pk), {"played": words})


def _over(request: HttpRequest, play: Play, error: GameError) -> HttpResponse:
    return _state(request, play, {"error": error}, status=error.status)


def _state(request: HttpRequest, play: Play, said: dict[str, object], *, status: int = 200) -> HttpResponse:
    """The game as it stands, as the signed-in reader may see it; the link itself shows nothing of it."""
    visitor = visitor_of(request)
    told = None
    if can(visitor, "watch game", play, links=followed_links.followed(request)):
        told = telling(play, play.eyes_of(visitor) if visitor else None, now=now())
    context = {"game": play.game, "told": told, **said}
    return render(request, "games/text_client/act.html", context, status=status)
