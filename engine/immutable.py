"""Small classes that never change, made by Python also where the engine is compiled (`tools/compiled`).

The decorators make dataclasses whose class variables need no ClassVar in subclasses: what a base class has already is no
field, so its annotation is removed before `dataclass` looks. A compiled engine could not tell there that an annotation was
a ClassVar.
"""

from dataclasses import dataclass, fields
from functools import cache
from typing import Generic, TypeVar, dataclass_transform

Class = TypeVar("Class")


class Handle(Generic[Class]):
    """What weak references take hold of instead of an object whose class may be compiled, and then can have none. The
    object keeps its handle, so one lives as long as the other."""

    __slots__ = ("__weakref__", "of")

    def __init__(self, of: Class) -> None:
        self.of = of


@dataclass_transform(frozen_default=True)
def agenda_item(cls: type[Class]) -> type[Class]:
    """A frozen dataclass."""
    return dataclass(frozen=True, slots=True)(_with_own_fields(cls))


@dataclass_transform(frozen_default=True)
def entry(cls: type[Class]) -> type[Class]:
    """A frozen dataclass to the type checker. At run time the guard is left out: it would make an entry cost three times
    as much, and entries a tenth of a move."""
    return dataclass(slots=True, unsafe_hash=True)(_with_own_fields(cls))


def _with_own_fields(cls: type[Class]) -> type[Class]:
    own = vars(cls).get("__annotations__", {})
    cls.__annotations__ = {name: kind for name, kind in own.items() if not hasattr(cls.__base__, name)}
    return cls


def made_by_hand(cls: type[Class]) -> type[Class]:
    """Nothing is done to the class. It tells the compiler to leave it to Python, because classes below it are made by
    `agenda_item`, or in tests, or because the class above it is made here."""
    return cls


def as_json(value: object) -> object:
    """Plain JSON of a value made of dataclasses, tuples and plain things."""
    if isinstance(value, (str, int, type(None))):
        return value
    if isinstance(value, (tuple, list)):
        return [as_json(one) for one in value]
    if isinstance(value, dict):
        return {key: as_json(one) for key, one in value.items()}
    return {name: as_json(getattr(value, name)) for name in _names(type(value))}  # type: ignore[arg-type]


@cache
def _names(cls: type) -> tuple[str, ...]:
    """The fields of a dataclass."""
    return tuple(field.name for field in fields(cls))


class Plain:
    """Base of dataclasses that are told as they are."""

    __slots__ = ()

    def to_json(self) -> dict[str, object]:
        """Plain JSON with the same names."""
        return {name: as_json(getattr(self, name)) for name in _names(type(self))}  # type: ignore[arg-type]
