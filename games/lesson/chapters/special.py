"""Buildings that do something else than score: Warehouse, Potemkin Village and Observatory."""

from django.utils.translation import gettext_lazy as _

from games.lesson import figures as f
from games.lesson.courses import ENDING, LEARNER, OBSERVATORY, WAREHOUSE
from games.lesson.figures import sentence
from games.lesson.scene import Chapter, LessonStep, Scene

OVER_POTEMKIN = "buy catherine-palace lower over potemkin-village"


def _hand_is_full(scene: Scene) -> bool:
    """So nothing can be taken (HAND-1)."""
    return scene.me.hand_count == scene.me.hand_limit and not any(move.startswith("take ") for move in scene.view.moves)


def _best_noble_is_too_dear(scene: Scene) -> bool:
    return next(slot for slot in scene.slots() if slot.card == "mistress-of-ceremonies").blocked == "too-expensive"


def _hand_holds_one_more(scene: Scene) -> bool:
    """The Warehouse raises the limit and scores nothing (HAND-2, CARD-WARE-1)."""
    card = scene.deck["warehouse"]
    after = scene.after(scene.right).seats[LEARNER]
    return after.hand_limit == scene.me.hand_limit + 1 and not card.points and not card.rubles


def _goes_with_the_lower_row(scene: Scene) -> bool:
    """The Warehouse lies where cards are discarded when the round ends (ROUND-1), and this is its last phase."""
    return any(slot and slot.card == "warehouse" for slot in scene.view.lower) and scene.view.phase == "exchange"


def _a_judge_is_there_already(scene: Scene) -> bool:
    return any(slot.card == "judge" for slot in scene.me.hand or ())


def _pays_most(scene: Scene) -> bool:
    """Of all Nobles in the rows."""
    nobles = [scene.deck[slot.card] for slot in (*scene.view.upper, *scene.view.lower) if slot]
    best = scene.deck[scene.card(scene.right)]
    return all((one.rubles, one.points) <= (best.rubles, best.points) for one in nobles if one.group == "red")


def _counts_more_than_it_costs(scene: Scene) -> bool:
    """A Potemkin Village scores nothing, and its exchange value is above its cost (CARD-POT-1)."""
    card = scene.deck["potemkin-village"]
    return f.terms(scene, "replaces") > card.cost and not card.points


def _any_other_costs_more(scene: Scene) -> bool:
    others = [move for move in scene.view.moves if move.startswith("buy catherine-palace lower over")]
    return all(f.price_of(scene, move) >= f.price_of(scene) for move in others) and len(others) > 1


def _looks_in_the_building_phase(scene: Scene) -> bool:
    """Instead of another action, and only then (CARD-OBS-2)."""
    return scene.view.phase == "building" and any(move.startswith("draw ") for move in scene.view.moves)


def _turns_face_down(scene: Scene) -> bool:
    """So it does not score this time (CARD-OBS-5)."""
    before, after = (f.income_of(view, "blue")[1] for view in (scene.view, scene.after(scene.right)))
    return after == before - scene.deck["observatory"].points


def _only_workers_are_past(scene: Scene) -> bool:
    """The last round: green cards have paid for the last time, red ones not yet (END-1, END-15)."""
    names = [phase.name for phase in scene.view.phases]
    return scene.view.ending and names.index("worker") < names.index(scene.view.phase) < names.index("noble")


def _never_back_to_the_pile(scene: Scene) -> bool:
    """Buy it or discard it; taking needs room in the hand (CARD-OBS-4)."""
    return {move.split()[0] for move in scene.view.moves} == {"buy", "discard"}


def _full_price(scene: Scene) -> bool:
    offer = scene.offer(scene.right)
    return offer is not None and [term.kind for term in offer.terms] == ["printed"]


def _a_new_noble(scene: Scene) -> bool:
    """Different Nobles count at the end (END-11)."""
    return f.nobles_of(scene, f.RIGHT)[0] == f.nobles_of(scene)[0] + 1


