"""Actions of directors, whose fields follow from a form: what it takes, for programs, and what was sent, read by it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import QueryDict
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError


def data_of(sent: object) -> QueryDict:
    """Plain values as a form has them: lists are several values of a name, false and null are none. Raises ValidationError for
    what is no object of plain values."""
    data = QueryDict(mutable=True)
    if not isinstance(sent, Mapping):
        raise ValidationError({"non_field_errors": [ErrorDetail("Expected an object.", "invalid")]})
    if isinstance(sent, QueryDict):
        return sent
    for name, value in sent.items():
        values = value if isinstance(value, list) else [] if value is None or value is False else [value]
        if any(isinstance(one, list | dict) for one in values):
            raise ValidationError({str(name): [ErrorDetail("Expected a plain value.", "invalid")]})
        texts = [str(one) for one in values]
        if any("\0" in text or (not text.isascii() and _has_halves(text)) for text in texts):
            raise ValidationError({str(name): [ErrorDetail("Must be text.", "invalid")]})
        data.setlist(str(name), texts)
    return data


def _has_halves(text: str) -> bool:
    """Halves of signs, which no database keeps."""
    return any("\ud800" <= sign <= "\udfff" for sign in text)


def checked(form: forms.BaseForm) -> None:
    """Raises ValidationError with what is wrong, by field and code."""
    if not form.is_valid():
        raise ValidationError(
            {
                "non_field_errors" if field == NON_FIELD_ERRORS else field: [
                    ErrorDetail(str(one.messages[0]), one.code or "invalid") for one in wrong
                ]
                for field, wrong in form.errors.as_data().items()
            }
        )


class FieldOutput(serializers.Serializer[Any]):
    """A field that a form takes."""

    name = serializers.CharField()
    about = serializers.CharField(allow_blank=True)
    required = serializers.BooleanField()  # type: ignore[assignment]
    several = serializers.BooleanField(help_text="Accepts a list.")
    choices = serializers.ListField(
        child=serializers.CharField(allow_blank=True), allow_null=True, help_text="Allowed values; null: any."
    )
    value = serializers.JSONField(help_text="Current or proposed value; null: none.")


def fields_of(form: forms.BaseForm) -> list[dict[str, object]]:
    """What a form takes, for programs."""
    return [
        {
            "name": name,
            "about": str(field.label or name),
            "required": field.required,
            "several": isinstance(field, forms.MultipleChoiceField | forms.ModelMultipleChoiceField),
            "choices": _choices(field),
            "value": None if form[name].is_hidden else _plain(form[name].value()),
        }
        for name, field in form.fields.items()
    ]


def with_usual(form: forms.BaseForm, data: QueryDict) -> QueryDict:
    """What was sent, and for fields that were not named what stands in this form by itself."""
    whole = data_of({name: _plain(form[name].value()) for name in form.fields})
    for name in data:
        whole.setlist(name, data.getlist(name))
    return whole


def _plain(value: object) -> Any:
    """As JSON has it."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, list | tuple | set):
        return [_plain(one) for one in value]
    return value.isoformat() if isinstance(value, date) else str(value)


def _choices(field: forms.Field) -> list[str] | None:
    found = getattr(field, "choices", None)
    if found is None:
        return None
    flat: list[str] = []
    for value, label in found:
        flat += [str(one) for one, _word in label] if isinstance(label, list | tuple) else [str(value)]
    return flat
