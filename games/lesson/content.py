"""The page of a step, as values: the board of a game, what is asked, and what is said to the answer."""

from functools import cached_property

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.board import score
from games.board.layout import PosedTable
from games.board.move_words import move_words
from games.board.people import Person
from games.board.reasons import Reader, deed_in_words
from games.board.table import Wish
from games.hints.advice import Advice, Hint, advise, hint_in_words
from games.lesson.courses import BOT, LEARNER, OPTIONS, Course
from games.lesson.scene import Chapter, LessonStep, Scene, bot_name
from games.models import Game, Seat, Status, Tenure
from games.names import words
from games.options.strengths import USUAL, strength_word
from games.play.positions import Play, Walk

LEARNERS_NAME = gettext_lazy("Guest")


def laid_out(course: Course) -> Play:
    """A course as a game that has begun: nothing of it is in the database."""
    game = Game(pk=0, title="", options=OPTIONS.to_dict(), status=Status.RUNNING)
    seats = [Seat(game=game, index=index) for index in (LEARNER, BOT)]
    tenures = {seat.index: [Tenure(seat=seat, bot=USUAL)] for seat in seats}
    rows = [played.row for played in course.steps if played.row is not None]
    return Play(game, seats, rows, tenures, Walk(rows, course.steps))


class StepPage(PosedTable):
    """A step before the learner: to be answered, or with the answer they have `said`. The right answer is played on the board."""

    confirms = False

    def __init__(
        self, chapter: Chapter, number: int, *, name: str = "", said: str = "", wish: Wish | None = None
    ) -> None:
        self.chapter = chapter
        self.number = number
        self.step: LessonStep = chapter.steps[number - 1]
        scene = chapter.scene(number)
        self.scene = chapter.scene(number, said) if said in scene.view.moves else scene
        self.is_right = self.scene.said == self.scene.right
        self.is_wrong = bool(self.scene.said) and not self.is_right
        self.holds = not self.is_right
        super().__init__(laid_out(self.scene.course), LEARNER, ply=self.step.ply + self.is_right, wish=wish)
        self.names = (
            Person(LEARNER, name or str(LEARNERS_NAME), False, True),
            Person(BOT, f"{bot_name()} ({strength_word(USUAL)})", True, False, called=bot_name(), bot=USUAL),
        )
        self.over = self.view.over

    @property
    def before(self) -> str:
        return self.scene.fill(self.step.before)

    @property
    def ask(self) -> str:
        return self.scene.fill(self.step.ask)

    @property
    def why(self) -> str:
        return self.scene.fill(self.step.why)

    @cached_property
    def choices(self) -> list[tuple[str, str]]:
        """The two moves that the step lets choose between, each in words; none where it asks for one."""
        pair, scene = _pair(self.chapter, self.number), self.scene
        reader = Reader(scene.view, scene.deck, self.names)
        return [
            (move, capfirst(deed_in_words(engine.parse_move(move, scene.state), reader)))
            for move in scene.view.moves
            if move in pair
        ]

    def verdict(self, text: str) -> str:
        """What an answer would do where it is not the one that is wanted, and what it costs."""
        scene = self.chapter.scene(self.number, text)
        said = next((say for begins, say in self.step.wrong.items() if text.startswith(begins)), self.step.not_now)
        return f"{_would(scene)} {scene.fill(said)}"

    @property
    def is_last(self) -> bool:
        return self.number == len(self.chapter.steps)

    @property
    def since_ply(self) -> int:  # type: ignore[override]
        """The last answer; with the right one, what it brought about is told."""
        if self.is_right:
            return self.step.ply
        earlier = self.chapter.scene(self.number - 1) if self.number > 1 else None
        goes_on = earlier is not None and earlier.course is self.scene.course
        return earlier.ply + 1 if earlier is not None and goes_on else max(self.step.ply - 1, 0)

    @cached_property
    def hint(self) -> Hint | None:
        """What the searching bot would do in the learner's place."""
        return hint_in_words(advice_for(self.chapter, self.number), self)

    @property
    def scored(self) -> bool:
        return self.view.scores is not None

    @cached_property
    def final(self) -> tuple[score.FinalLine, ...]:
        """The final scores, with which the last chapter ends."""
        return score.final_lines(self.view, {}, self.names) if self.view.over else ()


def _would(scene: Scene) -> str:
    text, card = scene.said, scene.card(scene.said)
    offer = scene.offer(text)
    if offer is not None:
        values = {
            "card": scene.deck.name(card),
            "price": words.rubles(offer.price),
            "left": words.rubles((scene.me.rubles or 0) - offer.price),
        }
        return _("%(card)s would cost you %(price)s and leave you %(left)s.") % values
    if text.startswith("take "):
        return _("%(card)s would stay in your hand and earn nothing until you play it.") % {
            "card": scene.deck.name(card)
        }
    if text == "pass":
        return _("You would do nothing this turn.")
    return _("You would %(move)s.") % {"move": move_words(text, scene.view, scene.deck).text}


_known: dict[tuple[str, int], Advice] = {}


def advice_for(chapter: Chapter, number: int) -> Advice:
    """The bot thinks about a step once in the life of a process: about the two moves of a choice, or about all."""
    key = chapter.key, number
    if key not in _known:
        _known[key] = advise(chapter.scene(number).view, f"lesson:{chapter.key}:{number}", _pair(chapter, number))
    return _known[key]


def _pair(chapter: Chapter, number: int) -> tuple[str, ...]:
    """The two moves that a step lets choose between."""
    other = chapter.steps[number - 1].other
    return (chapter.scene(number).right, other) if other else ()
