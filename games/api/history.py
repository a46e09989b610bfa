"""What has happened: the log of a game in words, earlier positions, the record once it is over, the archive, and solo results."""

from operator import attrgetter
from typing import Any

from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.exceptions import NotFound, Throttled
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from accounts.allauth_internals import ratelimit
from accounts.limits import APP
from api.endpoint import Endpoint, asked, http_of, user_of
from api.pages import limit_of, next_url, place_of
from api.problems import or_404
from api.schema import operation
from api.scopes import Scope
from api.typed import Typed
from engine.record import FORMATS, Predecessor, RecordedMove
from games.board import log as log_lines
from games.board.people import changes, people
from games.errors import GameError
from games.names.cards import Deck
from games.options.sets import offered
from games.options.table_words import selection_words
from games.options.variants import key_of, selection_named
from games.play.positions import visible_entries
from games.play.results import GameResult, chance_of
from games.replay.record import record_of
from games.review.figures import Figures
from games.review.services import ReviewState, review_of
from games.search.counts import MOST as MOST_COUNTED
from games.search.counts import counts_of
from games.search.form import words_of
from games.search.found import BadSearch, Search, in_time, listing
from games.selectors import queries
from games.selectors.ranking import Place
from games.solo import results as solo
from games.solo.results import alone, overview_for
from games.tables.errors import TooMany

from .acts import NewTableOutput
from .looking import LINK, Number, eyes_of, visible_play
from .tables import listed
from .typed import OptionsJson, RecordDeal, ViewJson, Words

RECORD = {
    "format": "stpete-record/1",
    "rules_version": 2,
    "options": {
        "edition": 1,
        "players": 2,
        "sets": [],
        "play_on_empty_tableau": True,
        "first_workers": "compulsory",
        "open_hands": True,
    },
    "deal": {"from": "secret", "commitment": "0437…", "secret": "0001…", "table": "1", "phrases": [], "seed": "5701…"},
    "seats": ["Anna", "Boris"],
    "moves": [{"number": 1, "seat": 1, "text": "buy lumberjack", "source": "page"}],
    "result": {
        "ended": "played out",
        "seats": [
            {"seat": 0, "points": 74, "rubles": 7, "rank": 1, "winner": True},
            {"seat": 1, "points": 61, "rubles": 3, "rank": 2, "winner": False},
        ],
    },
}


class NotFinished(GameError):
    code = "not_finished"
    sentence = "The record, with its deal, is published when the game has finished."


class NoReview(GameError):
    code = "no_review"
    sentence = "The review is made when the game has finished."


class LogLineOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="The row of the log it belongs to; one row may produce several lines.")
    ply = serializers.IntegerField(help_text="Number of moves so far; `positions/<ply>/` shows the position.")
    at = serializers.DateTimeField(allow_null=True)
    seat = serializers.IntegerField(source="person.seat", allow_null=True)
    text = serializers.CharField(help_text="A sentence in the language of the request.")
    note = serializers.CharField(allow_blank=True, help_text="For example `by email`; usually empty.")
    head = serializers.BooleanField(help_text="True for the heading of a phase.")


class Log(Endpoint):
    tag, public = "games", True

    @operation(
        "Game log",
        lists=LogLineOutput,
        query=(LINK,),
    )
    def get(self, request: Request, game_id: int) -> Response:
        """Everything you may know of what happened, oldest first."""
        play = visible_play(request, game_id)
        eyes = eyes_of(request, play)
        told = visible_entries(play, eyes)
        found = log_lines.lines(told, play.rows, Deck(play.options), people(play, eyes), hands=changes(play))
        return self.in_order(list(found), LogLineOutput)


class PositionInput(serializers.Serializer[Any]):
    seat = Number(
        required=False, help_text="Seat whose view you want, for finished games. A running game always shows your view."
    )


class PositionOutput(serializers.Serializer[Any]):
    ply = serializers.IntegerField()
    plies = serializers.IntegerField(help_text="Number of moves so far.")
    seat = serializers.IntegerField(allow_null=True, help_text="Seat whose view this is; null for a spectator.")
    view = Typed(ViewJson, help_text="As in the state of a game.")


