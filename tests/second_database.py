"""The second run of the Django tests, on the other database, leaves out those that cannot see which one it is.

pytest-django refuses the database to a test that does not ask for it, and a process that such a test starts is told its own.
"""

from __future__ import annotations

import os

import pytest


def uses_database(item: pytest.Item) -> bool:
    """Whether the test asks for the database, itself or by one of its fixtures."""
    asked = {*getattr(item, "fixturenames", ())}
    return item.get_closest_marker("django_db") is not None or bool(asked & {"db", "transactional_db"})


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the others out, when the stage wants that."""
    if os.environ.get("STPETE_ONLY_WITH_DATABASE") == "yes":
        config.hook.pytest_deselected(items=[item for item in items if not uses_database(item)])
        items[:] = [item for item in items if uses_database(item)]
