"""Of notices."""

from collections.abc import Iterator

import pytest

import declared


@pytest.fixture
def looks_again() -> Iterator[None]:
    """What apps declare is looked for once in a process: here before the test, and after it, too."""
    declared.forget()
    yield
    declared.forget()