class Position(Endpoint):
    tag, public = "games", True

    @operation("Position after a number of moves", answer=PositionOutput, query=(LINK, PositionInput))
    def get(self, request: Request, game_id: int, ply: int) -> Response:
        """Any player's view of a finished game; only your own view of a running one."""
        play = visible_play(request, game_id)
        seat = asked(PositionInput, request).get("seat")
        if not play.game.is_finished:
            seat = eyes_of(request, play)
        elif seat is not None and seat >= len(play.seats):
            seat = None
        last = len(play.steps) - 1
        if ply > last:
            raise NotFound
        view = play.view(seat) if ply == last else engine.view_for(play.at(ply).step.state, seat)
        return Response({"ply": ply, "plies": last, "seat": seat, "view": view.to_json()})


class RecordOutput(serializers.Serializer[Any]):
    """Enough to replay the game and verify its deal (docs/record.md)."""

    format = serializers.ChoiceField(choices=FORMATS)
    rules_version = serializers.IntegerField()
    options = Typed(OptionsJson)
    deal = Typed(RecordDeal)
    seats = serializers.ListField(child=serializers.CharField(), help_text="Who played, in seat order.")
    predecessors = Typed(list[Predecessor], required=False, help_text="Who was replaced; only in the second format.")
    moves = Typed(list[RecordedMove])
    result = Typed(GameResult)


class Record(Endpoint):
    tag, public = "games", True

    @operation("Record of a finished game", answer=RecordOutput, query=(LINK,), refuses=(NotFinished,), example=RECORD)
    def get(self, request: Request, game_id: int) -> Response:
        """Deal, secret, moves and result: enough to replay the game and verify the deal (docs/record.md)."""
        play = visible_play(request, game_id)
        if chance_of(play) is None:
            raise NotFinished
        return Response(record_of(play))


class ReviewOutput(serializers.Serializer[Any]):
    state = serializers.ChoiceField(
        choices=[state.value for state in ReviewState],
        help_text="`missing` until somebody asks for it on its page; `closed` while others play the same deal.",
    )
    version = serializers.IntegerField(help_text="How the figures were made; 0 while there are none.")
    figures = Typed(Figures, allow_null=True)


class GameReview(Endpoint):
    tag, public = "games", True

    @operation("Review of a finished game", answer=ReviewOutput, query=(LINK,), refuses=(NoReview,))
    def get(self, request: Request, game_id: int) -> Response:
        """Points, cards and luck of every seat, and the costliest moves in notation. Ask again while it is `waiting`."""
        play = visible_play(request, game_id)
        if not play.game.is_finished:
            raise NoReview
        return Response(ReviewOutput(review_of(play)).data)


class SearchInput(serializers.Serializer[Any]):
    q = serializers.CharField(
        max_length=500, required=False, help_text="A search as in the archive, such as `player:anna result:won`."
    )


class ArchiveInput(SearchInput):
    edition = serializers.ChoiceField(choices=(1, 2), required=False)
    set = serializers.ChoiceField(choices=offered(), required=False)
    player = serializers.CharField(max_length=80, required=False, help_text="A name; not case-sensitive.")


class FinishedOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="game.pk")
    title = serializers.CharField(source="game.title")
    selection = Words(selection_words, source="game.options")
    url = Words("/games/{}/".format, source="game.pk")
    players = serializers.ListField(source="people", child=Words(attrgetter("name")), help_text="In seat order.")
    result = Typed(GameResult, source="game.result", allow_null=True)
    rated = serializers.BooleanField(source="game.rated")
    finished_at = serializers.DateTimeField(source="game.finished_at")
    annulled_at = serializers.DateTimeField(source="game.annulled_at", allow_null=True)


class Archive(Endpoint):
    tag, public = "games", True

    @operation("Finished games", lists=FinishedOutput, query=(ArchiveInput,), refuses=(BadSearch,))
    def get(self, request: Request) -> Response:
        """Games of public tables, latest first; an unknown name returns an empty list. `q` searches alone. The moves are in the
        record of each game."""
        sent = asked(ArchiveInput, request)
        text = sent.get("q") or words_of(str(sent.get("edition", "")), sent.get("set", ""), sent.get("player", ""))
        try:
            found = listing(Search.read(text))
        except BadSearch as error:
            if "q" not in sent and error.reason == "unknown_player":
                return Response({"results": [], "next": None})
            raise
        with in_time():
            return listed(request, found, FinishedOutput, queries.with_seats)


