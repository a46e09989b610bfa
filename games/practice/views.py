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
from games.practice.guess import GuessPage, Score, decisions
from games.review.services import review_of
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
    return render(request, "games/practice/seats.html", {"game": play.game, "seats": seats, "start": Score()})


@require_safe
@never_cache
@offers_sign_in
def guess_move(request: HttpRequest, game_id: int, seat: int, ply: int, score: str) -> HttpResponse:
    """The first decision of the seat from `ply` on, with the score of those before; or the score at the end. `?card=` chooses a
    card, `?said=` shows what was played."""
    play, so_far = _finished(request, game_id, seat), Score.parse(score)
    if so_far is None:
        raise Http404
    plies = decisions(play, seat)
    if ply not in plies:
        following = next((one for one in plies if one > ply), None)
        if following is not None:
            return redirect("games:guess-move", game_id, seat, following, score)
        shown = {"game": play.game, "person": people(play, None)[seat], "score": so_far}
        return render(request, "games/practice/score.html", shown)
    said = request.GET.get("said", "")
    figures = review_of(play).figures if said else None
    choices = figures.get("choices", ()) if figures else ()
    figure = next((one for one in choices if one["ply"] == ply), None)
    page = GuessPage(play, seat, ply, figure=figure, said=said, wish=Wish(card=request.GET.get("card", "")))
    after = page.after(so_far) if page.said else so_far
    shown = {
        "page": page,
        "game": page.game,
        "title": play.game.title,
        "seat": seat,
        "ply": ply,
        "score": after,
        "here": request.path,
        "to_move": reverse("games:guess-answer", args=[game_id, seat, ply, score]),
        "may_review": not play.game.is_closed,
        "number": plies.index(ply) + 1,
        "all": len(plies),
        "following": reverse("games:guess-move", args=[game_id, seat, ply + 1, after]),
    }
    return render(request, "games/practice/guess.html", shown)


@require_POST
@never_cache
def guess_answer(request: HttpRequest, game_id: int, seat: int, ply: int, score: str) -> HttpResponse:
    """A guess leads to what was played."""
    said = request.POST.get("text") or request.POST.get("ask", "")
    here = reverse("games:guess-move", args=[game_id, seat, ply, score])
    return redirect(f"{here}?{urlencode({'said': said})}")
