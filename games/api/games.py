"""The caller's games, one of them as he may see it, and what is new: version, seats, question, legal moves of one moment."""

from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from api.endpoint import Endpoint, asked, user_of
from api.schema import operation
from api.typed import Typed
from games.board.people import people
from games.board.round import stands_words
from games.models import Game, Participant, PassMode, ProposalKind, Status
from games.options.table_words import selection_words
from games.play import secrecy
from games.play.positions import Play
from games.play.results import GameResult
from games.selectors.chain import chain_of

from .looking import LINK, visible_play
from .typed import VIEW, ViewJson, Words


class GamesInput(serializers.Serializer[Any]):
    """The query of the list of games."""

    waiting = serializers.ChoiceField(
        choices=("true", "false", "1", "0"), default="false", help_text="Only games waiting for you."
    )

    def validate_waiting(self, value: str) -> bool:
        return value in ("true", "1")


class SeatOutput(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    name = serializers.CharField(help_text="The name shown at the table, in the language of the request.")
    player = serializers.IntegerField(allow_null=True, help_text="ID of the player; null for site bots and guests.")
    bot = serializers.CharField(
        allow_null=True,
        help_text="The bot playing this seat, such as `rung-4`; null for a person (docs/bots.md).",
    )
    is_program = serializers.BooleanField(help_text="An account played by a program, approved by the operator.")
    instead_of = serializers.CharField(
        allow_null=True,
        help_text="The player who held the seat at the start, if a director gave it to someone else.",
    )
    waiting = serializers.BooleanField()
    asked_since = serializers.DateTimeField(allow_null=True)
    due_at = serializers.DateTimeField(allow_null=True)
    clock_stopped = serializers.CharField(
        allow_blank=True, help_text="Why and until when the clock is stopped, in words; empty while it runs."
    )


class ProposalOutput(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=ProposalKind.choices)
    value = serializers.IntegerField(help_text="Days; for `undo` the log number up to which moves stay in force.")
    number = serializers.IntegerField(help_text="Its log number; send it with your answer.")
    seat = serializers.IntegerField(help_text="The seat that proposes it.")
    agreed = serializers.ListField(child=serializers.IntegerField(), help_text="Seats that have agreed. Bots agree.")
    reveals = serializers.ListField(
        child=serializers.CharField(),
        help_text="Cards revealed since then; `?` for another secret.",
    )
    at = serializers.DateTimeField()
    until = serializers.DateTimeField(help_text="When it expires.")


class WindowOutput(serializers.Serializer[Any]):
    """Somebody may be asked in this time; who it is, is a secret."""

    since = serializers.DateTimeField()
    until = serializers.DateTimeField()


class GameLine(serializers.ModelSerializer[Game]):
    """A game in a list."""

    url = serializers.CharField(source="get_absolute_url", read_only=True)
    your_seat = serializers.IntegerField(allow_null=True)
    waiting_for_you = serializers.BooleanField()
    due_at = serializers.DateTimeField(allow_null=True)
    selection = Words(
        selection_words,
        source="engine_options",
        read_only=True,
        help_text="Edition and expansions in words, in the language of the request.",
    )

    class Meta:
        model = Game
        fields = read_only_fields = (
            "id",
            "title",
            "selection",
            "status",
            "version",
            "url",
            "your_seat",
            "waiting_for_you",
            "due_at",
            "paused_at",
            "annulled_at",
            "rated",
            "started_at",
            "finished_at",
        )


PASSES = [one for one in PassMode.choices if one[0]]


class StateOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    title = serializers.CharField()
    selection = serializers.CharField(help_text="Edition and expansions in words, in the language of the request.")
    status = serializers.ChoiceField(choices=Status.choices)
    version = serializers.IntegerField(help_text="Send it with a move; a move for an outdated question is refused.")
    url = serializers.CharField()
    rated = serializers.BooleanField(help_text="The result counts for the ratings (docs/ratings.md).")
    commitment = serializers.CharField(help_text="SHA-256 of the secret that determines the deal (docs/deals.md).")
    your_seat = serializers.IntegerField(allow_null=True)
    standing_pass = serializers.ChoiceField(choices=PASSES, allow_null=True, help_text="Your auto-pass.")
    wishes_end = serializers.BooleanField(help_text="You proposed to end the game now, or agreed to it.")
    proposal = ProposalOutput(allow_null=True, help_text="The open proposal that all players answer.")
    can_take_back = serializers.BooleanField(help_text="A bot plays your seat and you can reclaim it.")
    seats = SeatOutput(many=True)
    window = WindowOutput(
        allow_null=True,
        help_text="Time of a question whose recipient is secret; the same for all players.",
    )
    breaks_off_at = serializers.DateTimeField(
        allow_null=True, help_text="No active players: when the game is abandoned unless someone reclaims their seat."
    )
    paused_at = serializers.DateTimeField(
        allow_null=True, help_text="Paused since then: clocks are stopped and moves are refused with `paused`."
    )
    paused_until = serializers.DateTimeField(
        allow_null=True, help_text="When a pause that the players agreed on ends automatically."
    )
    quick_until = serializers.DateTimeField(
        allow_null=True, help_text="Quick play until then: `due_at` is short, and the slow clocks are stopped."
    )
    annulled_at = serializers.DateTimeField(allow_null=True, help_text="When the game was voided; it does not count.")
    view = Typed(ViewJson, help_text="The position as the caller may see it, with their legal moves and prices.")
    result = Typed(
        GameResult,
        allow_null=True,
        help_text="`ended` is `played out`, `agreement`, `broken off` or `adjudicated` (docs/record.md).",
    )


AT = "2026-11-23T09:00:00Z"
SEATS = [
    {
        "seat": 0,
        "name": "Anna",
        "player": 12,
        "bot": None,
        "is_program": False,
        "instead_of": None,
        "waiting": True,
        "clock_stopped": "",
        "asked_since": AT,
        "due_at": "2026-11-25T09:00:00Z",
    }
]
GAME = {
    "id": 4711,
    "title": "White nights",
    "selection": "2nd edition",
    "status": "running",
    "version": 41,
    "url": "/games/4711/",
    "rated": False,
    "paused_at": None,
    "annulled_at": None,
}
STATE = GAME | {
    "commitment": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "your_seat": 0,
    "standing_pass": None,
    "wishes_end": False,
    "proposal": None,
    "can_take_back": False,
    "seats": SEATS,
    "window": None,
    "breaks_off_at": None,
    "paused_until": None,
    "quick_until": None,
    "view": VIEW,
    "result": None,
}


class GameList(Endpoint):
    tag = "games"

    @operation(
        "Your started games",
        lists=GameLine,
        query=(GamesInput,),
    )
    def get(self, request: Request) -> Response:
        """Games you have a seat in, newest first; with `waiting=true` only those waiting for you."""
        waiting = asked(GamesInput, request)["waiting"]
        return self.newest_first(my_games(user_of(request), only_waiting=waiting), GameLine)


class GameState(Endpoint):
    tag, public = "games", True

    @operation("State of a game", answer=StateOutput, query=(LINK,), example=STATE)
    def get(self, request: Request, game_id: int) -> Response:
        """A consistent snapshot: version, seats, who is to move, the position as you see it, the question you are asked, and
        your legal moves with prices. Send `version` with every action, and poll with `If-None-Match`."""
        return Response(state_of(visible_play(request, game_id), request.user))


def state_of(play: Play, user: object) -> object:
    """The answer about a game for these eyes. Everything in it follows from what `load` has read, which is one moment."""
    eyes = play.eyes_of(user) if isinstance(user, User) else None
    own = play.seat_of(user) if isinstance(user, User) else None
    proposed = play.game.proposed
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
        "wishes_end": bool(own and proposed and proposed.kind == ProposalKind.END and own.index in proposed.agreed),
        "proposal": proposed,
        "can_take_back": play.game.is_running and isinstance(user, User) and play.can_take_back(user) is not None,
        "seats": _seats(play, eyes),
        "window": secrecy.open_window(play, play.state) if play.game.is_running else None,
        "breaks_off_at": play.game.breaks_off_at,
        "paused_at": play.game.paused_at,
        "paused_until": play.game.paused_until,
        "quick_until": play.game.quick_until,
        "annulled_at": play.game.annulled_at,
        "view": play.view(eyes).to_json(),
        "result": play.game.result,
    }
    return _STATE.to_representation(answer)


