"""What a program may ask for at once, and how deep what it sends may nest."""

from collections.abc import Mapping
from io import BytesIO
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.parsers import FormParser, JSONParser
from rest_framework.request import Request

from .problems import TooLarge

FARTHEST = 1_000_000


class Pages(LimitOffsetPagination):
    """`?limit=` and `?offset=`: numbers, both kept within what a database can count."""

    default_limit = 50
    max_limit = 200

    def get_limit(self, request: Request) -> int:
        limit = _number(request, "limit", least=1)
        return self.default_limit if limit is None else min(limit, self.max_limit)

    def get_offset(self, request: Request) -> int:
        return min(_number(request, "offset", least=0) or 0, FARTHEST)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        described = super().get_schema_operation_parameters(view)
        for parameter, least in zip(described, (1, 0), strict=True):
            parameter["schema"]["minimum"] = least
        return described


def _number(request: Request, name: str, *, least: int) -> int | None:
    """A parameter of the query, or None without it. Raises ValidationError where it is no number from `least` on."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal()) or int(text[:30]) < least:
        raise ValidationError({name: [_("A whole number from %(least)s on.") % {"least": least}]})
    return int(text[:30])


def read(stream: IO[bytes]) -> IO[bytes]:
    """The body, as far as the site reads one; the framework would read whatever is sent. Raises TooLarge."""
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    body = stream.read(most + 1)
    if len(body) > most:
        raise TooLarge
    return BytesIO(body)


class Json(JSONParser):
    """JSON of a bounded size. Nesting too deep to read is wrong input like any other."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        try:
            return super().parse(read(stream), media_type, parser_context)
        except RecursionError as error:
            raise ParseError("JSON parse error - it nests too deeply.") from error


class Form(FormParser):
    """Fields of a form, of a bounded size."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return super().parse(read(stream), media_type, parser_context)
