"""The description of the API as a page of the site: made of the same schema that programs read, without a script."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

from .refusals import Refusal
from .schema import ALWAYS
from .scopes import ABOUT

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


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    kind: str
    about: str
    required: bool
    link: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    status: str
    about: str
    kind: str
    link: str


@dataclass(frozen=True, slots=True)
class Operation:
    anchor: str
    method: str
    path: str
    summary: str
    about: str
    scope: str
    parameters: tuple[Field, ...]
    body: tuple[Field, ...]
    answers: tuple[Answer, ...]
    request: str
    response: str


@dataclass(frozen=True, slots=True)
class Chapter:
    name: str
    title: str
    operations: tuple[Operation, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    name: str
    about: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Description:
    chapters: tuple[Chapter, ...]
    kinds: tuple[Kind, ...]


@require_safe
@cache_control(private=True, max_age=300)
def page(request: HttpRequest) -> HttpResponse:
    """All operations by chapter, what they take and answer, and every code of an error with its sentence."""
    told = {"description": described(), "codes": codes(), "scopes": [(str(one), said) for one, said in ABOUT.items()]}
    header = "Authorization: Bearer stp_…"
    return render(request, "api/docs.html", {**told, "source": settings.SOURCE_URL, "header": header})


def codes() -> list[tuple[str, int, str]]:
    """Every code that the API may answer, its status and its sentence."""
    found = {code: (status, "") for status, some in ALWAYS.items() for code in some}
    found |= {"not_found": (404, ""), "method_not_allowed": (405, ""), "too_large": (413, "")}
    found |= {"unsupported_media_type": (415, ""), "server_error": (500, "")}
    for one in _kinds_of(Refusal):
        found[one.code] = (one.status, str(one.sentence))
    return sorted((code, status, sentence) for code, (status, sentence) in found.items())


def _kinds_of(kind: type[Refusal]) -> Iterator[type[Refusal]]:
    for one in kind.__subclasses__():
        if not one.__module__.startswith("tests."):
            yield one
            yield from _kinds_of(one)


@require_safe
@cache_control(private=True, max_age=300)
def schema(request: HttpRequest) -> HttpResponse:
    """OpenAPI 3.1, for programs."""
    return HttpResponse(_as_text(), content_type="application/vnd.oai.openapi+json;version=3.1")


@lru_cache(maxsize=1)
def _made() -> dict[str, Any]:
    """Made once in the life of a process, in English: it takes seconds."""
    with override("en"):
        return SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call, no-any-return]


@lru_cache(maxsize=1)
def _as_text() -> str:
    return json.dumps(_made(), ensure_ascii=False, default=str)


@lru_cache(maxsize=1)
def described() -> Description:
    """The schema as the page shows it."""
    schema = _made()
    kinds = schema["components"]["schemas"]
    found: dict[str, list[Operation]] = {}
    for path, methods in schema["paths"].items():
        for method in METHODS:
            if method in methods:
                told = methods[method]
                found.setdefault(told["tags"][0], []).append(_operation(method, path, told, kinds))
    chapters = tuple(Chapter(name, title, tuple(found[name])) for name, title in CHAPTERS.items() if name in found)
    named = tuple(
        Kind(name, kind.get("description", ""), tuple(_fields(kind)))
        for name, kind in kinds.items()
        if "properties" in kind
    )
    return Description(chapters, named)


def _operation(method: str, path: str, told: Mapping[str, Any], kinds: Mapping[str, Any]) -> Operation:
    content: Mapping[str, Any] = next(iter(told.get("requestBody", {}).get("content", {}).values()), {})
    about, _line, scope = told.get("description", "").partition("Scope of a token: ")
    answers, response = [], ""
    for status, one in told["responses"].items():
        inside: Mapping[str, Any] = next(iter(one.get("content", {}).values()), {})
        kind, link = _kind(inside.get("schema", {})) if inside else ("", "")
        answers.append(Answer(status, one.get("description", ""), kind, link))
        response = response or _example(inside)
    parameters = tuple(
        Field(one["name"], _kind(one["schema"])[0], one.get("description", ""), one.get("required", False))
        for one in told.get("parameters", ())
    )
    return Operation(
        anchor=re.sub(r"\W+", "-", f"{method}{path}").strip("-"),
        method=method.upper(),
        path=path,
        summary=told.get("summary", ""),
        about=about.strip(),
        scope=scope.strip("`. "),
        parameters=parameters,
        body=tuple(_fields(_whole(content.get("schema", {}), kinds))),
        answers=tuple(answers),
        request=_example(content),
        response=response,
    )


def _whole(schema: Mapping[str, Any], kinds: Mapping[str, Any]) -> Mapping[str, Any]:
    reference = schema.get("$ref", "")
    return kinds[reference.rpartition("/")[2]] if reference else schema


def _fields(schema: Mapping[str, Any]) -> Iterator[Field]:
    required = schema.get("required", ())
    for name, one in schema.get("properties", {}).items():
        kind, link = _kind(one)
        yield Field(name, kind, one.get("description", ""), name in required, link)


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
