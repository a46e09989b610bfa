"""The page of a begun game, its log, and what people do there: every wish is a POST that leads back to the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.activity import person_of, visitor_of
from games import extensions
from games.board import log as log_lines
from games.board.parts import left_out
from games.board.people import changes, people
from games.board.standing import OrderBox, with_orders
from games.board.table import Wish, number_in, version_in
from games.chat.readers import reading_window
from games.errors import GameError
from games.guests.services import FIRST, begin_guest_game, first_card
from games.hints.advice import hint_in_address, last_mistake, may_be_told, seat_for_hint
from games.lesson.coaching import coaching_notes, describe_phase
from games.models import Game, PassMode, Seat, Source
from games.names.cards import Deck
from games.page.content import GamePage
from games.page.pulse import EVERY, pulse_tag, stream_of
from games.play import moves, seats, seen
from games.play.errors import NotRunning, NotSeated, StalePosition
from games.play.moves import set_preset
from games.play.positions import Play, load, visible_entries
from games.play.seats import leaves_nobody, price_of_leaving
from games.selectors.chain import Chain, chain_of, know_waiting
from games.selectors.rows import address_of
from games.tables import tables
from games.tables.gathering import BOT, Terms
from games.tables.links import offers_sign_in, watched

SWAP = "X-Step"
"""The header of a script that has the page already (static/js/region.js) and puts the new board in the old one's place: the marks
of the parts it has."""


@require_safe
@never_cache
@offers_sign_in
def game(request: HttpRequest, game_id: int) -> HttpResponse:
    """The game as it stands; before the start, its table. `?card=` chooses a card, `?do=` asks to confirm a move."""
    return _as_it_stands(request, game_id)


def _as_it_stands(request: HttpRequest, game_id: int) -> HttpResponse:
    play = watched(request, game_id)
    if not play.game.has_begun:
        return redirect("games:table", game_id)
    if seen.hides_result(visitor_of(request), play.game):
        return redirect("games:replay", game_id)
    query = request.GET
    card = query.get("card", "")
    if card == FIRST:
        card = first_card(play, visitor_of(request))
    wish = Wish(card=card, do=query.get("do", ""), mode=query.get("mode", ""))
    return render_game(request, play, wish=wish)


def render_game(
    request: HttpRequest,
    play: Play,
    *,
    wish: Wish | None = None,
    error: GameError | None = None,
    box: OrderBox | None = None,
) -> HttpResponse:
    """The page of a loaded game. With an error its sentence stands on top, and the status is the error's; `box` holds orders that
    are being written."""
    user = visitor_of(request)
    chain = chain_of(user.pk, here=play.game.pk) if user else Chain()
    know_waiting(request, len(chain.moves))
    page = GamePage(play, user, now=now(), wish=wish, chain=chain)
    if wish and wish.do and page.seat and page.asked and not _is_fresh(request, page.seat):
        error = StalePosition()
        page = GamePage(play, page.user, now=page.now, wish=Wish(card=wish.card), chain=chain)
    if page.user is not None and page.viewer is not None:
        seen.mark_open(page.user.pk, play.game.pk)
    said = play.game.said if page.user and reading_window(play, page.user) else 0
    own_pass = page.seat.pass_mode if page.seat else PassMode.NONE.value
    tag = pulse_tag(play.game.version, play.game.status, play.game.is_paused, own_pass, said=said)
    context = {"page": page, "game": play.game, "error": error, "tag": tag, "every": EVERY}
    context["stream"] = stream_of(request, play.game.pk)
    context |= {
        "box": box,
        "hint": hint_in_address(page, request.GET.get("hint", "")),
        "may_ask_hint": page.asked and seat_for_hint(play, page.user) is not None,
        "mistake": last_mistake(play, page.user),
        "may_tell_mistakes": page.user is not None and not page.user.tell_mistakes and may_be_told(play, page.user),
        "marks": coaching_notes(play, page.user, now=page.now),
        "phase_told": describe_phase(page.view),
    }
    context["frame_template"] = "games/page/_swap.html" if SWAP in request.headers else "base.html"
    text = render_to_string("games/page/game.html", context, request)
    response = HttpResponse(
        left_out(text, request.headers.get(SWAP, "")), status=error.status if error else HTTPStatus.OK
    )
    patch_vary_headers(response, [SWAP])
    return response


def _is_fresh(request: HttpRequest, seat: Seat) -> bool:
    """The question is still the one that the page showed from which somebody wants to confirm."""
    version = number_in(request.GET.get("version", ""))
    return version is None or version >= seat.asked_number


@dataclass(frozen=True, slots=True)
class LogPhase:
    title: str
    ply: int
    lines: list[log_lines.LogLine]


@require_safe
@never_cache
@offers_sign_in
def log(request: HttpRequest, game_id: int) -> HttpResponse:
    """Everything this visitor may know of the whole game, phase by phase."""
    play = watched(request, game_id)
    if not play.game.has_begun:
        return redirect("games:table", game_id)
    if seen.hides_result(visitor_of(request), play.game):
        return redirect("games:replay", game_id)
    user = visitor_of(request)
    viewer = play.eyes_of(user) if user else None
    names = people(play, viewer)
    told = visible_entries(play, viewer)
    parts: list[LogPhase] = []
    deck = Deck(play.options)
    lines = log_lines.lines(told, play.rows, deck, names, hands=changes(play))
    for line in with_orders(lines, play.seat_of(user) if user else None, deck):
        if line.head or not parts:
            parts.append(LogPhase(line.text, line.ply, []))
        if not line.head:
            parts[-1].lines.append(line)
    return render(request, "games/page/log.html", {"game": play.game, "parts": parts})


Act = Callable[[HttpRequest, int], HttpResponse | None]


def wish(act: Act) -> Callable[..., HttpResponse]:
    """A wish of somebody signed in. What cannot be granted is said on the game's page, which shows the game as it stands."""

    @never_cache
    @require_POST
    @wraps(act)
    def view(request: HttpRequest, game_id: int) -> HttpResponse:
        if visitor_of(request) is None:
            return redirect_to_login(reverse("games:game", args=[game_id]))  # this address answers no GET
        try:  # the services ask for a seat, so nobody learns of games they may not watch
            response = act(request, game_id)
        except Game.DoesNotExist as missing:
            raise Http404 from missing
        except GameError as error:
            return _refused(request, game_id, error)
        # a script puts the board in the old one's place, wherever it comes from
        if response is None and SWAP in request.headers:
            return _as_it_stands(request, game_id)
        return response or HttpResponseRedirect(address_of("games:game", game_id))

    return view