class ShareOutput(serializers.Serializer[Any]):
    part = serializers.IntegerField()
    whole = serializers.IntegerField()
    interval = serializers.ListField(
        child=serializers.FloatField(), help_text="Percent; the true share lies between them 19 times of 20 (Wilson)."
    )


class SeatCountOutput(serializers.Serializer[Any]):
    seat = serializers.IntegerField(allow_null=True)
    wins = ShareOutput()
    points = serializers.FloatField(help_text="Mean.")
    least = serializers.IntegerField()
    most = serializers.IntegerField()


class CardCountOutput(serializers.Serializer[Any]):
    card = serializers.CharField()
    wins = ShareOutput(help_text="Of the players who bought it.")
    price = serializers.FloatField(help_text="Mean price of the first copy.")
    round = serializers.FloatField(help_text="Mean round of the first copy.")


class CountsOutput(serializers.Serializer[Any]):
    games = serializers.IntegerField()
    is_capped = serializers.BooleanField(help_text=f"There are more; these figures are of the latest {MOST_COUNTED}.")
    seats = SeatCountOutput(many=True)
    described = SeatCountOutput(allow_null=True, help_text="The player that the search describes.")
    cards = CardCountOutput(many=True, help_text="Of the cards that the search names.")


class ArchiveCounts(Endpoint):
    tag, public = "games", True

    @operation("Figures of a search", answer=CountsOutput, query=(SearchInput,), refuses=(BadSearch,))
    def get(self, request: Request) -> Response:
        """Wins by seat and points of the games that a search finds, and what its cards cost and brought."""
        search, http = Search.read(asked(SearchInput, request).get("q", "")), http_of(request)
        if ratelimit.consume(http, app=APP, action="figures", key=ratelimit.get_ip(http), limit_get=True) is None:
            raise Throttled(60)
        with in_time():
            return Response(CountsOutput(counts_of(search)).data)


class ResultOutput(serializers.Serializer[Any]):
    rank = serializers.IntegerField(help_text="Equal results share a place.")
    player = serializers.IntegerField(source="row.user.pk")
    name = serializers.CharField(source="row.user.name")
    points = serializers.IntegerField(source="row.points")
    rubles = serializers.IntegerField(source="row.rubles")
    finished_at = serializers.DateTimeField(source="row.over_at")
    game = serializers.IntegerField(source="row.game_id")
    is_you = serializers.BooleanField(source="is_mine")
    is_hidden = serializers.BooleanField(source="row.is_hidden", help_text="Played by link: only you see this result.")


class SelectionOutput(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="Its part in URLs, such as `2_market`.")
    words = serializers.CharField(help_text="Edition, expansions and options in the language of the request.")
    total = serializers.IntegerField(help_text="Number of results.")
    best = ResultOutput()
    your_best = serializers.IntegerField(source="mine", allow_null=True, help_text="Your best result.")


class Solo(Endpoint):
    tag, public = "games", True

    @operation("Solo records", lists=SelectionOutput)
    def get(self, request: Request) -> Response:
        """The best finished result for each combination of edition, expansions and options."""
        return self.in_order(overview_for(user_of(request)), SelectionOutput)


class SoloResults(Endpoint):
    tag, scope, public = "games", Scope.TABLES, True

    @operation("Solo results of one selection", lists=ResultOutput)
    def get(self, request: Request, key: str) -> Response:
        """Best first; the list may be empty."""
        start = place_of(request, Place.read)
        page, lines = solo.results(key_of(or_404(selection_named(key))), user_of(request), start, limit_of(request))
        following = next_url(request, page.next) if page.next else None
        return Response({"results": ResultOutput(lines, many=True).data, "next": following})

    @operation("Start a solo game", body=None, answer=NewTableOutput, status=201, refuses=(TooMany,))
    def post(self, request: Request, key: str) -> Response:
        """Starts at once with exactly this selection; everyone can watch."""
        game = alone(user=user_of(request), selection=or_404(selection_named(key)), now=now())
        return Response(NewTableOutput({"id": game.pk, "url": game.get_absolute_url()}).data, status=201)
