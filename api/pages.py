"""Lists in pages: `next` is the address of the page after this one, and null on the last."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import pagination, serializers
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

Place = TypeVar("Place")

USUAL, MOST = 50, 200
FARTHEST = 2**63 - 1
CURSOR = OpenApiParameter(
    "cursor", {"type": "string", "maxLength": 200}, description="The `cursor` value from `next`; opaque."
)
LIMIT = OpenApiParameter("limit", {"type": "integer", "minimum": 1, "default": USUAL}, description=f"At most {MOST}.")


class NewestFirst(pagination.CursorPagination):
    """Rows of a query by their number, the highest first. Unlike the framework, refuses what is no cursor and no number."""

    ordering = "-pk"

    def decode_cursor(self, request: Request) -> pagination.Cursor | None:
        try:
            found = super().decode_cursor(request)
        except NotFound:
            raise wrong_cursor() from None
        if found is not None and not (str(found.position).isdecimal() and int(str(found.position)[:30]) <= FARTHEST):
            raise wrong_cursor()
        return found

    def get_page_size(self, request: Request) -> int:
        return limit_of(request)

    def get_paginated_response(self, data: Any) -> Response:
        return Response({"results": data, "next": self.get_next_link()})


class InOrder(pagination.LimitOffsetPagination):
    """Rows in the order that they have; the cursor is how many come before."""

    offset_query_param = "cursor"

    def get_limit(self, request: Request) -> int:
        return limit_of(request)

    def get_offset(self, request: Request) -> int:
        return number_of(request, "0", most=999_999_999)

    def get_paginated_response(self, data: Any) -> Response:
        return Response({"results": data, "next": self.get_next_link()})


def wrong_cursor() -> ValidationError:
    return ValidationError({"cursor": [_("Invalid cursor. Start again without it.")]})


def limit_of(request: Request) -> int:
    """How many rows a page shall have. Raises ValidationError where it is no number from 1 on."""
    text = request.query_params.get("limit", str(USUAL))
    if not (text.isascii() and text.isdecimal()) or int(text[:30]) < 1:
        raise ValidationError({"limit": [_("Must be a whole number, %(least)s or higher.") % {"least": 1}]})
    return min(int(text[:30]), MOST)


def number_of(request: Request, usual: str = "1", *, most: int = 999_999) -> int:
    """A cursor that is a number, such as that of a page. Raises ValidationError for another one."""
    text = request.query_params.get("cursor", usual)
    if not (text.isascii() and text.isdecimal()) or not int(usual) <= int(text[:30]) <= most:
        raise wrong_cursor()
    return int(text)


def place_of(request: Request, read: Callable[[str], Place | None]) -> Place | None:
    """The cursor as what `read` makes of it; None without one. Raises ValidationError where that is nothing."""
    text = request.query_params.get("cursor", "")
    place = read(text) if text else None
    if text and place is None:
        raise wrong_cursor()
    return place


def next_url(request: Request, place: object) -> str:
    return replace_query_param(request.build_absolute_uri(), "cursor", place)


@cache
def page_of(serializer: Any) -> Any:
    name = f"{serializer.__name__.removesuffix('Output')}Page"
    following = serializers.CharField(allow_null=True, help_text="URL of the next page; null on the last page.")
    return inline_serializer(name, {"results": serializer(many=True), "next": following})
