"""Practice with a finished game: play on from a position, or guess the moves of a seat. Guesses are in addresses, not stored."""

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.activity import visitor_of
from games.board.people import people
from games.board.table import Wish, number_in
from games.errors import GameError
from games.play.positions import Play
from games.practice import what_if
from games.practice.guess import GuessPage, decisions
from games.tables.links import offers_sign_in, watched


@require_POST
@never_cache
def play_on(request: HttpRequest, game_id: int) -> HttpResponse:
    """Begins a practice game after `at` moves and leads to it; whoever is not signed in comes back here afterwards."""
    play = watched(request, game_id)
    ply = number_in(request.POST.get("at", "")) or 0
    here, user = f"{reverse('games:replay', args=[game_id])}?at={ply}", visitor_of(request)
    if user is None:
        return redirect_to_login(here)
    if not play.game.has_begun:
        return redirect("games:table", game_id)
    try:
        game = what_if.play_on(user=user, play=play, ply=min(ply, len(play.steps) - 1), now=now())
    except GameError as error:
        messages.error(request, str(error))
        return redirect(here)
    return redirect("games:game", game.pk)


def _finished(request: HttpRequest, game_id: int, seat: int = 0) -> Play:
    play = watched(request, game_id)
    if not play.game.is_finished or seat >= len(play.seats):
        raise Http404
    return play


@require_safe
@never_cache
@offers_sign_in
def guess(request: HttpRequest, game_id: int) -> HttpResponse:
    """Whose moves are to be guessed."""
    play = _finished(request, game_id)
    seats = [(person, len(decisions(play, person.seat))) for person in people(play, None)]
    return render(request, "games/practice/seats.html", {"game": play.game, "seats": seats})


@require_safe
@never_cache
@offers_sign_in
def guess_move(request: HttpRequest, game_id: int, seat: int, ply: int, seen: int, same: int) -> HttpResponse:
    """The first decision of the seat from `ply` on, after `seen` others of which `same` were guessed; or the score at the end.
    `?card=` chooses a card, `?said=` shows what was played."""
    play = _finished(request, game_id, seat)
    plies = decisions(play, seat)
    if ply not in plies:
        following = next((one for one in plies if one > ply), None)
        if following is not None:
            return redirect("games:guess-move", game_id, seat, following, seen, same)
        shown = {"game": play.game, "person": people(play, None)[seat], "seen": seen, "same": min(same, seen)}
        return render(request, "games/practice/score.html", shown)
    query = request.GET
    page = GuessPage(play, seat, ply, said=query.get("said", ""), wish=Wish(card=query.get("card", "")))
    shown = {
        "page": page,
        "game": page.game,
        "title": play.game.title,
        "seat": seat,
        "ply": ply,
        "seen": seen,
        "same": same,
        "number": plies.index(ply) + 1,
        "all": len(plies),
        "following": reverse("games:guess-move", args=[game_id, seat, ply + 1, seen + 1, same + page.is_same]),
    }
    return render(request, "games/practice/guess.html", shown)


@require_POST
@never_cache
def guess_answer(request: HttpRequest, game_id: int, seat: int, ply: int, seen: int, same: int) -> HttpResponse:
    """A guess leads to what was played."""
    said = request.POST.get("text") or request.POST.get("ask", "")
    here = reverse("games:guess-move", args=[game_id, seat, ply, seen, same])
    return redirect(f"{here}?{urlencode({'said': said})}")
