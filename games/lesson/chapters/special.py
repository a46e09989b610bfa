"""Buildings that do something else than score: Warehouse, Potemkin Village and Observatory."""

from django.utils.translation import gettext_lazy as _

from games.lesson import figures as f
from games.lesson.courses import ENDING, OBSERVATORY, WAREHOUSE
from games.lesson.figures import sentence
from games.lesson.scene import Chapter, LessonStep

OVER_POTEMKIN = "buy catherine-palace lower over potemkin-village"


SPECIAL = Chapter(
    "special",
    _("Special Buildings"),
    _("Warehouse, Potemkin Village and Observatory: Buildings that do more than score."),
    ENDING,
    (
        LessonStep(
            28,
            sentence(
                "This is another game. You would like the %(mistress_of_ceremonies)s, but you cannot afford it. "
                "You cannot take it either: your hand holds %(limit)s cards and is full."
            ),
            sentence("Buy the %(warehouse)s, or pass?"),
            sentence(
                "The %(warehouse)s scores nothing, but now your hand holds up to %(after)s cards. It cost you only "
                "%(price)s. On your next turn you can take a Noble.",
                after=f.hand_limit_after(),
            ),
            sentence(
                "The %(warehouse)s is in the lower row, so it would be discarded. Your hand would still be too small."
            ),
            {
                "play bank over": sentence(
                    "Your Buildings would score %(said)s per round instead of %(before)s.",
                    said=f.income_after("blue", f.SAID),
                    before=f.income("blue"),
                )
            },
            "pass",
            WAREHOUSE,
        ),
        LessonStep(
            30,
            sentence(
                "%(bot)s passed. You hold %(hand)s cards, and there is room for one more. Taking is free; you pay when "
                "you play the card."
            ),
            sentence("Which Noble do you take?"),
            sentence(
                "The %(mistress_of_ceremonies)s earns %(pays)s in every Noble scoring. It is also a different Noble "
                "from your %(judge)s. Play both before the game ends, or each costs you %(cost)s.",
                pays=f.pays("mistress-of-ceremonies"),
            ),
            sentence(
                "The %(mistress_of_ceremonies)s earns the most of all Nobles here: %(pays)s per scoring.",
                pays=f.pays("mistress-of-ceremonies"),
            ),
            {
                "take judge": sentence(
                    "You already hold a %(judge)s. At the end of the game, only different Nobles count."
                )
            },
            "take judge",
            WAREHOUSE,
        ),
        LessonStep(
            27,
            sentence(
                "In this game you bought the %(potemkin_village)s for %(cost)s. It scores nothing. But whatever "
                "replaces it costs %(off)s less. Now you want the %(catherine_palace)s.",
                cost=f.printed("potemkin-village"),
                off=f.off("replaces", OVER_POTEMKIN),
            ),
            sentence("Which Building does the %(catherine_palace)s replace?"),
            sentence(
                "It cost you %(price)s instead of %(printed)s and scores %(pays)s in every Building scoring. You gave "
                "up a card that scored nothing. That is what the %(potemkin_village)s is for.",
                printed=f.printed("catherine-palace"),
                pays=f.pays("catherine-palace"),
            ),
            sentence(
                "The %(catherine_palace)s scores %(pays)s in every Building scoring. Start early.",
                pays=f.pays("catherine-palace"),
            ),
            {
                "buy catherine-palace lower over": sentence(
                    "That is %(dearer)s more than over the %(potemkin_village)s. You would lose the %(over)s and keep "
                    "a card that scores nothing."
                )
            },
            "buy catherine-palace lower over warehouse",
        ),
        LessonStep(
            130,
            sentence(
                "The same game, in the Building phase of the last round. You have just bought an %(observatory)s. Once "
                "per round it draws the top card of a pile, instead of another action."
            ),
            sentence("From which pile do you draw?"),
            sentence(
                "Nobles still pay in this round, and each different Noble counts at the end. The %(observatory)s is now "
                "face down, so it does not score this time."
            ),
            sentence("First draw with your %(observatory)s. A Noble would still pay in this round."),
            {
                "draw worker": sentence(
                    "The last Worker phase has finished. A Worker would cost rubles and pay nothing."
                ),
                "draw exchange": sentence(
                    "An Exchange card replaces a card of yours. A new Noble pays in this round and counts at the end."
                ),
            },
            "draw worker",
            OBSERVATORY,
        ),
        LessonStep(
            131,
            sentence(
                "You have drawn the %(administrator)s. You must decide now: the card never goes back to the pile. Your "
                "hand is full, so you cannot take it."
            ),
            sentence("Buy the %(administrator)s, or discard it?"),
            sentence(
                "It cost %(price)s, the full price. It earns %(pays)s in this round and %(more)s at the end as a "
                "different Noble.",
                pays=f.pays("administrator"),
            ),
            sentence(
                "Your %(observatory)s is used up for this round anyway. You would give away %(pays)s in this round and "
                "%(more)s at the end.",
                pays=f.pays("administrator"),
            ),
            other="discard administrator drawn",
            course=OBSERVATORY,
        ),
    ),
)
