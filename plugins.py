"""What apps add to another app that does not know them: an app names it in its `AppConfig` by dotted paths. What is found, and what
is made of it, is kept as long as the same apps are installed.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, wraps
from typing import Any, TypeVar

from django.apps import apps
from django.utils.module_loading import import_string

V = TypeVar("V")
_kept: list[Any] = []


def declared(what: str) -> Sequence[tuple[str, Any]]:
    """Every app with each thing whose dotted path stands in the tuple `what` of its `AppConfig`."""
    return _declared(_installed(), what)


def named(what: str, found: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Each by its own `name`, in their order. Raises ValueError where two are called alike."""
    by_its_name: dict[str, Any] = {}
    for app, one in found:
        if one.name in by_its_name:
            raise ValueError(f"{app}: another of {what} is called {one.name} too")
        by_its_name[one.name] = one
    return by_its_name


def made_once(made: Callable[[], V]) -> Callable[[], V]:
    """A function without arguments whose answer follows from what apps declare: it is made once for the apps installed."""
    kept = cache(lambda _apps: made())
    _kept.append(kept)
    return wraps(made)(lambda: kept(_installed()))


def forget() -> None:
    """Look for all again: something else is declared now."""
    for kept in (_declared, *_kept):
        kept.cache_clear()


def _installed() -> tuple[str, ...]:
    """What names the apps that are there, in short: it is asked for at each look."""
    return tuple(apps.app_configs)


@cache
def _declared(_installed: tuple[str, ...], what: str) -> Sequence[tuple[str, Any]]:
    paths = [(config.name, path) for config in apps.get_app_configs() for path in getattr(config, what, ())]
    return tuple((app, import_string(path)) for app, path in paths)
