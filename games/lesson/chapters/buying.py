"""Buying: Workers and Nobles for rubles, Buildings for points, when to pass, and what the hand is for."""

from django.utils.translation import gettext_lazy as _

import engine
from games.lesson import figures as f
from games.lesson.courses import BEGINNING, LEARNER, OPTIONS
from games.lesson.figures import sentence
from games.lesson.scene import Chapter, LessonStep, Scene


def _workers_pay_alike(scene: Scene) -> bool:
    """Every Worker of the tableau pays the same, and none is cheaper than the one asked for."""
    cards = [scene.deck[slot.card] for slot in scene.slots()]
    cheapest = min(f.price_of(scene, move) for move in scene.view.moves)
    return len({(card.rubles, card.points) for card in cards}) == 1 and f.price_of(scene) == cheapest


def _a_copy_is_cheaper(scene: Scene) -> bool:
    return f.terms(scene, "same-name") > 0


def _buildings_pay_no_rubles(scene: Scene) -> bool:
    cards = [scene.deck[slot.card] for slot in scene.slots()]
    return all(card.group == "blue" and not card.rubles for card in cards)


def _enough_for_any_noble(scene: Scene) -> bool:
    nobles = next(phase for phase in scene.view.phases if phase.name == "noble")
    return max(scene.deck[card].cost for card, _count in nobles.contents) <= (scene.me.rubles or 0)


def _too_dear_for_nobles_with_points(scene: Scene) -> bool:
    """After the Hospital none of them could be paid any more."""
    left = (scene.me.rubles or 0) - f.price_of(scene, "buy hospital")
    return left < min(card.cost for card in engine.cards(OPTIONS) if card.pile == "noble" and card.points)


def _nobles_come_next(scene: Scene) -> bool:
    names = [phase.name for phase in scene.view.phases]
    return scene.view.phase == "building" and names[names.index("building") + 1] == "noble"


def _learner_begins(scene: Scene) -> bool:
    phase = next(phase for phase in scene.view.phases if phase.current)
    return phase.start_seat == LEARNER and not scene.view.passes


def _dear_nobles_bring_points(scene: Scene) -> bool:
    """All Nobles bring rubles, and those with points cost more than those without."""
    nobles = [card for card in engine.cards(OPTIONS) if card.pile == "noble"]
    dear, cheap = ([card.cost for card in nobles if bool(card.points) == scores] for scores in (True, False))
    return all(card.rubles for card in nobles) and min(dear) > max(cheap)


def _none_of_the_nobles_pays_more(scene: Scene) -> bool:
    nobles = [card for slot in scene.slots() if (card := scene.deck[slot.card]).group == "red"]
    best = scene.deck[scene.card(scene.right)]
    return all((one.rubles, one.points) <= (best.rubles, best.points) for one in nobles) and len(nobles) > 1


def _start_markers_have_moved_on(scene: Scene) -> bool:
    """With two players they change hands (ROUND-3)."""
    first, now = scene.course.steps[0].step.state, scene.state
    starts = [
        {phase.name: phase.start_seat for phase in engine.view_for(state, LEARNER).phases} for state in (first, now)
    ]
    own = {name for name, seat in starts[1].items() if seat == LEARNER}
    return own == {"building", "exchange"} and all(starts[0][name] != seat for name, seat in starts[1].items())


def _cards_in_rows(view: engine.View) -> int:
    return sum(slot is not None for slot in (*view.upper, *view.lower))


def _rows_were_full(scene: Scene) -> bool:
    """Before the first turn of the round, so the Worker phase began without new cards (REFILL-1, REFILL-4)."""
    view = Scene(scene.course, scene.ply - 1).view
    workers = [next(phase.left for phase in one.phases if phase.name == "worker") for one in (scene.view, view)]
    return _cards_in_rows(view) == len(view.upper) and not any(view.upper) and workers[0] == workers[1]


def _earns_before_buildings_score(scene: Scene) -> bool:
    return scene.view.phase == "worker" and f.income_of(scene.view, "green")[0] > 0


def _free_places_were_filled(scene: Scene) -> bool:
    """New cards go into the upper row, until both rows together are full (REFILL-1, REFILL-3)."""
    new = [slot.card for slot in scene.view.upper if slot]
    blue = all(scene.deck[card].group == "blue" for card in new)
    return blue and _cards_in_rows(scene.view) == len(scene.view.upper)


