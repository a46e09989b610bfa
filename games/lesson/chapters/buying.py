"""Buying: Workers and Nobles for rubles, Buildings for points, when to pass, and what the hand is for."""

from django.utils.translation import gettext_lazy as _

from games.lesson import figures as f
from games.lesson.courses import BEGINNING
from games.lesson.figures import sentence
from games.lesson.scene import Chapter, LessonStep

BUYING = Chapter(
    "buying",
    _("Buying"),
    _("Workers, Buildings and Nobles: how to spend your first rubles, and when to save them."),
    BEGINNING,
    (
        LessonStep(
            0,
            sentence(
                "You start with %(have)s. First, players take turns to buy Workers, one card each. The tag under a "
                "card shows your price."
            ),
            sentence("Which Worker do you buy first?"),
            sentence(
                "The %(lumberjack)s costs %(price)s and earns %(pays)s in every Worker scoring. The "
                "%(ship_builder)s costs %(other)s and earns no more. When cards earn the same, buy the cheaper "
                "one first.",
                pays=f.pays("lumberjack"),
                other=f.price("buy ship-builder"),
            ),
            sentence(
                "That costs %(dearer)s more than the %(lumberjack)s, and both earn %(pays)s per scoring.",
                pays=f.said_pays,
            ),
            other="buy ship-builder",
        ),
        LessonStep(
            2,
            sentence(
                "%(bot)s has bought the %(ship_builder)s, and it is your turn again. Check the tag under the "
                "%(lumberjack)s."
            ),
            sentence("Buy another %(lumberjack)s."),
            sentence(
                "Each card of the same name you already own makes the next one %(off)s cheaper: %(price)s "
                "instead of %(printed)s. Your Workers now earn %(income)s in every Worker scoring.",
                off=f.off("same-name"),
                printed=f.printed("lumberjack"),
                income=f.income_after("green"),
            ),
            sentence(
                "That costs %(dearer)s more than the %(lumberjack)s, and both earn %(pays)s per scoring.",
                pays=f.said_pays,
            ),
        ),
        LessonStep(
            5,
            sentence(
                "The Worker scoring paid you %(income)s, so you have %(have)s. Now Buildings are on offer. They "
                "earn points but no rubles: the %(hospital)s, for example, costs %(price)s and earns %(pays)s in "
                "every Building scoring.",
                income=f.income("green"),
                price=f.price("buy hospital"),
                pays=f.pays("hospital"),
            ),
            sentence("Buy the %(hospital)s, or save your rubles for the Nobles, which come next?"),
            sentence(
                "You never have to buy. Passing is not final either: if another player buys in this phase, you "
                "get another turn. A phase ends when all players pass in a row. With %(have)s you can now afford "
                "any Noble."
            ),
            sentence("Buildings earn no rubles. Build your income first, then score points."),
            {
                "take": sentence("You can hold only %(limit)s cards, and for now you need rubles, not points."),
                "buy hospital": sentence(
                    "It would score, but you could no longer afford the better Nobles. They come next and earn rubles."
                ),
            },
            "buy hospital",
        ),
        LessonStep(
            9,
            sentence(
                "Now come the Nobles, and you start. Nobles earn rubles, and the expensive ones earn points too. "
                "Cards nobody bought stay on offer."
            ),
            sentence("Which Noble do you buy?"),
            sentence(
                "The %(controller)s costs %(price)s and earns %(pays)s in every Noble scoring. The %(secretary)s "
                "costs %(other)s and earns %(other_pays)s. You have %(left)s left. At the end of the game, "
                "different Nobles score extra points.",
                pays=f.pays("controller"),
                other=f.price("buy secretary"),
                other_pays=f.pays("secretary"),
            ),
            sentence("You can now afford the best Noble, and it is still available."),
            {
                "buy secretary": sentence(
                    "That Noble earns %(said)s per scoring; the %(controller)s earns %(pays)s.",
                    said=f.said_pays,
                    pays=f.pays("controller"),
                )
            },
            "buy secretary",
        ),
        LessonStep(
            15,
            sentence(
                "A new round. Each start token has moved on to the next player: this time you start the Building and "
                "Exchange phases. New cards fill the rows up to %(places)s cards. The rows were full, so no Worker was "
                "dealt.",
                places=f.places,
            ),
            sentence("Buy the %(market)s now, or pass?"),
            sentence(
                "Your Workers pay first. Then you start the Building phase and see the new Buildings before you choose. "
                "As many are dealt as there are free places."
            ),
            sentence("Let your Workers pay first. Then you start the Building phase with more rubles."),
            {
                "buy market lower": sentence(
                    "It scores only in the Building phase, and you start that one. See which Buildings are dealt, then "
                    "choose."
                )
            },
            "buy market lower",
        ),
        LessonStep(
            19,
            sentence(
                "The free places were filled: %(dealt)s Buildings were dealt into the upper row. Cards left from last "
                "round are in the lower row. They cost %(off)s less and are discarded at the end of this round. You "
                "have %(have)s.",
                dealt=f.dealt,
                off=f.off("lower-row"),
            ),
            sentence("Buy the %(market)s from the lower row."),
            sentence(
                "It cost you %(price)s instead of %(printed)s and now earns %(pays)s in every Building scoring. "
                "Buildings bought early score often. You still have %(left)s for Nobles.",
                printed=f.printed("market"),
                pays=f.pays("market"),
            ),
            sentence("The %(market)s costs only %(price)s and leaves you %(left)s for this round's Nobles."),
        ),
        LessonStep(
            21,
            sentence(
                "The %(builder)s is an Exchange card: it replaces one of your cards. Right now it could replace "
                "only your %(controller)s. Your Nobles would then earn %(after)s instead of %(before)s, which is "
                "hardly better.",
                before=f.income("red"),
                after=f.income_after("red", "buy builder lower over controller"),
            ),
            sentence("Take the %(builder)s into your hand, or buy it now over the %(controller)s?"),
            sentence(
                "Taking a card is free, and nobody else can buy it. You pay when you play it. But it takes a "
                "turn, and you can hold only %(limit)s cards. Each card in your hand at the end costs you "
                "%(cost)s."
            ),
            sentence("Then %(bot)s could take the %(builder)s, or it would be discarded at the end of the round."),
            {
                "buy builder lower over": sentence(
                    "A better card to replace will come. Keep the %(controller)s, and take the %(builder)s into your "
                    "hand."
                )
            },
            "buy builder lower over controller",
        ),
    ),
)
