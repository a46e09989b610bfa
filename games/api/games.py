"""The caller's games, and one of them as he may see it: version, seats, question, legal moves and view of one moment."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from api.cursors import CURSOR, LIMIT, newest_first, page_of
from api.endpoint import Endpoint
from api.schema import operation
from api.written import written
from games.board.people import people
from games.options.table_words import selection_words
from games.play import asked
from games.play.positions import Play

from . import examples, serializers
from .looking import LINK, caller, visible_play
from .queries import my_games


class GameList(Endpoint):
    tag = "games"

    @operation(
        "Your started games",
        answer=page_of(serializers.GameLine),
        query=(serializers.GamesInput, CURSOR, LIMIT),
        example=examples.GAMES,
        is_list=True,
    )
    def get(self, request: Request) -> Response:
        """Games you have a seat in, newest first; with `waiting=true` only those waiting for you."""
        query = serializers.GamesInput(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        games = my_games(caller(request), only_waiting=query.validated_data["waiting"])
        return Response(newest_first(request, games, lambda rows: serializers.GameLine(rows, many=True).data))


class GameState(Endpoint):
    tag, public = "games", True

    @operation("State of a game", answer=serializers.StateOutput, query=(LINK,), example=examples.STATE)
    def get(self, request: Request, game_id: int) -> Response:
        """A consistent snapshot: version, seats, who is to move, the position as you see it, the question you are asked, and
        your legal moves with prices. Send `version` with every action, and poll with `If-None-Match`."""
        return Response(state_of(visible_play(request, game_id), request.user))


def state_of(play: Play, user: object) -> object:
    """The answer about a game for these eyes. Everything in it follows from what `load` has read, which is one moment."""
    eyes = play.eyes_of(user) if isinstance(user, User) else None
    own = play.seat_of(user) if isinstance(user, User) else None
    answer = {
        "id": play.game.pk,
        "title": play.game.title,
        "selection": selection_words(play.options),
        "status": play.game.status,
        "version": play.game.version,
        "url": play.game.get_absolute_url(),
        "rated": play.game.rated,
        "commitment": play.game.commitment,
        "your_seat": own.index if own else None,
        "standing_pass": own.pass_mode or None if own else None,
        "wishes_end": own.wants_end if own else False,
        "can_take_back": play.game.is_running and isinstance(user, User) and play.can_take_back(user) is not None,
        "seats": _seats(play, eyes),
        "window": asked.window(play, play.state) if play.game.is_running else None,
        "breaks_off_at": play.game.breaks_off_at,
        "paused_at": play.game.paused_at,
        "annulled_at": play.game.annulled_at,
        "view": play.view(eyes).to_json(),
        "result": play.game.result,
    }
    return written(serializers.StateOutput, answer)


def _seats(play: Play, eyes: int | None) -> list[dict[str, object]]:
    """Who sits where, and the clocks of those who are known to be asked."""
    waiting = asked.known_waiting(play, play.state, eyes)
    names = people(play, eyes)
    found: list[dict[str, object]] = []
    for seat in play.seats:
        is_asked, person = seat in waiting, names[seat.index]
        found.append(
            {
                "seat": seat.index,
                "name": person.name,
                "player": person.user_id,
                "bot": person.bot or None,
                "is_program": bool((holder := play.holder(seat.index).user) and holder.is_bot),
                "instead_of": person.instead_of or None,
                "waiting": is_asked,
                "asked_since": seat.running_since if is_asked else None,
                "due_at": seat.due_at if is_asked else None,
            }
        )
    return found
