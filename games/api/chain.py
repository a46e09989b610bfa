"""What the caller has to look at, in the order in which pages lead from one game to the next."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.schema import operation
from games.lists.chain import chain_of

from .looking import caller


class NextOutput(serializers.Serializer[Any]):
    next = serializers.IntegerField(allow_null=True, help_text="The game to look at first; null: there is none.")
    moves = serializers.ListField(
        child=serializers.IntegerField(), help_text="Games that wait for your move, the one with the least time first."
    )
    results = serializers.ListField(
        child=serializers.IntegerField(), help_text="Games that are over, of which you have not seen how they ended."
    )
    talks = serializers.ListField(child=serializers.IntegerField(), help_text="Games with new lines in their chat.")


class Next(Endpoint):
    tag = "games"

    @operation("What to look at next", answer=NextOutput)
    def get(self, request: Request) -> Response:
        """Numbers of games by why they want you. `games/<id>/seen/` says that you have looked."""
        found = chain_of(caller(request).pk)
        told = {"next": found.next, "moves": found.moves, "results": found.results, "talks": found.talks}
        return Response(NextOutput(told).data)
