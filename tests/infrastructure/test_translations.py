"""Whoever reads German reads German everywhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo
from django.utils import translation

from stpete_site.locale import German, Text, compile_stale, texts

ROOT = Path(__file__).resolve().parent.parent.parent
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|\{\w+\}")


@pytest.fixture(scope="module")
def german() -> German:
    return German(ROOT / "locale")


def test_every_string_of_code_and_templates_has_a_german_entry(german: German) -> None:
    found = list(texts(ROOT))
    assert len(found) > 100
    lacking = [f"{text.place}: {text.text!r}: {reason}" for text in found if (reason := german.lacks(text))]
    assert lacking == []


def test_no_string_has_two_german_forms(german: German) -> None:
    assert german.quarrels() == []


def test_placeholders_survive_translation(german: German) -> None:
    """A lost %(name)s shows nothing; a wrong one is an error on a page that only Germans see."""
    wrong = []
    for area, message in german.messages():
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        forms = [message.string] if isinstance(message.string, str) else list(message.string)
        wanted = {mark for text in ids for mark in PLACEHOLDER.findall(text)} - {"%%"}
        for form in forms:
            given = set(PLACEHOLDER.findall(form)) - {"%%"}
            if not given <= wanted or (len(ids) == 1 and given != wanted):
                wrong.append(f"{area}: {ids[0]!r} -> {form!r}")
    assert wrong == []


def test_catalogues_keep_nothing_obsolete_or_fuzzy(german: German) -> None:
    for area, catalogue in german.catalogues.items():
        assert not catalogue.obsolete, area
        assert not [message.id for message in catalogue if message.fuzzy and message.id], area


def test_germans_are_addressed_as_du(german: German) -> None:
    formal = re.compile(r"\b([Bb]itte|[a-zäöüß]+en) Sie\b|\b(Ihnen|Ihre[nmrs]?)\b")
    wrong = [f"{area}: {form!r}" for area, message in german.messages() if formal.search(form := str(message.string))]
    assert wrong == []


def test_a_compiled_catalogue_is_what_pages_say() -> None:
    with translation.override("de"):
        assert translation.gettext("Captured emails") == "Abgefangene Mails"


def test_a_string_without_german_is_found(tmp_path: Path) -> None:
    """In Python with lazy and plural forms, in templates as tag, block and filter argument."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "words.py").write_text(
        'a = _("one " "sentence")\nb = ngettext("%(n)d ruble", "%(n)d rubles", n) % {"n": n}\nc = _(name)\n'
    )
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text(
        '{% load i18n %}<p title="it\'s">{% translate "Buy" %}</p>{{ x|default:_("nothing") }}\n'
        "{% blocktranslate with a=b count n=n %}{{ n }} card{% plural %}{{ n }} cards{% endblocktranslate %}\n"
        '{% translate "May" context "month" %}'
    )
    found = list(texts(tmp_path))
    assert [(text.text, text.plural, text.context) for text in found] == [
        ("one sentence", None, None),
        ("%(n)d ruble", "%(n)d rubles", None),
        ("Buy", None, None),
        ("nothing", None, None),
        ("%(n)s card", "%(n)s cards", None),
        ("May", None, "month"),
    ]
    german = German(tmp_path)
    assert german.lacks(found[0]) == "no entry"


PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'


def test_what_is_lacking_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "area" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    entries = 'msgid "empty"\nmsgstr ""\n\n#, fuzzy\nmsgid "fuzzy"\nmsgstr "unscharf"\n\nmsgid "card"\nmsgstr "Karte"\n'
    (folder / "django.po").write_text(PO + entries)
    german = German(tmp_path)
    assert german.lacks(Text("empty", None, None, "")) == "an empty entry"
    assert german.lacks(Text("fuzzy", None, None, "")) == "a fuzzy entry"
    assert german.lacks(Text("card", "cards", None, "")) == "an entry without plural"
    assert german.lacks(Text("card", None, None, "")) is None


def test_a_catalogue_is_compiled_when_it_changes_and_only_then(tmp_path: Path) -> None:
    folder = tmp_path / "area" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text(PO + 'msgid "card"\nmsgstr "Karte"\n')
    assert [path.relative_to(tmp_path).parts[0] for path in compile_stale(tmp_path)] == ["de", "en"]
    assert compile_stale(tmp_path) == []
    for language, said in ("de", "Karte"), ("en", "card"):
        with (tmp_path / language / "LC_MESSAGES" / "django.mo").open("rb") as file:
            assert read_mo(file)["card"].string == said


def test_a_broken_catalogue_is_named_with_its_line(tmp_path: Path) -> None:
    folder = tmp_path / "area" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text(PO + 'msgid "card"\nmsgstr "Karte\n')
    with pytest.raises(ValueError, match=r"django\.po, line 5"):
        compile_stale(tmp_path)
    assert [path.name for path in folder.iterdir()] == ["django.po"]
