"""The people and bots at a table, by the names everybody reads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from django.utils.translation import gettext as _

from games.models import TenureStart
from games.options.strengths import BotName, bot_names
from games.play.positions import Play

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits in a seat. `owner` is the player for whom a bot keeps the seat, else empty; `user_id` leads to the profile.

    `called` is the name in running text where it is shorter, and `strength` what it leaves out: `Rastrelli` for
    `Rastrelli (hard)`. `bot` is the name by which records know the bot that answers, empty for a person.
    `instead_of` is the player for whom a substitute plays on, `plays_for` the one who gave the seat up to a bot.
    """

    seat: int
    name: str
    is_bot: bool
    is_you: bool
    user_id: int | None = None
    owner: str = ""
    called: str = ""
    strength: str = ""
    bot: str = ""
    instead_of: str = ""
    plays_for: str = ""

    def __hash__(self) -> int:
        """People are looked up by the dozen; those of one seat and name seldom differ in anything else."""
        return hash((self.seat, self.name))

    @property
    def initial(self) -> str:
        """The letter of the emblem; its shape and colour are the seat's."""
        return self.name[:1].upper()

    def __str__(self) -> str:
        return self.called or self.name


def you_or(person: Person) -> str:
    return _("you") if person.is_you else str(person)


def clockwise(things: Sequence[T], first: int) -> tuple[T, ...]:
    """Things by seat, from that of the seat `first` on."""
    return (*things[first:], *things[:first])


class Held(NamedTuple):
    """Who holds a seat: a user, or a bot; `owner` is the last person there, None where a bot sits from the start. In an imported
    game there is only the name.

    `is_kept`: the bot only keeps the seat, and its owner may take it back. `first` is the bot that sat there at the start.
    `is_guest`: there is no page of this player.
    """

    seat: int
    user_id: int | None
    name: str
    bot: str
    is_kept: bool
    owner_id: int | None
    owner: str
    first: str
    is_guest: bool = False

    @property
    def eyes(self) -> int | None:
        """The user who sees the game from this seat."""
        return self.owner_id if self.is_kept else self.user_id


class SeatChange(NamedTuple):
    """A seat changed hands: the person whose it was, and the one who plays it from then on; empty for a bot."""

    left: str
    came: str


def changes(play: Play) -> dict[int, SeatChange]:
    """Who left and who came, by the number of the row that says so. Names of people change less than seats do: `people` has
    those of today."""
    found: dict[int, SeatChange] = {}
    for held in play.tenures.values():
        owner = ""
        for tenure in held:
            name = tenure.user.name if tenure.user else ""
            if tenure.since_number:
                found[tenure.since_number] = SeatChange(owner, name)
            owner = name or owner
    return found


def people(play: Play, viewer: int | None) -> tuple[Person, ...]:
    found = named(play.game.pk, [_held(play, seat.index) for seat in play.seats], viewer)
    return tuple(replace(one, instead_of=before) if (before := _replaced(play, one.seat)) else one for one in found)


def _replaced(play: Play, index: int) -> str:
    """For whom the person in this seat plays on; empty for somebody who has sat there from the start."""
    held = play.tenures[index]
    came = next((place for place, one in enumerate(held) if one.began == TenureStart.SUBSTITUTE), None)
    if came is None:
        return ""
    return next((one.user.name for one in held[:came] if one.user), "")


def _held(play: Play, index: int) -> Held:
    holder, owner = play.holder(index), play.owner(index)
    name = holder.user.name if holder.user is not None else holder.name
    owner_id, whose = (owner.pk, owner.name) if owner is not None else (None, "")
    is_guest = owner is not None and owner.is_guest
    is_kept, first = holder.began == TenureStart.KEPT, play.tenures[index][0].bot
    return Held(index, holder.user_id, name, holder.bot, is_kept, owner_id, whose, first, is_guest)


def named(game: int, seats: Sequence[Held], viewer: int | None) -> tuple[Person, ...]:
    """Holders of all seats of a game by the names everybody reads."""
    bots = [held for held in seats if held.owner_id is None and held.bot]
    bots += [held for held in seats if held.owner_id is not None and held.user_id is None and not held.is_kept]
    names = bot_names(game, [held.first or held.bot for held in bots], [held.bot for held in bots]) if bots else ()
    by_seat = {held.seat: name for held, name in zip(bots, names, strict=True)}
    return tuple(_person(held, viewer, by_seat) for held in seats)


def _person(held: Held, viewer: int | None, bots: Mapping[int, BotName]) -> Person:
    seat, is_you = held.seat, held.seat == viewer
    if held.user_id is not None or not held.bot:
        return Person(seat, held.name, False, is_you, None if held.is_guest else held.user_id)
    if held.owner_id is None:
        name = bots[seat]
        return Person(seat, name.full, True, False, called=name.called, strength=name.strength, bot=held.bot)
    if held.is_kept:
        number = None if held.is_guest else held.owner_id
        return Person(seat, held.owner, True, is_you, number, held.owner, bot=held.bot)
    name = bots[seat]
    full = _("%(bot)s, for %(name)s") % {"bot": name.full, "name": held.owner}
    return Person(
        seat, full, True, False, called=name.called, strength=name.strength, bot=held.bot, plays_for=held.owner
    )
