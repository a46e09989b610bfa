"""No word of a page escapes translation, and no translation outlives its sentence. That all have German is proved elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib.admin import site
from django.utils.translation import override

from stpete_site.locale import catalogues, read, texts

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted(
    path for folder in ("templates", "jinja") for path in (ROOT / folder).rglob("*") if path.suffix in (".html", ".txt")
)
SAME_EVERYWHERE = (
    "St Pete",
    "English",
    "Deutsch",
    "HTML",
    "PNG",
    "SVG",
    "Enter",
    "Esc",
    "anna@example.org",
    "player:anna result:won",
)
SAME_IN_BOTH = ("id",)
HIDDEN = "|".join(
    (
        r"{#.*?#}|<!--.*?-->|{% comment %}.*?{% endcomment %}",
        r"{% block \w*(class|body)\b.*?{% endblock %}",  # names of styles
        r"<(script|style|svg)\b.*?</\2>",
    )
)
TRANSLATED = r"{% (blocktranslate|trans)\b.*?{% end\1 %}"
LOGIC = r"{%.*?%}|{{.*?}}"


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_words_stand_in_a_template_outside_of_a_translation(path: Path):
    text = path.read_text(encoding="utf-8")
    for pattern in (HIDDEN, TRANSLATED, LOGIC):
        text = re.sub(pattern, " ", text, flags=re.S)
    shown = re.findall(r'(?:aria-label|title|alt|placeholder)="([^"]+)"', text)
    shown += re.sub(r"<[^>]*>", "\n", text).splitlines()
    for name in SAME_EVERYWHERE:
        shown = [line.replace(name, " ") for line in shown]
    words = [line.strip() for line in shown if re.search(r"[^\W\d_]{3}", re.sub(r"&#?\w+;", " ", line))]
    assert words == []


def test_no_translation_outlives_its_sentence():
    used = {(text.context, text.text) for text in texts(ROOT)}
    gone = [
        f"{path.relative_to(ROOT)}: {message.id}"
        for path in catalogues(ROOT / "locale")
        for message in read(path)
        if message.id and (message.context, message.id if isinstance(message.id, str) else message.id[0]) not in used
    ]
    assert gone == []


def test_what_the_admin_pages_list_is_named_in_german_and_so_are_the_columns() -> None:
    ours = [
        model._meta for model in site._registry if Path(apps.get_app_config(model._meta.app_label).path).parent == ROOT
    ]
    assert len(ours) > 20
    for names in ours:
        for words in (names.verbose_name, names.verbose_name_plural):
            with override("en"):
                english = str(words)
            with override("de"):
                assert str(words) != english, names.label
    columns = [
        (names.label, field.name, field.verbose_name)
        for names in ours
        for field in names.fields
        if field.name in site._registry[names.model].list_display and field.name not in SAME_IN_BOTH
    ]
    assert len(columns) > 100
    assert [one for one in columns if isinstance(one[2], str)] == []
