"""What people do in a begun game: every wish is a POST that leads back to the page, or to its sentence why not."""

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.activity import person_of, visitor_of
from games.errors import GameError
from games.models import Game, PassMode, Source
from games.play import moves, seats
from games.play.seats import leaves_nobody
from games.selectors.rows import address_of
from games.tables import tables
from games.tables.links import watched

from .game import render_game

Act = Callable[[HttpRequest, int], HttpResponse | None]


def wish(act: Act) -> Callable[..., HttpResponse]:
    """A wish of somebody signed in. What cannot be granted is said on the game's page, which shows the game as it stands."""

    @never_cache
    @require_POST
    @wraps(act)
    def view(request: HttpRequest, game_id: int) -> HttpResponse:
        if visitor_of(request) is None:
            return redirect_to_login(reverse("games:game", args=[game_id]))  # this address answers no GET
        try:
            response = act(request, game_id)  # the services ask for a seat, so nobody learns of a game he may not watch
        except Game.DoesNotExist as missing:
            raise Http404 from missing
        except GameError as error:
            return _refused(request, game_id, error)
        return response or HttpResponseRedirect(address_of("games:game", game_id))

    return view


def _refused(request: HttpRequest, game_id: int, error: GameError) -> HttpResponse:
    """The game with the sentence why not; a table whose game has not begun has no such page, and leads to itself."""
    play = watched(request, game_id)
    return render_game(request, play, error=error) if play.game.has_begun else redirect("games:table", game_id)


def _version(request: HttpRequest) -> int:
    """What the sender was looking at; without it a page counts as stale."""
    text = request.POST.get("version", "")
    return int(text[:9]) if text.isdecimal() else -1


@wish
def move(request: HttpRequest, game_id: int) -> HttpResponse | None:
    """Play one move, given as text, or draft it; `ask` for it, which leads to the page that asks once more; `draft` takes the
    last drafted act back or sends all of them."""
    if "ask" in request.POST:
        return redirect(_asked_first(request, game_id))
    user, seen = person_of(request), {"version": _version(request), "acts": _acts(request)}
    match request.POST.get("draft"):
        case "send":
            moves.send_draft(game_id=game_id, user=user, now=now(), **seen)
        case "back":
            moves.undo_draft(game_id=game_id, user=user, **seen)
        case _:
            moves.draft_move(game_id=game_id, user=user, text=request.POST.get("text", ""), now=now(), **seen)
    return None


def _acts(request: HttpRequest) -> int:
    """How many drafted acts the page showed from which this was sent: its address says so."""
    text = request.GET.get("acts", "0")
    return int(text[:3]) if text.isdecimal() else -1


def _asked_first(request: HttpRequest, game_id: int) -> str:
    """The address that asks whether to send this move, with what its sender was looking at."""
    wished = {"do": request.POST["ask"]}
    wished |= {name: value for name in ("card", "mode", "version") if (value := request.POST.get(name))}
    return f"{reverse('games:game', args=[game_id])}?{urlencode(wished)}#move"


@wish
def standing_pass(request: HttpRequest, game_id: int) -> None:
    """Order a standing pass (UI-2, UI-3), or revoke it when no mode is named."""
    mode = request.POST.get("mode", "")
    user = person_of(request)
    if not mode:
        moves.revoke_pass(game_id=game_id, user=user)
        return
    known = PassMode(mode) if mode in PassMode.values else PassMode.NONE
    moves.order_pass(game_id=game_id, user=user, mode=known, version=_version(request), source=Source.PAGE, now=now())


@wish
def back(request: HttpRequest, game_id: int) -> None:
    """Take the own seat back from the bot that keeps it."""
    seats.take_back_seat(game_id=game_id, user=person_of(request), source=Source.PAGE, now=now())


@wish
def end(request: HttpRequest, game_id: int) -> None:
    """Wish to end the game as it stands, or no longer wish it."""
    if request.POST.get("wish") == "yes":
        seats.wish_end(game_id=game_id, user=person_of(request), source=Source.PAGE, now=now())
    else:
        seats.withdraw_end(game_id=game_id, user=person_of(request))


@wish
def rematch(request: HttpRequest, game_id: int) -> HttpResponse:
    """A new table for the same people."""
    return redirect(tables.rematch(game_id=game_id, user=person_of(request), now=now()))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def resign(request: HttpRequest, game_id: int) -> HttpResponse:
    """Give the seat away for good: asked once more on a page of its own."""
    found = watched(request, game_id)
    user = person_of(request)
    if request.method != "POST":
        eyes = found.eyes_of(user)
        if not found.game.is_running or eyes is None:
            return redirect("games:game", game_id)
        is_last = leaves_nobody(found, found.seats[eyes])
        return render(request, "games/page/resign.html", {"game": found.game, "is_last": is_last})
    try:
        seats.resign(game_id=game_id, user=user, source=Source.PAGE, now=now())
    except GameError as error:
        return _refused(request, game_id, error)
    return redirect("games:game", game_id)
