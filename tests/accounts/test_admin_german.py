"""The admin pages speak German: what stands beside a value is no name of a column."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets, label_for_field
from django.db import models
from django.http import HttpRequest
from django.test import RequestFactory
from django.utils.translation import override

from tests.people import person

pytestmark = pytest.mark.django_db

SAME = {"ID", "Name"}
"""Words that both languages have."""


@pytest.fixture
def request_of_root() -> HttpRequest:
    request = RequestFactory().get("/admin/")
    request.user = person("Root", is_staff=True, is_superuser=True)
    return request


def labels(request: HttpRequest) -> Iterator[tuple[str, str]]:
    """Every heading of a column, a field or a group of rows, by where it stands."""
    for model, page in admin.site._registry.items():
        names = [*page.get_list_display(request), *flatten_fieldsets(page.get_fieldsets(request))]
        yield from _of(model, page, [str(name) for name in names if name != "action_checkbox"])
        for kind in page.inlines:
            inline = kind(model, admin.site)
            yield from _of(inline.model, inline, flatten_fieldsets(inline.get_fieldsets(request)))


def _of(model: type[models.Model], page: object, names: list[str]) -> Iterator[tuple[str, str]]:
    yield f"{type(page).__name__}: itself", str(getattr(page, "verbose_name_plural", model._meta.verbose_name_plural))
    for name in dict.fromkeys(names):
        yield f"{type(page).__name__}: {name}", str(label_for_field(name, model, page))  # type: ignore[arg-type]


def test_every_label_of_the_admin_pages_is_said_in_german(request_of_root: HttpRequest) -> None:
    with override("en"):
        english = dict(labels(request_of_root))
    with override("de"):
        german = dict(labels(request_of_root))
    assert len(english) > 250
    assert {where: said for where, said in german.items() if said == english[where] and said not in SAME} == {}
