"""Finished games of public tables."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.names import name_key
from api.cursors import CURSOR, page_of
from api.endpoint import Endpoint
from api.forms import read
from api.schema import operation
from games.board.people import named
from games.options.set_words import offered
from games.options.table_words import selection_words
from games.selectors import queries

from .tables import listed


class ArchiveInput(serializers.Serializer[Any]):
    edition = serializers.ChoiceField(choices=(1, 2), required=False)
    set = serializers.ChoiceField(choices=offered(), required=False)
    player = serializers.CharField(max_length=80, required=False, help_text="A name; not case-sensitive.")


class FinishedOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    title = serializers.CharField()
    selection = serializers.CharField()
    url = serializers.CharField()
    players = serializers.ListField(child=serializers.CharField(), help_text="In seat order.")
    result = serializers.DictField(allow_null=True)
    rated = serializers.BooleanField()
    finished_at = serializers.DateTimeField()
    annulled_at = serializers.DateTimeField(allow_null=True)


class Archive(Endpoint):
    tag, public = "games", True

    @operation("Finished games", answer=page_of(FinishedOutput), query=(ArchiveInput, CURSOR), is_list=True)
    def get(self, request: Request) -> Response:
        """Games of public tables, latest first; an unknown name returns an empty list. The moves are in the record of each
        game."""
        sent = read(ArchiveInput, request.query_params.dict())
        name = sent.get("player", "")
        player = User.objects.filter(name_key=name_key(name)).values_list("pk", flat=True).first() if name else None
        found = queries.archive(edition=sent.get("edition"), part=sent.get("set", ""), has_player=bool(name))
        return Response(listed(request, found, _told, *((player or 0,) if name else ())))


def _told(rows: Any) -> Any:
    return FinishedOutput([_line(one) for one in queries.with_seats(rows)], many=True).data


def _line(played: Any) -> dict[str, object]:
    game = played.game
    return {
        "id": game.pk,
        "title": game.title,
        "selection": selection_words(game.options),
        "url": f"/games/{game.pk}/",
        "players": [one.name for one in named(game.pk, [seat.held for seat in played.seats], None)],
        "result": game.result,
        "rated": game.rated,
        "finished_at": game.finished_at,
        "annulled_at": game.annulled_at,
    }
