"""What is asked, and what happens if nobody answers, in sentences."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.board.people import people
from games.board.questions import asking_of
from games.models import Seat
from games.names import words
from games.names.cards import Deck
from games.play import asked
from games.play.positions import Play

from .moves import move_line


def phase_of(view: engine.View) -> str:
    """`Building phase in round 4`, and that it is the last if it is."""
    values = {"phase": words.PHASE_NAMES[view.phase], "round": view.round}
    if view.ending:
        return _("%(phase)s in round %(round)s (last round)") % values
    return _("%(phase)s in round %(round)s") % values


def question_of(view: engine.View, deck: Deck) -> str:
    """What the viewer is asked to decide; empty when he is not asked."""
    question = view.question
    if question is None or view.viewer not in view.asked:
        return ""
    return asking_of(view).letter(view, deck)


def if_nothing(play: Play, seat: Seat, view: engine.View, deck: Deck) -> list[str]:
    """What the clock plays for this seat when its time runs out, and what follows from it."""
    if seat.due_at is None or not seat.waiting:
        return []
    limit = 0 if asked.is_secret(play.state) else play.game.misses_before_bot  # a secret deadline is no miss
    if limit and seat.misses + 1 >= limit:
        text = ngettext(
            "If you do nothing, a bot takes over your seat until you reclaim it.",
            "If you do nothing, you will have missed %(count)s deadlines in a row. A bot then takes over "
            "your seat until you reclaim it.",
            limit,
        )
        return [text % {"count": limit}]
    move = move_line(str(engine.default_move(play.state, seat.index)), view, deck).naming(people(play, seat.index))
    said = [_("If you do nothing, this move is played for you: %(move)s.") % {"move": move}]
    question = view.question
    if question is not None and question.kind == "turn":  # standing passes answer nothing else (UI-4)
        said.append(_("After that, you auto-pass until the end of the phase unless you act yourself."))
    if limit:
        said.append(
            ngettext(
                "After %(count)s missed deadline, a bot takes over your seat.",
                "After %(count)s missed deadlines in a row, a bot takes over your seat.",
                limit,
            )
            % {"count": limit}
        )
    return said
