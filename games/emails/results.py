"""The mail about a finished game: the ranking, and how the points came together."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.board.extras import extras_of
from games.board.people import Person, people
from games.board.sentences import won
from games.names.cards import order_name
from games.names.words import amount_of_cards, amount_of_points, amount_of_rubles, listed_amounts
from games.play.positions import Play
from notifications.mail.compose import absolute


@dataclass(frozen=True, slots=True)
class Place:
    """One seat of the ranking. `breakdown` is empty where the game ended without a final scoring."""

    rank: int
    name: str
    amount_of_points: str
    amount_of_rubles: str
    is_you: bool
    breakdown: str


@dataclass(frozen=True, slots=True)
class Over:
    by_agreement: bool
    was_broken_off: bool
    was_adjudicated: bool
    winners: str
    you_won: bool
    places: list[Place]
    notes: list[str]
    replay: str
    rematch: str
    """Where the button for a rematch stands; empty for who played alone. A mail begins nothing by itself."""


def over(play: Play, seat: int) -> Over:
    """Ranks are those stored with the game (END-16, END-17)."""
    game, names = play.game, people(play, seat)
    result = game.result or {"ended": "", "seats": []}
    view = play.view(seat)
    scores = {score.seat: score for score in view.scores or ()}
    rows = sorted(result["seats"], key=lambda row: (row["rank"], row["seat"]))
    winners = [row["seat"] for row in rows if row["winner"]]
    return Over(
        by_agreement=result["ended"] == "agreement",
        was_broken_off=result["ended"] == "broken off",
        was_adjudicated=result["ended"] == "adjudicated",
        winners=won(winners, names),
        you_won=seat in winners and len(names) > 1,
        places=[
            Place(
                rank=row["rank"],
                name=_("You") if names[row["seat"]].is_you else _owner(names, row["seat"]),
                points=amount_of_points(row["points"]),
                rubles=amount_of_rubles(row["rubles"]),
                is_you=names[row["seat"]].is_you,
                breakdown=_breakdown(scores[row["seat"]]) if row["seat"] in scores else "",
            )
            for row in rows
        ],
        notes=[note for extra in extras_of(view) for note in extra.final_notes(view)] if scores else [],
        replay=absolute(reverse("games:replay", args=[game.pk])),
        rematch=f"{absolute(game.get_absolute_url())}#end" if len(names) > 1 else "",
    )


def _owner(names: Sequence[Person], seat: int) -> str:
    return names[seat].owner or names[seat].name


def _breakdown(score: engine.FinalScore) -> str:
    """`62 points before; 5 different Nobles +15; 34 rubles +3; 1 card in hand −5` (END-11 to END-13)."""
    count, noble_points = score.nobles
    _tens, ruble_points, _left = score.rubles
    held, hand_points = score.hand
    parts = [_("%(points)s before final scoring") % {"points": amount_of_points(score.points_before)}]
    if noble_points:
        text = ngettext("%(count)s different Noble: %(points)s", "%(count)s different Nobles: %(points)s", count)
        parts.append(text % {"count": count, "points": _signed(noble_points)})
    if score.order:
        number, order_points = score.order
        parts.append(
            _("order “%(order)s”: %(points)s") % {"order": order_name(number), "points": _signed(order_points)}
        )
    if ruble_points:
        parts.append(_("rubles: %(points)s") % {"points": _signed(ruble_points)})
    if hand_points:
        parts.append(
            _("%(cards)s in hand: %(points)s") % {"cards": amount_of_cards(held), "points": _signed(hand_points)}
        )
    return listed_amounts(parts)


def _signed(amount: int) -> str:
    return f"+{amount}" if amount >= 0 else f"−{-amount}"
