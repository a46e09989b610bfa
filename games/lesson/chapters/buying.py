"""Buying: Workers and Nobles for rubles, Buildings for points, when to pass, and what the hand is for."""

from django.utils.translation import gettext_lazy as _

import engine
from games.lesson import figures as f
from games.lesson.courses import BEGINNING
from games.lesson.dealt import LEARNER, OPTIONS
from games.lesson.scene import Scene, say
from games.lesson.steps import Chapter, Step


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
    _("Workers, Buildings and Nobles: what to spend your first rubles on, and when to keep them."),
    BEGINNING,
    (
        Step(
            0,
            say(
                _(
                    "You begin with %(have)s. The game opens with the Workers: everybody buys some, one card a turn. The tag"
                    " under each card says what you pay for it now."
                ),
                have=f.have,
            ),
            say(_("Buy the cheapest Worker.")),
            say(
                _(
                    "The %(lumberjack)s costs %(price)s and brings %(pays)s in every Worker scoring. The %(ship_builder)s costs"
                    " %(other)s and brings no more. Of cards that bring the same, buy the cheap one first."
                ),
                price=f.price(),
                pays=f.pays("lumberjack"),
                other=f.price("buy ship-builder"),
            ),
            say(
                _("That is %(dearer)s more than for the %(lumberjack)s, and both bring %(pays)s a scoring."),
                dearer=f.dearer,
                pays=f.said_pays,
            ),
            claims=(_workers_pay_alike,),
        ),
        Step(
            2,
            say(
                _(
                    "%(bot)s has bought the %(ship_builder)s, and it is your turn again. Look at the tag of the %(lumberjack)s."
                )
            ),
            say(_("Buy another %(lumberjack)s.")),
            say(
                _(
                    "Each card of the same name that you already have makes the next one %(off)s cheaper: %(price)s instead of"
                    " %(printed)s. Your Workers now bring %(income)s in every Worker scoring."
                ),
                off=f.off("same-name"),
                price=f.price(),
                printed=f.printed("lumberjack"),
                income=f.income_after("green"),
            ),
            say(
                _("That is %(dearer)s more than for the %(lumberjack)s, and both bring %(pays)s a scoring."),
                dearer=f.dearer,
                pays=f.said_pays,
            ),
            claims=(_workers_pay_alike, _a_copy_is_cheaper),
        ),
        Step(
            5,
            say(
                _(
                    "The Worker scoring has paid you %(income)s, so you have %(have)s. Now Buildings lie there. They bring points"
                    " and no rubles: the %(hospital)s, for example, costs %(price)s and brings %(pays)s in every Building scoring."
                ),
                income=f.income("green"),
                have=f.have,
                price=f.price("buy hospital"),
                pays=f.pays("hospital"),
            ),
            say(_("Keep your rubles for the Nobles, who come next: pass.")),
            say(
                _(
                    "Nobody has to buy. A pass does not bind you either: should somebody still buy in this phase, it is your turn"
                    " again. A phase ends when all pass one after the other. With %(have)s you can now pay any Noble that comes."
                ),
                have=f.have,
            ),
            say(_("Buildings bring no rubles. First see to your income, then to points.")),
            {
                "take": say(
                    _("You may hold %(limit)s cards, and now you want rubles and not points."),
                    limit=f.hand_limit,
                )
            },
            (_buildings_pay_no_rubles, _enough_for_any_noble, _nobles_come_next),
        ),
        Step(
            9,
            say(
                _(
                    "The Nobles have come, and you begin. Nobles bring rubles, and the dearer ones points too. Cards that nobody"
                    " has bought stay where they are."
                )
            ),
            say(_("Buy the Noble that brings most in a scoring.")),
            say(
                _(
                    "The %(controller)s costs %(price)s and brings %(pays)s in every Noble scoring; the %(secretary)s costs"
                    " %(other)s and brings %(other_pays)s. You keep %(left)s. At the end of the game Nobles of different names"
                    " count extra."
                ),
                price=f.price(),
                pays=f.pays("controller"),
                other=f.price("buy secretary"),
                other_pays=f.pays("secretary"),
                left=f.left(),
            ),
            say(_("Now you have the rubles for the best Noble, and nobody has taken him yet.")),
            {
                "buy secretary": say(
                    _("He brings %(said)s a scoring, the %(controller)s brings %(pays)s."),
                    said=f.said_pays,
                    pays=f.pays("controller"),
                )
            },
            (_learner_begins, _dear_nobles_bring_points, _none_of_the_nobles_pays_more),
        ),
        Step(
            19,
            say(
                _(
                    "A new round has begun. What was left in the upper row has moved down to the lower row, where every card"
                    " costs %(off)s less. At the end of this round it is washed away. Your income has brought you to %(have)s."
                ),
                off=f.off("lower-row"),
                have=f.have,
            ),
            say(_("Buy the %(market)s from the lower row.")),
            say(
                _(
                    "It cost you %(price)s instead of %(printed)s, and from now on brings %(pays)s in every Building scoring. A"
                    " Building that stands early scores often; and %(left)s are left for Nobles."
                ),
                price=f.price(),
                printed=f.printed("market"),
                pays=f.pays("market"),
                left=f.left(),
            ),
            say(
                _("The %(market)s costs only %(price)s and leaves you %(left)s for the Nobles of this round."),
                price=f.price(),
                left=f.left(),
            ),
            claims=(_all_of_the_lower_row_is_cheaper, _nothing_in_the_lower_row_is_cheaper),
        ),
        Step(
            21,
            say(
                _(
                    "The %(builder)s is an Exchange card, which replaces one of your cards. The only Noble that he could replace"
                    " now is your %(controller)s: then your Nobles would bring %(after)s instead of %(before)s, which is hardly"
                    " better."
                ),
                before=f.income("red"),
                after=f.income_after("red", "buy builder lower over controller"),
            ),
            say(_("Take the %(builder)s into your hand.")),
            say(
                _(
                    "Taking costs no rubles, and nobody can snatch the card away from you. You pay when you play it. But a turn is"
                    " gone, you may hold %(limit)s cards at most, and each that is still in your hand at the end costs you"
                    " %(cost)s."
                ),
                limit=f.hand_limit,
                cost=f.hand_cost,
            ),
            say(_("Then %(bot)s may take the %(builder)s, and at the end of the round he would be washed away.")),
            {
                "buy builder lower over": say(
                    _(
                        "A better card for him to replace will come: keep the %(controller)s, and the %(builder)s in your hand."
                    )
                )
            },
            (_only_the_controller_could_go, _hardly_better, _taking_is_free),
        ),
    ),
)
