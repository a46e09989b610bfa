"""What the modules of a package declare as one dictionary, so that a new part of the game is a new file and changes no other."""

from typing import Any

from plugins import within


def merged(package: str, name: str) -> dict[str, Any]:
    """The dictionaries called `name` as one. Two modules that claim the same key are a mistake, said at once."""
    found: dict[str, Any] = {}
    for part in within(package, name):
        if twice := found.keys() & part.keys():
            raise ValueError(f"{package}: two modules have {name} for {', '.join(sorted(twice))}")
        found |= part
    return found
