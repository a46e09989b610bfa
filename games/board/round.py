"""The arches of the phases, and the seats in turn order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _

import engine
from games.models import PassMode, Seat
from games.names import words
from games.names.cards import Deck, Face

from .extras import SeatTile, extras_of
from .people import Person


@dataclass(frozen=True, slots=True)
class PileCard:
    """Equal cards of a pile. `name` tells those apart that bear different market symbols (GLOSS-2)."""

    face: Face
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Arch:
    """One phase: its pile with size and unordered contents (INFO-3), its start player, how far it is.

    `passes` is not empty where a click on its symbol passes for the viewer (UI-19): `text` at once, `ask` once more before.
    `draw` is the move by which his Observatory draws from its pile (UI-26).
    """

    phase: str
    name: str
    group: str
    starter: Person
    starts: str
    done: bool
    now: bool
    left: int
    cards: tuple[PileCard, ...]
    hidden: int
    passes: str = ""
    draw: str = ""


def arches(view: engine.View, deck: Deck, names: Sequence[Person]) -> tuple[Arch, ...]:
    return tuple(_arch(phase, view, deck, names[phase.start_seat]) for phase in view.phases)


def _arch(phase: "engine.PhaseView", view: engine.View, deck: Deck, starter: Person) -> Arch:
    current = phase.current and not view.over
    begun = phase.done or current
    if starter.is_you:
        starts = _("You started") if begun else _("You start")
    else:
        starts = (_("%(who)s started") if begun else _("%(who)s starts")) % {"who": starter}
    return Arch(
        phase=phase.name,
        name=str(words.PHASES[phase.name]),
        group=words.PILE_GROUPS[phase.name],
        starter=starter,
        starts=starts,
        done=phase.done,
        now=current,
        left=phase.left,
        cards=_contents(phase.contents, deck),
        hidden=sum(count for _card, count in phase.contents) - phase.left,
    )


@lru_cache(maxsize=2048)
def _contents(contents: tuple[tuple[str, int], ...], deck: Deck) -> tuple[PileCard, ...]:
    """What lies in a pile (INFO-3). Further copies that a set brings are counted with those that they equal."""
    equal: dict[tuple[str, str], PileCard] = {}
    for card, count in contents:
        face, name = deck[card], deck.name(card)
        known = equal.get((name, face.label))
        equal[name, face.label] = PileCard(face, name, count + (known.count if known else 0))
    return tuple(equal.values())


@dataclass(frozen=True, slots=True)
class LooseToken:
    """A start token that starts no phase (FIVE-2), and who holds it."""

    token: str
    name: str
    use: str
    holder: Person


def loose_tokens(view: engine.View, names: Sequence[Person]) -> tuple[LooseToken, ...]:
    """Those of this game, for the line of the round."""
    return tuple(
        LooseToken(token, str(words.TOKENS[token]), str(words.TOKEN_USES[token]), names[seat.seat])
        for seat in view.seats
        for token in seat.tokens
        if token in words.TOKENS
    )


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One line of the seat list."""

    person: Person
    tokens: tuple[str, ...]
    rubles: str
    points: int
    hand_count: int
    hand_limit: int
    asked: bool
    doing: str
    tiles: tuple[SeatTile, ...] = ()


def seat_rows(
    view: engine.View, names: Sequence[Person], seats: Mapping[int, Seat], *, last: Mapping[int, str]
) -> tuple[SeatRow, ...]:
    """Everybody in the turn order of the current phase. `last` is what each did last, without the name."""
    order = turn_order(view)
    rows = []
    for index in order:
        shown = view.seats[index]
        asked = index in view.asked
        rows.append(
            SeatRow(
                person=names[index],
                tokens=tuple(shown.tokens),
                rubles="" if shown.rubles is None else str(shown.rubles),
                points=shown.points,
                hand_count=shown.hand_count,
                hand_limit=shown.hand_limit,
                asked=asked,
                doing="" if view.over else _doing(names[index], seats.get(index), last.get(index, ""), asked=asked),
                tiles=tuple(tile for extra in extras_of(view) for tile in extra.at_seat(view, index)),
            )
        )
    return tuple(rows)


def _doing(person: Person, seat: Seat | None, last: str, *, asked: bool) -> str:
    if asked:
        return _("Your turn") if person.is_you else _("to move")
    if person.owner:
        return _("played by a bot")
    if seat and seat.pass_mode and person.is_you:
        return _("auto-pass until a change") if seat.pass_mode == PassMode.UNTIL_CHANGE else _("auto-pass this phase")
    return last


def turn_order(view: engine.View) -> list[int]:
    """The seats clockwise from the one that starts the current phase."""
    start = next((phase.start_seat for phase in view.phases if phase.current), 0)
    count = len(view.seats)
    return [(start + step) % count for step in range(count)]


def next_asked(view: engine.View) -> list[int]:
    """Who is asked after the present one, clockwise, up to the seat before."""
    if not view.asked:
        return []
    count, first = len(view.seats), view.asked[0]
    return [(first + step) % count for step in range(1, count)]
