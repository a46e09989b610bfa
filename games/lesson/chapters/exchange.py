"""Exchange cards: what they replace, and what is paid for them."""

from django.utils.translation import gettext_lazy as _

from games.lesson import figures as f
from games.lesson.courses import BEGINNING
from games.lesson.figures import sentence
from games.lesson.scene import Chapter, LessonStep

EXCHANGE = Chapter(
    "exchange",
    _("Exchange cards"),
    _("Replace a card with a better one and pay only the difference."),
    BEGINNING,
    (
        LessonStep(
            27,
            sentence(
                "It is the Noble phase, and you hold the %(builder)s. A red Exchange card replaces a Noble. The "
                "printed cost of that Noble comes off the price."
            ),
            sentence("Buy the cheapest Noble, so the %(builder)s has a card to replace."),
            sentence(
                "The %(author)s costs %(price)s and earns %(pays)s per scoring. That is not much, but the "
                "%(builder)s can replace it: you will pay %(later)s instead of %(printed)s.",
                pays=f.pays("author"),
                printed=f.printed("builder"),
                later=f.next_price("play builder over author", 29),
            ),
            sentence("You want a Noble you can easily give up. The %(author)s costs only %(price)s."),
            {
                "play builder over": sentence(
                    "The %(controller)s earns %(pays)s per scoring on its own. Keep it.", pays=f.pays("controller")
                )
            },
        ),
        LessonStep(
            29,
            sentence(
                "Select the %(builder)s in your hand. You see the cards it can replace, each with its price and effect."
            ),
            sentence("Which Noble does the %(builder)s replace?"),
            sentence(
                "%(printed)s minus %(off)s for the %(author)s: you paid %(price)s. Your Nobles now earn "
                "%(after)s in every scoring instead of %(before)s. The %(author)s is on the discard pile and "
                "earns nothing now.",
                printed=f.printed("builder"),
                off=f.off("replaces"),
                before=f.income("red"),
                after=f.income_after("red"),
            ),
            sentence("You would lack rubles for the %(builder)s, which can earn from this scoring on."),
            {
                "play builder over controller": sentence(
                    "Your Nobles would earn %(said)s per scoring. Over the %(author)s, it would be %(after)s.",
                    said=f.income_after("red", f.SAID),
                    after=f.income_after("red"),
                ),
                "pass": sentence("The Noble scoring comes right after this phase. Play it first."),
                "take": sentence("The Noble scoring comes right after this phase. Play the %(builder)s first."),
            },
            "play builder over controller",
        ),
        LessonStep(
            53,
            sentence(
                "One round later, in the Exchange phase, the %(wharf)s is on offer. A green Exchange card "
                "replaces only a Worker with the same symbol, here the ship. You have none, so its tag says "
                "“%(no_target)s”. But check the rest of the row."
            ),
            sentence("Buy the %(ship_builder)s: you can buy any card in any phase."),
            sentence(
                "The %(ship_builder)s cost %(price)s and earns %(pays)s per scoring on its own. Now the "
                "%(wharf)s has a target and costs you %(later)s instead of %(printed)s.",
                pays=f.pays("ship-builder"),
                printed=f.printed("wharf"),
                later=f.next_price("buy wharf over ship-builder", 55),
            ),
            sentence("Then the %(wharf)s still has no card to replace."),
        ),
        LessonStep(
            55,
            sentence("%(bot)s passed. The tag of the %(wharf)s has changed."),
            sentence("Buy the %(wharf)s over the %(ship_builder)s."),
            sentence(
                "%(printed)s minus %(off)s for the %(ship_builder)s: you paid %(price)s. Your Workers now earn "
                "%(after)s in every scoring instead of %(before)s. The cost of the replaced card comes off the "
                "price.",
                printed=f.printed("wharf"),
                off=f.off("replaces"),
                before=f.income("green"),
                after=f.income_after("green"),
            ),
            sentence(
                "The %(wharf)s now costs you only %(price)s, and your Workers would earn %(after)s per scoring.",
                after=f.income_after("green"),
            ),
        ),
    ),
)
