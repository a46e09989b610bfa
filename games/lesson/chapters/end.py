"""The end of a game: what still scores, what rubles and hand cards are worth, and Nobles of different names."""

from django.utils.translation import gettext_lazy as _

from games.lesson import figures as f
from games.lesson.courses import BOT, ENDING, LEARNER
from games.lesson.figures import sentence
from games.lesson.scene import Chapter, LessonStep, Scene


def _last_round(scene: Scene) -> bool:
    """A pile is empty, and the game ends with this round."""
    empty = any(phase.left == 0 for phase in scene.view.phases)
    return scene.view.ending and empty and scene.course.steps[-1].step.state.round == scene.view.round


def _all_that_is_for_sale(scene: Scene) -> bool:
    question = scene.view.question
    return question is not None and question.kind == "pub" and scene.right == f"pub {question.maximum}"


def _a_new_name(scene: Scene) -> bool:
    names = {shown.card for shown in scene.me.display}
    return scene.card(scene.right) not in names and f.nobles_of(scene, f.RIGHT)[0] == f.nobles_of(scene)[0] + 1


def _each_counts_more(scene: Scene) -> bool:
    """The step from here is as large as the number of names."""
    return f.nobles_of(scene, f.RIGHT)[1] - f.nobles_of(scene)[1] == f.nobles_of(scene, f.RIGHT)[0]


def _noble_scoring_comes(scene: Scene) -> bool:
    return scene.view.phase == "noble"


def _no_scoring_any_more(scene: Scene) -> bool:
    return scene.view.phase == "exchange" and scene.view.ending


def _a_name_comes_and_none_goes(scene: Scene) -> bool:
    """Over the second Author; over any other Noble a name would go."""
    others = [move for move in scene.view.moves if move.startswith("play patriarch over") and move != scene.right]
    more = f.nobles_of(scene, f.RIGHT)[0] == f.nobles_of(scene)[0] + 1
    return more and all(f.nobles_of(scene, move) == f.nobles_of(scene) for move in others)


def _a_card_less_in_hand(scene: Scene) -> bool:
    return scene.after(scene.right).seats[LEARNER].hand_count == scene.me.hand_count - 1


def _hospital_is_too_dear(scene: Scene) -> bool:
    slot = next(slot for slot in scene.me.hand or () if slot.card == "hospital")
    return slot.blocked == "too-expensive"


def _learner_wins(scene: Scene) -> bool:
    return f.final_of(scene).winner and not f.final_of(scene, BOT).winner


