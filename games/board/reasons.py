"""Why a move is good, in words of the game: from the terms that the bots' evaluation weighs (engine/bots/deeds.py)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine.bots import FACTS, ReasonTerm
from games.board.move_words import move_words
from games.names import words
from games.names.cards import Deck, order_name

CLOSE: Final = 0.05
"""Less than this between two moves is no difference worth a figure."""
SLIGHT: Final = 0.3
"""A term of fewer points is left out where others say more."""
HEAVY: Final = 2.0
"""What speaks so much against a move is said too."""
MOST: Final = 3
"""Terms in a sentence."""
PRICES: Final = ("price", "later", "otherwise")


@dataclass(frozen=True, slots=True)
class TermLine:
    """A term as a line of a table: what it is, and what it is worth, signed, in points at the end."""

    what: str
    worth: str


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom a reason is put into words: the position they see, its cards, and the names of the seats."""

    view: engine.View
    deck: Deck
    names: Sequence[object] = ()


def reason_in_words(
    move: engine.Move,
    terms: Sequence[ReasonTerm],
    reader: Reader,
    *,
    second: engine.Move | None = None,
    behind: float = 0.0,
) -> str:
    """At most two sentences: the move with what speaks for it, and the `second` best move, so many points behind it."""
    deed = _sentence_start(deed_in_words(move, reader))
    told_anyway = second.card if second else None
    reasons = _chosen([one for one in terms if one.kind != "best-left" or one.card != told_anyway], reader)
    values = {"deed": deed, "reasons": reasons}
    first = _("%(deed)s: %(reasons)s.") % values
    if second is None:
        return first
    other = _short(second, move, reader)
    if behind < CLOSE:
        return f"{first} {_('Equally good: %(other)s.') % {'other': other}}"
    values = {"other": other, "behind": f"−{estimate(behind)}"}
    return f"{first} {_('Second best: %(other)s (%(behind)s).') % values}"


def term_lines(terms: Sequence[ReasonTerm], reader: Reader) -> tuple[TermLine, ...]:
    """All terms that are worth something, the weightiest first."""
    found = sorted(_paired(terms), key=lambda term: -abs(term.worth))
    return tuple(
        TermLine(_sentence_start(said), words.decimal(term.worth, signed=True))
        for term in found
        if abs(term.worth) >= CLOSE and (said := _phrase(term, reader))
    )


def estimate(points: float) -> str:
    """Expected points: `6 points`, and `0.4 points` where it is less than one."""
    if round(abs(points), 1) >= 1:
        return words.amount_of_points(round(abs(points)))
    return _("%(count)s points") % {"count": words.decimal(abs(points))}


def deed_in_words(move: engine.Move, reader: Reader) -> str:
    """What to do, as an order to oneself: `buy Observatory`, `replace Author with Builder`."""
    deck = reader.deck
    card, over = deck.name(move.card) if move.card else "", deck.name(move.over) if move.over else ""
    values = {"card": card, "over": over}
    match move.kind, bool(over):
        case "buy", False:
            return _("buy %(card)s") % values
        case "buy", True:
            return _("replace %(over)s with %(card)s") % values
        case "play", False if _costs(move, reader):
            return _("play %(card)s from your hand") % values
        case "play", True:
            return _("replace %(over)s with %(card)s from your hand") % values
        case "take", _over:
            return _("take %(card)s into your hand") % values
        case "thief buy", False:
            return _("buy %(card)s with the Thief") % values
        case "thief buy", True:
            return _("replace %(over)s with %(card)s, using the Thief") % values
        case "order", False:
            return _("score “%(order)s”") % {"order": order_name(int(move.text.split()[-1]))}
        case "thief take", _over:
            return _("take %(card)s with the Thief") % values
    return move_words(str(move), reader.view, deck).text


