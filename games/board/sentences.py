"""Log entries as sentences, in the reader's language. What an entry may say was decided before: see `visible_entries`."""

from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.names import words
from games.names.cards import Deck

from . import entries
from .entries import Names


def sentence(entry: engine.Entry, deck: Deck, names: Names) -> str:
    """One entry in words. Accounts of scorings have words of their own: see `accounts`."""
    say = _SENTENCES.get(entry.kind) or entries.sentences().get(entry.kind) or entries.in_data
    return say(entry, deck, names)


def scoring_name(phase: str) -> str:
    """What a payout is called."""
    known = {**entries.scorings(), **words.SCORINGS}
    return str(known.get(phase, phase))


def _over(deck: Deck, over: str | None) -> str:
    return _(" over %(card)s") % {"card": deck.name(over)} if over else ""


def _phase_started(entry: engine.PhaseStarted, deck: Deck, names: Names) -> str:
    values = {"round": entry.round, "phase": words.PHASE_NAMES[entry.phase], "who": names[entry.seat]}
    return _("Round %(round)s, %(phase)s: %(who)s starts") % values


def _dealt(entry: engine.Dealt, deck: Deck, names: Names) -> str:
    if not entry.cards:
        return _("No new cards")
    text = ngettext("%(count)s new card: %(cards)s", "%(count)s new cards: %(cards)s", len(entry.cards))
    return text % {"count": len(entry.cards), "cards": counted(entry.cards, deck)}


def _end_triggered(entry: engine.EndTriggered, deck: Deck, names: Names) -> str:
    return _("The pile of %(pile)s is empty: this is the last round") % {"pile": words.PILES[entry.pile]}


def _bought(entry: engine.Bought, deck: Deck, names: Names) -> str:
    values = {
        "who": names[entry.seat],
        "card": deck.name(entry.card),
        "over": _over(deck, entry.over),
        "price": words.rubles(entry.price),
    }
    if entry.row == "drawn":
        return _("%(who)s bought the drawn %(card)s%(over)s for %(price)s") % values
    if entry.row == "discard":
        return _("%(who)s bought %(card)s%(over)s from the discard pile for %(price)s") % values
    return _("%(who)s bought %(card)s%(over)s for %(price)s") % values


def _took(entry: engine.Took, deck: Deck, names: Names) -> str:
    if entry.card is None:
        return _("%(who)s took the drawn card") % {"who": names[entry.seat]}
    if entry.row == "discard":
        return _("%(who)s took %(card)s from the discard pile") % {
            "who": names[entry.seat],
            "card": deck.name(entry.card),
        }
    return _("%(who)s took %(card)s") % {"who": names[entry.seat], "card": deck.name(entry.card)}


def _played(entry: engine.Played, deck: Deck, names: Names) -> str:
    values = {
        "who": names[entry.seat],
        "card": deck.name(entry.card),
        "over": _over(deck, entry.over),
        "price": words.rubles(entry.price),
    }
    return _("%(who)s played %(card)s%(over)s for %(price)s") % values


def _passed(entry: engine.Passed, deck: Deck, names: Names) -> str:
    return _("%(who)s passed") % {"who": names[entry.seat]}


def _drew(entry: engine.Drew, deck: Deck, names: Names) -> str:
    values = {"who": names[entry.seat], "pile": words.PILES[entry.pile]}
    if entry.card is None:
        return _("%(who)s drew from the pile of %(pile)s") % values
    return _("%(who)s drew %(card)s from the pile of %(pile)s") % {**values, "card": deck.name(entry.card)}


def _discarded(entry: engine.Discarded, deck: Deck, names: Names) -> str:
    return _("%(who)s discarded %(card)s") % {"who": names[entry.seat], "card": deck.name(entry.card)}


def _pub(entry: engine.PubAnswered, deck: Deck, names: Names) -> str:
    who = names[entry.seat]
    if not entry.points:
        return _("%(who)s bought no points in the Pub") % {"who": who}
    values = {"who": who, "points": words.points(entry.points), "price": words.rubles(entry.rubles)}
    return _("%(who)s bought %(points)s for %(price)s in the Pub") % values


