"""A body that the description of the API allows, where nobody has written an example."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Schema = Mapping[str, Any]

AT, ON = "2026-11-23T09:00:00Z", "2026-11-23"
TEXTS: Mapping[str, str] = {
    "about": "“White nights”, game 4711",
    "act": "put-off",
    "answer": "HTTP 204",
    "by": "Daria",
    "endpoint": "https://push.example.net/send/abc",
    "host": "example.org",
    "key": "412",
    "kind": "your_turn",
    "language": "en",
    "mail": "you@example.com",
    "name": "Anna",
    "pace": "2 days for a move",
    "points": "1½",
    "pool": "overall",
    "reason": "The hall is taken that week.",
    "seen": "today",
    "selection": "2nd edition",
    "source": "page",
    "subject": "game:4711",
    "text": "Good game!",
    "time_zone": "Europe/Berlin",
    "title": "White nights",
    "turn": "Building phase in round 3",
    "url": "https://example.org/games/4711/",
    "value": "1512",
    "words": "Moves at the last minute, with every move.",
}
NUMBERS: Mapping[str, int] = {
    "author": 12,
    "edition": 2,
    "tournament": 31,
    "game": 4711,
    "games": 40,
    "id": 4711,
    "player": 12,
    "players": 3,
    "ply": 41,
    "rating": 1512,
    "table": 4730,
    "version": 41,
}


def sample(schema: Schema, kinds: Mapping[str, Schema], name: str = "") -> Any:
    """A value that this schema allows; `name` is that of its field.

    >>> sample({"type": "object", "properties": {"id": {"type": "integer"}, "next": {"type": ["string", "null"]}}}, {})
    {'id': 4711, 'next': None}
    """
    schema = _whole(schema, kinds)
    for word in ("allOf", "oneOf", "anyOf"):
        if word in schema:
            chosen = [
                one for one in schema[word] if one.get("type") != "null" and one.get("enum") not in ([""], [None])
            ]
            return sample(chosen[0], kinds, name)
    if "enum" in schema:
        return next((one for one in schema["enum"] if one not in ("", None)), schema["enum"][0])
    if "default" in schema and schema["default"] is not None:
        return schema["default"]
    kind = schema.get("type")
    if isinstance(kind, list):
        if name == "next":
            return None
        kind = next(one for one in kind if one != "null")
    return _SAMPLES.get(kind, _nothing)(schema, kinds, name)


def _whole(schema: Schema, kinds: Mapping[str, Schema]) -> Schema:
    reference = schema.get("$ref", "")
    return kinds[reference.rpartition("/")[2]] if reference else schema


def _text(schema: Schema, kinds: Mapping[str, Schema], name: str) -> str:
    shape = schema.get("format", "")
    if shape in ("date-time", "date"):
        return AT if shape == "date-time" else ON
    return TEXTS.get(name, "…")[: schema.get("maxLength")]


def _number(schema: Schema, kinds: Mapping[str, Schema], name: str) -> int:
    return int(min(max(NUMBERS.get(name, 1), schema.get("minimum", 0)), schema.get("maximum", 2**31)))


def _list(schema: Schema, kinds: Mapping[str, Schema], name: str) -> list[Any]:
    items = schema.get("items", {})
    return [sample(items, kinds, name.removesuffix("s"))] * max(1, schema.get("minItems", 0))


def _object(schema: Schema, kinds: Mapping[str, Schema], name: str) -> dict[str, Any]:
    found = {field: sample(one, kinds, field) for field, one in schema.get("properties", {}).items()}
    more = schema.get("additionalProperties")
    return found or ({"mail": sample(more, kinds, name)} if isinstance(more, Mapping) and more else {})


def _nothing(schema: Schema, kinds: Mapping[str, Schema], name: str) -> None:
    """Of what may be anything there is nothing to show."""


_SAMPLES: Mapping[Any, Any] = {
    "string": _text,
    "integer": _number,
    "number": lambda schema, kinds, name: 1.25,
    "boolean": lambda schema, kinds, name: False,
    "array": _list,
    "object": _object,
}
