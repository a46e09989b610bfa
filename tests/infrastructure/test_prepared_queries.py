"""Every query of the site whose SQL is made once finds what the ORM finds: over all requests of the benchmark."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from typing import Any
from unittest.mock import patch

import pytest
from django.db import transaction

from statements import MOMENT, Prepared
from tests.infrastructure.test_benchmark import answered, asks_of_everything


@pytest.mark.django_db
@pytest.mark.urls("benchmarks.site.urls")
def test_each_prepared_query_gives_the_rows_of_the_orm() -> None:
    found: dict[int, int] = {}
    ask = Prepared.__call__

    def compared(query: Prepared, *arguments: Any) -> list[Sequence[Any]]:
        rows = ask(query, *arguments)
        if not found.get(id(query)):
            assert [tuple(row) for row in rows] == list(query._build(*arguments)), (query._build, arguments)
            found[id(query)] = len(rows)
        return rows

    with patch.object(Prepared, "__call__", compared):
        for objects in asks_of_everything().values():
            for one in objects[0]:
                answered(one)
        rest = [one for one in gc.get_objects() if type(one) is Prepared and id(one) not in found]
        for query in rest:  # those of emails and programs: the same statement runs, even where it finds nothing
            arguments = [
                1 if isinstance(one, int) else MOMENT if not isinstance(one, str) else "x" for one in query._stand_ins
            ]
            with transaction.atomic():
                query(*arguments)
    assert sum(map(bool, found.values())) >= 15, "queries that found rows"
