"""The API's addresses. Every answer is made for the caller's eyes only and must not be kept by a shared cache."""

from django.http import Http404
from django.utils.timezone import now
from drf_spectacular.utils import extend_schema
from rest_framework import permissions, status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from games.board.people import people
from games.errors import GameError
from games.models import Game, Source
from games.options.table_words import selection_words
from games.play import asked
from games.play.access import may_watch
from games.play.positions import Play, load
from games.play.proof import proof_of
from games.play.services.play import submit_move
from games.replay.record import record_of

from . import serializers
from .queries import my_games
from .refusals import WITH_BODY, refusals


class NotFinished(GameError):
    code = "not_finished"
    sentence = "The record, with its deal, is published when the game is over."


def visible_play(request: Request, game_id: int) -> Play:
    """The game if the caller may look at it; one that he may not see does not exist for him. Raises Http404."""
    user = request.user if isinstance(request.user, User) else None
    try:
        play = load(game_id)
    except Game.DoesNotExist:
        raise Http404 from None
    if not play.seats or not may_watch(play, user):
        raise Http404
    return play


class GameList(ListAPIView[Game]):
    """The caller's begun games, those waiting for him first, then the newest."""

    serializer_class = serializers.GameLine
    permission_classes = (permissions.IsAuthenticated,)

    @extend_schema(
        parameters=[serializers.GamesInput],
        responses={200: serializers.GameLine(many=True), **refusals()},
    )
    def get(self, request: Request, *args: object, **kwargs: object) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self):  # type: ignore[no-untyped-def]
        if getattr(self, "swagger_fake_view", False):
            return Game.objects.none()
        assert isinstance(self.request.user, User)
        query = serializers.GamesInput(data=self.request.query_params.dict())
        query.is_valid(raise_exception=True)
        return my_games(self.request.user, only_waiting=query.validated_data["waiting"])


class GameState(APIView):
    """One game as the caller may see it, with his legal moves and their prices."""

    permission_classes = (permissions.AllowAny,)

    @extend_schema(responses={200: serializers.StateOutput, **refusals(404)})
    def get(self, request: Request, game_id: int) -> Response:
        play = visible_play(request, game_id)
        eyes = play.eyes_of(request.user) if isinstance(request.user, User) else None
        own = play.seat_of(request.user) if isinstance(request.user, User) else None
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
            "seats": _seats(play, eyes),
            "window": asked.window(play, play.state) if play.game.is_running else None,
            "breaks_off_at": play.game.breaks_off_at,
            "paused_at": play.game.paused_at,
            "annulled_at": play.game.annulled_at,
            "view": play.view(eyes).to_json(),
            "result": play.game.result,
        }
        return Response(serializers.StateOutput(answer).data, headers={"Cache-Control": "private, no-store"})


def _seats(play: Play, eyes: int | None) -> list[dict[str, object]]:
    """Who sits where, and the clocks of those who are known to be asked."""
    waiting = asked.known_waiting(play, play.state, eyes)
    names = people(play, eyes)
    found: list[dict[str, object]] = []
    for seat in play.seats:
        is_asked = seat in waiting
        found.append(
            {
                "seat": seat.index,
                "name": names[seat.index].name,
                "bot": names[seat.index].bot or None,
                "instead_of": names[seat.index].instead_of or None,
                "waiting": is_asked,
                "asked_since": seat.running_since if is_asked else None,
                "due_at": seat.due_at if is_asked else None,
            }
        )
    return found


class MoveList(APIView):
    """Play a move."""

    permission_classes = (permissions.IsAuthenticated,)

    @extend_schema(
        request=serializers.MoveInput,
        responses={201: serializers.MovesOutput, **refusals(404, 409, 422, *WITH_BODY)},
    )
    def post(self, request: Request, game_id: int) -> Response:
        body = serializers.MoveInput(data=request.data)
        body.is_valid(raise_exception=True)
        assert isinstance(request.user, User)
        try:
            rows = submit_move(game_id=game_id, user=request.user, source=Source.API, now=now(), **body.validated_data)
        except Game.DoesNotExist:
            raise Http404 from None
        except GameError:
            visible_play(request, game_id)  # of a game he may not watch he does not even learn why not
            raise
        play = load(game_id)  # what standing orders of others have answered since is not all his to know
        answer = {"version": rows[-1].number, "rows": asked.told_rows(play, play.eyes_of(request.user), rows)}
        return Response(serializers.MovesOutput(answer).data, status=status.HTTP_201_CREATED)


class GameRecord(APIView):
    """The record of a finished game: deal, secret, moves and result, enough to verify it offline."""

    permission_classes = (permissions.AllowAny,)

    @extend_schema(responses={200: dict, **refusals(404, 409)})
    def get(self, request: Request, game_id: int) -> Response:
        play = visible_play(request, game_id)
        if proof_of(play) is None:
            raise NotFinished
        return Response(record_of(play))
