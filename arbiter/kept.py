"""Values that can be kept: every input and result of the pure rooms as JSON and back, with the version it was made by.

A value is written by the types of its fields, so nothing has to be registered; a field that is added later with a default
is missing in what was kept before, and reads as the default. Fractions are text such as "5/3", sets are sorted, mappings
are lists of pairs, and where a field may be of several classes the class is named.
"""

import json
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from datetime import timedelta
from enum import Enum
from fractions import Fraction
from functools import cache, partial
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from arbiter.errors import KeptError
from arbiter.sentences import Said, Sentence

VERSIONS = {
    "pairing.dutch": 2,  # 2: rounds for which the rules have no pairing spread byes and rematches
    "pairing.tables": 3,  # 2: byes drawn in the order of numbers, seats cheap at the leaders'; 3: the same on every processor
    "pairing": 1,
    "formats": 1,
    "schedules": 1,
    "standings": 1,
    "ratings": 1,
    "results": 1,
    # 2: a round is kept with the situation that it was made from; 3: all forms keep people apart, and three of a table whose
    # fourth is gone play; 4: no game of a match begins that an earlier one can make needless,
    # and who goes on from a group is asked of all whom it was dealt
    "progression": 4,
}
"""The version of each room's algorithm. It rises with every change after which the same input may give another result, that of
plans also with those of schedules and formats, from which it makes rounds."""

CLASS, SENTENCE = "is", "says"
Kind = TypeVar("Kind")


def version_of(kind: type) -> tuple[str, int]:
    path = kind.__module__.removeprefix("arbiter.")
    room = next((room for room in VERSIONS if path == room or path.startswith(room + ".")), None)
    if room is None:
        raise KeptError("{kind} belongs to no module whose values are stored.", kind=kind.__name__)
    return room, VERSIONS[room]


