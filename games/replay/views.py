"""Finished games: any position through anybody's eyes, and the record. Running ones: any earlier position through one's own."""

from csp.constants import NONE
from csp.decorators import csp_replace
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.timezone import now
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_POST, require_safe

from accounts.activity import person_of, visitor_of
from accounts.middleware import impersonal
from accounts.models import User
from games.board.parts import left_out
from games.board.people import people
from games.board.table import number_in
from games.chat import services
from games.chat.content import move_notes
from games.models.chat import LONGEST_LINE
from games.play.positions import Play
from games.play.results import chance_of
from games.play.seen import hides_result, record_seen
from games.replay.charts import charts_of
from games.replay.content import ALL, ReplayPage
from games.replay.record import ProofPage
from games.tables.links import offers_sign_in, public_game, watched

from .record import record_of

STEP = "X-Step"
"""The header of a script that has the page already (static/js/replay.js) and asks only for what a step changes: the
marks of the parts it has."""


@require_safe
@never_cache
@offers_sign_in
def replay(request: HttpRequest, game_id: int) -> HttpResponse:
    """`?at=17&seat=2`: the position after 17 moves as seat 2 saw it, or with `all` as nobody did. Beyond the ends is the end. While
    the game runs everybody looks through their own eyes, whatever seat they name. A step is the same page without its frame."""
    play = watched(request, game_id)
    if not play.game.has_begun:
        return redirect("games:table", game_id)
    ply = min(number_in(request.GET.get("at", "")) or 0, len(play.steps) - 1)
    user, eyes = visitor_of(request), request.GET.get("seat", "")
    if play.game.is_finished:
        seat = number_in(eyes)
        if seat is not None and seat >= len(play.seats):
            seat = None
    else:
        seat = play.eyes_of(user) if user else None
    own_seat = next((one.index for one in play.seats if user and play.owner(one.index) == user), None)

    frame = "step.html" if STEP in request.headers else "base.html"
    page = ReplayPage(play, seat, ply=ply, own_seat=own_seat, sees_all=play.game.is_finished and eyes == ALL)
    shown = {
        "page": page,
        "game": play.game,
        "frame_template": frame,
        "language": get_language(),
        "embedded": False,
        "hides_result": hides_result(user, play.game),
        "notes": move_notes(play, user, page.played.number),
        "may_note": _may_note(play, user),
        "longest_note": LONGEST_LINE,
    }
    said = render_to_string("games/replay/replay.html", shown, request)
    response = HttpResponse(left_out(said, request.headers.get(STEP, "")))
    patch_vary_headers(response, [STEP])
    return response


@impersonal
@require_safe
@xframe_options_exempt
@csp_replace({"form-action": [NONE], "frame-ancestors": ["*"]})  # type: ignore[arg-type]  # its types know no view with arguments
def embed(request: HttpRequest, game_id: int) -> HttpResponse:
    """What every visitor sees of a public game, for other sites: without session, cookie and form, so that nothing there can be
    clicked for somebody."""
    play = public_game(game_id)
    if not play.game.has_begun:
        raise Http404
    ply = min(number_in(request.GET.get("at", "")) or 0, len(play.steps) - 1)
    shown = {"page": ReplayPage(play, None, ply=ply), "game": play.game}
    said = render_to_string("games/replay/embed.html", shown)
    response = HttpResponse(left_out(said, request.headers.get(STEP, "")))
    patch_cache_control(response, public=True, max_age=60)
    patch_vary_headers(response, [STEP])
    return response


@require_safe
@never_cache
@offers_sign_in
def charts(request: HttpRequest, game_id: int) -> HttpResponse:
    play = watched(request, game_id)
    if not play.game.is_finished:
        return redirect(play.game.get_absolute_url())
    if hides_result(visitor_of(request), play.game):
        return redirect("games:replay", game_id)
    shown = {"charts": charts_of(play, people(play, None)), "game": play.game}
    return render(request, "games/replay/charts.html", shown)


def _may_note(play: Play, user: User | None) -> bool:
    """While the game runs those who hold a seat, after it all who have held one; guests' words would go with them."""
    if user is None or user.is_guest:
        return False
    return play.seat_of(user) is not None if play.game.is_running else play.has_sat(user)


@require_POST
@login_required
def note(request: HttpRequest, game_id: int, ply: int) -> HttpResponse:
    """Keep the reader's note on this move, or with `public` publish all notes of the finished game or hide them again."""
    play, user = watched(request, game_id), person_of(request)
    if not play.game.has_begun or ply >= len(play.steps) or not _may_note(play, user):
        raise Http404
    if "public" in request.POST:
        services.publish_move_notes(play=play, user=user, is_public=request.POST["public"] == "yes", now=now())
    else:
        text, number = request.POST.get("text", "")[:LONGEST_LINE], play.at(ply).number
        services.write_move_note(play=play, user=user, number=number, text=text, now=now())
    return redirect(f"{reverse('games:replay', args=[game_id])}?at={ply}#notes")


@require_POST
@login_required
def reveal(request: HttpRequest, game_id: int) -> HttpResponse:
    """The reader has come to the end, or wants to know it now: from here on the result is shown everywhere."""
    play = watched(request, game_id)
    if not play.game.is_finished:
        raise Http404
    record_seen(user=person_of(request), game_id=game_id, result=True)
    return redirect(play.game.get_absolute_url())


@require_safe
@never_cache
@offers_sign_in
def proof(request: HttpRequest, game_id: int) -> HttpResponse:
    """What shows that nobody changed the deal, and how far nobody chose it; while the game runs, what was sealed. A game that began
    with a position of another has no such proof."""
    play = watched(request, game_id)
    if play.game.start is not None:
        raise Http404
    if not play.game.has_begun:
        return redirect("games:table", game_id)
    return render(request, "games/replay/proof.html", {"page": ProofPage(play), "game": play.game})


@require_safe
@never_cache
def record(request: HttpRequest, game_id: int) -> HttpResponse:
    """The record of a finished game, for anybody who may watch it; 404 as long as its secret is nobody's."""
    play = watched(request, game_id)
    if chance_of(play) is None:
        raise Http404
    response = JsonResponse(record_of(play), json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="st-pete-{play.game.pk}.json"'
    return response