_STATE = StateOutput()
"""Made once: a serializer remembers nothing of what it writes, and copies all its fields when it is made."""


def _seats(play: Play, eyes: int | None) -> list[dict[str, object]]:
    """Who sits where, and the clocks of those who are known to be asked."""
    waiting = secrecy.known_waiting(play, play.state, eyes)
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
                "clock_stopped": stands_words(seat, now(), own=False) if is_asked else "",
            }
        )
    return found


def my_games(user: User, *, only_waiting: bool) -> QuerySet[Any]:
    """Begun games in which `user` holds a seat, with that seat, whether it is asked, and until when. One statement."""
    # from the tables where they sat to the seats there: looking for a seat of theirs in each game would read all there ever were
    held = Q(seats__tenures__user=user, seats__tenures__until=None)
    if only_waiting:
        held &= Q(seats__waiting=True, participants__in=Participant.going_on(user).values("pk"))
    else:
        held &= Q(participants__user=user)
    games = Game.objects.filter(held, status__in=(Status.RUNNING, Status.FINISHED))
    found: QuerySet[Any] = games.annotate(
        your_seat=F("seats__index"), waiting_for_you=F("seats__waiting"), due_at=F("seats__due_at")
    )
    return found


class NextOutput(serializers.Serializer[Any]):
    next = serializers.IntegerField(allow_null=True, help_text="The game to open first; null: none.")
    moves = serializers.ListField(
        child=serializers.IntegerField(), help_text="Games waiting for your move, least time first."
    )
    results = serializers.ListField(
        child=serializers.IntegerField(), help_text="Finished games whose result you have not seen."
    )
    talks = serializers.ListField(child=serializers.IntegerField(), help_text="Games with new chat messages.")


class Next(Endpoint):
    tag = "games"

    @operation("Games that need you", answer=NextOutput)
    def get(self, request: Request) -> Response:
        """Game numbers by what they need from you. Use `games/<id>/seen/` to mark one as seen."""
        found = chain_of(user_of(request).pk)
        return Response(NextOutput(found).data)
