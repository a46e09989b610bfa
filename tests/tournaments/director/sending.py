"""What a browser sends of the form of an act."""

from __future__ import annotations

from collections.abc import Iterable

from django.test import Client


def first_of(choices: Iterable[tuple[object, object]]) -> object:
    """The first value that can be chosen, also where they stand in groups."""
    value, name = next(iter(choices), ("", ""))
    return first_of(name) if isinstance(name, list | tuple) else value


def as_first_shown(client: Client, address: str, **chosen: object) -> dict[str, object]:
    """What a browser sends of this form when only these fields were touched: the first of all choices."""
    fields = list(client.get(address, chosen).context["form"])  # type: ignore[arg-type]
    shown = {one.name: one.value() or first_of(getattr(one.field, "choices", ())) for one in fields}
    return {**shown, "reason": "so it was agreed", **chosen, "step": "sure"}
