"""What every operation of the API is: who may ask, with which scope, once or often, and what the answer says about itself."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from rest_framework import permissions, serializers
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from .idempotency import once
from .pages import InOrder, NewestFirst
from .rates import Rate
from .scopes import Scope

MOST = 2**63 - 1
VARY = ("Accept-Language", "Authorization", "Cookie")


class Endpoint(APIView):
    """One address. `tag` is the chapter of the description; `scope` what a token needs for all that changes something there, and
    `read_scope` for looking; `public`: strangers may look; `secrets` are fields of answers that are said once and
    kept nowhere. Where a POST asks other servers it `takes_keys` not: nothing does that in a transaction."""

    tag: ClassVar[str] = ""
    scope: ClassVar[Scope | None] = None
    read_scope: ClassVar[Scope] = Scope.READ
    public: ClassVar[bool] = False
    secrets: ClassVar[frozenset[str]] = frozenset()
    takes_keys: ClassVar[bool] = True
    throttle_classes = (Rate,)
    http_request: HttpRequest
    """As Django has it; `self.request` is the framework's, which wraps it."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "post" in cls.__dict__ and cls.takes_keys:
            cls.post = once(cls.__dict__["post"])  # type: ignore[attr-defined]

    def scope_for(self, method: str) -> Scope | None:
        """What a token needs; None opens to no token at all."""
        return self.read_scope if method in permissions.SAFE_METHODS else self.scope

    def perform_authentication(self, request: Request) -> None:
        """A token signs in after the middleware has chosen language and zone, so they become the user's from here on.
        The middleware that gives them to pages ends both."""
        super().perform_authentication(request)
        if request.auth is None:
            return
        user: Any = request.user
        timezone.activate(user.zone)
        if "Accept-Language" not in request.headers:
            translation.activate(user.language)
            self.http_request.LANGUAGE_CODE = translation.get_language()

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        self.http_request = request
        return super().initialize_request(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if any(isinstance(number, int) and number > MOST for number in kwargs.values()):
            raise NotFound  # no row can have this number

    def newest_first(
        self, rows: QuerySet[Any], kind: type[serializers.BaseSerializer[Any]], made: Callable[[Any], Any] = list
    ) -> Response:
        """A page of a list of rows, the highest number first. `made` makes of the rows of a page what `kind` writes."""
        return self._page(NewestFirst(), rows, kind, made)

    def in_order(
        self,
        rows: Sequence[Any] | QuerySet[Any, Any],
        kind: type[serializers.BaseSerializer[Any]],
        made: Callable[[Any], Any] = list,
    ) -> Response:
        """The same in the order that the rows have. Of a query only those of the page are read."""
        return self._page(InOrder(), rows, kind, made)

    def _page(
        self, pages: Any, rows: Any, kind: type[serializers.BaseSerializer[Any]], made: Callable[[Any], Any]
    ) -> Response:
        shown = made(pages.paginate_queryset(rows, self.request, self))
        answer: Response = pages.get_paginated_response(kind(shown, many=True, context={"request": self.request}).data)
        return answer

    def rendered(self, data: object) -> str:
        return JSONRenderer().render(data).decode()

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Headers of every answer; where a look finds what the program has already, 304 and no body."""
        response = super().finalize_response(request, response, *args, **kwargs)
        rate = getattr(request, "rate", None)
        if isinstance(rate, Rate):
            rate.put_headers(response)
        patch_vary_headers(response, VARY)
        # what a program keeps is its own business; a browser that signs out shall keep nothing
        by_token = getattr(request, "auth", None) is not None
        response.headers.setdefault("Cache-Control", "private, no-cache" if by_token else "private, no-store")
        if request.method in ("GET", "HEAD") and response.status_code == 200 and isinstance(response, Response):
            return _marked(self.http_request, response)
        return response


def _marked(request: HttpRequest, response: Response) -> HttpResponseBase:
    response.render()
    response["ETag"] = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
    kept: Mapping[str, str] = dict(response.items())
    found = get_conditional_response(request, etag=response["ETag"], response=response)
    assert found is not None
    if found is not response:
        for name in ("RateLimit", "RateLimit-Policy", "Cache-Control", "Vary", "Content-Language"):
            if name in kept:
                found[name] = kept[name]
    return found


def http_of(request: Request) -> HttpRequest:
    """The request of an endpoint as Django has it, for functions that pages and programs share."""
    view: Endpoint = request.parser_context["view"]
    return view.http_request


def user_of(request: Request) -> Any:
    return request.user if request.user.is_authenticated else None


def read(serializer: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    """What was sent, checked. Raises ValidationError."""
    body = serializer(data=data)
    body.is_valid(raise_exception=True)
    return dict(body.validated_data)


def asked(serializer: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """The query of a request, checked. Raises ValidationError."""
    return read(serializer, request.query_params.dict())


def no_choice(value: object) -> ValidationError:
    sentence = serializers.ChoiceField.default_error_messages["invalid_choice"]
    return ValidationError(sentence.format(input=value), "invalid_choice")