def _all_of_the_lower_row_is_cheaper(scene: Scene) -> bool:
    offers = [offer for slot in scene.view.lower if slot for offer in slot.offers]
    return bool(offers) and all(f.terms(scene, "lower-row", offer.move) > 0 for offer in offers)


def _nothing_in_the_lower_row_is_cheaper(scene: Scene) -> bool:
    prices = [offer.price for slot in scene.view.lower if slot for offer in slot.offers if offer.over is None]
    return f.price_of(scene) == min(prices)


def _only_the_controller_could_go(scene: Scene) -> bool:
    builder = next(slot for slot in scene.slots() if slot.card == "builder")
    return {offer.over for offer in builder.offers} == {"controller"}


def _hardly_better(scene: Scene) -> bool:
    """Over the Controller the Builder would bring a ruble more and a point less."""
    before = f.income_of(scene.view, "red")
    after = f.income_of(scene.after("buy builder lower over controller"), "red")
    return after[0] - before[0] == 1 and after[1] < before[1]


def _taking_is_free(scene: Scene) -> bool:
    return scene.after(scene.right).seats[LEARNER].rubles == scene.me.rubles


BUYING = Chapter(
    "buying",
    _("Buying"),
    _("Workers, Buildings and Nobles: how to spend your first rubles, and when to save them."),
    BEGINNING,
    (
        LessonStep(
            0,
            sentence(
                _(
                    "You start with %(have)s. First, players take turns to buy Workers, one card each. The tag under a "
                    "card shows your price."
                )
            ),
            sentence(_("Which Worker do you buy first?")),
            sentence(
                _(
                    "The %(lumberjack)s costs %(price)s and earns %(pays)s in every Worker scoring. The "
                    "%(ship_builder)s costs %(other)s and earns no more. When cards earn the same, buy the cheaper "
                    "one first."
                ),
                pays=f.pays("lumberjack"),
                other=f.price("buy ship-builder"),
            ),
            sentence(
                _("That costs %(dearer)s more than the %(lumberjack)s, and both earn %(pays)s per scoring."),
                pays=f.said_pays,
            ),
            claims=(_workers_pay_alike,),
            other="buy ship-builder",
        ),
        LessonStep(
            2,
            sentence(
                _(
                    "%(bot)s has bought the %(ship_builder)s, and it is your turn again. Check the tag under the "
                    "%(lumberjack)s."
                )
            ),
            sentence(_("Buy another %(lumberjack)s.")),
            sentence(
                _(
                    "Each card of the same name you already own makes the next one %(off)s cheaper: %(price)s "
                    "instead of %(printed)s. Your Workers now earn %(income)s in every Worker scoring."
                ),
                off=f.off("same-name"),
                printed=f.printed("lumberjack"),
                income=f.income_after("green"),
            ),
            sentence(
                _("That costs %(dearer)s more than the %(lumberjack)s, and both earn %(pays)s per scoring."),
                pays=f.said_pays,
            ),
            claims=(_workers_pay_alike, _a_copy_is_cheaper),
        ),
        LessonStep(
            5,
            sentence(
                _(
                    "The Worker scoring paid you %(income)s, so you have %(have)s. Now Buildings are on offer. They "
                    "earn points but no rubles: the %(hospital)s, for example, costs %(price)s and earns %(pays)s in "
                    "every Building scoring."
                ),
                income=f.income("green"),
                price=f.price("buy hospital"),
                pays=f.pays("hospital"),
            ),
            sentence(_("Buy the %(hospital)s, or save your rubles for the Nobles, which come next?")),
            sentence(
                _(
                    "You never have to buy. Passing is not final either: if another player buys in this phase, you "
                    "get another turn. A phase ends when all players pass in a row. With %(have)s you can now afford "
                    "any Noble."
                )
            ),
            sentence(_("Buildings earn no rubles. Build your income first, then score points.")),
            {
                "take": sentence(_("You can hold only %(limit)s cards, and for now you need rubles, not points.")),
                "buy hospital": sentence(
                    _(
                        "It would score, but you could no longer afford the better Nobles. They come next and earn rubles."
                    )
                ),
            },
            (_buildings_pay_no_rubles, _enough_for_any_noble, _nobles_come_next, _too_dear_for_nobles_with_points),
            "buy hospital",
        ),
        LessonStep(
            9,
            sentence(
                _(
                    "Now come the Nobles, and you start. Nobles earn rubles, and the expensive ones earn points too. "
                    "Cards nobody bought stay on offer."
                )
            ),
            sentence(_("Which Noble do you buy?")),
            sentence(
                _(
                    "The %(controller)s costs %(price)s and earns %(pays)s in every Noble scoring. The %(secretary)s "
                    "costs %(other)s and earns %(other_pays)s. You have %(left)s left. At the end of the game, "
                    "different Nobles score extra points."
                ),
                pays=f.pays("controller"),
                other=f.price("buy secretary"),
                other_pays=f.pays("secretary"),
            ),
            sentence(_("You can now afford the best Noble, and it is still available.")),
            {
                "buy secretary": sentence(
                    _("That Noble earns %(said)s per scoring; the %(controller)s earns %(pays)s."),
                    said=f.said_pays,
                    pays=f.pays("controller"),
                )
            },
            (_learner_begins, _dear_nobles_bring_points, _none_of_the_nobles_pays_more),
            "buy secretary",
        ),
        LessonStep(
            15,
            sentence(
                _(
                    "A new round. Each start token has moved on to the next player: this time you start the Building and "
                    "Exchange phases. New cards fill the rows up to %(places)s cards. The rows were full, so no Worker was "
                    "dealt."
                ),
                places=f.places,
            ),
            sentence(_("Buy the %(market)s now, or pass?")),
            sentence(
                _(
                    "Your Workers pay first. Then you start the Building phase and see the new Buildings before you choose. "
                    "As many are dealt as there are free places."
                )
            ),
            sentence(_("Let your Workers pay first. Then you start the Building phase with more rubles.")),
            {
                "buy market lower": sentence(
                    _(
                        "It scores only in the Building phase, and you start that one. See which Buildings are dealt, then "
                        "choose."
                    )
                )
            },
            (_start_markers_have_moved_on, _rows_were_full, _earns_before_buildings_score),
            "buy market lower",
        ),
        LessonStep(
            19,
            sentence(
                _(
                    "The free places were filled: %(dealt)s Buildings were dealt into the upper row. Cards left from last "
                    "round are in the lower row. They cost %(off)s less and are discarded at the end of this round. You "
                    "have %(have)s."
                ),
                dealt=f.dealt,
                off=f.off("lower-row"),
            ),
            sentence(_("Buy the %(market)s from the lower row.")),
            sentence(
                _(
                    "It cost you %(price)s instead of %(printed)s and now earns %(pays)s in every Building scoring. "
                    "Buildings bought early score often. You still have %(left)s for Nobles."
                ),
                printed=f.printed("market"),
                pays=f.pays("market"),
            ),
            sentence(_("The %(market)s costs only %(price)s and leaves you %(left)s for this round's Nobles.")),
            claims=(_all_of_the_lower_row_is_cheaper, _nothing_in_the_lower_row_is_cheaper, _free_places_were_filled),
        ),
        LessonStep(
            21,
            sentence(
                _(
                    "The %(builder)s is an Exchange card: it replaces one of your cards. Right now it could replace "
                    "only your %(controller)s. Your Nobles would then earn %(after)s instead of %(before)s, which is "
                    "hardly better."
                ),
                before=f.income("red"),
                after=f.income_after("red", "buy builder lower over controller"),
            ),
            sentence(_("Take the %(builder)s into your hand, or buy it now over the %(controller)s?")),
            sentence(
                _(
                    "Taking a card is free, and nobody else can buy it. You pay when you play it. But it takes a "
                    "turn, and you can hold only %(limit)s cards. Each card in your hand at the end costs you "
                    "%(cost)s."
                )
            ),
            sentence(_("Then %(bot)s could take the %(builder)s, or it would be discarded at the end of the round.")),
            {
                "buy builder lower over": sentence(
                    _(
                        "A better card to replace will come. Keep the %(controller)s, and take the %(builder)s into your "
                        "hand."
                    )
                )
            },
            (_only_the_controller_could_go, _hardly_better, _taking_is_free),
            "buy builder lower over controller",
        ),
    ),
)