def _costs(move: engine.Move, reader: Reader) -> bool:
    """Is it a card of the hand that is paid, and no purple one?"""
    hand = reader.view.seats[reader.view.viewer or 0].hand or ()
    return any(offer.move == str(move) for slot in hand for offer in slot.offers)


def _short(other: engine.Move, best: engine.Move, reader: Reader) -> str:
    """The second best move: the card alone where it is bought like the best one."""
    if other.kind == "buy" and not other.over and other.card and other.card != best.card:
        return reader.deck.name(other.card)
    return deed_in_words(other, reader)


def _chosen(terms: Sequence[ReasonTerm], reader: Reader) -> str:
    """The price and the weightiest reasons for a move, as one says them, and what speaks most against it."""
    paired = _paired(terms)
    prices = [term for term in paired if term.kind in PRICES]
    others = sorted((term for term in paired if term.kind not in PRICES), key=lambda term: -term.worth)
    good = [term for term in others if term.worth > 0]
    good = [term for term in good if term.worth >= SLIGHT] or good[:1]
    bad = _phrase(others[-1], reader) if others and others[-1].worth <= -HEAVY else ""
    facts = [term for term in paired if term.kind in FACTS and term not in good]
    told = [(term, said) for term in (*good, *facts) if (said := _phrase(term, reader))]
    told = [one for one in told if one[0].kind != "room"] or told
    told = told[: max(1, MOST - len(prices) - bool(bad))]
    found = [said for _term, said in sorted(told, key=lambda one: one[0].kind == "denied")]
    found = found or [_("the best result in simulated games")]
    paid = [_phrase(term, reader) for term in prices]
    parts = [*found, *paid] if any(term.kind == "otherwise" for term in prices) else [*paid, *found]
    said = _listed(parts) if not paid or len(found) > 1 else _(", ").join(parts)
    return _("%(good)s, but %(bad)s") % {"good": said, "bad": bad} if bad else said


def _listed(parts: Sequence[str]) -> str:
    """`4 ₽ now, +1 VP every round, and a free place in your hand`."""
    if len(parts) < 2:
        return "".join(parts)
    return _("%(first)s, and %(last)s") % {"first": _(", ").join(parts[:-1]), "last": parts[-1]}


def _paired(terms: Sequence[ReasonTerm]) -> list[ReasonTerm]:
    """Rubles and points of one card in one scoring are one term; reductions of basic and Exchange cards too."""
    found: list[ReasonTerm] = []
    for term in terms:
        kind = "rubles" if term.kind == "points" else term.kind
        what = term.what.removesuffix(" exchange")
        for place, other in enumerate(found):
            if (term.kind, other.kind) == ("start", "kept") and what == other.what and other.rubles:
                found[place] = replace(other, count=term.count)
                break
            if kind in ("rubles", "cheaper") and (other.kind, other.what) == (kind, what):
                rubles = other.rubles if kind == "cheaper" else other.rubles + term.rubles
                worth, points = other.worth + term.worth, other.points + term.points
                found[place] = replace(other, worth=worth, rubles=rubles, points=points)
                break
        else:
            found.append(replace(term, kind=kind, what=what))
    return found


