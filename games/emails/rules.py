"""Sections of an answer: the rules in short, one rule or a card; and what the moves of a draft would do, for its player's eyes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from functools import cache

from django.utils.translation import gettext as _

import engine
from games.handbook import library
from games.handbook.markup import plain_text
from games.handbook.reader import Block as HandbookBlock
from games.handbook.reader import texts_of
from games.models import Seat
from games.names.words import content_language
from games.play.moves import position_after, with_draft
from games.play.positions import Play
from games.reference.book import book, plain
from games.reference.facts import entry_of
from games.reference.shelves import SHELVES, Shelf, Thing
from games.text_client.layout import sentences
from games.text_client.lines import order_in
from games.text_client.moves import consequence
from notifications.mail.blocks import Block, Forms, Heading, Items, Lines, Paragraph


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with lines below it; numbered where an answer names one by its number, with sentences below."""

    title: str
    lines: Sequence[str]
    is_numbered: bool = False
    below: Sequence[str] = ()

    def blocks(self) -> Sequence[Block]:
        items = Items(self.lines, numbered=self.is_numbered)
        found = items if self.is_numbered else Forms([items], [Lines(self.lines)])
        return [Heading(self.title), found, *map(Paragraph, self.below)]


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


def consequences(play: Play, seat: Seat, draft: Sequence[str], now: datetime) -> Iterable[Section]:
    """What each move of a draft would do, as far as it can be said now."""
    for place, order in enumerate(draft):
        state = position_after(play, seat, draft[:place])
        move = "pass" if order_in(order) else order
        if state is None or move not in engine.view_for(state, seat.index).moves:
            return
        would = consequence(with_draft(play, seat, draft[:place], now=now), seat, move)
        lines = [line for part in would.parts for line in sentences(part)]
        yield Section(_("If you send it: %(move)s") % {"move": would.what}, lines)
