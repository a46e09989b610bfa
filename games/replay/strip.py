"""What has happened since somebody was here, as a strip of moves: each leads to the position after it, the first of them to all."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.board.log import since_words
from games.board.people import Person
from games.board.sentences import deed
from games.names.cards import Deck, Face
from games.play import secrecy
from games.play.positions import Play, VisibleEntry

MOST = 10
"""How many moves the strip shows; those before them are counted, and are played through too."""


@dataclass(frozen=True, slots=True)
class StripStep:
    """A move as its watcher may know it; `person` is None where they may not know whose it was."""

    ply: int
    text: str
    person: Person | None = None
    face: Face | None = None


@dataclass(frozen=True, slots=True)
class Strip:
    """The last of these moves, `earlier` ones before them, and `start`, the position before all of them. `since` is the number of
    the row before them, `seen` of the last one that the reader knows; `query` keeps the eyes."""

    title: str
    steps: tuple[StripStep, ...]
    earlier: int
    start: int
    since: int
    seen: int
    query: str = ""

    @property
    def count(self) -> int:
        return self.earlier + len(self.steps)


def since_visit(
    play: Play, told: Sequence[VisibleEntry], viewer: int, deck: Deck, names: Sequence[Person], *, seen: int, own: int
) -> Strip | None:
    """What came after the version that was `seen`; where that is nothing or their `own` move came later, what came after that."""
    begins = [(own, since_words(own))]
    if seen > own:
        begins.insert(0, (seen, _("Since your last visit")))
    starts = ((max(play.steps.after(since), 1), since, title) for since, title in begins)
    found = next((one for one in starts if one[0] < len(play.steps)), None)
    if found is None:
        return None
    first, since, title = found
    last = len(play.steps) - 1
    shown = max(first, last - MOST + 1)
    here: dict[int, list[VisibleEntry]] = {ply: [] for ply in range(shown, last + 1)}
    for one in reversed(told):
        if one.ply < shown:
            break
        here[one.ply].insert(0, one)
    steps = tuple(_step(play, ply, here[ply], viewer, deck, names) for ply in here)
    query = f"&seat={viewer}" if play.game.is_finished else ""
    return Strip(title, steps, shown - first, first - 1, since, max(seen, own), query)


def _step(
    play: Play, ply: int, here: Sequence[VisibleEntry], viewer: int, deck: Deck, names: Sequence[Person]
) -> StripStep:
    one = told_of(here, play, ply, viewer)
    if one is None:
        return StripStep(ply, _("answered"))
    card = getattr(one.entry, "card", None)
    seat = getattr(one.entry, "seat", None)
    text = deed(one.entry, deck) or _("answered")
    return StripStep(ply, text, None if seat is None else names[seat], deck[card] if card else None)


def told_of(here: Iterable[VisibleEntry], play: Play, ply: int, viewer: int | None) -> VisibleEntry | None:
    """What this viewer is told of the move itself, among all that came `here` of it; None where they may not know who made it."""
    row = play.at(ply).row
    if row is None or secrecy.is_hidden_move(play, ply, viewer):
        return None
    return next((one for one in here if getattr(one.entry, "seat", None) == row.seat), None)
