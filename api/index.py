"""Where a program begins: what there is, by name and address."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import URLPattern, get_resolver
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from .endpoint import Endpoint
from .schema import operation

NAMESPACE = "api"


class IndexOutput(serializers.Serializer[object]):
    docs = serializers.CharField(help_text="Documentation of all operations.")
    schema = serializers.CharField(help_text="OpenAPI 3.1 schema.")
    addresses = serializers.DictField(
        child=serializers.CharField(), help_text="URLs by name; fill in the parts in braces."
    )


INDEX = {
    "docs": "https://example.org/api/v1/docs/",
    "schema": "https://example.org/api/v1/schema/",
    "addresses": {
        "games": "https://example.org/api/v1/games/",
        "game": "https://example.org/api/v1/games/{game_id}/",
    },
}


def addresses() -> Iterator[tuple[str, str]]:
    """Each address of the API by its name, from `/api/v1/` on: `games/{game_id}/` (RFC 6570)."""
    for one in get_resolver().namespace_dict[NAMESPACE][1].url_patterns:
        if isinstance(one, URLPattern) and hasattr(getattr(one.callback, "cls", None), "tag"):
            yield str(one.name), "".join(_part(part) for part in str(one.pattern).split("/")[:-1])


def _part(part: str) -> str:
    name = part.strip("<>").rpartition(":")[2]
    return f"{{{name}}}/" if part.startswith("<") else f"{part}/"


class Index(Endpoint):
    tag, public = "description", True

    @operation("Entry point", answer=IndexOutput, example=INDEX)
    def get(self, request: Request) -> Response:
        """The same for every caller: what exists, not what your token may do."""
        here = request.build_absolute_uri(request.path)
        told = {name: f"{here}{address}" for name, address in addresses() if address}
        return Response({"docs": f"{here}docs/", "schema": f"{here}schema/", "addresses": told})
