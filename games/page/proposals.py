"""The page on which a player proposes something to all others, and where everybody answers."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.activity import person_of
from games.board import log
from games.board.people import changes, people
from games.board.table import number_in
from games.models import Source
from games.names.cards import Deck
from games.options.table_words import span_words
from games.page.views import wish
from games.play import proposals, secrecy
from games.play.positions import Play, visible_entries
from games.tables.links import watched

MOST_LINES = 12


@wish
def answer(request: HttpRequest, game_id: int) -> HttpResponse | None:
    """Propose something, answer what is proposed, or withdraw it."""
    user, sent = person_of(request), request.POST
    if "answer" in sent:
        number, agrees = number_in(sent.get("number", "")), sent["answer"] == "yes"
        proposals.answer(
            game_id=game_id,
            user=user,
            number=-1 if number is None else number,
            agrees=agrees,
            source=Source.PAGE,
            now=now(),
        )
        return None
    kind = sent.get("kind", "")
    value = number_in(sent.get("row" if kind == "undo" else "days", "")) or 0
    proposals.propose(game_id=game_id, user=user, kind=kind, value=value, source=Source.PAGE, now=now())
    return None


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def proposal(request: HttpRequest, game_id: int) -> HttpResponse:
    """What can be proposed now. POST does it."""
    if request.method == "POST":
        return answer(request, game_id)
    found = watched(request, game_id)
    seat = found.seat_of(person_of(request))
    if seat is None or not found.game.is_running:
        return redirect("games:game", game_id)
    kinds = proposals.kinds_for(found)
    waiting = secrecy.known_waiting(found, found.state, seat.index)
    names = people(found, seat.index)
    gifts = [names[one.index] for one in waiting if one is not seat and one.due_at is not None]
    context = {
        "game": found.game,
        "open": found.game.proposed,
        "kinds": kinds,
        "lines": undoable(found, seat.index) if "undo" in kinds else [],
        "gifts": gifts if "time" in kinds else [],
        "gift": span_words(min(proposals.A_DAY, found.game.pace_base)),
        "days": proposals.DAYS,
    }
    return render(request, "games/page/proposal.html", context)


def undoable(play: Play, viewer: int) -> list[tuple[int, str]]:
    """The last moves as this player knows them, the newest first: the row before each, and what it did."""
    told = list(visible_entries(play, viewer, since=play.moves[-MOST_LINES:][0].number - 1))
    names = people(play, viewer)
    lines = log.lines(told, play.rows, Deck(play.options), names, hands=changes(play), since=play.game.version)
    first = {line.number: line.text for line in reversed(lines) if line.number and not line.head}
    moves = {row.number for row in play.moves}
    return [(number - 1, text) for number, text in sorted(first.items(), reverse=True) if number in moves]


@wish
def gift(request: HttpRequest, game_id: int) -> None:
    seat = number_in(request.POST.get("seat", ""))
    proposals.give_time(
        game_id=game_id, user=person_of(request), seat=-1 if seat is None else seat, source=Source.PAGE, now=now()
    )
