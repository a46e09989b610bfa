"""Seats that others may take over, as rows of a list: what every spectator sees of the position, from the glance of the game."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models.functions import Now
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from games.names import words
from games.options import table_words
from games.play.open_seats import open_offers
from games.play.visibility import is_closed
from games.selectors.keyset import Listing, Place
from games.selectors.played import place_words
from games.selectors.queries import with_seats
from games.selectors.rows import GAME, Chip, GameLine, Row, address_of, game_of

PAGE = 10


class OpenSeat(NamedTuple):
    """One open seat. `pk` is the number of the seat's row."""

    pk: int
    seat_index: int
    opens_at: datetime
    game: GameLine


open_seats: Listing[OpenSeat] = Listing(
    lambda: open_offers(Now()).exclude(is_closed("seat__game")),
    "opens_at",
    numbers=0,
    size=PAGE,
    columns=("pk", "seat__index", "opens_at", *(f"seat__game__{name}" for name in GAME)),
    row_of=lambda row: OpenSeat._make((*row[:3], game_of(row[3:]))),
    place=lambda one: Place(one.opens_at, one.pk),
)
"""The seat that opened last comes first."""


def in_words(seats: Sequence[OpenSeat], reader: User | None) -> list[dict[str, Any]]:
    """What a row says of each seat: whose it was, how it stands, and whether this reader may ask for it. One statement, none
    without seats."""
    games = {one.game.pk: one.game for one in seats}
    played = {one.game.pk: one for one in with_seats(list(games.values()))}
    return [_in_words(one, played[one.game.pk], reader) for one in seats]


def _in_words(one: OpenSeat, played: Any, reader: User | None) -> dict[str, Any]:
    glance, names = played.glance, played.people()
    held = played.seats[one.seat_index].held
    points = glance.points[one.seat_index]
    place = 1 + sum(other > points for other in glance.points)
    sits = reader is not None and any(reader.pk in (seat.held.owner_id, seat.held.user_id) for seat in played.seats)
    where = (
        _("%(phase)s, round %(round)s.") % {"phase": words.PHASE_NAMES[glance.phase], "round": glance.round}
    ).rstrip(".")
    terms = [table_words.selection_words(one.game.options), table_words.pace_words(one.game.clock)]
    row = Row(
        game=one.game,
        href=address_of("games:game", one.game.pk) if sits else address_of("games:seat", one.game.pk, one.seat_index),
        phase=glance.phase,
        sub=" · ".join([where, *terms, *([] if one.game.rated else [_("unrated")])]),
        chips=tuple(Chip(who.seat, who.name, glance.points[who.seat], letter=who.initial) for who in names),
        due=_("Seat of %(name)s") % {"name": held.owner},
        due_note=f"{words.amount_of_points(points)}, {place_words(place, len(names), get_language())}",
        action="" if sits else _("Take over"),
    )
    told = {"owner": held.owner, "points": glance.points, "place": place, "can_take": not sits}
    return {"seat": one, "row": row, **told}