def _sentence_start(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- terms
def _phrase(term: ReasonTerm, reader: Reader) -> str:
    """A term as a part of a sentence; empty for one that nobody has words for."""
    say = PHRASES.get(term.kind)
    return say(term, reader) if say else ""


def _gains(term: ReasonTerm) -> str:
    """`+5 ₽ +2 VP`."""
    parts = [words.gained_rubles(term.rubles)] if term.rubles else []
    if term.points:
        parts.append(words.points(term.points) if term.points < 0 else f"+{words.points(term.points)}")
    return " ".join(parts)


def _income(term: ReasonTerm, reader: Reader) -> str:
    gains = {"gains": _gains(term)}
    return _("%(gains)s once more") % gains if term.times < 1.5 else _("%(gains)s every round") % gains


def _per(term: ReasonTerm, reader: Reader) -> str:
    group = words.GROUP_NAMES.get(term.what.removeprefix("count "))
    gains = {"gains": _gains(term), "cards": group or ""}
    if not term.count or not group:
        return _income(term, reader)
    return _("%(gains)s every round for your %(cards)s, more with each new one") % gains


def _cheaper(term: ReasonTerm, reader: Reader) -> str:
    values = {"cards": words.GROUP_NAMES.get(term.what, term.what), "price": words.rubles(term.rubles)}
    return _("%(cards)s cost you %(price)s less") % values


def _noble(term: ReasonTerm, reader: Reader) -> str:
    points = words.points(term.points) if term.points < 0 else f"+{words.points(term.points)}"
    text = ngettext(
        "%(points)s at the end (your first Noble)",
        "%(points)s at the end (%(count)s different Nobles)",
        term.count,
    )
    return text % {"points": points, "count": term.count}


def _symbol(term: ReasonTerm, reader: Reader) -> str:
    values = {"goods": words.GOODS[term.what], "place": term.count}
    if term.points:
        return _("your %(goods)s marker leads with %(place)s") % values
    return _("your %(goods)s marker moves to %(place)s") % values


def _later(term: ReasonTerm, reader: Reader) -> str:
    values = {"price": words.rubles(term.rubles), "over": reader.deck.name(term.card) if term.card else ""}
    if term.card:
        return _("nothing now, %(price)s when you replace %(over)s with it") % values
    return _("nothing now, %(price)s when you play it") % values


def _from_hand(term: ReasonTerm, reader: Reader) -> str:
    if term.points:
        return _("no %(points)s for a card left in your hand") % {"points": words.points(-term.points)}
    return _("a free place in your hand")


def _draw(term: ReasonTerm, reader: Reader) -> str:
    if not term.count:
        return ""
    values = {"count": term.count, "cards": round(term.times)}
    return (
        ngettext(
            "%(count)s of the %(cards)s possible cards helps you",
            "%(count)s of the %(cards)s possible cards help you",
            term.count,
        )
        % values
    )


def _denied(term: ReasonTerm, reader: Reader) -> str:
    if term.seat is None or term.seat >= len(reader.names):
        return _("another player does not get it")
    return _("%(name)s does not get it") % {"name": reader.names[term.seat]}


def _kept(term: ReasonTerm, reader: Reader) -> str:
    values = {"price": words.rubles(term.rubles), "phase": words.PHASE_NAMES.get(term.what, ""), "count": term.count}
    if not term.rubles:
        return ""
    if term.count > 1:
        return _("you keep %(price)s for the %(phase)s, where you choose first from %(count)s new cards") % values
    return _("you keep %(price)s for the %(phase)s") % values if term.what else _("you keep %(price)s") % values


def _best_left(term: ReasonTerm, reader: Reader) -> str:
    if term.worth < (SLIGHT if term.rubles else HEAVY):
        return ""
    values = {"card": _name(term, reader), "price": words.rubles(term.rubles), "points": estimate(term.worth)}
    if term.what:
        over = reader.deck.name(term.what)
        return _("replacing %(over)s with %(card)s for %(price)s would lose %(points)s") % {**values, "over": over}
    if not term.rubles:
        return _("taking %(card)s into your hand would lose %(points)s") % values
    return _("buying %(card)s for %(price)s would lose %(points)s") % values


def _start(term: ReasonTerm, reader: Reader) -> str:
    values = {"phase": words.PHASE_NAMES[term.what], "count": term.count}
    return _("you choose first from %(count)s new cards in the %(phase)s") % values if term.count > 1 else ""


def _hurdle(term: ReasonTerm, reader: Reader) -> str:
    opens = _("you can pass the hurdle on space %(space)s")
    return (_("it counts for the hurdle on space %(space)s") if term.times else opens) % {"space": term.count}


def _name(term: ReasonTerm, reader: Reader) -> str:
    return reader.deck.name(term.card) if term.card else ""


PHRASES: Final[Mapping[str, Callable[[ReasonTerm, Reader], str]]] = {
    "price": lambda term, reader: _("%(price)s now") % {"price": words.rubles(term.rubles)},
    "later": _later,
    "otherwise": lambda term, reader: (
        _("%(price)s would bring only %(points)s otherwise")
        % {"price": words.rubles(term.rubles), "points": estimate(term.worth)}
    ),
    "rubles": _income,
    "per": _per,
    "noble": _noble,
    "cheaper": _cheaper,
    "hand-limit": lambda term, reader: _("room for %(count)s cards in your hand") % {"count": term.count},
    "observatory": lambda term, reader: _("a card drawn from any pile every round"),
    "points-for-sale": lambda term, reader: (
        _("up to %(points)s at %(price)s each after every Building scoring")
        % {"points": words.points(term.count), "price": words.rubles(term.rubles)}
    ),
    "symbol": _symbol,
    "stays": lambda term, reader: (
        _("your %(goods)s marker stays on %(place)s") % {"goods": words.GOODS[term.what], "place": term.count}
    ),
    "upkeep": lambda term, reader: _("%(price)s upkeep every round") % {"price": words.rubles(term.rubles)},
    "resale": lambda term, reader: (
        _("%(price)s off the price of what replaces it") % {"price": words.rubles(term.rubles)}
    ),
    "replaceable": lambda term, reader: _("%(card)s can replace it later") % {"card": _name(term, reader)},
    "from-hand": _from_hand,
    "hand-place": lambda term, reader: (
        _("%(points)s at the end if it is still in your hand") % {"points": words.points(term.points)}
        if term.points
        else _("it costs no points in your hand at the end")
    ),
    "at-once": lambda term, reader: _("%(gains)s now") % {"gains": _gains(term)},
    "draw": _draw,
    "face-down": lambda term, reader: (
        _("%(points)s this round, as it lies face down") % {"points": words.points(term.points)}
    ),
    "denied": _denied,
    "kept": _kept,
    "room": lambda term, reader: (
        ngettext(
            "your hand keeps room for %(count)s card",
            "your hand keeps room for %(count)s cards",
            term.count,
        )
        % {"count": term.count}
    ),
    "best-left": _best_left,
    "start": _start,
    "others-get": lambda term, reader: (
        _("every other player gets %(price)s too") % {"price": words.rubles(term.rubles)}
    ),
    "half-price": lambda term, reader: (
        _("%(card)s costs you %(price)s less") % {"card": _name(term, reader), "price": words.rubles(term.rubles)}
    ),
    "found": lambda term, reader: _("%(card)s lies on the discard pile") % {"card": _name(term, reader)},
    "new-cards": lambda term, reader: (
        ngettext(
            "you choose first when a new card comes",
            "you choose first from %(count)s new cards",
            term.count,
        )
        % {"count": term.count}
    ),
    "both": lambda term, reader: _("you get %(card)s and a new card in one turn") % {"card": _name(term, reader)},
    "use-later": lambda term, reader: _("you can play it in a later turn"),
    "two-actions": lambda term, reader: _("you act twice before the others"),
    "order": lambda term, reader: _("it counts for one of your orders") if term.worth > 0 else "",
    "hurdle": _hurdle,
    "stopped": lambda term, reader: (
        _("the hurdle on space %(space)s may block some of its points") % {"space": term.count}
        if term.worth < 0
        else ""
    ),
    "ends-phase": lambda term, reader: _("it ends the phase"),
    "goes-on": lambda term, reader: _("a pass would end the phase"),
    "pile-lasts": lambda term, reader: _("the pile of %(pile)s lasts another round") % {"pile": words.PILES[term.what]},
    "pile-empty": lambda term, reader: (
        _("the pile of %(pile)s runs out and the game ends with that round") % {"pile": words.PILES[term.what]}
    ),
}
"""The words of each kind of term, by engine/bots/reasons.py."""
