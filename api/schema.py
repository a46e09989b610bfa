"""The description of the API (OpenAPI 3.1): each operation says in one place what it is, takes, answers and refuses."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from itertools import pairwise
from typing import Any, TypeVar, cast

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from .idempotency import HEADER, LONGEST, KeyReused, TooManyKeys
from .pages import CURSOR, LIMIT, page_of
from .problems import MEDIA_TYPE, Refusal
from .scopes import ABOUT

F = TypeVar("F", bound=Callable[..., Any])


class WrongFieldOutput(serializers.Serializer[Any]):
    field = serializers.CharField(
        help_text="For example `version` or `guests.1`; empty for the whole request.", allow_blank=True
    )
    code = serializers.CharField(help_text="For example `required`, `null`, `invalid`, `max_length`.")
    detail = serializers.CharField()


class ProblemOutput(serializers.Serializer[Any]):
    """Problem details (RFC 9457)."""

    type = serializers.CharField(help_text="Link to the explanation of the code.")
    title = serializers.CharField(help_text="Meaning of the status, in the language of the request.")
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="A sentence for people, in the language of the request.")
    code = serializers.CharField(help_text="Error code for programs; it never changes.")
    instance = serializers.CharField(help_text="The requested path.", allow_blank=True)
    errors = WrongFieldOutput(many=True, required=False)  # type: ignore[assignment]
    rule = serializers.CharField(required=False, help_text="ID of the game rule that forbids it.")
    rule_url = serializers.CharField(required=False, help_text="Link to that rule.")


ALWAYS: Mapping[int, tuple[str, ...]] = {
    400: ("invalid", "parse_error", "not_text", "bad_request"),
    401: ("not_authenticated", "authentication_failed"),
    403: ("permission_denied", "insufficient_scope", "guest"),
    404: ("not_found",),
    406: ("not_acceptable",),
    429: ("throttled",),
    503: ("unavailable",),
}
ABOUT_STATUS = {
    400: "Bad request.",
    401: "Not signed in, or the token is invalid.",
    403: "Not allowed.",
    404: "Not found, or not visible to you.",
    406: "Response format not available.",
    409: "Not possible right now.",
    413: "The request body is too large.",
    415: "Request format not supported.",
    422: "Invalid data.",
    429: "Too many requests. `Retry-After` says how long to wait.",
    503: "Part of the site is down. `Retry-After` says how long to wait.",
}


def operation(
    summary: str,
    *,
    answer: Any = None,
    lists: Any = None,
    status: int = 200,
    body: Any = None,
    query: Sequence[Any] = (),
    refuses: Iterable[type[Refusal]] = (),
    example: object = None,
    example_body: object = None,
) -> Callable[[F], F]:
    """What one method of an endpoint is. `answer` and `body` are serializers, None for nothing; `lists` is what a list in pages
    has; `refuses` are the refusals that one should know of; `example` is an answer and `example_body` what was sent for it.
    A method that returns nothing answers with the status alone."""
    if lists is not None:
        answer, query = page_of(lists), (*query, CURSOR, LIMIT)

    def describe(method: F) -> F:
        name, found = method.__name__, {one: list(codes) for one, codes in ALWAYS.items()}
        if name in ("post", "put", "patch"):
            found |= {413: ["too_large"], 415: ["unsupported_media_type"]}
        if name != "get":
            found |= {409: [], 422: []}
        if name == "post":
            found[422].append(KeyReused.code)
            found[429].append(TooManyKeys.code)
        for refusal in refuses:
            found.setdefault(refusal.status, []).append(refusal.code)
        responses: dict[Any, Any] = {
            (status, "application/json") if answer is not None else status: answer
            if answer is not None
            else OpenApiResponse(description="Done.")
        }
        if name == "get":
            responses[304] = OpenApiResponse(description="Your copy (`If-None-Match`) is still current.")
        for one, codes in sorted(found.items()):
            said = ", ".join(f"`{code}`" for code in dict.fromkeys(codes))
            responses[one, MEDIA_TYPE] = OpenApiResponse(
                ProblemOutput, description=f"{ABOUT_STATUS[one]} {f'Codes: {said}.' if said else ''}".strip()
            )
        examples = []
        if example is not None:
            examples.append(OpenApiExample("Answer", value=example, response_only=True, status_codes=[str(status)]))
        if example_body is not None:
            examples.append(OpenApiExample("Request", value=example_body, request_only=True))

        @wraps(method)
        def answered(*args: Any, **kwargs: Any) -> Any:
            found = method(*args, **kwargs)
            return Response(status=status) if found is None else found

        decorated: F = extend_schema(
            summary=summary,
            description=(method.__doc__ or "").strip(),
            request=body,
            parameters=[*query],
            responses=responses,
            examples=examples,
        )(cast(F, answered))
        return decorated

    return describe


class Description(AutoSchema):
    """Chapters, scopes and common headers follow from the endpoint."""

    def get_tags(self) -> list[str]:
        return [getattr(self.view, "tag", "") or "description"]

    def get_operation_id(self) -> str:
        """The method and the words of the address, one of many in the singular: `post_game_moves`. They change as little as
        addresses do. A part in braces is named where nothing else tells the address from that of the list."""
        parts = (self.path.removeprefix("/api/v1/").strip("/") or "index").split("/")
        words: list[str] = [self.method.lower()]
        for part, after in pairwise([*parts, ""]):
            if not part.startswith("{"):
                words += re.findall(r"\w+", part.removesuffix("s") if after.startswith("{") else part)
            elif words[-1] in ("about", "solo"):
                words.append(part[1:-1])
        return "_".join(words)

    def get_override_parameters(self) -> list[Any]:
        common: list[Any] = []
        if self.method == "GET" and hasattr(self.view, "tag"):
            common.append(
                OpenApiParameter(
                    "If-None-Match", str, OpenApiParameter.HEADER, description="The `ETag` of the response you have."
                )
            )
        if self.method == "POST" and getattr(self.view, "takes_keys", False):
            about = f"1 to {LONGEST} ASCII characters of your choice. Repeating a request with the same key runs it only once."
            kind = {"type": "string", "minLength": 1, "maxLength": LONGEST, "pattern": "^[!-~]+$"}
            common.append(OpenApiParameter(HEADER, kind, OpenApiParameter.HEADER, description=about))
        return [*super().get_override_parameters(), *common]

    def get_auth(self) -> list[dict[str, list[str]]]:
        super().get_auth()  # which names the ways
        scope_for = getattr(self.view, "scope_for", lambda method: None)
        named = [str(scope)] if (scope := scope_for(self.method)) else []
        ways: list[dict[str, list[str]]] = [{"bearer": named}, {"token": named}, {"cookieAuth": []}]
        is_open = getattr(self.view, "public", False) and self.method == "GET"
        return [*ways, {}] if is_open or not hasattr(self.view, "tag") else ways


HEADERS: Mapping[str, str] = {
    "RateLimit": "Remaining requests (`r`) and seconds until the limit resets (`t`).",
    "RateLimit-Policy": "The quota (`q`) per window of `w` seconds.",
    "ETag": "The version tag of this response.",
    "Retry-After": "Seconds to wait.",
}
RATES = ("RateLimit", "RateLimit-Policy")
OF_STATUS: Mapping[str, tuple[str, ...]] = {
    "200": (*RATES, "ETag"),
    "201": RATES,
    "204": RATES,
    "429": (*RATES, "Retry-After"),
    "503": ("Retry-After",),
}
"""Where headers are described: the rates stand in every answer, and that is not said a thousand times."""


def finish(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Headers of all answers, and the ways to sign in with the scopes."""
    components = result["components"]
    components["headers"] = {
        name: {"description": about, "schema": {"type": "string"}} for name, about in HEADERS.items()
    }
    shared: dict[str, Any] = {}
    named: dict[str, str] = {}
    for methods in result["paths"].values():
        for operation in methods.values():
            scope = operation.get("security", [{}])[0].get("bearer")
            if scope:
                operation["description"] = (
                    f"{operation.get('description', '')}\n\nScope of a token: `{scope[0]}`.".strip()
                )
            for status, response in operation["responses"].items():
                if names := OF_STATUS.get(status):
                    response["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
                if status >= "4":  # said once, not in a thousand places
                    name = named.setdefault(json.dumps(response), f"Problem{status}-{len(named)}")
                    shared[name], operation["responses"][status] = response, {"$ref": f"#/components/responses/{name}"}
    components["responses"] = shared
    scopes = "\n".join(f"- `{scope}`: {about}" for scope, about in ABOUT.items())
    for name in ("token", "bearer"):
        components["securitySchemes"][name]["description"] += f" Scopes:\n{scopes}"
    return result
