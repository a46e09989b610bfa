"""Who gets what at every address of the site: one table, `addresses_by_role.txt`, from which no address is missing."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from tests.infrastructure.addresses import ROLES, TABLE, House, Rows, every_address, line

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _quiet(settings: Settings) -> Iterator[None]:
    """Thousands of refusals, each with a line and some with where it was raised, cost more than the answers. Sessions are rows
    alone, so what a request changes in one goes with everything else that it did."""
    settings.SESSION_ENGINE = "django.contrib.sessions.backends.db"
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def test_everybody_gets_what_the_table_says_and_no_address_is_missing():
    house, rows = House(), Rows(TABLE.read_text(encoding="utf-8"))
    wrong: list[str] = []
    for address, methods in every_address():
        got = {method: house.answers(address, method) for method in methods}
        said = rows.of(address or "/")
        if (
            said is None
            or got.keys() != said.keys()
            or any(got[method][role] not in said[method][role].split("/") for method in methods for role in ROLES)
        ):
            wrong.append(line(address or "/", got))
    if os.environ.get("STPETE_WRITE_ADDRESSES") == "yes":
        TABLE.with_suffix(".new").write_text("\n".join(wrong) + "\n", encoding="utf-8")
    assert not wrong, "what the table does not say, as it is:\n" + "\n".join(wrong)
    assert not rows.unused, "rows of addresses that nobody has"
