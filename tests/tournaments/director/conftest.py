"""Who makes the tournaments of these tests."""

import pytest

from accounts.models import User
from tests.people import person


@pytest.fixture
def nora() -> User:
    """She may make tournaments as staff, and plays in none."""
    return person("Nora", is_staff=True)
