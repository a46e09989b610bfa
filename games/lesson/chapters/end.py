"""The end of a game: what still scores, what rubles and hand cards are worth, and Nobles of different names."""

from django.utils.translation import gettext_lazy as _

from games.lesson import figures as f
from games.lesson.courses import BOT, ENDING, LEARNER
from games.lesson.figures import sentence
from games.lesson.scene import Chapter, LessonStep

END = Chapter(
    "end",
    _("The end"),
    _("The last round: what still scores, what rubles are worth, and what cards in your hand cost."),
    ENDING,
    (
        LessonStep(
            130,
            sentence(
                "A game in its last round: a pile is empty, so the game ends after this Exchange phase. You hold "
                "%(hand)s cards, and each one left in your hand at the end costs you %(cost)s. You have %(have)s."
            ),
            sentence("Play the %(author)s from your hand."),
            sentence(
                "It cost %(price)s and saves you %(cost)s. It is also a new Noble, worth %(more)s at the end. "
                "Rubles are worth little then: a point costs %(a_point)s. So turn rubles into points in the last "
                "round."
            ),
            sentence("The %(author)s costs only %(price)s. Left in your hand, it would cost you %(cost)s at the end."),
        ),
        LessonStep(
            135,
            sentence(
                "The Building scoring is done. Right after each one, your %(pub)s sells points. You have %(have)s."
            ),
            sentence("Do you buy points?"),
            sentence(
                "%(points)s for %(rubles)s. At the end of the game, the same rubles would score at most "
                "%(kept)s. A point costs %(a_point)s there and %(each)s here."
            ),
            sentence("A point costs %(each)s here and %(a_point)s at the end of the game."),
            other="pub 0",
        ),
        LessonStep(
            140,
            sentence(
                "This is the last Noble phase. Different Nobles score at the end of the game, and each new one "
                "scores more than the one before. You have %(nobles)s, worth %(worth)s.",
                nobles=f.nobles(),
                worth=f.nobles_worth(),
            ),
            sentence("Which Noble do you buy?"),
            sentence(
                "Now your %(nobles)s different Nobles are worth %(worth)s, which is %(more)s more. The "
                "%(secretary)s also earns %(pays)s in this phase's scoring.",
                nobles=f.nobles(f.RIGHT),
                pays=f.pays("secretary"),
            ),
            sentence(
                "The %(secretary)s is a new Noble: %(more)s more at the end, plus %(pays)s in this scoring.",
                pays=f.pays("secretary"),
            ),
            {
                "buy administrator": sentence(
                    "That one is a new Noble too, but it earns %(said)s in this scoring. The %(secretary)s earns "
                    "%(pays)s.",
                    said=f.said_pays,
                    pays=f.pays("secretary"),
                )
            },
            "buy administrator",
        ),
        LessonStep(
            144,
            sentence(
                "This is the Exchange phase, the last of the game. Only the final scoring is left: different "
                "Nobles, rubles and the cards in your hand. You have %(have)s."
            ),
            sentence("Buy one more new Noble."),
            sentence(
                "The %(administrator)s cost %(price)s. Your %(nobles)s different Nobles are now worth %(worth)s, "
                "%(more)s more than before.",
                nobles=f.nobles(f.RIGHT),
            ),
            sentence("A new Noble scores %(more)s at the end, and the %(administrator)s costs only %(price)s."),
        ),
        LessonStep(
            146,
            sentence(
                "You still hold %(hand)s cards, and each costs %(cost)s at the end. The %(hospital)s is now too "
                "expensive. The %(patriarch)s replaces a Noble, and you have %(authors)s copies of the "
                "%(author)s.",
                authors=f.copies("author"),
            ),
            sentence("Which Noble does the %(patriarch)s replace?"),
            sentence(
                "You paid %(price)s. Over the %(secretary)s it would have cost %(other)s, but you would have "
                "lost a different Noble: %(less)s instead of %(worth)s. One card less in your hand also saves "
                "you %(cost)s.",
                other=f.price("play patriarch over secretary"),
                less=f.nobles_worth("play patriarch over secretary"),
            ),
            sentence("The %(patriarch)s in your hand would cost you %(cost)s."),
            {
                "play patriarch over": sentence(
                    "Replacing the %(over)s loses a different Noble: your Nobles would be worth %(said)s instead of "
                    "%(worth)s.",
                    said=f.nobles_worth(f.SAID),
                )
            },
            "play patriarch over secretary",
        ),
        LessonStep(
            148,
            sentence("Nothing else scores now. A card you take would only cost you %(cost)s in your hand."),
            sentence("Pass to end the game."),
            sentence(
                "Final scoring: %(nobles)s for your Nobles, %(rubles)s for your rubles, %(hand)s for the card "
                "left in your hand. You win %(mine)s to %(other)s.",
                nobles=f.final_nobles,
                rubles=f.final_rubles,
                hand=f.final_hand,
                mine=f.total(LEARNER),
                other=f.total(BOT),
            ),
            sentence("That earns you nothing now."),
            {"take": sentence("At the end that card would cost you %(cost)s.")},
        ),
    ),
)
