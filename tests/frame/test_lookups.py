"""Names in templates mean with `stpete_site.lookups` what they mean with Django's own, whatever they stand for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.template import Context, Engine, Template, TemplateSyntaxError, engines
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html
from django.utils.translation import gettext_lazy, override

from stpete_site.lookups import Name, Shown


@dataclass(frozen=True)
class Person:
    name: str
    seat: int = 2

    @property
    def broken(self) -> str:
        raise AttributeError("not so")

    @property
    def absent(self) -> str:
        raise Gone

    def initial(self) -> str:
        return self.name[0]

    def named(self, other: str) -> str:
        return other


class Gone(Exception):
    silent_variable_failure = True


class Row:
    """Has items and attributes; the items come first."""

    name = "attribute"

    def __getitem__(self, key: str) -> str:
        return {"item": "an item", "name": "item before attribute"}[key]


def erase() -> str:
    raise AssertionError("called by a template")


erase.alters_data = True  # type: ignore[attr-defined]

VALUES: dict[str, Any] = {
    "person": Person("<Anna>"),
    "people": [Person("Anna"), Person("Ben & Co")],
    "row": Row(),
    "table": {"host": Person("Cem"), "items": "an entry", 3: "by number"},
    "lazy": SimpleLazyObject(lambda: Person("Dora")),
    "said": gettext_lazy("Points"),
    "markup": format_html("<b>{}</b>", "&"),
    "give": lambda: Person("Emil"),
    "erase": erase,
    "kind": Person,
    "number": 1234567,
    "share": 0.5,
    "price": Decimal("1.50"),
    "day": date(2026, 11, 24),
    "yes": True,
    "none": None,
    "words": "a < b",
}
NAMES = (
    *VALUES,
    *(
        "person.name",
        "person.seat",
        "person.initial",
        "person.named",
        "person.broken",
        "person.absent",
        "person.nothing",
    ),
    *("people.1.name", "people.7.name", "people.0.initial.lower", "row.item", "row.name", "row.nothing"),
    *(
        "table.host.name",
        "table.items",
        "table.nothing",
        "table.3",
        "lazy.name",
        "give.name",
        "kind.name",
        "said.lower",
    ),
    *(
        "number.real",
        "words.upper",
        "words.0",
        "nothing",
        "nothing.at.all",
        "push",
        "dicts",
        "none.at.all",
        "share.hex",
    ),
)
AROUND = (
    "{{ %s }}",
    "{%% autoescape off %%}{{ %s }}{%% endautoescape %%}",
    "{{ %s|default:'-' }}",
    "{%% if %s %%}yes{%% else %%}no{%% endif %%}",
    "{%% if not %s and person.name or yes %%}yes{%% else %%}no{%% endif %%}",
    "{%% if %s == number %%}yes{%% else %%}no{%% endif %%}",
    "{%% with it=%s %%}{{ it }}{{ it.name }}{%% endwith %%}",
    "{%% for one in %s %%}{{ forloop.counter }}{{ forloop.first }}{{ one }}{{ one.name }}{%% empty %%}none{%% endfor %%}",
)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("numbers", [None, False])
def test_a_name_means_what_it_means_to_django(name: str, numbers: bool | None) -> None:
    """Shown, asked, given on and gone through, also where it is missing or an error."""
    for around in AROUND:
        text = around % name
        quick = _engine(text).get_template("page.html")
        plain = Template(text)
        for language in ("en", "de"):
            with override(language):
                assert _said(lambda one=quick: one.render(_context(numbers))) == _said(
                    lambda one=plain: one.render(_context(numbers))
                ), text


def test_templates_are_read_with_the_short_ways() -> None:
    page = _engine("{{ person.name }}{% if person.seat == 2 %}{{ person.name|upper }}{% endif %}").get_template(
        "page.html"
    )
    shown, asked = page.nodelist
    assert type(shown) is Shown
    assert type(shown.filter_expression) is Name
    condition, inner = asked.conditions_nodelists[0]
    assert type(condition.first.value) is Name
    assert type(inner[0].filter_expression) is not Name, "filters are Django's"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{% load parts %}{% part %}", "needs the name of a template"),
        ("{% load parts %}{% part 'games/board/_on_top.html' stack %}", "takes values by name, not 'stack'"),
    ],
)
def test_a_part_written_wrongly_says_how_it_is_right(text: str, said: str) -> None:
    with pytest.raises(TemplateSyntaxError, match=said):
        engines["django"].engine.from_string(text)


def _context(numbers: bool | None) -> Context:
    return Context(dict(VALUES), use_l10n=numbers)


def _said(draw: Callable[[], str]) -> str:
    try:
        return draw()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def _engine(text: str) -> Engine:
    return Engine(
        loaders=[("stpete_site.folding.Loader", [("django.template.loaders.locmem.Loader", {"page.html": text})])],
        libraries=engines["django"].engine.libraries,
        builtins=engines["django"].engine.builtins,
    )
