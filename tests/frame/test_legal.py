"""Imprint, terms and privacy: what an operator fills in is shown as text, and a public site is told when it has not."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client
from django.utils.html import escape
from pytest_django.fixtures import Settings

from stpete_site.checks import check_legal
from stpete_site.pages import MOST_SIGNS, own_words, pieces

pytestmark = pytest.mark.django_db


@pytest.fixture
def filled(settings: Settings, tmp_path: Path) -> Settings:
    settings.OPERATOR_NAME = "Ada <Example>"
    settings.OPERATOR_ADDRESS = ["Example Street 1", "12345 Example"]
    settings.OPERATOR_MAIL = "ada@example.org"
    settings.PAGES_DIR = tmp_path
    settings.IS_LOOPBACK = False
    (tmp_path / "terms.txt").write_text("# Law\n\nThat of <b>Example</b>.\n")
    return settings


def page(path: str, language: str = "en") -> str:
    return Client(headers={"accept-language": language}).get(path).content.decode()


def ids() -> list[str | None]:
    return [found.id for found in check_legal()]


@pytest.mark.parametrize("path", ["/imprint/", "/privacy/"])
def test_who_runs_the_site_stands_there_as_text(filled: Settings, path: str) -> None:
    shown = page(path)
    for words in ("Ada <Example>", "Example Street 1", "12345 Example", "ada@example.org"):
        assert escape(words) in shown
    assert "<Example>" not in shown


def test_an_operator_adds_words_of_his_own(filled: Settings) -> None:
    shown = page("/terms/")
    assert "<h2>Law</h2>" in shown
    assert "That of &lt;b&gt;Example&lt;/b&gt;." in shown
    assert "an agreement between you and Ada &lt;Example&gt;, the operator of this site" in shown


def test_each_reader_gets_the_words_of_his_language(filled: Settings) -> None:
    (filled.PAGES_DIR / "terms.de.txt").write_text("Das Recht von Beispiel.")
    assert "Das Recht von Beispiel." in page("/terms/", "de")
    assert "Das Recht" not in page("/terms/")


def test_whatever_lies_there_is_no_fault(filled: Settings) -> None:
    (filled.PAGES_DIR / "imprint.txt").write_bytes(b"\xff\xfe" + b"a" * (MOST_SIGNS + 10))
    assert len(own_words("imprint")[0].text) <= MOST_SIGNS
    assert pieces("\r\n\r\n# A\r\nb\r\n\r\n") == pieces("# A\nb")
    assert not pieces("# A\nb")[0].is_heading


def test_pages_lead_there_where_somebody_has_filled_them(settings: Settings) -> None:
    for name in ("", "Ada"):
        settings.OPERATOR_NAME = name
        for path in ("/imprint/", "/terms/"):
            assert (f'<a href="{path}">' in page("/")) is bool(name)


def test_what_nobody_has_filled_says_so(settings: Settings) -> None:
    settings.OPERATOR_NAME = ""
    assert "No operator is named: this site runs on a private computer or is not finished." in page("/imprint/")


def test_a_public_site_is_told_what_is_not_filled(filled: Settings, tmp_path: Path) -> None:
    assert ids() == []
    filled.OPERATOR_MAIL = ""
    assert ids() == ["stpete.W015"]
    (tmp_path / "terms.txt").unlink()
    assert ids() == ["stpete.W015", "stpete.W016"]
    filled.IS_LOOPBACK = True
    assert ids() == []


def test_the_licence_and_the_source_are_named(settings: Settings) -> None:
    assert "Affero General Public License" in page("/about/")
    assert '">The source code of this version</a> is available to everyone.' not in page("/about/")
    settings.SOURCE_URL = "https://example.org/source"
    assert '<a href="https://example.org/source">The source code of this version</a>' in page("/about/")
