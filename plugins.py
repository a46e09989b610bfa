"""What apps add to another app that does not know them. An app names it in its `AppConfig` by dotted paths (`declared`), or it is
found in a module or package with a stated name (`by_apps`).

In a package each module is looked at, in the order of names. What is found, and what is made of it, is kept as long as the
same apps are installed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, wraps
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any, TypeVar

from django.apps import apps
from django.utils.module_loading import import_string

V = TypeVar("V")
_kept: list[Any] = []


def declared(what: str) -> Sequence[tuple[str, Any]]:
    """Every app with each thing whose dotted path stands in the tuple `what` of its `AppConfig`."""
    return _declared(_installed(), what)


def by_apps(place: str, name: str) -> Sequence[tuple[str, Any]]:
    """Every app with what its module `place`, or each module of that package, gives for the top-level `name`."""
    return _by_apps(_installed(), place, name)


def named(what: str, found: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Each by its own `name`, in their order. Raises ValueError where two are called alike."""
    by_its_name: dict[str, Any] = {}
    for app, one in found:
        if one.name in by_its_name:
            raise ValueError(f"{app}: another of {what} is called {one.name} too")
        by_its_name[one.name] = one
    return by_its_name


def within(where: str, name: str) -> Iterator[Any]:
    """What this module, or each module of this package, gives for the top-level `name`, if it has one."""
    place = import_module(where)
    if hasattr(place, "__path__"):
        modules = [import_module(f"{where}.{one}") for one in sorted(one.name for one in iter_modules(place.__path__))]
    else:
        modules = [place]
    for module in modules:
        if (value := getattr(module, name, None)) is not None:
            yield value


def made_once(made: Callable[[], V]) -> Callable[[], V]:
    """A function without arguments whose answer follows from what apps declare: it is made once for the apps installed."""
    kept = cache(lambda _apps: made())
    _kept.append(kept)
    return wraps(made)(lambda: kept(_installed()))


def forget() -> None:
    """Look for all again: something else is declared now."""
    for kept in (_declared, _by_apps, *_kept):
        kept.cache_clear()


def _installed() -> tuple[str, ...]:
    """What names the apps that are there, in short: it is asked for at each look."""
    return tuple(apps.app_configs)


@cache
def _declared(_installed: tuple[str, ...], what: str) -> Sequence[tuple[str, Any]]:
    paths = [(config.name, path) for config in apps.get_app_configs() for path in getattr(config, what, ())]
    return tuple((app, import_string(path)) for app, path in paths)


@cache
def _by_apps(_installed: tuple[str, ...], place: str, name: str) -> Sequence[tuple[str, Any]]:
    places = [(config.name, f"{config.name}.{place}") for config in apps.get_app_configs()]
    return tuple((app, value) for app, where in places if find_spec(where) for value in within(where, name))
