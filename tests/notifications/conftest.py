"""Of notifications."""

from collections.abc import Iterator

import pytest

import plugins


@pytest.fixture
def looks_again() -> Iterator[None]:
    """What apps declare is looked for once in a process: here before the test, and after it, too."""
    plugins.forget()
    yield
    plugins.forget()
