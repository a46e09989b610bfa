"""What a game is called: as somebody typed it, or, where an app made the title, in the reader's language.

Such an app names in `game_titles` of its `AppConfig` a function of a title as it stands in a row, which gives it in the active
language, or None for one that is none of its own.
"""

from typing import Any

from django.db import models
from django.db.models.query_utils import DeferredAttribute

from plugins import declared


def title_in_language(title: str) -> str:
    """A title as it stands in a row, in the active language."""
    found = (of_app(title) for _app, of_app in declared("game_titles"))
    return next((said for said in found if said is not None), title)


class _TitleAttribute(DeferredAttribute):
    """Reads in the active language; the row keeps what was set."""

    def __get__(self, instance: models.Model | None, cls: type[models.Model] | None = None) -> Any:
        found = super().__get__(instance, cls)
        return title_in_language(found) if isinstance(found, str) else found

    def __set__(self, instance: models.Model, value: object) -> None:
        instance.__dict__[self.field.attname] = value


class TitleField(models.CharField):  # type: ignore[type-arg]
    """A line of text that reads in the active language where an app has made it, and is saved as it was made. In the database, and
    for migrations, a `CharField`."""

    descriptor_class = _TitleAttribute

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        return model_instance.__dict__[self.attname]