END = Chapter(
    "end",
    _("The end"),
    _("The last round: what still scores, what rubles are worth, and what cards in your hand cost."),
    ENDING,
    (
        LessonStep(
            130,
            sentence(
                _(
                    "A game in its last round: a pile is empty, so the game ends after this Exchange phase. You hold "
                    "%(hand)s cards, and each one left in your hand at the end costs you %(cost)s. You have %(have)s."
                )
            ),
            sentence(_("Play the %(author)s from your hand.")),
            sentence(
                _(
                    "It cost %(price)s and saves you %(cost)s. It is also a new Noble, worth %(more)s at the end. "
                    "Rubles are worth little then: a point costs %(a_point)s. So turn rubles into points in the last "
                    "round."
                )
            ),
            sentence(
                _("The %(author)s costs only %(price)s. Left in your hand, it would cost you %(cost)s at the end.")
            ),
            claims=(_last_round, _a_new_name, _a_card_less_in_hand),
        ),
        LessonStep(
            135,
            sentence(
                _("The Building scoring is done. Right after each one, your %(pub)s sells points. You have %(have)s.")
            ),
            sentence(_("Do you buy points?")),
            sentence(
                _(
                    "%(points)s for %(rubles)s. At the end of the game, the same rubles would score at most "
                    "%(kept)s. A point costs %(a_point)s there and %(each)s here."
                )
            ),
            sentence(_("A point costs %(each)s here and %(a_point)s at the end of the game.")),
            claims=(_all_that_is_for_sale,),
            other="pub 0",
        ),
        LessonStep(
            140,
            sentence(
                _(
                    "This is the last Noble phase. Different Nobles score at the end of the game, and each new one "
                    "scores more than the one before. You have %(nobles)s, worth %(worth)s."
                ),
                nobles=f.nobles(),
                worth=f.nobles_worth(),
            ),
            sentence(_("Which Noble do you buy?")),
            sentence(
                _(
                    "Now your %(nobles)s different Nobles are worth %(worth)s, which is %(more)s more. The "
                    "%(secretary)s also earns %(pays)s in this phase's scoring."
                ),
                nobles=f.nobles(f.RIGHT),
                pays=f.pays("secretary"),
            ),
            sentence(
                _("The %(secretary)s is a new Noble: %(more)s more at the end, plus %(pays)s in this scoring."),
                pays=f.pays("secretary"),
            ),
            {
                "buy administrator": sentence(
                    _(
                        "That one is a new Noble too, but it earns %(said)s in this scoring. The %(secretary)s earns "
                        "%(pays)s."
                    ),
                    said=f.said_pays,
                    pays=f.pays("secretary"),
                )
            },
            (_last_round, _a_new_name, _each_counts_more, _noble_scoring_comes),
            "buy administrator",
        ),
        LessonStep(
            144,
            sentence(
                _(
                    "This is the Exchange phase, the last of the game. Only the final scoring is left: different "
                    "Nobles, rubles and the cards in your hand. You have %(have)s."
                )
            ),
            sentence(_("Buy one more new Noble.")),
            sentence(
                _(
                    "The %(administrator)s cost %(price)s. Your %(nobles)s different Nobles are now worth %(worth)s, "
                    "%(more)s more than before."
                ),
                nobles=f.nobles(f.RIGHT),
            ),
            sentence(_("A new Noble scores %(more)s at the end, and the %(administrator)s costs only %(price)s.")),
            claims=(_no_scoring_any_more, _a_new_name, _each_counts_more),
        ),
        LessonStep(
            146,
            sentence(
                _(
                    "You still hold %(hand)s cards, and each costs %(cost)s at the end. The %(hospital)s is now too "
                    "expensive. The %(patriarch)s replaces a Noble, and you have %(authors)s copies of the "
                    "%(author)s."
                ),
                authors=f.copies("author"),
            ),
            sentence(_("Which Noble does the %(patriarch)s replace?")),
            sentence(
                _(
                    "You paid %(price)s. Over the %(secretary)s it would have cost %(other)s, but you would have "
                    "lost a different Noble: %(less)s instead of %(worth)s. One card less in your hand also saves "
                    "you %(cost)s."
                ),
                other=f.price("play patriarch over secretary"),
                less=f.nobles_worth("play patriarch over secretary"),
            ),
            sentence(_("The %(patriarch)s in your hand would cost you %(cost)s.")),
            {
                "play patriarch over": sentence(
                    _(
                        "Replacing the %(over)s loses a different Noble: your Nobles would be worth %(said)s instead of "
                        "%(worth)s."
                    ),
                    said=f.nobles_worth(f.SAID),
                )
            },
            (_hospital_is_too_dear, _a_name_comes_and_none_goes, _a_card_less_in_hand),
            "play patriarch over secretary",
        ),
        LessonStep(
            148,
            sentence(_("Nothing else scores now. A card you take would only cost you %(cost)s in your hand.")),
            sentence(_("Pass to end the game.")),
            sentence(
                _(
                    "Final scoring: %(nobles)s for your Nobles, %(rubles)s for your rubles, %(hand)s for the card "
                    "left in your hand. You win %(mine)s to %(other)s."
                ),
                nobles=f.final_nobles,
                rubles=f.final_rubles,
                hand=f.final_hand,
                mine=f.total(LEARNER),
                other=f.total(BOT),
            ),
            sentence(_("That earns you nothing now.")),
            {"take": sentence(_("At the end that card would cost you %(cost)s."))},
            (_no_scoring_any_more, _learner_wins),
        ),
    ),
)
