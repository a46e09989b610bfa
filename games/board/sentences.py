"""Log entries as sentences, in the reader's language. What an entry may say was decided before: see `visible_entries`."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.board.registry import merged
from games.names import words
from games.names.cards import Deck

Names = Sequence[object]


def in_data(entry: engine.Entry, deck: Deck, names: Names) -> str:
    """An entry that nobody has a sentence for yet: its kind and what it says, with names of seats and cards."""
    seat = getattr(entry, "seat", None)
    told = [] if seat is None else [str(names[seat])]
    told.append(entry.kind.replace("-", " "))
    for name, value in entry.to_json().items():
        if name in ("kind", "seat") or value is None:
            continue
        parts = value if isinstance(value, list) else [value]
        told.append(", ".join(deck.name(str(part)) if part in deck else str(part).replace("-", " ") for part in parts))
    return " ".join(told)


class EntryWords(dict[str, object]):
    """What a sentence may name of an entry, in words: `%(who)s`, `%(card)s`, `%(price)s`; anything else is the entry's field of
    that name."""

    def __init__(self, entry: engine.Entry, deck: Deck, names: Names = ()) -> None:
        self.entry: Any = entry
        self.deck = deck
        self.names = names

    def __missing__(self, name: str) -> object:
        entry = self.entry
        match name:
            case "who":
                return self.names[entry.seat]
            case "host":
                return self.names[entry.host]
            case "card" | "on":
                return self.deck.name(getattr(entry, name))
            case "over":
                return _(" over %(card)s") % {"card": self.deck.name(entry.over)} if entry.over else ""
            case "price" | "rubles":
                return words.rubles(getattr(entry, name))
            case "points":
                return words.points(entry.points)
            case "gain":
                return words.gains(entry.rubles, entry.points)
            case "cards":
                return counted(entry.cards, self.deck)
            case "pile":
                return words.PILES[entry.pile]
            case "phase":
                return words.PHASE_NAMES[entry.phase]
            case "kind":
                return words.GOODS[entry.goods]
        return getattr(entry, name)


Say = str | Promise | Callable[[Any, EntryWords], str]
"""How a kind of entry is told: a pattern for `EntryWords`, or a function that gives the whole text."""


def _filled(say: Say, entry: engine.Entry, found: EntryWords) -> str:
    return say(entry, found) if callable(say) else str(say) % found


def sentence(entry: engine.Entry, deck: Deck, names: Names) -> str:
    """One entry in words; one that no addition has a sentence for is told as data."""
    say = merged("sentences").get(entry.kind)
    return _filled(say, entry, EntryWords(entry, deck, names)) if say else in_data(entry, deck, names)


def deed(entry: engine.Entry, deck: Deck) -> str:
    """What a seat did, without its name: `bought Hospital`. Empty for what it did not do itself."""
    say = merged("deeds").get(entry.kind)
    return _filled(say, entry, EntryWords(entry, deck)) if say else ""


def scoring_name(phase: str) -> str:
    return str(merged("scorings").get(phase, phase))


def final_step(step: str) -> str:
    return str(merged("final_steps").get(step, step))


def final_scoring(step: str) -> str:
    return _("Final scoring, %(step)s") % {"step": final_step(step)}


def won(winners: Sequence[int], names: Names) -> str:
    who = words.listed([str(names[seat]) for seat in winners])
    if len(names) == 1:  # SOLO-1: nobody to win against
        return _("%(who)s finished the game") % {"who": who}
    return ngettext("%(who)s wins", "%(who)s win", len(winners)) % {"who": who}


def counted(cards: Sequence[str], deck: Deck) -> str:
    """`2 × Market, Pub`."""
    found = Counter(map(deck.name, cards))
    return ", ".join(name if count == 1 else f"{count} × {name}" for name, count in found.items())


def accounted(scoring: str, who: str, entry: engine.Scored | engine.Final) -> str:
    if not (sums := account(entry)):
        return _("%(scoring)s: nothing for %(who)s") % {"scoring": scoring, "who": who}
    return _("%(scoring)s: %(who)s %(account)s") % {"scoring": scoring, "who": who, "account": sums}


def account(entry: engine.Scored | engine.Final) -> str:
    """`16 + 0 = 16 ₽, 0 + 1 = 1 VP`; only the gain where the rest is hidden, empty where a step brings nothing (UI-11)."""
    return ", ".join(text for text in (rubles_sum(entry), points_sum(entry)) if text)


def rubles_sum(entry: engine.Scored | engine.Final) -> str:
    if not entry.rubles_gain:
        return ""
    if entry.rubles_before is None:
        return words.gained_rubles(entry.rubles_gain)
    return words.rubles_of(_equation(entry.rubles_before, entry.rubles_gain))


def points_sum(entry: engine.Scored | engine.Final) -> str:
    if not entry.points_gain:
        return ""
    return words.points_of(_equation(entry.points_before, entry.points_gain))


def _equation(before: int, gain: int) -> str:
    sign = "+" if gain >= 0 else "−"
    return f"{before} {sign} {abs(gain)} = {before + gain}".replace("-", "−")


def _dealt(entry: engine.Dealt, found: EntryWords) -> str:
    if not entry.cards:
        return _("No new cards")
    text = ngettext("%(count)s new card: %(cards)s", "%(count)s new cards: %(cards)s", len(entry.cards))
    return text % {"count": len(entry.cards), "cards": found["cards"]}


def _bought(entry: engine.Bought, found: EntryWords) -> str:
    if entry.row == "drawn":
        return _("%(who)s bought the drawn %(card)s%(over)s for %(price)s") % found
    if entry.row == "discard":
        return _("%(who)s bought %(card)s%(over)s from the discard pile for %(price)s") % found
    return _("%(who)s bought %(card)s%(over)s for %(price)s") % found


def _took(entry: engine.Took, found: EntryWords) -> str:
    if entry.card is None:
        return _("%(who)s took the drawn card") % found
    if entry.row == "discard":
        return _("%(who)s took %(card)s from the discard pile") % found
    return _("%(who)s took %(card)s") % found


def _drew(entry: engine.Drew, found: EntryWords) -> str:
    if entry.card is None:
        return _("%(who)s drew from the pile of %(pile)s") % found
    return _("%(who)s drew %(card)s from the pile of %(pile)s") % found


def _pub(entry: engine.PubAnswered, found: EntryWords) -> str:
    if not entry.points:
        return _("%(who)s bought no points in the Pub") % found
    values = {"who": found["who"], "points": found["points"], "price": found["rubles"]}
    return _("%(who)s bought %(points)s for %(price)s in the Pub") % values


def _round_ended(entry: engine.RoundEnded, found: EntryWords) -> str:
    if not entry.cleared:
        return _("Round %(round)s finished") % found
    values = {"round": entry.round, "cards": counted(entry.cleared, found.deck)}
    return _("Round %(round)s finished, discarded: %(cards)s") % values


SENTENCES: Mapping[str, Say] = {
    "phase-started": gettext_lazy("Round %(round)s, %(phase)s: %(who)s starts"),
    "dealt": _dealt,
    "end-triggered": gettext_lazy("The pile of %(pile)s is empty: this is the last round"),
    "bought": _bought,
    "took": _took,
    "played": gettext_lazy("%(who)s played %(card)s%(over)s for %(price)s"),
    "passed": gettext_lazy("%(who)s passed"),
    "drew": _drew,
    "discarded": gettext_lazy("%(who)s discarded %(card)s"),
    "pub": _pub,
    "round-ended": _round_ended,
    "scored": lambda entry, found: accounted(scoring_name(entry.phase), str(found["who"]), entry),
    "final": lambda entry, found: accounted(final_scoring(entry.step), str(found["who"]), entry),
    "over": lambda entry, found: won(entry.winners, found.names),
}
"""The sentences of the base game."""

DEEDS: Mapping[str, Say] = {
    "bought": gettext_lazy("bought %(card)s"),
    "took": lambda entry, found: (_("took %(card)s") if entry.card else _("took the drawn card")) % found,
    "played": gettext_lazy("played %(card)s"),
    "discarded": gettext_lazy("discarded %(card)s"),
    "drew": gettext_lazy("drew a card"),
    "passed": gettext_lazy("passed"),
    "pub": gettext_lazy("visited the Pub"),
}
"""The deeds of the base game."""
