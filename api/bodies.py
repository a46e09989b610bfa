"""Bodies with the fields of a page's form: their schemas follow from the form, so that the description says the same."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from drf_spectacular.extensions import OpenApiSerializerExtension


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
