"""Templates of jinja/ are compiled once for each language, with their fixed sentences in it."""

import pytest
from django.template import engines
from django.utils.translation import override

from stpete_site.jinja import speaking

SAYS = {"en": ("Skip to content", "Delete &lt;b&gt;", "Turn"), "de": ("Zum Inhalt", "&lt;b&gt; löschen", "Am Zug")}


@pytest.fixture
def backend():
    return engines["jinja2"].env


@pytest.mark.parametrize("language", SAYS)
def test_fixed_sentences_are_looked_up_when_a_template_is_compiled(backend, language):
    plain, filled, in_context = SAYS[language]
    template = speaking(backend, language).from_string(
        '{{ _("Skip to content") }}|{% trans name=who %}Delete {{ name }}{% endtrans %}|{{ pgettext("bar", "Turn") }}'
    )
    with override("en" if language == "de" else "de"):
        assert template.render(who="<b>") == f"{plain}|{filled}|{in_context}"


def test_plurals_and_what_is_no_fixed_sentence_are_looked_up_when_it_is_drawn(backend):
    source = "{% trans n=n %}{{ n }} card{% pluralize %}{{ n }} cards{% endtrans %}|{{ _(words) }}"
    template = speaking(backend, "de").from_string(source)
    with override("de"):
        assert template.render(n=2, words="Rules") == "2 Karten|Regeln"


def test_the_active_language_chooses_the_compilation(backend):
    name = "games/page/keys.html"
    with override("de"):
        german = backend.get_template(name)
    with override("en"):
        assert backend.get_template(name) is not german
    with override("de"):
        assert backend.get_template(name) is german
        assert german.environment.language == "de"
