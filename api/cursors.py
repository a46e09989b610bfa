"""Lists in pages that begin after a row: `next` is the address of the page after this one, and null on the last."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

Row = TypeVar("Row", bound=Model)

USUAL, MOST = 50, 200
FARTHEST = 2**63 - 1
CURSOR = OpenApiParameter(
    "cursor", {"type": "string", "maxLength": 200}, description="The `cursor` value from `next`; opaque."
)
LIMIT = OpenApiParameter("limit", {"type": "integer", "minimum": 1, "default": USUAL}, description=f"At most {MOST}.")


def place_of(request: Request) -> str:
    """What the cursor of the request says, empty without one. Raises ValidationError for what is none."""
    text = request.query_params.get("cursor", "")
    try:
        return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4)).decode("ascii") if text else ""
    except ValueError:
        raise wrong_cursor() from None


def wrong_cursor() -> ValidationError:
    return ValidationError({"cursor": [_("Invalid cursor. Start again without it.")]})


def limit_of(request: Request) -> int:
    """How many rows a page shall have. Raises ValidationError where it is no number from 1 on."""
    text = request.query_params.get("limit")
    if text is None:
        return USUAL
    if not (text.isascii() and text.isdecimal()) or int(text[:30]) < 1:
        raise ValidationError({"limit": [_("Must be a whole number, %(least)s or higher.") % {"least": 1}]})
    return min(int(text[:30]), MOST)


def next_url(request: Request, place: object) -> str:
    """The address of the page after `place`."""
    query = request.query_params.copy()
    query["cursor"] = urlsafe_b64encode(str(place).encode("ascii")).decode("ascii").rstrip("=")
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")


def newest_first(request: Request, rows: QuerySet[Row], answer: Callable[[Sequence[Row]], Any]) -> dict[str, Any]:
    """A page of rows by their number, the highest first. One statement, and what `answer` asks for the rows of the page."""
    place, limit = place_of(request), limit_of(request)
    if place:
        if not place.isdecimal() or int(place[:30]) > FARTHEST:
            raise wrong_cursor()
        rows = rows.filter(pk__lt=int(place))
    found = list(rows.order_by("-pk")[: limit + 1])
    shown = found[:limit]
    return {"results": answer(shown), "next": next_url(request, shown[-1].pk) if len(found) > limit else None}


def slice_of(request: Request, rows: Sequence[Any]) -> tuple[Sequence[Any], str | None]:
    """A page of rows that are all there already, and the address of the next."""
    place, limit = place_of(request), limit_of(request)
    if place and (not place.isdecimal() or len(place) > 9):
        raise wrong_cursor()
    first = int(place or 0)
    more = len(rows) > first + limit
    return rows[first : first + limit], next_url(request, first + limit) if more else None


def number_of(request: Request) -> int:
    """The page of a list whose pages are counted, from 1. Raises ValidationError for what is no place in it."""
    place = place_of(request) or "1"
    if not place.isdecimal() or not 1 <= int(place[:10]) < 1_000_000:
        raise wrong_cursor()
    return int(place[:10])


@cache
def page_of(serializer: type[serializers.BaseSerializer[Any]]) -> Any:
    """How a page of such rows is described."""
    name = f"{serializer.__name__.removesuffix('Output')}Page"
    following = serializers.CharField(allow_null=True, help_text="URL of the next page; null on the last page.")
    return inline_serializer(name, {"results": serializer(many=True), "next": following})
