"""The Pub (UI-7) and the Observatory (CARD-OBS): how they ask."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.board.move_words import HOLE, MoveLine, plain
from games.board.panel import Panel, PanelAnswer, Picture, card_panel
from games.board.questions import Addition, Asking, Deciding, Tool
from games.board.sentences import DEEDS, SENTENCES
from games.board.table import ViewedTable
from games.names import words
from games.names.cards import Deck

POINTS = "games/board/questions/pub.html"


class Pub(Asking):
    kinds = ("pub",)

    def panel(self, table: ViewedTable) -> Panel | None:
        house, gain = _house(table.view, table.deck)
        answers = tuple(_answer(text, table, gain) for text in table.view.moves)
        if not house:
            heading = _("Pub: how many points?")
            text = _("2 rubles per point.")
            return Panel(heading, heading, text, None, answers, template=POINTS)
        trade = {"card": table.deck.name(house), "price": words.rubles(TRADE), "points": words.points(gain)}
        if not (table.view.question and table.view.question.maximum):
            heading = _("%(card)s: trade %(price)s for %(points)s?") % trade
            return Panel(heading, heading, "", table.deck[house], answers)
        heading = _("Pub and %(card)s: your choice?") % trade
        text = _("Points in the Pub cost 2 rubles each. You can also trade %(price)s for %(points)s.") % trade
        return Panel(heading, heading, text, None, answers, template=POINTS)

    def title(self, view: engine.View) -> str:
        most = (view.question.maximum if view.question else None) or 0
        if most == 0:
            return _("Trade or not?")
        if _trades(view):
            return _("Trade, and Pub: 0 to %(points)s") % {"points": words.points(most)}
        return _("Pub: buy 0 to %(points)s") % {"points": words.points(most)}

    def hint(self, view: engine.View) -> str:
        return (
            _("How many points do you want to buy in the Pub?")
            if view.question and view.question.maximum
            else _("Trade rubles for points?")
        )

    def letter(self, view: engine.View, deck: Deck) -> str:
        most = (view.question.maximum if view.question else None) or 0
        said = []
        if most:
            text = ngettext(
                "Your Pub sells points for 2 rubles each. You can buy %(count)s now.",
                "Your Pub sells points for 2 rubles each. You can buy up to %(count)s now.",
                most,
            )
            said.append(text % {"count": most})
        if _trades(view):
            said.append(_("You can trade 3 rubles for points once."))
        return " ".join(said)


class TradingHouse(Deciding):
    """Yes or no to the trade, where that is all there is to answer; else it is asked with the Pub (CARD-PUB-5)."""

    kinds = ("trading-house",)
    rule = "M2-TRADE-3"
    note_words = gettext_lazy("You are still asked while your Pub has points to sell.")

    def question(self, preset: engine.Preset, deck: Deck) -> str:
        points = trade_points(preset.card, deck) if preset.card else 0
        values = {"card": super().question(preset, deck), "price": words.rubles(TRADE), "points": words.points(points)}
        return _("%(card)s: %(price)s for %(points)s after the scoring?") % values

    def label(self, value: str) -> str:
        return {"ask": _("ask me"), "yes": _("yes"), "no": _("no")}[value]


TRADE = 3
"""Rubles for the points of a Trading House or a Market Hall (M2-TRADE-1)."""


def _read(text: str) -> tuple[int, bool]:
    """`pub 3`, or `pub 3 trade`: points of the Pub, and whether the trade is made (CARD-PUB-5)."""
    _verb, number, *trade = text.split(" ")
    return int(number), bool(trade)


def _trades(view: engine.View) -> bool:
    return any(text.endswith(" trade") for text in view.moves)


def _house(view: engine.View, deck: Deck) -> tuple[str, int]:
    """The card of the viewer that trades, and how many points it gives, while it can be used; else an empty name and 0."""
    own = view.seats[view.viewer].display if view.viewer is not None and _trades(view) else ()
    return next(((one.card, points) for one in own if (points := trade_points(one.card, deck))), ("", 0))


def trade_points(card: str, deck: Deck) -> int:
    """What a card trades rubles for (M2-TRADE-1); 0 for one that does not trade."""
    return sum(amount for effect, amount in engine.card(deck.options, card).effects if effect == "points by trade")


def _answer(text: str, table: ViewedTable, gain: int) -> PanelAnswer:
    number, trade = _read(text)
    rubles = 2 * number + TRADE * trade
    price, only_trade = words.rubles(rubles), not (table.view.question and table.view.question.maximum)
    values = {"points": words.points(number), "price": price, "gain": words.points(gain)}
    label, group = str(number), ""
    if trade:
        button = _("Buy %(points)s and trade for %(price)s") if number else _("Trade %(price)s for %(gain)s")
        group = _("With the trade: %(price)s for %(gain)s") % {**values, "price": words.rubles(TRADE)}
    else:
        button = _("Buy %(points)s for %(price)s") if number else _("Buy none")
        group = _("Without the trade") if gain else ""
    if only_trade:
        label = _("Trade") if trade else _("Do not trade")
        button, group = button if trade else label, ""
    left = "" if table.rubles is None else words.rubles(table.rubles - rubles)
    return table.moves.answer(text, label, button % values, price=price, total=price, leaves=left, group=group)


def _pub(what: str, view: engine.View, deck: Deck) -> MoveLine | None:
    number, trade = _read(f"pub {what}")
    price = words.amount_of_rubles(2 * number + TRADE * trade)  # 2 rubles a point, CARD-PUB-1
    if trade and not number:
        return plain(_("trade %(price)s for points") % {"price": price})
    if not number:
        return plain(_("buy no points"))
    pattern = _("buy %(points)s and trade, for %(price)s") if trade else _("buy %(points)s for %(price)s")
    return MoveLine(pattern % {"points": HOLE, "price": price}, words.amount_of_points(number))


class Drawn(Asking):
    kinds = ("drawn",)
    is_seen_by_watchers = True
    title_words = gettext_lazy("Use the drawn card")
    hint_words = gettext_lazy("Buy it, take it or discard it.")

    def panel(self, table: ViewedTable) -> Panel | None:
        slot, moves = table.view.drawn, table.moves
        if slot is None:
            return None
        others = [moves.answer(text, _("Discard it")) for text in table.view.moves if text.startswith("discard ")]
        heading = _("You drew %(card)s") % {"card": table.deck.name(slot.card)}
        template = "games/board/questions/drawn.html"
        return card_panel(slot, moves, table.deck, heading=heading, others=others, template=template)

    def letter(self, view: engine.View, deck: Deck) -> str:
        if view.drawn is None:
            return self.hint(view)
        card = deck.name(view.drawn.card)
        return _("Your Observatory drew %(card)s: buy it, take it into your hand or discard it.") % {"card": card}


class Observatory(Tool):
    """Which pile to draw from (CARD-OBS-2)."""

    name = "observatory"
    verb = "draw"
    card = "observatory"
    button_words = gettext_lazy("Use the Observatory")

    def panel(self, table: ViewedTable) -> Panel | None:
        left = {phase.name: phase.left for phase in table.view.phases}
        answers = []
        for text in table.view.moves:
            verb, _space, pile = text.partition(" ")
            if verb == self.verb:
                answers.append(
                    table.moves.answer(
                        text,
                        str(words.PILES[pile]),
                        _("Draw from %(pile)s") % {"pile": words.PILES[pile]},
                        detail=words.cards_left(left[pile]),
                        picture=Picture("piles", pile, words.PILE_GROUPS[pile]),
                    )
                )
        heading = _("Observatory: draw from which pile?")
        text = _("You must then buy, take or discard the card you draw.")
        return Panel(heading, heading, text, None, tuple(answers), closes=True)


def _draw(what: str, view: engine.View, deck: Deck) -> MoveLine | None:
    if what not in words.PILES:
        return None
    pattern = _("use an Observatory and draw from the pile of %(pile)s") % {"pile": HOLE}
    return MoveLine(pattern, str(words.PILES[what]))


def _discard(what: str, view: engine.View, deck: Deck) -> MoveLine | None:
    if view.drawn is None:
        return None
    return MoveLine(_("discard %(card)s") % {"card": HOLE}, deck.name(view.drawn.card))


BASE_GAME = Addition(
    askings=(
        Pub(),
        Drawn(),
    ),
    verbs={"pub": _pub, "draw": _draw, "discard": _discard},
    presets=(TradingHouse(),),
    tools=(Observatory(),),
    sentences=SENTENCES,
    deeds=DEEDS,
    scorings=words.SCORINGS,
    final_steps=words.FINAL_STEPS,
)
