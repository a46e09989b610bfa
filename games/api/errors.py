"""One shape for every error: `{"code": "stale_position", "detail": "…"}`, with `fields` where single fields are wrong.

Where a rule of the game forbids it, `rule` is its id and `rule_url` the page on which it can be read.
"""

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler as default_handler

from games.errors import GameError
from games.reference.markup import full_address


def exception_handler(error: Exception, context: dict[str, object]) -> Response | None:
    """Our errors and the framework's in the same words; what is neither stays a server error and is logged."""
    if isinstance(error, GameError):
        return Response({"code": error.code, "detail": str(error), **_rule(error.rule)}, status=error.status)
    if isinstance(error, exceptions.ValidationError):
        fields = error.detail if isinstance(error.detail, dict) else {"non_field_errors": error.detail}
        said = "; ".join(f"{name}: {' '.join(map(str, messages))}" for name, messages in fields.items())
        return Response({"code": "invalid", "detail": said, "fields": fields}, status=status.HTTP_400_BAD_REQUEST)
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    response = default_handler(error, context)
    if response is not None and isinstance(error, exceptions.APIException):
        response.data = {"code": error.default_code, "detail": str(error.detail)}
    return response


def _rule(rule: str) -> dict[str, str]:
    return {"rule": rule, "rule_url": full_address(rule)} if rule else {}