def to_json(value: object) -> str:
    """A value with the room and version it was made by, as text; equal values give the same text."""
    room, version = version_of(type(value))
    kept = {"room": room, "version": version, "value": written(value, type(value))}
    return json.dumps(kept, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def from_json(kind: type[Kind], text: str) -> Kind:
    """The value of this class that `to_json` has written. Raises KeptError for any other text."""
    try:
        value: Kind = read(json_of(kind, text), kind)
    except (ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        raise KeptError("This is not a stored {kind}: {reason}", kind=kind.__name__, reason=str(error)) from error
    return value


def json_of(kind: type, text: str) -> Any:
    """The value of this class as JSON has it, for readers of many that need no objects. Raises KeptError, or what reading any
    other text raises."""
    kept = json.loads(text)
    if version_of(kind)[0] != kept["room"]:
        raise KeptError(
            "The stored value belongs to {room}, not to {kind}.", room=str(kept["room"]), kind=kind.__name__
        )
    return kept["value"]


def made_by(text: str) -> tuple[str, int]:
    try:
        kept = json.loads(text)
        return str(kept["room"]), int(kept["version"])
    except (ValueError, TypeError, KeyError) as error:
        raise KeptError("This is not a stored value: {reason}", reason=str(error)) from error


_types: Callable[[Any], dict[str, Any]] = cache(get_type_hints)
"""The types of the fields of a class. Working them out takes longer than writing a value of it."""


def written(value: Any, kind: Any) -> Any:
    """A value as JSON has it, given the type of its field."""
    origin, parts, made_of = get_origin(kind), get_args(kind), type(value)
    if origin in (Union, types.UnionType):
        return _written_of_many(value, parts)
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, Sentence):
        return [value.pattern, {name: _filled_in(one) for name, one in value.values.items()}]
    if is_dataclass(value):
        hints = _types(made_of)
        return {one.name: written(getattr(value, one.name), hints[one.name]) for one in fields(value) if one.init}
    if hasattr(made_of, "_fields"):
        return {name: written(getattr(value, name), one) for name, one in _types(made_of).items()}
    if isinstance(value, Mapping):
        return sorted(([written(key, parts[0]), written(one, parts[1])] for key, one in value.items()), key=repr)
    if isinstance(value, frozenset):
        return sorted((written(one, parts[0]) for one in value), key=repr)
    if isinstance(value, tuple):
        kinds = parts[:1] * len(value) if parts[-1:] == (Ellipsis,) else parts
        return [written(one, one_kind) for one, one_kind in zip(value, kinds, strict=True)]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise KeptError("{kind} cannot be stored.", kind=type(value).__name__)


def read(kept: Any, kind: Any) -> Any:
    return _reader(kind)(kept)


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """What reads values of this type: worked out once, since a page reads thousands of them."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return partial(_read_of_many, parts=parts)
    if origin is tuple:
        if parts[-1:] == (Ellipsis,):
            return _all_as(tuple, parts[0])
        return lambda kept: tuple(read(one, part) for one, part in zip(kept, parts, strict=True))
    if origin in (frozenset, Sequence):
        return _all_as(frozenset if origin is frozenset else tuple, parts[0])
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return lambda kept: {read(key, parts[0]): read(one, parts[1]) for key, one in kept}
    if kind is Fraction:
        return Fraction
    if kind is timedelta:
        return lambda kept: timedelta(seconds=kept)
    if kind is Sentence:
        return _sentence
    if issubclass(kind, Enum):
        return kind  # type: ignore[no-any-return]
    if is_dataclass(kind):
        return _dataclass(kind)
    if hasattr(kind, "_fields"):
        return lambda kept: kind(**{name: read(kept[name], one) for name, one in _types(kind).items()})
    return partial(_plain, kind=kind)


def _all_as(collection: Callable[[Any], Any], part: Any) -> Callable[[Any], Any]:
    return lambda kept: collection(map(_reader(part), kept))


def _sentence(kept: Any) -> Sentence:
    pattern, values = kept
    return Sentence(pattern, **{name: _taken_out(one) for name, one in values.items()})


def _plain(kept: Any, kind: Any) -> Any:
    if type(kept) is kind:
        return kept
    if kind is float and type(kept) is int:
        return float(kept)
    raise KeptError("Expected a stored {kind}, found {found}.", found=repr(kept)[:40], kind=kind.__name__)


def _filled_in(value: Said) -> Any:
    """What is filled into a sentence; a sentence in it is told apart from other words."""
    if isinstance(value, tuple):
        return [_filled_in(one) for one in value]
    return {SENTENCE: written(value, Sentence)} if isinstance(value, Sentence) else value


def _taken_out(kept: Any) -> Any:
    if isinstance(kept, dict):
        return read(kept[SENTENCE], Sentence)
    return tuple(_taken_out(one) for one in kept) if isinstance(kept, list) else kept


def _dataclass(kind: Any) -> Callable[[dict[str, Any]], Any]:
    hints, known = _types(kind), {one.name: one for one in fields(kind) if one.init}
    needed = [name for name, one in known.items() if one.default is MISSING and one.default_factory is MISSING]

    def read_fields(kept: dict[str, Any]) -> Any:
        if strange := kept.keys() - known.keys() - {CLASS}:
            raise KeptError("{kind} has no field {field}.", kind=kind.__name__, field=min(strange))
        for name in needed:
            if name not in kept:
                raise KeptError("The stored {kind} lacks its field {field}.", kind=kind.__name__, field=name)
        return kind(**{name: _reader(hints[name])(one) for name, one in kept.items() if name != CLASS})

    return read_fields


def _written_of_many(value: Any, parts: tuple[Any, ...]) -> Any:
    """A value where several types are possible; a class among several is named."""
    if value is None:
        return None
    classes = [part for part in parts if is_dataclass(part)]
    if len(classes) > 1 and is_dataclass(value):
        return {CLASS: type(value).__name__, **written(value, type(value))}
    kinds = ((part, get_origin(part) or part) for part in parts)
    kind = next((part for part, one in kinds if isinstance(one, type) and isinstance(value, one)), None)
    if kind is None:
        raise KeptError("{kind} cannot be stored here.", kind=type(value).__name__)
    return written(value, kind)


def _read_of_many(kept: Any, parts: tuple[Any, ...]) -> Any:
    if kept is None and type(None) in parts:
        return None
    if isinstance(kept, dict) and CLASS in kept:
        return read(kept, next(part for part in parts if part.__name__ == kept[CLASS]))
    others = [part for part in parts if part is not type(None)]
    if set(others) == {Fraction, int}:  # equal, and a fraction wherever it matters
        return Fraction(kept) if isinstance(kept, str) else kept
    return read(kept, others[0] if len(others) == 1 else next(part for part in others if type(kept) is part))
