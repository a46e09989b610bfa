"""What the description knows of values: answers made of dataclasses and typed dictionaries, as schemas with names, and bodies with
the fields of a page's form. Both follow from the code, so the description cannot say anything else."""

from collections.abc import Mapping, Sequence
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

from django import forms
from drf_spectacular.extensions import OpenApiSerializerExtension, OpenApiSerializerFieldExtension
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


class FormInput:
    """A body with the fields of a form, as a schema of this name. `needs` names the required fields; by default, those without an
    initial value. `for_each` names fields repeated per row, as prefix plus number."""

    def __init__(
        self,
        name: str,
        form: type[forms.BaseForm],
        *,
        about: object = "",
        needs: Sequence[str] | None = None,
        for_each: Mapping[str, forms.Field] | None = None,
    ) -> None:
        self.name, self.form, self.about, self.needs, self.for_each = name, form, about, needs, for_each or {}


class AnyInput:
    """A body that is one of several, as a schema of this name."""

    def __init__(self, name: str, bodies: Sequence[FormInput]) -> None:
        self.name, self.bodies = name, bodies


class FormInputSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    target_class: Any = FormInput

    def get_name(self, auto_schema: Any, direction: str) -> str:
        return str(self.target.name)

    def map_serializer(self, auto_schema: Any, direction: str) -> dict[str, Any]:
        body, fields = self.target, self.target.form.base_fields
        schema = {"type": "object", "properties": {name: _described(field) for name, field in fields.items()}}
        if body.about:
            schema["description"] = str(body.about)
        needed = [name for name, field in fields.items() if field.required and field.initial is None]
        if required := needed if body.needs is None else body.needs:
            schema["required"] = list(required)
        if body.for_each:
            schema["patternProperties"] = {rf"^{name}\d+$": _described(one) for name, one in body.for_each.items()}
        return schema


class AnyInputSchema(FormInputSchema):  # type: ignore[no-untyped-call]
    target_class = AnyInput

    def map_serializer(self, auto_schema: Any, direction: str) -> dict[str, Any]:
        return {"anyOf": [auto_schema.resolve_serializer(one, direction).ref for one in self.target.bodies]}


def _described(field: forms.Field) -> dict[str, Any]:
    """The schema of a field; null is the same as nothing."""
    schema = _typed(field)
    if not field.required and schema["type"] in ("string", "integer") and "enum" not in schema:
        schema["type"] = [schema["type"], "null"]
    said = [str(one).rstrip(".") for one in (field.label, field.help_text) if one]
    return schema | ({"description": f"{'. '.join(said)}."} if said else {})


def _typed(field: forms.Field) -> dict[str, Any]:
    if isinstance(field, forms.ChoiceField):
        is_number, kept = getattr(field, "coerce", None) is int, (forms.ChoiceField, forms.MultipleChoiceField)
        one: dict[str, Any] = {"type": "integer" if is_number else "string"}
        # a field that knows more than it offers, or is filled when its form is made, names none
        if type(field).valid_value in [kind.valid_value for kind in kept] and (found := choices_of(field)):
            one["enum"] = [int(value) for value in found] if is_number else found
        return {"type": "array", "items": one} if isinstance(field, forms.MultipleChoiceField) else one
    if isinstance(field, forms.BooleanField):
        return {"type": "boolean"}
    if isinstance(field, forms.IntegerField):
        bounds = {"minimum": field.min_value, "maximum": field.max_value}
        return {"type": "integer"} | {name: bound for name, bound in bounds.items() if bound is not None}
    if isinstance(field, forms.DateTimeField):
        return {"type": "string", "format": "date-time"}
    if isinstance(field, forms.RegexField):
        return {"type": "string", "pattern": field.regex.pattern}
    if isinstance(field, forms.CharField):
        return {"type": "string"} | ({"maxLength": field.max_length} if field.max_length else {})
    raise TypeError(f"{field!r} says nothing about its values.")


def choices_of(field: forms.Field) -> list[str] | None:
    """The values to choose from, also those in groups; None where any will do."""
    found = getattr(field, "choices", None)
    if found is None:
        return None
    flat: list[str] = []
    for value, label in found:
        flat += [str(one) for one, _word in label] if isinstance(label, list | tuple) else [str(value)]
    return flat
