"""Every sentence a person can read is marked for translation, and has its German."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
KEYWORDS = {
    "_": None,
    **dict.fromkeys(("gettext", "gettext_lazy", "gettext_noop")),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
CATALOGUES = sorted((ROOT / "locale").glob("*/de/LC_MESSAGES/django.po"))
CODE = [path for app in ("accounts", "games", "stpete_site") for path in sorted((ROOT / app).rglob("*.py"))]
TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*") if path.suffix in (".html", ".txt"))
FRAME = [path for path in TEMPLATES if path.relative_to(ROOT / "templates").parts[0] not in ("games", "emails")]

NAMES = {"St Pete", "English", "Deutsch", "anna@example.org"}
"""What is called the same in every language."""


def german(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale="de")


def sentences(path: Path) -> Iterator[tuple[str | None, str]]:
    """Context and first form of what a file marks for translation."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":  # what templatize makes is read as code, where indentation would mean something
        text = "\n".join(line.lstrip() for line in templatize(text, origin=str(path)).splitlines())
    for _line, message, _comments, context in extract("python", io.BytesIO(text.encode()), keywords=KEYWORDS):
        yield context, message if isinstance(message, str) else message[0]


def test_every_sentence_has_its_german():
    known = {
        (message.context, message.id if isinstance(message.id, str) else message.id[0])
        for path in CATALOGUES
        for message in german(path)
        if message.id
    }
    missing = [
        f"{path.relative_to(ROOT)}: {sentence}"
        for path in [*CODE, *TEMPLATES]
        for context, sentence in sentences(path)
        if (context, sentence) not in known
    ]
    assert missing == []


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-4])
def test_a_catalogue_is_whole_and_holds_nothing_that_is_gone(path: Path):
    catalogue = german(path)
    assert not catalogue.obsolete
    for message in catalogue:
        if message.id:
            assert all(forms(message)), f"no German: {message.id}"
            assert not message.fuzzy, message.id
            assert [str(error) for error in message.check(catalogue)] == []
    used = {pair for file in [*CODE, *TEMPLATES] for pair in sentences(file)}
    gone = [
        message.id
        for message in catalogue
        if message.id and (message.context, message.id if isinstance(message.id, str) else message.id[0]) not in used
    ]
    assert gone == []


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def test_two_catalogues_never_say_the_same_in_two_ways():
    """Django joins them: with two translations of one sentence, the order of folders would decide."""
    said: dict[tuple[str | None, object], set[object]] = {}
    for path in CATALOGUES:
        for message in german(path):
            if message.id:
                key = message.id if isinstance(message.id, str) else tuple(message.id)
                said.setdefault((message.context, key), set()).add(forms(message))
    assert {key: ways for key, ways in said.items() if len(ways) > 1} == {}


@pytest.mark.parametrize("path", FRAME, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_no_words_stand_in_a_template_outside_of_a_translation(path: Path):
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"{% (blocktranslate).*?{% endblocktranslate %}", " ", text, flags=re.S)
    text = re.sub(r"{#.*?#}|<!--.*?-->|<script.*?</script>|<svg.*?</svg>|{%.*?%}|{{.*?}}", " ", text, flags=re.S)
    shown = re.findall(r'(?:aria-label|title|alt|placeholder)="([^"]+)"', text)
    shown += re.sub(r"<[^>]*>", "\n", text).splitlines()
    for name in NAMES:
        shown = [line.replace(name, " ") for line in shown]
    words = [line.strip() for line in shown if re.search(r"[^\W\d_]{2}", re.sub(r"&#?\w+;", " ", line))]
    assert words == []
