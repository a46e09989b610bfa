"""Collects what the modules of a package declare, so that a new part of the game is a new file and changes no other."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules


def declared(package: str, name: str) -> Iterator[object]:
    """What each module of `package` that has a top-level `name` gives for it, in the order of the modules' names."""
    folder = import_module(package).__path__
    for module in sorted(found.name for found in iter_modules(folder)):
        value = getattr(import_module(f"{package}.{module}"), name, None)
        if value is not None:
            yield value


def merged(package: str, name: str) -> dict[str, object]:
    """The dictionaries called `name` as one. Two modules that claim the same key are a mistake, said at once."""
    found: dict[str, object] = {}
    for part in declared(package, name):
        assert isinstance(part, dict)
        if twice := found.keys() & part.keys():
            raise ValueError(f"{package}: two modules have {name} for {', '.join(sorted(twice))}")
        found |= part
    return found
