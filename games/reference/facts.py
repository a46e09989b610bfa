"""What there is to say about a card or tile in the reader's language: figures, what it replaces, remarks, rules."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from engine import Card, Tile
from games.names import words
from games.names.cards import Face, face_of, printed_name, printed_words
from games.names.words import address
from games.reference.shelves import SHELVES, Shelf, Thing, other_names, replaced_ids

CERTAINTIES: Mapping[str, Promise] = {
    "booklet": gettext_lazy("All figures come from a rule booklet."),
    "card": gettext_lazy("Taken from printed cards or from two independent tables."),
    "implementation": gettext_lazy("Known from only one published version of the game."),
    "inferred": gettext_lazy("Not published for this edition; inferred from other sources."),
}
FIELDS: Mapping[str, Promise] = {
    "name_en": pgettext_lazy("card", "English name"),
    "name_de": pgettext_lazy("card", "German name"),
    "cost": pgettext_lazy("card", "cost"),
    "rubles": pgettext_lazy("card", "rubles"),
    "points": pgettext_lazy("card", "points"),
    "copies": pgettext_lazy("card", "copies"),
    "pile": pgettext_lazy("card", "pile"),
    "worker_symbol": pgettext_lazy("card", "worker symbol"),
    "words_en": pgettext_lazy("card", "figures"),
    "words_de": pgettext_lazy("card", "figures"),
}
_SCORINGS: Mapping[str, Promise] = {
    "green": gettext_lazy("at every Worker scoring"),
    "yellow": gettext_lazy("at every Market scoring"),
    "blue": gettext_lazy("at every Building scoring"),
    "red": gettext_lazy("at every Noble scoring"),
}
_KINDS: Mapping[str, Promise] = {
    "worker": gettext_lazy("any Worker"),
    "building": gettext_lazy("any Building"),
    "noble": gettext_lazy("any Noble"),
}
_RULES: Mapping[str, tuple[str, ...]] = {
    "czar-and-carpenter": ("CARD-CZAR-1", "EXCH-4"),
    "potemkin-village": ("CARD-POT-1",),
    "warehouse": ("CARD-WARE-1", "HAND-2", "HAND-3"),
    "pub": ("CARD-PUB",),
    "observatory": ("CARD-OBS",),
    "carpenter-workshop": ("CARD-CARP-1",),
    "gold-smelter": ("CARD-GOLD-1",),
    "mariinski-theater": ("CARD-MAR-1",),
    "tax-man": ("CARD-TAX-1",),
    "new-farmer": ("IGC-FARM-1",),
    "kolkhoz": ("IGC-KOLK-1",),
    "coffeehouse": ("M2-COFFEE-1",),
    "trading-house": ("M2-TRADE",),
    "debtors-prison": ("M2-DEBT",),
    "impostor": ("IMPO",),
    "october-revolution": ("M2-OCT-1", "IGC-OCT-1"),
    "textile-factory": ("M2-TEXTILE-1",),
    "trading-guild": ("GUILD",),
    "university": ("M2-UNI-1",),
    "merchant": ("M2-MERCH-1",),
    "lieutenant-kije": ("M2-KIJE-1",),
    "mayor": ("M2-MAYOR-1",),
    "czar-superstar": ("BANQ-SUPER",),
    "money-collector": ("BANQ-MONEY",),
    "black-market": ("BANQ-BLACK",),
    "double-move": ("BANQ-DOUBLE",),
    "parasite": ("BANQ-PARA",),
    "jester": ("BANQ-JEST-1", "BANQ-BANQ-2"),
    "banquet": ("BANQ-BANQ",),
    "golden-donkey": ("BANQ-DONKEY-1",),
    "away-with-it": ("BANQ-AWAY",),
    "thief": ("BANQ-THIEF",),
}
_RULES_OF_BOX: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("company1", "trading-house"): ("IGC-HALL-1",),
    ("company1", "debtors-prison"): ("IGC-DEBT-1",),
    ("banquet", "potemkin-village"): ("BANQ-POT",),
    **{
        (box, key): (rule,)
        for box in ("company1", "company2")
        for key, rule in (
            ("czar-and-carpenter", "IGC-CZAR-1"),
            ("observatory", "IGC-OBS-1"),
            ("academy", "IGC-ACAD-1"),
            ("mistress-of-ceremonies", "IGC-MIST-1"),
            ("mariinski-theater", "IGC-MAR-1"),
        )
    },
}
_WITHOUT_MARKET = ("money-collector", "parasite", "black-market-yellow")
"""The three yellow cards of Module 1 (COMBO-7)."""


@dataclass(frozen=True, slots=True)
class CardFact:
    """One line of a card's data: what it is, what it says, and the rule if one stands behind it."""

    label: str
    text: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class CardEntry:
    """A card or tile as the reference shows it. `face` is None for a tile, which has `icon` and `tint` instead."""

    shelf: Shelf
    thing: Thing
    text: str
    facts: tuple[CardFact, ...]
    remarks: tuple[CardFact, ...]
    rules: tuple[str, ...]
    face: Face | None = None
    icon: str = ""
    tint: str = ""

    @property
    def id(self) -> str:
        return self.thing.id

    @property
    def name(self) -> str:
        return printed_name(self.thing)

    @property
    def names(self) -> tuple[str, ...]:
        return other_names(self.thing)

    @property
    def url(self) -> str:
        return address(self.shelf.name, self.thing.id)

    @property
    def note(self) -> str:
        return self.thing.note if isinstance(self.thing, Card) else ""

    @property
    def certainty(self) -> str:
        return str(CERTAINTIES[self.thing.certainty])

    @property
    def is_certain(self) -> bool:
        """Whether booklets or printed cards give all of it, but for a name in one of the languages."""
        known = isinstance(self.thing, Tile) or set(self.thing.inferred) <= {"name_en", "name_de"}
        return known and self.thing.certainty in ("booklet", "card")

    @property
    def inferred(self) -> str:
        """The fields that no source gives, in words."""
        return words.listed(list(dict.fromkeys(str(FIELDS[name]) for name in self.thing.inferred)))

    @property
    def exact(self) -> tuple[str, ...]:
        """All rules and groups of rules behind it: those that say what it does first, then those of its figures and remarks."""
        return tuple(dict.fromkeys([*self.rules, *(one.rule for one in (*self.facts, *self.remarks) if one.rule)]))