SPECIAL = Chapter(
    "special",
    _("Special Buildings"),
    _("Warehouse, Potemkin Village and Observatory: Buildings that do more than score."),
    ENDING,
    (
        LessonStep(
            28,
            sentence(
                _(
                    "This is another game. You would like the %(mistress_of_ceremonies)s, but you cannot afford it. "
                    "You cannot take it either: your hand holds %(limit)s cards and is full."
                )
            ),
            sentence(_("Buy the %(warehouse)s, or pass?")),
            sentence(
                _(
                    "The %(warehouse)s scores nothing, but now your hand holds up to %(after)s cards. It cost you only "
                    "%(price)s. On your next turn you can take a Noble."
                ),
                after=f.hand_limit_after(),
            ),
            sentence(
                _(
                    "The %(warehouse)s is in the lower row, so it would be discarded. Your hand would still be too small."
                )
            ),
            {
                "play bank over": sentence(
                    _("Your Buildings would score %(said)s per round instead of %(before)s."),
                    said=f.income_after("blue", f.SAID),
                    before=f.income("blue"),
                )
            },
            (_hand_is_full, _best_noble_is_too_dear, _hand_holds_one_more, _goes_with_the_lower_row),
            "pass",
            WAREHOUSE,
        ),
        LessonStep(
            30,
            sentence(
                _(
                    "%(bot)s passed. You hold %(hand)s cards, and there is room for one more. Taking is free; you pay when "
                    "you play the card."
                )
            ),
            sentence(_("Which Noble do you take?")),
            sentence(
                _(
                    "The %(mistress_of_ceremonies)s earns %(pays)s in every Noble scoring. It is also a different Noble "
                    "from your %(judge)s. Play both before the game ends, or each costs you %(cost)s."
                ),
                pays=f.pays("mistress-of-ceremonies"),
            ),
            sentence(
                _("The %(mistress_of_ceremonies)s earns the most of all Nobles here: %(pays)s per scoring."),
                pays=f.pays("mistress-of-ceremonies"),
            ),
            {
                "take judge": sentence(
                    _("You already hold a %(judge)s. At the end of the game, only different Nobles count.")
                )
            },
            (_a_judge_is_there_already, _pays_most),
            "take judge",
            WAREHOUSE,
        ),
        LessonStep(
            27,
            sentence(
                _(
                    "In this game you bought the %(potemkin_village)s for %(cost)s. It scores nothing. But whatever "
                    "replaces it costs %(off)s less. Now you want the %(catherine_palace)s."
                ),
                cost=f.printed("potemkin-village"),
                off=f.off("replaces", OVER_POTEMKIN),
            ),
            sentence(_("Which Building does the %(catherine_palace)s replace?")),
            sentence(
                _(
                    "It cost you %(price)s instead of %(printed)s and scores %(pays)s in every Building scoring. You gave "
                    "up a card that scored nothing. That is what the %(potemkin_village)s is for."
                ),
                printed=f.printed("catherine-palace"),
                pays=f.pays("catherine-palace"),
            ),
            sentence(
                _("The %(catherine_palace)s scores %(pays)s in every Building scoring. Start early."),
                pays=f.pays("catherine-palace"),
            ),
            {
                "buy catherine-palace lower over": sentence(
                    _(
                        "That is %(dearer)s more than over the %(potemkin_village)s. You would lose the %(over)s and keep "
                        "a card that scores nothing."
                    )
                )
            },
            (_counts_more_than_it_costs, _any_other_costs_more),
            "buy catherine-palace lower over warehouse",
        ),
        LessonStep(
            130,
            sentence(
                _(
                    "The same game, in the Building phase of the last round. You have just bought an %(observatory)s. Once "
                    "per round it draws the top card of a pile, instead of another action."
                )
            ),
            sentence(_("From which pile do you draw?")),
            sentence(
                _(
                    "Nobles still pay in this round, and each different Noble counts at the end. The %(observatory)s is now "
                    "face down, so it does not score this time."
                )
            ),
            sentence(_("First draw with your %(observatory)s. A Noble would still pay in this round.")),
            {
                "draw worker": sentence(
                    _("The last Worker phase has finished. A Worker would cost rubles and pay nothing.")
                ),
                "draw exchange": sentence(
                    _(
                        "An Exchange card replaces a card of yours. A new Noble pays in this round and counts at the end."
                    )
                ),
            },
            (_looks_in_the_building_phase, _turns_face_down, _only_workers_are_past),
            "draw worker",
            OBSERVATORY,
        ),
        LessonStep(
            131,
            sentence(
                _(
                    "You have drawn the %(administrator)s. You must decide now: the card never goes back to the pile. Your "
                    "hand is full, so you cannot take it."
                )
            ),
            sentence(_("Buy the %(administrator)s, or discard it?")),
            sentence(
                _(
                    "It cost %(price)s, the full price. It earns %(pays)s in this round and %(more)s at the end as a "
                    "different Noble."
                ),
                pays=f.pays("administrator"),
            ),
            sentence(
                _(
                    "Your %(observatory)s is used up for this round anyway. You would give away %(pays)s in this round and "
                    "%(more)s at the end."
                ),
                pays=f.pays("administrator"),
            ),
            claims=(_never_back_to_the_pile, _full_price, _a_new_noble),
            other="discard administrator drawn",
            course=OBSERVATORY,
        ),
    ),
)
