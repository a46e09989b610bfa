"""Every error of the API as problem details (RFC 9457), in or outside of a view, translated, each with a stable code.

`{"type": "…/docs/#stale_position", "title": "…", "status": 409, "detail": "…", "code": "stale_position", "instance": "/api/v1/…"}`,
with `errors` where single fields are wrong. The code never changes; title and detail are sentences for people.
"""

import json
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import IO, Any, TypeVar

from django.conf import settings
from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig
from django.core.exceptions import ValidationError as Invalid
from django.http import Http404, HttpRequest, HttpResponse
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise
from rest_framework import exceptions
from rest_framework.parsers import FormParser, JSONParser
from rest_framework.response import Response
from rest_framework.serializers import as_serializer_error

UNKNOWN = 60
"""Seconds that `Retry-After` says where nobody knows for how long something will be too much."""
MEDIA_TYPE = "application/problem+json"
TITLES = {
    400: _("Bad request"),
    401: _("Not signed in"),
    403: _("Not allowed"),
    404: _("Not found"),
    405: _("Method not allowed"),
    406: _("Response format not available"),
    409: _("Not possible right now"),
    412: _("Something has changed"),
    413: _("Too large"),
    415: _("Request format not supported"),
    422: _("Invalid data"),
    429: _("Too many requests"),
    500: _("Something went wrong"),
    503: _("Temporarily unavailable"),
}
"""By status; a status has one title, and a code says it more exactly."""


class Refusal(Exception):
    """A wish that cannot be granted, with a stable `code` and a sentence fit for who wished it. `status` is the HTTP status of
    pages and API."""

    code = "refused"
    sentence: str | StrPromise = _("That is not possible.")
    status = 409
    wait = 0
    """Seconds after which it may be wished again; 0 where nobody knows."""

    def __init__(self, sentence: str | StrPromise | None = None, *, wait: int = 0, **details: object) -> None:
        self.sentence, self.wait = sentence or self.sentence, wait or self.wait
        self.details: Mapping[str, object] = details
        super().__init__(self.code)

    def more(self) -> dict[str, object]:
        """What the API says of it beside code and sentence."""
        return {}

    def __str__(self) -> str:
        return str(self.sentence)


Found = TypeVar("Found")


def or_404(found: Found | None) -> Found:
    """What was found. Raises Http404 for nothing."""
    if found is None:
        raise Http404
    return found


def about(code: str) -> str:
    """Where a code is explained: the `type` of its problems."""
    return f"{settings.SITE_URL}/api/v1/docs/#{code}"


def describe_problem(status: int, code: str, detail: object, path: str, **more: object) -> dict[str, object]:
    title = str(TITLES.get(status, TITLES[400]))
    found = {"type": about(code), "title": title, "status": status, "detail": str(detail), "code": code}
    return {**found, "instance": path, **more}


def handler(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """What views raise, as problems; what is neither ours nor the framework's stays a server error and is logged."""
    from rest_framework.views import exception_handler as default_handler  # which imports what the settings name

    request = context.get("request")
    path = request.path if request is not None else ""
    if isinstance(error, Refusal):
        refused = _response(describe_problem(error.status, error.code, error, path, **error.more()))
        if error.wait or error.status == 429:
            refused["Retry-After"] = str(error.wait or UNKNOWN)
        return refused
    if isinstance(error, Invalid):
        error = exceptions.ValidationError(as_serializer_error(error))
    if isinstance(error, exceptions.ValidationError):
        wrong = list(_wrong(error.get_full_details()))
        said = "; ".join(f"{one['field']}: {one['detail']}" if one["field"] else one["detail"] for one in wrong)
        return _response(describe_problem(400, "invalid", said, path, errors=wrong))
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    response = default_handler(error, dict(context))
    if response is None or not isinstance(error, exceptions.APIException):
        return response
    code = error.get_codes()
    response.data = describe_problem(
        response.status_code, code if isinstance(code, str) else error.default_code, error.detail, path
    )
    response.content_type = MEDIA_TYPE
    return response


def _response(body: dict[str, object]) -> Response:
    return Response(body, status=int(str(body["status"])), content_type=MEDIA_TYPE)


def _wrong(details: object, field: str = "") -> Iterator[dict[str, str]]:
    """Each thing that is wrong, with the path of its field (`terms.players`, `guests.1`), empty for the whole."""
    match details:
        case {"message": message, "code": code}:
            yield {"field": field, "code": str(code), "detail": str(message)}
        case Mapping():
            for name, inside in details.items():
                whole = name == "non_field_errors"
                yield from _wrong(inside, field if whole else f"{field}.{name}" if field else str(name))
        case list():
            single = all(isinstance(one, Mapping) and set(one) == {"message", "code"} for one in details)
            for number, inside in enumerate(details):
                if inside:
                    yield from _wrong(inside, field if single else f"{field}.{number}" if field else str(number))


# -- what is read of a body: so much and no more, however deep it nests ------------------------------------------------


MOST_BYTES = 2_621_440
"""Of a request, as Django has it; mail services and files of records send more (stpete_site/middleware.py)."""


class TooLarge(exceptions.APIException):
    status_code = 413
    default_code = "too_large"

    def __init__(self) -> None:
        most = filesizeformat(MOST_BYTES)
        super().__init__(_("The request body is too large. Send at most %(size)s at once.") % {"size": most})


def _read(stream: IO[bytes]) -> IO[bytes]:
    """The body, as far as the site reads one; the framework would read whatever is sent. Raises TooLarge."""
    body = stream.read(MOST_BYTES + 1)
    if len(body) > MOST_BYTES:
        raise TooLarge
    return BytesIO(body)


class NotText(exceptions.ParseError):
    """Escapes that stand for half of a sign (a lone surrogate): JSON knows them, but no database and no answer can hold them."""

    default_code = "not_text"
    default_detail = _("The body is not valid text: it contains a lone surrogate.")


class Json(JSONParser):
    """JSON of a bounded size. Nesting too deep to read is wrong input like any other, and so are halves of signs."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        try:
            found: dict[str, Any] = super().parse(_read(stream), media_type, parser_context)
            json.dumps(found, ensure_ascii=False).encode()
        except RecursionError as error:
            raise exceptions.ParseError("JSON parse error - it nests too deeply.") from error
        except UnicodeEncodeError as error:
            raise NotText from error
        return found


class Form(FormParser):
    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        return super().parse(_read(stream), media_type, parser_context)


# -- where no view of the API answers -----------------------------------------------------------------------------------


def is_for_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


def problem(error: exceptions.APIException, request: HttpRequest | None = None, code: str = "") -> HttpResponse:
    """What the handler answers within a view, as a plain response."""
    body = describe_problem(
        error.status_code, code or error.default_code, error.detail, request.path if request else ""
    )
    return HttpResponse(json.dumps(body, ensure_ascii=False), status=error.status_code, content_type=MEDIA_TYPE)


def bad_request(error: Exception | None, request: HttpRequest | None = None) -> HttpResponse:
    """What Django refuses before a view: its own sentence only where it is ours, for others tell of the inside."""
    if isinstance(error, RequestDataTooBig):
        return problem(TooLarge(), request)
    detail = error if isinstance(error, BadRequest) else _("Bad request")
    return problem(exceptions.ParseError(str(detail)), request, code="bad_request")


def server_error(request: HttpRequest | None = None) -> HttpResponse:
    """The error itself is in the log of the site."""
    said = _(
        "Something went wrong on our side, and the error was recorded. A move counts once its response confirms it."
    )
    return problem(exceptions.APIException(said), request, code="server_error")
