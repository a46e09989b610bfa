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
                    "You start with %(have)s. The game opens with the Workers: players take turns buying one card "
                    "each. The tag under a card shows your price."
                )
            ),
            sentence(_("Buy the cheapest Worker.")),
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
            sentence(_("Save your rubles for the Nobles, which come next: pass.")),
            sentence(
                _(
                    "You never have to buy. Passing is not final either: if another player buys in this phase, you "
                    "get another turn. A phase ends when all players pass in a row. With %(have)s you can now afford "
                    "any Noble."
                )
            ),
            sentence(_("Buildings earn no rubles. Build your income first, then score points.")),
            {"take": sentence(_("You can hold only %(limit)s cards, and for now you need rubles, not points."))},
            (_buildings_pay_no_rubles, _enough_for_any_noble, _nobles_come_next),
        ),
        LessonStep(
            9,
            sentence(
                _(
                    "Now come the Nobles, and you start. Nobles earn rubles, and the expensive ones earn points too. "
                    "Cards nobody bought stay in the tableau."
                )
            ),
            sentence(_("Buy the Noble that earns the most per scoring.")),
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
        ),
        LessonStep(
            19,
            sentence(
                _(
                    "A new round has started. Cards left in the upper row have moved to the lower row, where each "
                    "costs %(off)s less. They are discarded at the end of this round. With your income you now have "
                    "%(have)s."
                ),
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
            claims=(_all_of_the_lower_row_is_cheaper, _nothing_in_the_lower_row_is_cheaper),
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
            sentence(_("Take the %(builder)s into your hand.")),
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
        ),
    ),
)
