"""Answers made of dataclasses and typed dictionaries, as schemas with names: each follows from the annotations of its class, so
the description cannot say anything else than the code."""

from dataclasses import is_dataclass
from inspect import getdoc
from types import NoneType, UnionType
from typing import (
    Any,
    ClassVar,
    Literal,
    NotRequired,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.plumbing import ResolvedComponent
from rest_framework import serializers

PLAIN = {str: "string", int: "integer", bool: "boolean", float: "number", NoneType: "null"}


def like(kind: Any, /, *but: str, **instead: Any) -> Any:
    """The same fields as this class `but` for some, and with other annotations for those that say more about themselves here."""
    hints = {
        name: hint
        for name, hint in get_type_hints(kind).items()
        if name not in but and get_origin(hint) is not ClassVar
    }
    found: Any = TypedDict(kind.__name__, hints | instead)  # type: ignore[misc]
    found.__doc__ = getdoc(kind)
    return found


class Typed(serializers.Field[Any, Any, Any, Any]):
    """A value of this kind that is plain JSON already."""

    def __init__(self, kind: Any, **options: Any) -> None:
        self.kind = kind
        super().__init__(**options)

    def to_representation(self, value: Any) -> Any:
        return value


class TypedSchema(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    target_class = Typed

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        return schema_of(self.target.kind, auto_schema.registry)


def schema_of(kind: Any, registry: Any) -> dict[str, Any]:
    """The schema of an annotation; of a class, a reference to its schema in the registry. Raises TypeError for one that says
    nothing, such as `object`."""
    of, inside = get_origin(kind), get_args(kind)
    if kind in PLAIN:
        return {"type": PLAIN[kind]}
    if of is Literal:
        return {"type": PLAIN[type(inside[0])], "enum": list(inside)}
    if of in (Union, UnionType):
        if PLAIN.keys() >= set(inside):
            return {"type": [PLAIN[one] for one in inside]}
        return {"oneOf": [schema_of(one, registry) for one in inside]}
    if of is dict:
        return {"type": "object", "additionalProperties": schema_of(inside[1], registry)}
    if of is tuple and inside[-1] is not Ellipsis:
        items: dict[str, Any] = {"minItems": len(inside), "maxItems": len(inside)}
        schemas = [schema_of(one, registry) for one in inside]
        if all(one == schemas[0] for one in schemas):
            return {"type": "array", "items": schemas[0], **items}
        return {"type": "array", "prefixItems": schemas, "items": {"oneOf": schemas}, **items}
    if of in (list, tuple):
        return {"type": "array", "items": schema_of(inside[0], registry)}
    if is_dataclass(kind) or is_typeddict(kind):
        return _named(kind, registry)
    raise TypeError(f"{kind!r} says nothing about its values.")


def _named(kind: Any, registry: Any) -> dict[str, Any]:
    component = ResolvedComponent(kind.__name__, ResolvedComponent.SCHEMA, object=kind)  # type: ignore[no-untyped-call]
    if component not in registry:
        component.schema = {"type": "object"}
        registry.register(component)
        hints = get_type_hints(kind, include_extras=True)
        optional = {name for name, hint in hints.items() if get_origin(hint) is NotRequired}
        component.schema |= {
            "properties": {
                name: schema_of(get_args(hint)[0] if name in optional else hint, registry)
                for name, hint in hints.items()
            },
            "required": [name for name in hints if name not in optional],
        }
        if told := getattr(kind, "__doc__", ""):
            component.schema["description"] = " ".join(told.split("\n\n")[0].split())
    return dict(component.ref)