def _round_ended(entry: engine.RoundEnded, deck: Deck, names: Names) -> str:
    if not entry.cleared:
        return _("Round %(round)s finished") % {"round": entry.round}
    values = {"round": entry.round, "cards": counted(entry.cleared, deck)}
    return _("Round %(round)s finished, discarded: %(cards)s") % values


def final_step(step: str) -> str:
    """What a step of the final scoring is called."""
    known = {**entries.final_steps(), **words.FINAL_STEPS}
    return str(known.get(step, step))


def final_scoring(step: str) -> str:
    """A step of the final scoring as the name of a scoring."""
    return _("Final scoring, %(step)s") % {"step": final_step(step)}


def _scored(entry: engine.Scored, deck: Deck, names: Names) -> str:
    return accounted(scoring_name(entry.phase), str(names[entry.seat]), entry)


def _final(entry: engine.Final, deck: Deck, names: Names) -> str:
    return accounted(final_scoring(entry.step), str(names[entry.seat]), entry)


def _game_over(entry: engine.Over, deck: Deck, names: Names) -> str:
    return won(entry.winners, names)


def deed(entry: engine.Entry, deck: Deck) -> str:
    """What a seat did, without its name: `bought Hospital`. Empty for what it did not do itself."""
    match entry.kind:
        case "bought":
            text = _("bought %(card)s")
        case "took":
            text = _("took %(card)s") if getattr(entry, "card", None) else _("took the drawn card")
        case "played":
            text = _("played %(card)s")
        case "discarded":
            text = _("discarded %(card)s")
        case "drew":
            return _("drew a card")
        case "passed":
            return _("passed")
        case "pub":
            return _("visited the Pub")
        case _:
            own = entries.deeds().get(entry.kind)
            return own(entry, deck) if own else ""
    card = getattr(entry, "card", None)
    return text % {"card": deck.name(card) if card else ""}


def won(winners: Sequence[int], names: Names) -> str:
    """Who has won, in one sentence."""
    who = words.listed([str(names[seat]) for seat in winners])
    if len(names) == 1:  # SOLO-1: nobody to win against
        return _("%(who)s finished the game") % {"who": who}
    return ngettext("%(who)s wins", "%(who)s win", len(winners)) % {"who": who}


def counted(cards: Sequence[str], deck: Deck) -> str:
    """`2 × Market, Pub`."""
    found: dict[str, int] = {}
    for card in cards:
        name = deck.name(card)
        found[name] = found.get(name, 0) + 1
    return ", ".join(name if count == 1 else f"{count} × {name}" for name, count in found.items())


def accounted(scoring: str, who: str, entry: "engine.Scored | engine.Final") -> str:
    """What a scoring brought one player, as a sentence."""
    if not (sums := account(entry)):
        return _("%(scoring)s: nothing for %(who)s") % {"scoring": scoring, "who": who}
    return _("%(scoring)s: %(who)s %(account)s") % {"scoring": scoring, "who": who, "account": sums}


def account(entry: "engine.Scored | engine.Final") -> str:
    """`16 + 0 = 16 ₽, 0 + 1 = 1 VP`; only the gain where the rest is hidden, empty where a step brings nothing (UI-11)."""
    return ", ".join(text for text in (rubles_sum(entry), points_sum(entry)) if text)


def rubles_sum(entry: "engine.Scored | engine.Final") -> str:
    if not entry.rubles_gain:
        return ""
    if entry.rubles_before is None:
        return words.gained_rubles(entry.rubles_gain)
    return words.rubles_of(_equation(entry.rubles_before, entry.rubles_gain))


def points_sum(entry: "engine.Scored | engine.Final") -> str:
    if not entry.points_gain:
        return ""
    return words.points_of(_equation(entry.points_before, entry.points_gain))


def _equation(before: int, gain: int) -> str:
    sign = "+" if gain >= 0 else "−"
    return f"{before} {sign} {abs(gain)} = {before + gain}".replace("-", "−")


_SENTENCES: Mapping[str, Callable[..., str]] = {
    "phase-started": _phase_started,
    "dealt": _dealt,
    "end-triggered": _end_triggered,
    "bought": _bought,
    "took": _took,
    "played": _played,
    "passed": _passed,
    "drew": _drew,
    "discarded": _discarded,
    "pub": _pub,
    "round-ended": _round_ended,
    "scored": _scored,
    "final": _final,
    "over": _game_over,
}
