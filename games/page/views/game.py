"""The page of a begun game and its log. What the viewer sees is decided by `engine.view_for`, nothing here."""

from dataclasses import dataclass
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.activity import visitor_of
from games.board import log as log_lines
from games.board.parts import left_out
from games.board.people import changes, people
from games.board.table import Wish
from games.chat.readers import reading_window
from games.errors import GameError
from games.guests.services import FIRST, first_card
from games.hints.advice import seat_for_hint
from games.hints.views import hint_in_address
from games.lesson.coaching import coaching_notes, describe_phase
from games.models import PassMode, Seat
from games.names.cards import Deck
from games.page.content import GamePage
from games.play import seen
from games.play.errors import StalePosition
from games.play.positions import Play, visible_entries
from games.selectors.chain import Chain, chain_of, know_waiting
from games.tables.links import watched

from .pulse import EVERY, pulse_tag
from .stream import stream_of

SWAP = "X-Step"
"""The header of a script that has the page already (static/js/region.js) and puts the new board in the old one's place: the marks
of the parts it has."""


@require_safe
@never_cache
def game(request: HttpRequest, game_id: int) -> HttpResponse:
    """The game as it stands; before the start, its table. `?card=` chooses a card, `?do=` asks to confirm a move."""
    play = watched(request, game_id)
    if not play.game.has_begun:
        return redirect("games:table", game_id)
    query = request.GET
    card = query.get("card", "")
    if card == FIRST:
        card = first_card(play, visitor_of(request))
    wish = Wish(card=card, do=query.get("do", ""), mode=query.get("mode", ""))
    return render_game(request, play, wish=wish)


def render_game(
    request: HttpRequest, play: Play, *, wish: Wish | None = None, error: GameError | None = None
) -> HttpResponse:
    """The page of a loaded game. With an error its sentence stands on top, and the status is the error's."""
    user = visitor_of(request)
    chain = chain_of(user.pk, here=play.game.pk) if user else Chain()
    know_waiting(request, len(chain.moves))
    page = GamePage(play, user, now=now(), wish=wish, chain=chain)
    if wish and wish.do and page.seat and page.asked and not _is_fresh(request, page.seat):
        error = StalePosition()
        page = GamePage(play, page.user, now=page.now, wish=Wish(card=wish.card), chain=chain)
    if page.user is not None and page.viewer is not None:
        seen.mark_open(page.user.pk, play.game.pk)
    wishes = [seat.wants_end for seat in play.seats]
    said = play.game.said if page.user and reading_window(play, page.user) else 0
    own_pass = _own_pass(page.seat)
    tag = pulse_tag(play.game.version, play.game.status, play.game.is_paused, wishes, own_pass, said=said)
    context = {"page": page, "game": play.game, "error": error, "tag": tag, "every": EVERY}
    context["stream"] = stream_of(request, play.game.pk)
    context |= {
        "hint": hint_in_address(page, request.GET.get("hint", "")),
        "may_ask_hint": page.asked and seat_for_hint(play, page.user) is not None,
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
    version = request.GET.get("version", "")
    return not version.isdecimal() or int(version[:9]) >= seat.asked_number


def _own_pass(seat: Seat | None) -> str:
    return seat.pass_mode if seat else PassMode.NONE.value


@dataclass(frozen=True, slots=True)
class Part:
    """The lines of one phase."""

    title: str
    ply: int
    lines: list[log_lines.Line]


@require_safe
@never_cache
def log(request: HttpRequest, game_id: int) -> HttpResponse:
    """Everything this visitor may know of the whole game, phase by phase."""
    play = watched(request, game_id)
    if not play.game.has_begun:
        return redirect("games:table", game_id)
    user = visitor_of(request)
    viewer = play.eyes_of(user) if user else None
    names = people(play, viewer)
    told = visible_entries(play, viewer)
    parts: list[Part] = []
    for line in log_lines.lines(told, play.rows, Deck(play.options), names, hands=changes(play)):
        if line.head or not parts:
            parts.append(Part(line.text, line.ply, []))
        if not line.head:
            parts[-1].lines.append(line)
    return render(request, "games/page/log.html", {"game": play.game, "parts": parts})
