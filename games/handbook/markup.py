"""Running text of the players' rules: **bold**, {card}, {card|its name bent}, [words](page#section)."""

import re
from collections.abc import Iterator
from functools import cache

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.handbook.reader import Page
from games.names.words import address as card_address
from games.reference.book import Book
from games.reference.shelves import SHELVES, Shelf, Thing

_FORMS = re.compile(
    r"\*\*(?P<bold>.+?)\*\*"
    r"|\{(?P<card>[a-z0-9/-]+)(?:\|(?P<bent>[^{}|]+))?\}"
    r"|\[(?P<words>[^\[\]]+)\]\((?P<page>[a-z0-9-]*)(?:#(?P<section>[a-z-]+))?\)"
)
_AMOUNTS = re.compile(r"(?<=\d) (?=[−+=] |(?:rubles?|points?|Rubeln?|Punkten?)\b)|(?<= [−+=]) (?=\d)")


def find_thing(key: str, shelf: str) -> tuple[Shelf, Thing] | None:
    named, _slash, id = key.rpartition("/")
    box = SHELVES.get(named or shelf)
    things = box.find(id) if box else ()
    return (box, things[0]) if box and things else None


def find_things(key: str, page: Page) -> list[tuple[Shelf, Thing]]:
    """What a row of cards names: one card, or everything of a box as `helpers/*`."""
    if key.endswith("/*"):
        box = SHELVES.get(key.removesuffix("/*"))
        return [(box, thing) for thing in box.things] if box else []
    found = find_thing(key, page.shelf)
    return [found] if found else []


def mentions(text: str) -> Iterator[tuple[str, str]]:
    """The cards and tiles that a text names, and how, where it is not the plain name."""
    for form in _FORMS.finditer(text):
        if form["bold"]:
            yield from mentions(form["bold"])
        elif form["card"]:
            yield form["card"], form["bent"] or ""


def page_links(text: str) -> Iterator[tuple[str, str]]:
    """The pages that a text links to, empty for its own, each with the section."""
    for form in _FORMS.finditer(text):
        if form["bold"]:
            yield from page_links(form["bold"])
        elif form["words"]:
            yield form["page"], form["section"] or ""


def plain_text(text: str, page: Page, language: str) -> str:
    """The text as it is read, without marks."""

    def plain(form: re.Match[str]) -> str:
        if form["bold"]:
            return plain_text(form["bold"], page, language)
        return form["words"] or form["bent"] or name_in(language, *_found(form["card"], page))

    return _FORMS.sub(plain, text)


def name_in(language: str, _shelf: Shelf, thing: Thing) -> str:
    return thing.name_de if language == "de" else thing.name_en


def as_html(text: str, page: Page, language: str) -> SafeString:
    """The text with its links. Nothing of it is trusted to be HTML."""
    out: list[SafeString] = []
    end = 0
    for form in _FORMS.finditer(text):
        out.append(format_html("{}", unbroken(text[end : form.start()])))
        out.append(_form(form, page, language))
        end = form.end()
    out.append(format_html("{}", unbroken(text[end:])))
    return mark_safe("".join(out))  # every part is a SafeString


def unbroken(text: str) -> str:
    """Sums and amounts stay on one line."""
    return _AMOUNTS.sub("\N{NO-BREAK SPACE}", text)


def _form(form: re.Match[str], page: Page, language: str) -> SafeString:
    if form["bold"]:
        return format_html("<b>{}</b>", as_html(form["bold"], page, language))
    if form["card"]:
        shelf, thing = _found(form["card"], page)
        words = form["bent"] or name_in(language, shelf, thing)
        return format_html('<a class="named" href="{}">{}</a>', card_address(shelf.name, thing.id), words)
    anchor = f"#{form['section']}" if form["section"] else ""
    return format_html('<a href="{}{}">{}</a>', address(form["page"]) if form["page"] else "", anchor, form["words"])


def _found(key: str, page: Page) -> tuple[Shelf, Thing]:
    found = find_thing(key, page.shelf)
    if found is None:
        raise KeyError(key)
    return found


@cache
def address(slug: str) -> str:
    return reverse("rules") if slug == "base" else reverse("games:handbook", args=[slug])


def rules_as_links(rules: tuple[str, ...], book: Book, words: str) -> SafeString:
    """A small sign for each rule, all on the line where the text ends; `words` is what a screen reader says before its id."""
    known = [rule for rule in rules if is_rule(rule, book)]
    if not known:
        return SafeString("")
    signs = format_html_join(
        "",
        '<a class="exact" href="{}" title="{}" hreflang="en"><span aria-hidden="true">§</span>'
        '<span class="sr">{} {}</span></a>',
        ((reverse("games:rule", args=[rule]), rule, words, rule) for rule in known),
    )
    return format_html('\N{NO-BREAK SPACE}<span class="nb">{}</span>', signs)


def is_rule(rule: str, book: Book) -> bool:
    return rule in book.entries or book.is_group(rule)
