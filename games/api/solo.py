"""Games played alone: the lists of best results, and one more try."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from api.cursors import CURSOR, LIMIT, page_of, slice_of
from api.endpoint import Endpoint, user_of
from api.schema import operation
from api.scopes import Scope
from games.solo import results as solo
from games.solo.lists import Result, alone, overview_for
from games.tables.errors import TooMany

from .looking import caller
from .serializers import NewTableOutput


class ResultOutput(serializers.Serializer[Any]):
    rank = serializers.IntegerField(help_text="Equal results share a place.")
    player = serializers.IntegerField(source="user.pk")
    name = serializers.CharField(source="user.name")
    points = serializers.IntegerField()
    rubles = serializers.IntegerField()
    finished_at = serializers.DateTimeField(source="at")
    game = serializers.IntegerField(source="game_id")
    is_you = serializers.BooleanField(source="is_mine")
    is_hidden = serializers.BooleanField(help_text="Played by link: only you see this result.")


class SelectionOutput(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="Its part in URLs, such as `2_market`.")
    words = serializers.CharField(help_text="Edition, expansions and options in the language of the request.")
    total = serializers.IntegerField(help_text="Number of results.")
    best = ResultOutput()
    your_best = serializers.IntegerField(source="mine", allow_null=True, help_text="Your best result.")


class Solo(Endpoint):
    tag, public = "games", True

    @operation("Solo records", answer=page_of(SelectionOutput), query=(CURSOR, LIMIT), is_list=True)
    def get(self, request: Request) -> Response:
        """The best finished result for each combination of edition, expansions and options."""
        shown, following = slice_of(request, overview_for(user_of(request)))
        return Response({"results": SelectionOutput(shown, many=True).data, "next": following})


def _selection(key: str) -> engine.Options:
    """Raises NotFound."""
    found = solo.selection_named(key)
    if found is None:
        raise NotFound
    return found


class SoloResults(Endpoint):
    tag, scope, public = "games", Scope.TABLES, True

    @operation("Solo results of one selection", answer=page_of(ResultOutput), query=(CURSOR, LIMIT), is_list=True)
    def get(self, request: Request, key: str) -> Response:
        """Best first; the list may be empty."""
        reader = user_of(request)
        shown, following = slice_of(request, _Results(_selection(key), reader))
        told = ResultOutput([Result.of(game, reader) for game in shown], many=True).data
        return Response({"results": told, "next": following})

    @operation("Start a solo game", body=None, answer=NewTableOutput, status=201, refuses=(TooMany,))
    def post(self, request: Request, key: str) -> Response:
        """Starts at once with exactly this selection; everyone can watch."""
        game = alone(user=caller(request), selection=_selection(key), now=now())
        return Response(NewTableOutput({"id": game.pk, "url": game.get_absolute_url()}).data, status=201)


class _Results(Sequence[Any]):
    """Results of which those of a page are read."""

    def __init__(self, selection: engine.Options, reader: Any) -> None:
        self._rows = solo.results(selection, reader)

    def __len__(self) -> int:
        return int(self._rows.count())

    def __getitem__(self, span: Any) -> Any:
        return list(self._rows[span])
