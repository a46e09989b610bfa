"""A sentence is found in one place, and is the one that Django finds by going through all."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.utils.translation import ngettext, override, trans_real

from stpete_site import catalogs
from stpete_site.catalogs import merge_all, merged


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_each_language_has_one_catalogue_that_says_what_django_says(language: str) -> None:
    merge_all()  # Django reads all anew once a test has changed the setting LANGUAGE_CODE
    ours = trans_real.translation(language)._catalog
    djangos = trans_real.DjangoTranslation(language)._catalog
    assert len(ours._catalogs) == 1
    assert len(djangos._catalogs) > 5, "Django merges them itself: stpete_site/catalogs.py can go"
    keys = {key for catalog in djangos._catalogs for key in catalog}
    assert dict(ours.items()) == {key: djangos.get(key) for key in keys}
    for key in {key[0] for key in keys if isinstance(key, tuple)}:
        for number in (0, 1, 2, 5, 11, 101):
            assert ours.plural(key, number) == djangos.plural(key, number)


def test_every_process_begins_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    merged_at: list[str] = []
    monkeypatch.setattr(catalogs, "merge_all", lambda: merged_at.append("the start"))
    apps.get_app_config("stpete_site").ready()
    assert merged_at == ["the start"]
    with override("de"):
        assert ngettext("%(count)s day", "%(count)s days", 2) == "%(count)s Tage"


def test_catalogues_of_other_plural_rules_stay_apart() -> None:
    def german(number: int) -> int:
        return int(number != 1)

    def french(number: int) -> int:
        return int(number > 1)

    first: dict[Any, str] = {"a": "first"}
    layers = [(first, german), ({"a": "second", "b": "second"}, german), ({"b": "third", "c": "third"}, french)]
    assert merged(layers) == ([{"a": "first", "b": "second"}, {"b": "third", "c": "third"}], [german, french])
    assert first == {"a": "first"}, "what Django holds is not changed"
