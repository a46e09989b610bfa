"""What an Exchange card may replace, and why it may not replace another (section 9)."""

from __future__ import annotations

from engine.cards import Card
from engine.errors import Reason, Sentence


def fits(card: Card, over: Card) -> bool:
    """May this card replace the other, wherever that one lies unprotected (EXCH-1 to EXCH-5)?"""
    if not card.exchange or over.exchange or card.group != over.group:
        return False
    what, _, which = card.replaces.partition(":")
    if what == "card":
        return over.key == which
    return over.pile == what and (which == "any" or over.worker_symbol in (which, "all"))


def why_never(card: Card, over: Card) -> Reason:
    """Why a card that does not fit can never replace the other."""
    if not card.exchange:
        return (
            "replaces-nothing",
            Sentence("{card} is not an Exchange card, so it cannot replace anything.", card=card.id),
            "EXCH-1",
        )
    if over.exchange:
        return "over-exchange", Sentence("{over} is an Exchange card and cannot be replaced.", over=over.id), "EXCH-5"
    cards = {"card": card.id, "over": over.id}
    what = card.replaces.partition(":")[0]
    if what == "card":
        return (
            "other-card",
            Sentence("{card} can replace only one particular card, and {over} is not that card.", **cards),
            "BANQ-SUPER-1",
        )
    if what == "building":
        return (
            "no-building",
            Sentence("{card} can replace only a Building, and {over} is not a Building.", **cards),
            "EXCH-2",
        )
    if what == "noble":
        return "no-noble", Sentence("{card} can replace only a Noble, and {over} is not a Noble.", **cards), "EXCH-2"
    if over.pile != what or over.group != card.group:
        return "no-worker", Sentence("{card} can replace only a Worker, and {over} is not a Worker.", **cards), "EXCH-3"
    return (
        "other-symbol",
        Sentence("{card} can replace only a Worker with the same symbol, and {over} has a different one.", **cards),
        "EXCH-3",
    )
