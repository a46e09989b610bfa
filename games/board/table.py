"""A position before one viewer's eyes: what questions and tools are asked about."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.functional import cached_property

import engine
from games.board import tableau
from games.board.panel import Moves
from games.board.people import Person, people
from games.names.cards import Deck, Face
from games.play.positions import Play, VisibleEntry, visible_entries


def number_in(text: str) -> int | None:
    """A number that an address or a form names; None for anything else."""
    return int(text[:9]) if text.isascii() and text.isdecimal() else None


def version_in(request: HttpRequest) -> int:
    """What the sender of a form was looking at; without it a page counts as stale."""
    version = number_in(request.POST.get("version", ""))
    return -1 if version is None else version


@dataclass(frozen=True, slots=True)
class Wish:
    """What the address asks to see: a chosen card, and a move to be confirmed."""

    card: str = ""
    do: str = ""
    mode: str = ""

    def __bool__(self) -> bool:
        return bool(self.card or self.do or self.mode)


class ViewedTable:
    """A position before one viewer's eyes. `holds`: the viewer holds this seat and may act."""

    holds = False
    over = False
    is_replay = False
    says_too_late = True
    """He wants to be told of a purchase that comes too late to pay back."""

    def __init__(
        self,
        play: Play,
        viewer: int | None,
        *,
        ply: int | None = None,
        wish: Wish | None = None,
        sees_all: bool = False,
    ) -> None:
        self.play = play
        self.game = play.game
        self.viewer = viewer
        self.wish = wish or Wish()
        self.ply = len(play.steps) - 1 if ply is None else ply
        self.played = play.at(self.ply)
        self.options = play.options
        self.deck = Deck(self.options)
        self.names: tuple[Person, ...] = people(play, viewer)
        state = self.played.step.state
        shown = play.shown(state) if self.ply == len(play.steps) - 1 else state
        self.view = engine.open_view(shown) if sees_all and self.game.is_finished else engine.view_for(shown, viewer)

    @cached_property
    def moves(self) -> Moves:
        return Moves(self.played.step.state, self.view, says_too_late=self.says_too_late)

    @cached_property
    def told(self) -> list[VisibleEntry]:
        """Everything this viewer may know of up to here."""
        return list(visible_entries(self.play, self.viewer, until=self.ply))

    @cached_property
    def chosen(self) -> engine.Slot | None:
        return tableau.slot_of(self.view, tableau.choice_from(self.wish.card))

    @property
    def asked_face(self) -> Face:
        question = self.view.question
        assert question is not None
        assert question.card is not None
        return self.deck[question.card]

    @property
    def own_hand(self) -> Sequence[engine.Slot] | None:
        return None if self.viewer is None else self.view.seats[self.viewer].hand

    @property
    def rubles(self) -> int | None:
        return None if self.viewer is None else self.view.seats[self.viewer].rubles

    @property
    def asked(self) -> bool:
        """The viewer is asked and may answer."""
        return self.holds and bool(self.view.moves)
