"""What a program may ask for at once, and how deep what it sends may nest."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.parsers import JSONParser
from rest_framework.request import Request

FARTHEST = 1_000_000


class Pages(LimitOffsetPagination):
    """`?limit=` and `?offset=`, both kept within what a database can count."""

    default_limit = 50
    max_limit = 200

    def get_offset(self, request: Request) -> int:
        return min(super().get_offset(request), FARTHEST)


class Json(JSONParser):
    """JSON whose nesting is too deep to read is wrong input like any other."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError("JSON parse error - it nests too deeply.") from error