def entry_of(shelf: Shelf, thing: Thing, face: Face | None = None) -> CardEntry:
    if isinstance(thing, Card):
        face = face or face_of(thing, goods=True, box=shelf.name)
        facts, remarks = tuple(_facts(thing, face)), tuple(_remarks(shelf, thing))
        return CardEntry(shelf, thing, face.text, facts, remarks, rules_of(shelf, thing), face)
    needs: tuple[CardFact, ...] = ()
    if thing.needs:
        needs = (CardFact(_("Required on 10, 20, 35, 50, 70"), ", ".join(map(str, thing.needs)), "HURD-6"),)
    icon = "piles:market" if shelf.name == "values" else thing.id
    return CardEntry(shelf, thing, printed_words(thing), needs, (), thing.rules, icon=icon, tint=thing.group)


def _facts(card: Card, face: Face) -> list[CardFact]:
    found = [
        CardFact(pgettext("card", "Cost"), words.rubles(card.cost) if face.priced else _("none; taken into your hand"))
    ]
    paid = [words.rubles(card.rubles)] if card.rubles else []
    paid += [words.points(card.points)] if card.points else []
    if paid:
        found.append(CardFact(pgettext("card", "Income"), f"{' + '.join(paid)} {_SCORINGS[card.group]}"))
    if card.worker_symbol:
        found.append(CardFact(pgettext("card", "Worker symbol"), str(words.SYMBOLS[card.worker_symbol])))
    if face.goods:
        found.append(
            CardFact(
                pgettext("card", "Market square"),
                ", ".join(words.goods(kind, count) for kind, count in face.goods),
                "MKT-3",
            )
        )
    if card.exchange:
        found.append(
            CardFact(pgettext("card", "Replaces"), _replaces(card), "EXCH-3" if card.group == "green" else "EXCH-2")
        )
    elif card.group in ("green", "blue", "red"):
        found.append(CardFact(pgettext("card", "Exchange value"), str(card.value_when_replaced), "COST-2"))
    colour = str(words.GROUPS[card.group])
    if face.tint == "orange":
        colour = _("yellow (orange card)")
    found.append(CardFact(pgettext("card", "Colour"), colour))
    found.append(CardFact(pgettext("card", "Pile"), str(words.PILES[card.pile])))
    found.append(CardFact(pgettext("card", "Copies"), str(card.copies)))
    return found


def _replaces(card: Card) -> str:
    what, _colon, which = card.replaces.partition(":")
    if what == "card":
        return _("only %(card)s") % {"card": _base_name(which)}
    if which == "any":
        return str(_KINDS[what])
    values = {"symbol": words.SYMBOLS[which], "card": _base_name("czar-and-carpenter")}
    return _("a Worker with the %(symbol)s, or %(card)s") % values


def _base_name(key: str) -> str:
    return printed_name(SHELVES["base2"].find(key)[0])


def _remarks(shelf: Shelf, card: Card) -> list[CardFact]:
    """What is taken out, replaced or joined where."""
    found = []
    replaced = replaced_ids(shelf.edition)
    if shelf.is_base and card.id in replaced:
        said = (
            _("Removed when In Good Company is played")
            if shelf.edition == 2
            else _("Removed when In Good Company or SP+ is played")
        )
        found.append(CardFact(said, "", "IGC-3"))
    if shelf.name in ("company1", "company2"):
        if card.id in replaced:
            found.append(CardFact(_("Replaces the base card of the same name"), "", "IGC-3"))
            if shelf.edition == 1:
                found.append(CardFact(_("Also part of the variant SP+"), "", "SPP-1"))
        elif any(card.key == other.key for other in SHELVES[f"base{shelf.edition}"].cards):
            found.append(CardFact(_("Extra copies of a base card with the same figures"), "", "IGC-6"))
    if shelf.name == "banquet" and card.id in _WITHOUT_MARKET:
        found.append(CardFact(_("Removed when the Market is not played"), "", "COMBO-7"))
    if shelf.name == "module2" and card.key == "debtors-prison":
        found.append(CardFact(_("Removed when Module 1 is also played"), "", "COMBO-8"))
    return found


def rules_of(shelf: Shelf, card: Card) -> tuple[str, ...]:
    found = [*_RULES.get(card.key, ()), *_RULES_OF_BOX.get((shelf.name, card.key), ())]
    if card.exchange:
        found += ["EXCH-1", "EXCH-3" if card.group == "green" else "EXCH-2"]
    elif card.group == "purple":
        found += ["BANQ-2", "BANQ-3", "BANQ-5"]
    elif any(name == "upkeep" for name, _amount in card.effects):
        found += ["MKT-19", "MKT-20", "MKT-22"]
    elif card.group == "yellow":
        found += ["MKT-3", "MKT-8"]
    elif card.group == "green":
        found += ["SCORE-1", "SCORE-6"]
    elif card.group == "red":
        found += ["SCORE-1", "END-11"]
    else:
        found += ["SCORE-1"]
    return tuple(dict.fromkeys(found))
