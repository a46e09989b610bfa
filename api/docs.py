"""The description of the API: for programs, as a page of the site made of the same schema without a script, and where to begin."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import get_resolver
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from .endpoint import Endpoint
from .problems import Refusal
from .schema import ALWAYS, operation
from .scopes import ABOUT

NAMESPACE = "api"
METHODS = ("get", "post", "put", "patch", "delete")
CHAPTERS: Mapping[str, str] = {
    "games": "Games: state, moves, auto-passes, conditional orders, log, positions, records",
    "chat": "Chat and notes",
    "tables": "Tables and invitations",
    "tournaments": "Tournaments: rounds, standings, registration, directing",
    "leagues": "Leagues",
    "ratings": "Ratings and leaderboards",
    "players": "Players and your profile",
    "notifications": "Notifications and webhooks",
    "reference": "Cards, tiles and rules",
    "description": "API documentation",
}


class IndexOutput(serializers.Serializer[object]):
    docs = serializers.CharField(help_text="Documentation of all operations.")
    schema = serializers.CharField(help_text="OpenAPI 3.1 schema.")
    addresses = serializers.DictField(
        child=serializers.CharField(), help_text="URLs by name; fill in the parts in braces."
    )


class Index(Endpoint):
    tag, public = "description", True

    @operation("Entry point", answer=IndexOutput)
    def get(self, request: Request) -> Response:
        """The same for every caller: what exists, not what your token may do."""
        here = request.build_absolute_uri(request.path)
        found: list[Any] = get_resolver().namespace_dict[NAMESPACE][1].url_patterns
        addresses = {
            str(one.name): here + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(one.pattern))  # RFC 6570
            for one in found
            if getattr(getattr(one.callback, "cls", None), "tag", "") and str(one.pattern)
        }
        return Response({"docs": f"{here}docs/", "schema": f"{here}schema/", "addresses": addresses})


@require_safe
@cache_control(private=True, max_age=300)
def page(request: HttpRequest) -> HttpResponse:
    """All operations by chapter, what they take and answer, and every code of an error with its sentence."""
    shown = {"description": described(), "codes": codes(), "scopes": [(str(one), said) for one, said in ABOUT.items()]}
    header = "Authorization: Bearer stp_…"
    return render(request, "api/docs.html", {**shown, "source": settings.SOURCE_URL, "header": header})


@require_safe
@cache_control(private=True, max_age=300)
def schema(request: HttpRequest) -> HttpResponse:
    return HttpResponse(schema_text(), content_type="application/vnd.oai.openapi+json;version=3.1")


@lru_cache(maxsize=1)
def whole_schema() -> dict[str, Any]:
    """Made once in the life of a process, in English: it takes seconds."""
    with override("en"):
        whole: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return whole | {"tags": [{"name": name, "description": about} for name, about in CHAPTERS.items()]}


@lru_cache(maxsize=1)
def schema_text() -> str:
    return json.dumps(whole_schema(), ensure_ascii=False, default=str)


def codes() -> list[tuple[str, int, str]]:
    """Every code that the API may answer, its status and its sentence."""
    found = {code: (status, "") for status, some in ALWAYS.items() for code in some}
    found |= {"not_found": (404, ""), "method_not_allowed": (405, ""), "too_large": (413, "")}
    found |= {"unsupported_media_type": (415, ""), "server_error": (500, "")}
    found |= {one.code: (one.status, str(one.sentence)) for one in _kinds_of(Refusal)}
    return sorted((code, status, sentence) for code, (status, sentence) in found.items())


def _kinds_of(kind: type[Refusal]) -> Iterator[type[Refusal]]:
    for one in kind.__subclasses__():
        if not one.__module__.startswith("tests."):
            yield one
            yield from _kinds_of(one)


@lru_cache(maxsize=1)
def described() -> Mapping[str, Any]:
    whole = whole_schema()
    kinds = whole["components"]["schemas"]
    found: dict[str, list[Mapping[str, Any]]] = {}
    for path, methods in whole["paths"].items():
        for method in METHODS:
            if method in methods:
                found.setdefault(methods[method]["tags"][0], []).append(
                    _operation(method, path, methods[method], whole["components"])
                )
    return {
        "chapters": [
            {"name": name, "title": title, "operations": found[name]}
            for name, title in CHAPTERS.items()
            if name in found
        ],
        "kinds": [
            {"name": name, "about": kind.get("description", ""), "fields": _fields(kind, kinds)}
            for name, kind in kinds.items()
            if "properties" in kind
        ],
    }


def _operation(method: str, path: str, known: Mapping[str, Any], components: Mapping[str, Any]) -> Mapping[str, Any]:
    kinds, shared = components["schemas"], components["responses"]
    content = _content(known.get("requestBody", {}))
    about, _line, scope = known.get("description", "").partition("Scope of a token: ")
    answers, response = [], ""
    for status, one in known["responses"].items():
        one = shared[one["$ref"].rpartition("/")[2]] if "$ref" in one else one
        inside = _content(one)
        kind, link = _kind(inside["schema"]) if "schema" in inside else ("", "")
        answers.append({"status": status, "about": one.get("description", ""), "kind": kind, "link": link})
        response = response or _example(inside)
    body = content.get("schema", {})
    return {
        "anchor": re.sub(r"\W+", "-", f"{method}{path}").strip("-"),
        "method": method.upper(),
        "path": path,
        "summary": known.get("summary", ""),
        "about": about.strip(),
        "scope": scope.strip("`. "),
        "parameters": [
            _field(one["name"], one["schema"], one.get("required", False), one.get("description", ""))
            for one in known.get("parameters", ())
        ],
        "body": _fields(_known(body, kinds), kinds),
        "answers": answers,
        "request": _example(content),
        "response": response,
    }


def _content(part: Mapping[str, Any]) -> Mapping[str, Any]:
    """A body or an answer in the first of its media types."""
    return next(iter(part.get("content", {}).values()), {})


def _known(schema: Mapping[str, Any], kinds: Mapping[str, Any]) -> Mapping[str, Any]:
    return kinds[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema


def _fields(schema: Mapping[str, Any], kinds: Mapping[str, Any]) -> Sequence[Mapping[str, object]]:
    """Those of an object, or the kinds of which it is one."""
    required = schema.get("required", ())
    numbered = {name.strip("^$").replace(r"\d+", "…"): one for name, one in schema.get("patternProperties", {}).items()}
    own = schema.get("properties", {}) | numbered
    return [
        *(_field(name, one, name in required, one.get("description", "")) for name, one in own.items()),
        *(_field("", one, False, _known(one, kinds).get("description", "")) for one in schema.get("anyOf", ())),
    ]


def _field(name: str, schema: Mapping[str, Any], required: bool, about: str) -> Mapping[str, object]:
    kind, link = _kind(schema)
    return {"name": name, "kind": kind, "about": about, "required": required, "link": link}


def _kind(schema: Mapping[str, Any]) -> tuple[str, str]:
    """A type in a few words, and the name of the kind that it leads to."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return name, name
    for word in ("allOf", "oneOf", "anyOf"):
        if word in schema:
            inside = [_kind(one) for one in schema[word]]
            return " | ".join(kind for kind, _link in inside), next((link for _kind, link in inside if link), "")
    if "enum" in schema:
        return " | ".join(json.dumps(one) for one in schema["enum"]), ""
    kind = schema.get("type", "any")
    if kind == "array":
        item, link = _kind(schema.get("items", {}))
        return f"[{item}]", link
    text = " | ".join(kind) if isinstance(kind, list) else kind
    return f"{text} ({schema['format']})" if "format" in schema else text, ""


def _example(content: Mapping[str, Any]) -> str:
    examples = content.get("examples", {})
    one = next(iter(examples.values()), None)
    return json.dumps(one["value"], indent=1, ensure_ascii=False) if one else ""
