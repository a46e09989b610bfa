"""What a game is called: as somebody typed it, or where an app made it in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import models
from django.db.models.query_utils import DeferredAttribute

Telling = Callable[[str], str | None]
_telling: list[Telling] = []


def tell_by(telling: Telling) -> None:
    """From now on `telling` says in the active language what a game is called whose title an app has made; None for others."""
    if telling not in _telling:
        _telling.append(telling)


def told(title: str) -> str:
    """A title as it stands in a row, in the active language."""
    return next((said for telling in _telling if (said := telling(title)) is not None), title)


class _Told(DeferredAttribute):
    """Reads in the active language; the row keeps what was set."""

    def __get__(self, instance: models.Model | None, cls: type[models.Model] | None = None) -> Any:
        found = super().__get__(instance, cls)
        return told(found) if isinstance(found, str) else found

    def __set__(self, instance: models.Model, value: object) -> None:
        instance.__dict__[self.field.attname] = value


class TitleField(models.CharField):  # type: ignore[type-arg]
    """A line of text that reads in the active language where an app has made it, and is saved as it was made. In the database, and
    for migrations, a `CharField`."""

    descriptor_class = _Told

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        return model_instance.__dict__[self.attname]
