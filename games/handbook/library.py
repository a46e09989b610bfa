"""All pages of the players' rules, in both languages, read once and checked: nothing they name is missing."""

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

import engine
from games.handbook import markup
from games.handbook.reader import Cards, Example, Page, read_page
from games.names.words import content_language
from games.reference.book import book
from games.reference.line_reader import RulesTextError

TEXTS: Final = Path(__file__).parent / "text"
LANGUAGES: Final = ("en", "de")
PAGES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "base": "",
        "market": "market",
        "banquet": "banquet",
        "module-2": "module-2",
        "helpers": "helpers",
        "events": "events",
        "orders": "orders",
        "hurdles": "hurdles",
        "good-company": "good-company",
        "sp-plus": "sp-plus",
        "alone": "",
        "online": "",
    }
)
"""The pages in the order in which they are read, each with the engine's name of the set it explains."""


@functools.cache
def pages(language: str) -> Mapping[str, Page]:
    """The pages in one language. Raises RulesTextError."""
    files = {slug: f"{language}/{slug}.md" for slug in PAGES}
    found = {slug: read_page(slug, file, (TEXTS / file).read_text("utf-8")) for slug, file in files.items()}
    for page in found.values():
        _check(page, found, language)
    return MappingProxyType(found)


def page(slug: str, language: str) -> Page:
    return pages(language if language in LANGUAGES else "en")[slug]


def pages_of(sets: Sequence[str], players: int) -> list[str]:
    """The pages that explain a game with these sets: the base game first."""
    wanted = [slug for slug, of_set in PAGES.items() if of_set in sets]
    return ["base", *wanted, *(["alone"] if players == 1 else [])]


def pages_about(options: engine.Options) -> list[Page]:
    """The pages that explain a game with these options, in the active language."""
    language = content_language()
    return [page(slug, language) for slug in pages_of(options.sets, options.players)]


def _check(page: Page, pages: Mapping[str, Page], language: str) -> None:
    def fault(line: int, reason: str) -> RulesTextError:
        return RulesTextError(f"{language}/{page.slug}.md", line, reason)

    for rule in page.rules():
        if not markup.is_rule(rule, book()):
            raise fault(1, f"there is no rule {rule}")
    for line, text in page.texts():
        for key, bent in markup.mentions(text):
            found = markup.find_thing(key, page.shelf)
            if found is None:
                raise fault(line, f"there is no card {key}")
            name = markup.name_in(language, *found)
            if bent and not bent.startswith(name):
                raise fault(line, f"“{bent}” does not begin with the name of the card, “{name}”")
        for slug, section in markup.page_links(text):
            target = pages.get(slug) if slug else page
            if target is None or (section and section not in [one.id for one in target.sections]):
                raise fault(line, f"there is nothing at {slug}#{section}")
    for block in page.blocks():
        if isinstance(block, Cards):
            for key in block.keys:
                if not markup.find_things(key, page):
                    raise fault(block.line, f"there is no card {key}")
        elif isinstance(block, Example):
            for key in block.cards:
                if markup.find_thing(key, page.shelf) is None:
                    raise fault(block.line, f"there is no card {key}")
