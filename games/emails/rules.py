"""The rules by email: a summary of one page, one rule, or a card with its figures and what it does."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from django.utils.translation import gettext as _

from games.handbook import library
from games.handbook.markup import plain_text
from games.handbook.reader import Block as HandbookBlock
from games.handbook.reader import texts_of
from games.names.words import content_language
from games.reference.book import book, plain
from games.reference.facts import entry_of
from games.reference.shelves import SHELVES, Shelf, Thing
from notifications.mail.blocks import Block, Forms, Heading, Items, Lines


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with lines below it; numbered where an answer names one by its number."""

    title: str
    lines: Sequence[str]
    is_numbered: bool = False

    def blocks(self) -> Sequence[Block]:
        items = Items(self.lines, numbered=self.is_numbered)
        return [Heading(self.title), items if self.is_numbered else Forms([items], [Lines(self.lines)])]


def explained(wanted: str, edition: int = 2) -> list[Section]:
    """What somebody wants to know: a rule by its id, a card by its name in either language, as in this edition where it has both;
    or everything in short."""
    if not wanted:
        return _summary()
    known = book().entries.get(wanted.upper())
    if known is not None:
        return [Section(f"{known.id} {known.rule.title}".strip(), [known.rule.text])]
    if (found := _card(plain(wanted).strip(), edition)) is not None:
        return [found]
    near = ", ".join(book().near(wanted)[:5]) or "TURN-1"
    said = _("There is no rule and no card “%(words)s”. Similar rules: %(near)s.")
    return [Section(_("Rules"), [said % {"words": wanted, "near": near}])]


def _summary() -> list[Section]:
    page = library.page("base", content_language())

    def lines(blocks: Sequence[HandbookBlock]) -> list[str]:
        return [plain_text(text, page, content_language()) for block in blocks for _line, text in texts_of(block)]

    return [Section(page.title, lines(page.lead)), *(Section(one.title, lines(one.short)) for one in page.sections)]


def _card(name: str, edition: int) -> Section | None:
    """The card or tile with this name, or nearly: `Observatorium` is the Observatory."""
    known = _things()
    near = [name] if name in known else get_close_matches(name, known, n=1, cutoff=0.8)
    for shelf, thing in sorted(known[near[0]] if near else [], key=lambda found: found[0].edition != edition):
        entry = entry_of(shelf, thing)
        figures = [f"{one.label}: {one.text}" if one.text else one.label for one in (*entry.facts, *entry.remarks)]
        return Section(f"{entry.name} ({shelf.title})", [*([entry.text] if entry.text else []), *figures])
    return None


@cache
def _things() -> Mapping[str, list[tuple[Shelf, Thing]]]:
    """What is printed, by its names in both languages."""
    found: dict[str, list[tuple[Shelf, Thing]]] = {}
    for shelf in SHELVES.values():
        for thing in shelf.things:
            for name in {plain(thing.name_en).strip(), plain(thing.name_de).strip(), thing.id}:
                found.setdefault(name, []).append((shelf, thing))
    return found
