"""What the API of games says more than that of others: the rule of the game that forbids a move, and where to read it."""

from collections.abc import Mapping
from typing import Any

from rest_framework.response import Response

from api import problems
from games.errors import GameError
from games.reference.markup import full_address


def exception_handler(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Problem details (`api.problems`); where a rule of the game forbids it, `rule` is its id and `rule_url` its page."""
    response = problems.handler(error, context)
    if response is not None and isinstance(error, GameError) and error.rule:
        response.data |= {"rule": error.rule, "rule_url": full_address(error.rule)}
    return response
