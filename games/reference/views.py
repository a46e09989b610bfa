"""Pages of the reference: rules by section, group, id and word; cards by box, colour, pile and name. Nothing asks the database."""

from collections.abc import Mapping, Sequence

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from api.problems import or_404
from engine import Card
from games.names import words
from games.names.cards import printed_name
from games.reference.book import book, is_id, plain
from games.reference.facts import CardEntry, entry_of

from .shelves import SHELVES, Shelf, Thing, everything, synonyms

MOST_LETTERS = 60
"""Of what is searched for."""
COLOURS = ("green", "yellow", "orange", "blue", "red", "purple")
PILES = ("worker", "market", "building", "noble", "exchange", "none")


@require_safe
def section(request: HttpRequest, number: int) -> HttpResponse:
    """A section of the rules with all that stands in it; every rule has an anchor of its id."""
    the_book = book()
    found = or_404(the_book.sections.get(str(number)))
    before, after = the_book.neighbours(found)
    page = {"section": found, "sections": the_book.sections.values(), "before": before, "after": after}
    return render(request, "games/reference/section.html", page)


@require_safe
def rule(request: HttpRequest, id: str) -> HttpResponse:
    """One rule, or a group of rules; in any case of letters. Who asks for what is not there gets ids that are near."""
    the_book = book()
    known = id.upper()
    if known not in the_book.entries and not the_book.is_group(known):
        return _unknown_rule(request, id)
    if known != id:
        return redirect("games:rule", known, permanent=True)
    entry = the_book.entries.get(known)
    if entry is None:
        return render(request, "games/reference/group.html", {"stem": known, "entries": the_book.group(known)})
    in_order = [one.id for one in entry.section.rules()]
    place = in_order.index(known)
    page = {
        "entry": entry,
        "before": in_order[place - 1] if place else "",
        "after": in_order[place + 1] if place + 1 < len(in_order) else "",
        "mentions": the_book.mentions(known),
    }
    return render(request, "games/reference/rule.html", page)


def _unknown_rule(request: HttpRequest, id: str) -> HttpResponse:
    page = {"id": id[:MOST_LETTERS], "near": book().near(id)}
    return render(request, "games/reference/unknown.html", page, status=404)


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Rules that hold all the words; an id alone leads to its rule."""
    asked = " ".join(request.GET.get("q", "").split())[:MOST_LETTERS]
    the_book = book()
    if asked.upper() in the_book.entries or the_book.is_group(asked.upper()):
        return redirect("games:rule", asked.upper())
    if is_id(asked.upper()):
        return _unknown_rule(request, asked)
    found = the_book.search(asked, synonyms())
    return render(
        request, "games/reference/search.html", {"asked": asked, "found": found, "near": the_book.near(asked)}
    )


_FILTERS: Mapping[str, tuple[Promise, Mapping[str, str | Promise]]] = {
    "set": (pgettext_lazy("card", "Box"), {name: shelf.title for name, shelf in SHELVES.items()}),
    "colour": (pgettext_lazy("card", "Colour"), {**words.GROUPS, "orange": gettext_lazy("orange")}),
    "pile": (pgettext_lazy("card", "Pile"), {**words.PILES, "none": pgettext_lazy("pile", "in no pile")}),
}
_ORDER = {"set": tuple(SHELVES), "colour": COLOURS, "pile": PILES}


@require_safe
def cards(request: HttpRequest) -> HttpResponse:
    """All boxes with a small picture of everything in them; with a filter or a name, what fits, in full."""
    chosen = {name: request.GET.get(name, "") for name in _FILTERS}
    chosen = {name: value for name, value in chosen.items() if value in _ORDER[name]}
    name = " ".join(request.GET.get("q", "").split())[:MOST_LETTERS]
    page = {
        "filters": lambda: [_filter(key, chosen, name) for key in _FILTERS],  # not asked for what is drawn already
        "chosen": chosen,
        "name": name,
        "is_filtered": bool(chosen or name),
        "boxes": lambda: _boxes(chosen, name),
        "keep": 0 if name else None,  # what only the address tells apart is drawn once; names are without end
    }
    return render(request, "games/reference/cards.html", page)


def _boxes(chosen: dict[str, str], name: str) -> list[tuple[Shelf, list[CardEntry]]]:
    entries = [entry_of(shelf, thing) for shelf, thing in everything() if _fits_name(thing, name)]
    groups: dict[str, list[CardEntry]] = {}
    for entry in entries:
        if _fits(entry, chosen):
            groups.setdefault(entry.shelf.name, []).append(entry)
    return [(SHELVES[shelf], found) for shelf, found in groups.items()]


def _fits(entry: CardEntry, chosen: dict[str, str]) -> bool:
    if chosen.get("set", entry.shelf.name) != entry.shelf.name:
        return False
    tint = entry.face.tint if entry.face else entry.tint
    colours = {tint, entry.face.group} if entry.face else {tint}
    if "colour" in chosen and chosen["colour"] not in colours:
        return False
    return chosen.get("pile", entry.face.pile if entry.face else "none") == (entry.face.pile if entry.face else "none")


def _fits_name(thing: Thing, name: str) -> bool:
    if not name:
        return True
    names = (thing.name_en, thing.name_de, *thing.also)
    return any(plain(name) in plain(one) for one in names)


def _filter(key: str, chosen: dict[str, str], name: str) -> dict[str, object]:
    """The pills of one filter; one that is on leads to the page without it."""
    title, labels = _FILTERS[key]
    pills = []
    for value in _ORDER[key]:
        is_on = chosen.get(key) == value
        query = QueryDict(mutable=True)
        query.update({**{k: v for k, v in chosen.items() if k != key}, **({} if is_on else {key: value})})
        if name:
            query["q"] = name
        pills.append({"value": value, "label": labels[value], "is_on": is_on, "query": query.urlencode()})
    return {"key": key, "title": title, "pills": pills, "is_on": key in chosen}


@require_safe
def card(request: HttpRequest, shelf: str, id: str) -> HttpResponse:
    """One card or tile with everything known about it, and the same name in other boxes."""
    box, things = _found(shelf, id)
    entries = [entry_of(box, thing) for thing in things]
    page = {"shelf": box, "entry": entries[0], "entries": entries, "others": _same_name(box, things[0])}
    return render(request, "games/reference/card.html", page)


@require_safe
def sheet(request: HttpRequest, shelf: str, id: str) -> HttpResponse:
    """The same in short as a fragment, which a script opens over whatever page names the card."""
    box, things = _found(shelf, id)
    return render(
        request, "games/reference/sheet.html", {"entry": entry_of(box, things[0]), "lines": ()}, using="jinja2"
    )


def _found(shelf: str, id: str) -> tuple[Shelf, Sequence[Thing]]:
    box = SHELVES.get(shelf)
    things = box.find(id) if box else ()
    if box is None or not things:
        raise Http404
    return box, things


def _same_name(box: Shelf, thing: Thing) -> list[tuple[str, str, str]]:
    """The cards of the same key elsewhere, and its other copies in this box: box, name, address."""
    if not isinstance(thing, Card):
        return []
    found = []
    for shelf, other in everything():
        if isinstance(other, Card) and other.key == thing.key and (shelf, other.id) != (box, thing.id):
            entry = entry_of(shelf, other)
            said = printed_name(other)
            if other.market_symbols:
                goods = entry.face.goods if entry.face else ()
                symbols = ", ".join(words.goods(kind, count) for kind, count in goods)
                said = _("%(card)s (%(symbols)s)") % {"card": said, "symbols": symbols}
            found.append((str(shelf.title), said, entry.url))
    return found
