"""What the caller has to look at, in the order in which pages lead from one game to the next."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.schema import operation
from games.selectors.chain import chain_of

from .looking import caller


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
        found = chain_of(caller(request).pk)
        told = {"next": found.next, "moves": found.moves, "results": found.results, "talks": found.talks}
        return Response(NextOutput(told).data)
