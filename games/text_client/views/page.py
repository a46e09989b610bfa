"""The text page: the position as text, and one line to play."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.activity import visitor_of
from accounts.models import User
from games.errors import GameError
from games.models import Seat, Source
from games.names.cards import Deck
from games.play import presence
from games.play.positions import Play
from games.play.services.play import check_question
from games.tables.watched import watched
from games.text_client.lines import Line
from games.text_client.moves import move_line
from games.text_client.services.lines import Played, line_from, play_line, would_uncover
from games.text_client.telling import how_to_write, order_words, standing, telling


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def text(request: HttpRequest, game_id: int) -> HttpResponse:
    """The game as text, for whoever may see it. POST plays a line of whoever holds a seat; what uncovers something hidden, or
    all if he wishes it, is asked once more."""
    play = watched(request, game_id)
    if not play.game.has_begun:
        return redirect("games:table", game_id)
    user = visitor_of(request)
    if request.method != "POST":
        if user is not None and play.seat_of(user) is not None:
            presence.touch(user.pk, play.game.pk)
        return _shown(request, play)
    if user is None:
        return redirect_to_login(reverse("games:text", args=[game_id]))
    written = request.POST.get("line", "")
    try:
        seat = play.acting_seat(user)
        version = _version(request)
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


def _version(request: HttpRequest) -> int:
    """What the sender was looking at; without it a page counts as stale."""
    said = request.POST.get("version", "")
    return int(said[:9]) if said.isdecimal() else -1


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
    seat = _held(play, user)
    context = {
        "game": play.game,
        "told": told,
        "error": error,
        "part": error.details.get("part") or error.details.get("text") if error else "",
        "ask": ask,
        "written": written,
        "writes": seat is not None,
        "how": how_to_write(told),
        "standing": standing(seat) if seat and told.moves else "",
        "drafted": seat is not None and seat.drafted,
    }
    return render(request, "games/text_client/page.html", context, status=error.status if error else 200)


def _held(play: Play, user: User | None) -> Seat | None:
    """The seat in which this reader may play."""
    return play.seat_of(user) if user is not None and play.game.is_running and not play.game.is_paused else None


def _asked_once_more(play: Play, seat: Seat, line: Line) -> dict[str, Any]:
    """The moves of a line in words, before they are played."""
    said = [_in_words(play, seat, text) for text in line.moves]
    if line.order is not None:
        said.append(order_words(line.order))
    return {"moves": said, "reveals": would_uncover(play, seat, line)}


def _in_words(play: Play, seat: Seat, text: str) -> str:
    view = play.view(seat.index)
    return move_line(text, view, Deck(play.options)).text if text in view.moves else text


def _tell(request: HttpRequest, play: Play, seat: Seat, played: Played) -> None:
    """What became of the line, above the new position."""
    said = [_in_words(play, seat, text) for text in played.moves]
    if played.ordered is not None:
        said.append(order_words(played.ordered))
    if said:
        messages.success(request, _("Played: %(moves)s.") % {"moves": "; ".join(said)})
    if played.left and played.why is not None:
        values = {"moves": "; ".join(played.left), "why": played.why, "code": played.why.code}
        messages.warning(request, _("Not played: %(moves)s. %(why)s (%(code)s)") % values)
