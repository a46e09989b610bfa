"""What every operation of the schema may refuse, each in the words of `errors`."""

from collections.abc import Mapping

from .serializers import ErrorOutput

ALWAYS = (400, 401, 403, 406, 429)
"""A request that makes no sense, a token that opens nothing or not this, a type that we have not, too many of them."""
WITH_BODY = (413, 415)
"""A body that is too large, or of a type that we do not read."""


def refusals(*statuses: int) -> Mapping[int, type[ErrorOutput]]:
    """For `responses` of a schema: those of all operations and `statuses`."""
    return dict.fromkeys(sorted({*ALWAYS, *statuses}), ErrorOutput)
