"""The figures of the lesson's sentences, each asked of the engine for the position in which it is said.

A move is named as the engine writes it; RIGHT is the one that the step asks for, SAID the one that was answered.
"""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.lesson.courses import BOT, ENDING, LEARNER
from games.lesson.scene import Figure, Say, Scene
from games.names import words

RIGHT, SAID = "right", "said"


def _move(scene: Scene, move: str) -> str:
    return {RIGHT: scene.right, SAID: scene.said}.get(move, move)


def price_of(scene: Scene, move: str = RIGHT) -> int:
    """What a purchase costs now. Raises LookupError where it is none."""
    offer = scene.offer(_move(scene, move))
    if offer is None:
        raise LookupError(move)
    return offer.price


def price(move: str = RIGHT) -> Figure:
    return lambda scene: words.rubles(price_of(scene, move))


def printed(card: str) -> Figure:
    """The cost that stands on a card."""
    return lambda scene: words.rubles(scene.deck[card].cost)


def pays(card: str) -> Figure:
    """What a card brings by itself in a scoring of its colour."""
    return lambda scene: brings(scene.deck[card].rubles, scene.deck[card].points)


def said_pays(scene: Scene) -> str:
    """The same of the card that was answered."""
    return str(pays(scene.card(scene.said))(scene))


def brings(rubles: int, points: int) -> str:
    """`4 ₽ + 1 VP`."""
    parts = [words.rubles(rubles)] if rubles else []
    parts += [words.points(points)] if points or not rubles else []
    return " + ".join(parts)


def terms(scene: Scene, kind: str, move: str = RIGHT) -> int:
    """What the terms of one kind take off a price."""
    offer = scene.offer(_move(scene, move))
    return -sum(term.amount for term in offer.terms if term.kind == kind) if offer else 0


def off(kind: str, move: str = RIGHT) -> Figure:
    """How much cheaper one kind of term makes it: same-name, lower-row, replaces."""
    return lambda scene: words.rubles(terms(scene, kind, move))


def income_of(view: engine.View, group: str) -> tuple[int, int]:
    """Rubles and points that the next scoring of a colour brings."""
    return next((one.rubles, one.points) for one in view.seats[LEARNER].income if one.group == group)


def income(group: str) -> Figure:
    """What the cards of a colour bring now."""
    return lambda scene: brings(*income_of(scene.view, group))


def income_after(group: str, move: str = RIGHT) -> Figure:
    return lambda scene: brings(*income_of(scene.after(_move(scene, move)), group))


def hand_limit_after() -> Figure:
    """How many cards the hand may hold after the right move."""
    return lambda scene: words.figure(scene.after(_move(scene, RIGHT)).seats[LEARNER].hand_limit)


def hand_cost_of(scene: Scene) -> int:
    """Points that a card in the hand costs at the end, as the lesson's own ending shows it."""
    final = engine.final_scores(ENDING.steps[-1].step.state)[LEARNER]
    return -final.hand[1] // final.hand[0]


def rubles_a_point(scene: Scene) -> int:
    """Rubles that make a point in the final scoring, as the lesson's own ending shows it."""
    tens, points, rest = engine.final_scores(ENDING.steps[-1].step.state)[BOT].rubles
    assert tens
    before = ENDING.steps[-2].step.state.rubles(BOT)
    return (before - rest) // points


def _spent(scene: Scene) -> int:
    """Rubles that the right answer costs."""
    return (scene.me.rubles or 0) - (scene.after(scene.right).seats[LEARNER].rubles or 0)


def _gained(scene: Scene) -> int:
    """Points that it brings at once."""
    return scene.after(scene.right).seats[LEARNER].points - scene.me.points


def nobles(move: str = "") -> Figure:
    """How many different Nobles there are, now or after a move."""
    return lambda scene: words.figure(nobles_of(scene, move)[0])


def nobles_worth(move: str = "") -> Figure:
    return lambda scene: words.points(nobles_of(scene, move)[1])


def nobles_of(scene: Scene, move: str = "") -> tuple[int, int]:
    """Different Nobles and their points."""
    seat = scene.after(_move(scene, move)).seats[LEARNER] if move else scene.me
    return seat.nobles


def copies(card: str) -> Figure:
    """How many cards of a name lie in the own display."""
    return lambda scene: words.figure(sum(shown.card == card for shown in scene.me.display))


def total(seat: int) -> Figure:
    """The result of a seat, with which the course ends."""
    return lambda scene: words.points(final_of(scene, seat).total)


def final_of(scene: Scene, seat: int = LEARNER) -> engine.FinalScore:
    return engine.final_scores(scene.course.steps[-1].step.state)[seat]


def final_nobles(scene: Scene) -> str:
    return words.gains(0, final_of(scene).nobles[1])


def final_rubles(scene: Scene) -> str:
    return words.points(final_of(scene).rubles[1])


def final_hand(scene: Scene) -> str:
    return words.points(final_of(scene).hand[1])


def next_price(move: str, ply: int) -> Figure:
    """What a purchase will cost later in the course."""
    return lambda scene: words.rubles(price_of(Scene(scene.course, ply), move))


def places(scene: Scene) -> str:
    """Up to how many cards both rows are filled (REFILL-2)."""
    return words.figure(len(scene.view.upper))


def dealt(scene: Scene) -> str:
    """How many cards were dealt for this phase, of which none has been sold (REFILL-1)."""
    return words.figure(sum(slot is not None for slot in scene.view.upper))


USUAL: Mapping[str, Figure] = {
    "a_point": lambda scene: words.rubles(rubles_a_point(scene)),
    "cost": lambda scene: words.points(hand_cost_of(scene)),
    "dearer": lambda scene: words.rubles(price_of(scene, SAID) - price_of(scene)),
    "each": lambda scene: words.rubles(_spent(scene) // _gained(scene)),
    "hand": lambda scene: words.figure(scene.me.hand_count),
    "have": lambda scene: words.rubles(scene.me.rubles or 0),
    # what the rubles that go with the right answer would be worth in the final scoring, at most
    "kept": lambda scene: words.points(-(-_spent(scene) // rubles_a_point(scene))),
    "left": lambda scene: words.rubles((scene.me.rubles or 0) - price_of(scene)),
    "limit": lambda scene: words.figure(scene.me.hand_limit),
    "more": lambda scene: words.points(nobles_of(scene, RIGHT)[1] - nobles_of(scene)[1]),
    "no_target": lambda scene: _("no target"),
    "over": lambda scene: scene.deck.name(str(engine.parse_move(scene.said, scene.state).over)),
    "points": lambda scene: words.points(_gained(scene)),
    "price": price(),
    "rubles": lambda scene: words.rubles(_spent(scene)),
    "worth": nobles_worth(RIGHT),
}
"""What these places of a sentence mean unless it says otherwise."""


def sentence(text: str, **figures: Figure) -> Say:
    """A sentence of the catalogue with its figures: the usual ones, and those given here."""
    return Say(gettext_lazy(text), {**USUAL, **figures})
