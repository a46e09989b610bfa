"""What `stpete_site.folding` says beforehand is what Django would have said when the page is drawn."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Engine, Template, TemplateDoesNotExist, engines
from django.utils.html import format_html
from django.utils.translation import override

from stpete_site import folding

PLAIN = ["django.template.loaders.filesystem.Loader", "django.template.loaders.app_directories.Loader"]
WORDS = """{% load i18n static icons cards ways %}
{% translate "Points" %} {% translate "Move" context "replay" %} {% translate "Points" as said %}[{{ said }}]
{% translate word %} {% blocktranslate %}Reminder{% endblocktranslate %}
{% blocktranslate with round=word|upper %}round {{ round }}{% endblocktranslate %}
{% blocktranslate with title=markup where=word trimmed %}
  Replay of {{ title }}. {{ where }}
{% endblocktranslate %} {% blocktranslate %}Move {{ n }}{% endblocktranslate %}
{% blocktranslate %}100 % of {{ missing }}{% endblocktranslate %}
{% blocktranslate count n=n %}{{ n }} card{% plural %}{{ n }} cards{% endblocktranslate %}
{% static "js/replay.js" %} {% static path %} {% icon_of "interface" "play" %} {% icon_of "interface" icon %}
{% shape "brand" %} {% way "games:log" 7 %} {% way "games:log" n %}
{% for one in "ab" %}{% if one == "a" %}{% translate "Points" %}{% else %}{% translate "Rubles" %}{% endif %}
{% empty %}{% translate "Nothing yet." %}{% endfor %}{% language "de" %}{% translate "Points" %}{% endlanguage %}
{% autoescape off %}{% translate "Points" %} {{ markup }}
{% blocktranslate %}Move {{ word }}{% endblocktranslate %}{% endautoescape %}"""


@pytest.mark.parametrize("language", ["en", "de"])
def test_constants_and_sentences_are_what_django_says_of_them(language: str) -> None:
    values = {
        "word": "<Rubles>",
        "markup": format_html("<b>{}</b>", "&"),
        "n": 3,
        "path": "js/sheet.js",
        "icon": "pause",
    }
    with override(language):
        said = _engine({"page.html": WORDS}).get_template("page.html").render(Context(values))
        assert said == Template(WORDS).render(Context(values))
    with override("de" if language == "en" else "en"):
        assert said != Template(WORDS).render(Context(values))


def test_a_template_is_read_for_each_language_and_says_nothing_anew_that_is_constant() -> None:
    engine = _engine(
        {"page.html": '{% load i18n icons %}<p>{% translate "Points" %}{% icon_of "interface" "play" %}</p>'}
    )
    found = {}
    for language in ("en", "de", "en"):
        with override(language):
            found.setdefault(language, engine.get_template("page.html"))
            assert engine.get_template("page.html") is found[language]
    assert [[type(node).__name__ for node in one.nodelist] for one in found.values()] == [["TextNode"], ["TextNode"]]
    assert "Points" in found["en"].render(Context())
    assert "Punkte" in found["de"].render(Context())


def test_what_cannot_be_said_is_an_error_where_it_is_drawn_and_nowhere_else() -> None:
    """Templates of others name files in blocks that ours replace; a file without its entry is an error of Django's."""
    lines = '{% load icons %}{% if wanted %}{% icon_of "interface" "no such icon" %}{% endif %}'
    page = _engine({"page.html": lines}).get_template("page.html")
    assert page.render(Context()) == ""
    with pytest.raises(KeyError):
        page.render(Context({"wanted": True}))


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_template_of_the_site_says_the_same_of_nothing(language: str) -> None:
    """Drawn without values by Django's own loaders and by ours, with the same words or the same error."""
    site = engines["django"].engine
    plain = Engine(
        dirs=site.dirs,
        loaders=[("django.template.loaders.cached.Loader", PLAIN)],
        libraries=site.libraries,
        builtins=site.builtins,
    )
    assert isinstance(site.template_loaders[0], folding.Loader)
    names = [
        str(path.relative_to(folder)) for folder in settings.TEMPLATES[0]["DIRS"] for path in Path(folder).rglob("*.*")
    ]
    assert len(names) > 300
    with override(language):
        assert {name: _drawn(plain, name) for name in names} == {name: _drawn(site, name) for name in names}


def _drawn(engine: Engine, name: str) -> str:
    try:
        return engine.get_template(name).render(Context())
    except TemplateDoesNotExist:
        raise
    except Exception as error:  # what is missing raises all kinds of errors, and must raise the same
        return f"{type(error).__name__}: {error}"


def _engine(templates: dict[str, str]) -> Engine:
    site = engines["django"].engine
    return Engine(
        loaders=[("stpete_site.folding.Loader", [("django.template.loaders.locmem.Loader", templates)])],
        libraries=site.libraries,
        builtins=site.builtins,
    )
