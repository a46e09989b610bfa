"""The people and bots at a table, by the names everybody reads."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.models import TenureStart
from games.options.strengths import BotName, bot_names
from games.play.positions import Play


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits in a seat. `owner` is the player for whom a bot keeps the seat, else empty; `user_id` leads to the profile.

    `called` is the name in running text where it is shorter, and `strength` what it leaves out: `Bot 2` for
    `Bot 2 (strong)`. `bot` is the name by which records know the bot that answers, empty for a person.
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

    @property
    def initial(self) -> str:
        return self.name[:1].upper()

    def __str__(self) -> str:
        return self.called or self.name


def people(play: Play, viewer: int | None) -> tuple[Person, ...]:
    """Everybody at the table in the order of the seats. Bots that sit there from the start are numbered."""
    bots = [seat.index for seat in play.seats if play.owner(seat.index) is None]
    named = dict(zip(bots, bot_names([play.holder(index).bot for index in bots]), strict=True))
    return tuple(_person(play, seat.index, viewer, named) for seat in play.seats)


def _person(play: Play, index: int, viewer: int | None, bots: Mapping[int, BotName]) -> Person:
    holder, owner = play.holder(index), play.owner(index)
    if holder.user is not None:
        return Person(index, holder.user.name, False, index == viewer, holder.user.pk)
    if owner is None:
        name = bots[index]
        return Person(index, name.full, True, False, called=name.called, strength=name.strength, bot=holder.bot)
    if holder.began == TenureStart.KEPT:
        return Person(index, owner.name, True, index == viewer, owner.pk, owner.name, bot=holder.bot)
    return Person(index, _("Bot for %(name)s") % {"name": owner.name}, True, False, bot=holder.bot)