def _refused(request: HttpRequest, game_id: int, error: GameError) -> HttpResponse:
    """The game with the sentence why not; a table whose game has not begun has no such page, and leads to itself."""
    play = watched(request, game_id)
    return render_game(request, play, error=error) if play.game.has_begun else redirect("games:table", game_id)


@wish
def move(request: HttpRequest, game_id: int) -> HttpResponse | None:
    """Play one move, given as text, or draft it; `ask` for it, which leads to the page that asks once more; `draft` takes the
    last drafted act back or sends all of them."""
    if "ask" in request.POST:
        wished = {"do": request.POST["ask"]}
        wished |= {name: value for name in ("card", "mode", "version") if (value := request.POST.get(name))}
        address = f"{reverse('games:game', args=[game_id])}?{urlencode(wished)}"
        if SWAP not in request.headers:
            return redirect(f"{address}#move")
        request.GET = QueryDict(urlencode(wished))  # a script is given the page at once, and where it stands
        page = _as_it_stands(request, game_id)
        page["Content-Location"] = address
        return page
    acts = number_in(request.GET.get("acts", "0"))  # how many drafted acts the page showed from which this was sent
    user, seen = person_of(request), {"version": version_in(request), "acts": -1 if acts is None else acts}
    match request.POST.get("draft"):
        case "send":
            moves.send_draft(game_id=game_id, user=user, now=now(), **seen)
        case "back":
            moves.undo_draft(game_id=game_id, user=user, **seen)
        case _:
            moves.draft_move(game_id=game_id, user=user, text=request.POST.get("text", ""), now=now(), **seen)
    return None


@wish
def standing_pass(request: HttpRequest, game_id: int) -> None:
    """Order a standing pass (UI-2, UI-3), or revoke it when no mode is named."""
    mode = request.POST.get("mode", "")
    user = person_of(request)
    if not mode:
        moves.revoke_pass(game_id=game_id, user=user)
        return
    known = PassMode(mode) if mode in PassMode.values else PassMode.NONE
    moves.order_pass(game_id=game_id, user=user, mode=known, version=version_in(request), source=Source.PAGE, now=now())


@wish
def back(request: HttpRequest, game_id: int) -> None:
    seats.take_back_seat(game_id=game_id, user=person_of(request), source=Source.PAGE, now=now())


@wish
def rematch(request: HttpRequest, game_id: int) -> HttpResponse:
    return redirect(tables.rematch(game_id=game_id, user=person_of(request), now=now()))


@wish
def play_again(request: HttpRequest, game_id: int) -> HttpResponse:
    """Begin a game at once with the options of this finished one, against bots of the strength that was chosen at its end."""
    play, user = load(game_id), person_of(request)
    if not play.game.is_finished:
        raise NotRunning(_("You can start a rematch when the game has finished."))
    if play.seat_of(user) is None:
        raise NotSeated
    terms, bot = Terms.of(play.game), request.POST.get("strength") or BOT
    if user.is_guest:
        return redirect(begin_guest_game(guest=user, terms=terms, bot=bot, now=now()))
    return redirect(tables.quick_game(user=user, terms=terms, bot=bot, now=now()))


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
        lines = [*price_of_leaving(found, found.seats[eyes]), *extensions.resigning_lines(found.game, user)]
        return render(request, "games/page/resign.html", {"game": found.game, "is_last": is_last, "lines": lines})
    try:
        seats.resign(game_id=game_id, user=user, source=Source.PAGE, now=now())
    except GameError as error:
        return _refused(request, game_id, error)
    return redirect("games:game", game_id)


@wish
def preset(request: HttpRequest, game_id: int) -> None:
    """Set a preset of the own seat; its default is one of the values and revokes it."""
    set_preset(
        game_id=game_id,
        user=person_of(request),
        name=request.POST.get("name", ""),
        value=request.POST.get("value", ""),
        now=now(),
    )
