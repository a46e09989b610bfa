"""What is read of a body: so much and no more, however deep it nests."""

import json
from collections.abc import Mapping
from io import BytesIO
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import FormParser, JSONParser


class TooLarge(APIException):
    """More than the site reads of one request."""

    status_code = 413
    default_code = "too_large"
    default_detail = _("The request body is too large.")


def read(stream: IO[bytes]) -> IO[bytes]:
    """The body, as far as the site reads one; the framework would read whatever is sent. Raises TooLarge."""
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    body = stream.read(most + 1)
    if len(body) > most:
        raise TooLarge
    return BytesIO(body)


class NotText(ParseError):
    """Escapes that stand for half of a sign (a lone surrogate): JSON knows them, but no database and no answer can hold them."""

    default_code = "not_text"
    default_detail = _("The body is not valid text: it contains a lone surrogate.")


class Json(JSONParser):
    """JSON of a bounded size. Nesting too deep to read is wrong input like any other, and so are halves of signs."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        try:
            found: dict[str, Any] = super().parse(read(stream), media_type, parser_context)
            json.dumps(found, ensure_ascii=False).encode()
        except RecursionError as error:
            raise ParseError("JSON parse error - it nests too deeply.") from error
        except UnicodeEncodeError as error:
            raise NotText from error
        return found


class Form(FormParser):
    """Fields of a form, of a bounded size."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return super().parse(read(stream), media_type, parser_context)
