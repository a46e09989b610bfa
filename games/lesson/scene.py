"""What the lesson is made of: chapters, their steps as data, and the position of a step with its sentences."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.functional import Promise

import engine
from games.lesson.courses import LEARNER, OPTIONS, Course
from games.names.cards import Deck
from games.options.strengths import USUAL, called


@dataclass(frozen=True)
class Scene:
    """The position after `ply` moves. `said` is what the learner has answered, empty while they think."""

    course: Course
    ply: int
    said: str = ""

    @property
    def right(self) -> str:
        """The move with which the course goes on."""
        return self.course.moves[self.ply]

    @cached_property
    def state(self) -> engine.State:
        return self.course.steps[self.ply].step.state

    @cached_property
    def view(self) -> engine.View:
        return engine.view_for(self.state, LEARNER)

    @cached_property
    def deck(self) -> Deck:
        return Deck(OPTIONS)

    @property
    def me(self) -> engine.SeatView:
        return self.view.seats[LEARNER]

    def after(self, move: str) -> engine.View:
        """What the learner would see after this legal move."""
        state = engine.apply(self.state, LEARNER, engine.parse_move(move, self.state)).state
        return engine.view_for(state, LEARNER)

    def slots(self) -> list[engine.Slot]:
        """All cards that the learner might buy, take or play."""
        rows = (*self.view.upper, *self.view.lower, *(self.me.hand or ()), self.view.drawn)
        return [slot for slot in rows if slot is not None]

    def offer(self, move: str) -> engine.Offer | None:
        """The way to buy or play a card that is this move, with its price."""
        return next((offer for slot in self.slots() for offer in slot.offers if offer.move == move), None)

    def card(self, move: str) -> str:
        """The card that a move is about; empty where it is about none."""
        return engine.parse_move(move, self.state).card or ""

    def fill(self, say: "Say") -> str:
        """The sentence with its figures, in the active language."""
        return str(say.text) % Filling(self, say.figures)


Figure = Callable[[Scene], object]


@dataclass(frozen=True)
class Say:
    """A sentence. `%(card_id)s` in it is the name of that card, `%(bot)s` the other player; the rest are figures of the scene."""

    text: str | Promise
    figures: Mapping[str, Figure]


@dataclass(frozen=True)
class Filling:
    """What the places of a sentence are filled with, one by one as they are met."""

    scene: Scene
    figures: Mapping[str, Figure]

    def __getitem__(self, name: str) -> object:
        if name in self.figures:
            return self.figures[name](self.scene)
        if name == "bot":
            return bot_name()
        return self.scene.deck.name(name.replace("_", "-"))


def bot_name() -> str:
    """What the other player is called."""
    return called(0, USUAL, 0)


@dataclass(frozen=True)
class LessonStep:
    """A move to find: that of the course at `ply`.

    `before` leads up to it, `ask` says what is wanted, `why` follows the right answer. `not_now` follows whatever else is legal,
    after what it would do; `wrong` has other sentences for some answers, by how they begin. With `other`,
    the step asks which of two moves is better, and answers both. `course` is the game, where it is not the chapter's.
    """

    ply: int
    before: Say
    ask: Say
    why: Say
    not_now: Say
    wrong: Mapping[str, Say] = field(default_factory=dict)
    other: str = ""
    course: Course | None = None


@dataclass(frozen=True)
class Chapter:
    """A piece of one game. `key` stands in addresses."""

    key: str
    title: str | Promise
    about: str | Promise
    course: Course
    steps: tuple[LessonStep, ...]

    def scene(self, number: int, said: str = "") -> Scene:
        """The position of a step, counted from 1."""
        step = self.steps[number - 1]
        return Scene(step.course or self.course, step.ply, said)
