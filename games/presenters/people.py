"""The people and bots at a table, by the names everybody reads."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.models import TenureStart
from games.positions import Play


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits in a seat. `owner` is the player for whom a bot keeps the seat, else empty; `user_id` leads to the profile."""

    seat: int
    name: str
    is_bot: bool
    is_you: bool
    user_id: int | None = None
    owner: str = ""

    @property
    def initial(self) -> str:
        return self.name[:1].upper()

    def __str__(self) -> str:
        return self.name


def people(play: Play, viewer: int | None) -> tuple[Person, ...]:
    """Everybody at the table in the order of the seats. Bots that sit there from the start are numbered."""
    bots = [seat.index for seat in play.seats if play.owner(seat.index) is None]
    return tuple(_person(play, seat.index, viewer, bots) for seat in play.seats)


def _person(play: Play, index: int, viewer: int | None, bots: list[int]) -> Person:
    holder, owner = play.holder(index), play.owner(index)
    if holder.user is not None:
        return Person(index, holder.user.name, False, index == viewer, holder.user.pk)
    if owner is None:
        name = _("Bot") if len(bots) == 1 else _("Bot %(number)s") % {"number": bots.index(index) + 1}
        return Person(index, name, True, False)
    if holder.began == TenureStart.KEPT:
        return Person(index, owner.name, True, index == viewer, owner.pk, owner.name)
    return Person(index, _("Bot for %(name)s") % {"name": owner.name}, True, False)
