"""The position on the front page: a public game being played, as any visitor may see it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

import engine
from games.board.people import Person, people
from games.lists.queries import plays_of
from games.models import Game, LogRow, Status, Visibility
from games.names import words
from games.names.cards import Deck, Face
from games.play import sight
from games.play.positions import Play


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat: points, and rubles where everybody may see them."""

    person: Person
    points: int
    rubles: int | None


@dataclass(frozen=True, slots=True)
class FrontPosition:
    """Both rows and who has what, in the order of play of the present phase."""

    game: Game
    moment: str
    upper: tuple[Face, ...]
    lower: tuple[Face, ...]
    standings: tuple[Standing, ...]


def front_position() -> FrontPosition | None:
    """The public game that was moved in last, or None when nothing is played in public. At most three statements."""
    shown = sight.in_the_open(Game.objects.filter(status=Status.RUNNING, visibility=Visibility.PUBLIC))
    last = LogRow.objects.filter(game__in=shown).order_by("-pk")
    plays = plays_of(Game.objects.with_secret().filter(pk__in=last.values("game")[:1]))
    return position_of(plays[0]) if plays else None


def position_of(play: Play) -> FrontPosition:
    """`play` as a visitor sees it: nothing hidden is in it, because it is made from the visitor's view."""
    view, deck, names = play.view(None), Deck(play.options), people(play, None)
    start = next((phase.start_seat for phase in view.phases if phase.current), 0)
    order = sorted(view.seats, key=lambda seat: (seat.seat - start) % len(view.seats))
    return FrontPosition(
        game=play.game,
        moment=_("%(phase)s, round %(round)s") % {"phase": words.PHASE_NAMES[view.phase], "round": view.round},
        upper=_faces(view.upper, deck),
        lower=_faces(view.lower, deck),
        standings=tuple(Standing(names[seat.seat], seat.points, seat.rubles) for seat in order),
    )


def _faces(row: tuple[engine.Slot | None, ...], deck: Deck) -> tuple[Face, ...]:
    return tuple(deck[slot.card] for slot in row if slot is not None)
