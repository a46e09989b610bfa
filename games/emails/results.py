"""The email about a finished game: the ranking, and how the points came together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from engine.record import Ended
from games.board.extras import extras_of
from games.board.people import people
from games.board.sentences import won
from games.extensions import extensions
from games.models import Game, Seat, Status
from games.models.notification import number_in
from games.names.cards import order_name
from games.names.words import amount_of_cards, amount_of_points, amount_of_rubles, listed_amounts
from games.play.notifications import GameNotification
from games.play.positions import Play
from games.play.results import result_as_it_stands
from notifications.kinds import Letter, Sample
from notifications.mail.blocks import Heading, Inline, Lines, LinkLine
from notifications.mail.compose import absolute
from notifications.models import Notification

from . import RESULTS, SeatEmail, about, answerable, open_game
from .samples import ANSWERED_AT, NOW, READER, moment, play_at


@dataclass(frozen=True, slots=True)
class Ranked:
    """One seat of the ranking. `breakdown` is empty where the game ended without a final scoring."""

    rank: int
    name: str
    points: str
    rubles: str
    breakdown: str

    @property
    def line(self) -> Inline:
        text = f" {self.rank}. {self.name}: {self.points}, {self.rubles}"
        html = format_html("{}. <b>{}</b> {}, {}", self.rank, self.name, self.points, self.rubles)
        if not self.breakdown:
            return Inline(text, html)
        small = format_html('{}<br><span class="small">{}</span>', html, self.breakdown)
        return Inline(f"{text}\n    {self.breakdown}", small)


class GameOver(SeatEmail):
    """Ranks are those stored with the game (END-16, END-17). An email begins no rematch by itself: its link leads to the button."""

    name = GameNotification.OVER.value
    label = gettext_lazy("the game has finished")
    category = RESULTS

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        finished = Game.objects.filter(pk=number_in(notification.subject), status=Status.FINISHED)
        return "" if finished.exists() else "not over"

    def awaits(self, notification: Notification) -> bool:
        """Whether an app is about to add something to the end of the game."""
        return any(one.awaits(number_in(notification.subject)) for one in extensions())

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        """What apps add, such as a rating, would tell the result, too."""
        letter, reader = super().write(notifications, now), notifications[-1].user
        return replace(letter, beside=()) if reader is not None and reader.hide_results else letter

    def letter(self, play: Play, seat: Seat, number: int, now: datetime) -> Letter:
        game, ranked = play.game, places(play, seat.index)
        url = absolute(game.get_absolute_url())
        rematch = LinkLine(_("Request rematch"), f"{url}#end", before=_("Request a rematch:"))
        review = absolute(reverse("games:review", args=[game.pk]))
        review_line = LinkLine(_("Game review"), review, before=_("Review the game:"))
        replay = absolute(reverse("games:replay", args=[game.pk]))
        reader = play.person_of(seat.index)
        if reader is not None and reader.hide_results:
            return Letter(
                about(game),
                _("The game has finished"),
                _("You have chosen to hide results. Watch the replay to see how the game ended."),
                [open_game(game, before=_("Replay the game:"))],
            )
        return Letter(
            about(game),
            _("The game has finished"),
            _won(play, seat.index),
            [
                Heading(_("Result")),
                Lines([place.line for place in ranked]),
                Lines(final_notes(play, seat.index), "small"),
                open_game(game, before=_("The game and its scoring:")),
                *([rematch] if len(ranked) > 1 else []),
                *([] if game.is_closed else [review_line]),
                LinkLine(_("Replay game"), replay, before=_("Replay the game:")),
            ],
            preview=" ".join(f"{place.rank}. {place.name} {place.points}" for place in ranked),
        )

    def samples(self) -> Iterable[Sample]:
        def early(ended: Ended) -> Letter:
            play = play_at(moment("your-turn"))
            result = result_as_it_stands(play.state, play.game.players, ended)
            play.game.status, play.game.result = Status.FINISHED, dict(result)
            return write(play)

        def write(play: Play) -> Letter:
            return answerable(self.letter(play, play.seats[READER], 0, NOW), ANSWERED_AT)

        yield Sample(self, "over", lambda: write(play_at(None)))
        yield Sample(self, "over-by-agreement", lambda: early("agreement"))
        yield Sample(self, "over-broken-off", lambda: early("broken off"))
        yield Sample(self, "over-adjudicated", lambda: early("adjudicated"))


EMAILS = (GameOver,)


def places(play: Play, viewer: int) -> list[Ranked]:
    names, view = people(play, viewer), play.view(viewer)
    scores = {score.seat: score for score in view.scores or ()}
    return [
        Ranked(
            rank=row["rank"],
            name=_("You") if names[row["seat"]].is_you else names[row["seat"]].owner or names[row["seat"]].name,
            points=amount_of_points(row["points"]),
            rubles=amount_of_rubles(row["rubles"]),
            breakdown=_breakdown(scores[row["seat"]]) if row["seat"] in scores else "",
        )
        for row in _rows(play)
    ]


def final_notes(play: Play, viewer: int) -> list[str]:
    """What expansions say of the final scoring, where there was one."""
    view = play.view(viewer)
    return [note for extra in extras_of(view) for note in extra.final_notes(view)] if view.scores else []


def _rows(play: Play) -> list[dict[str, Any]]:
    rows = (play.game.result or {"seats": []})["seats"]
    return sorted(rows, key=lambda row: (row["rank"], row["seat"]))


def _won(play: Play, viewer: int) -> str:
    names, ended = people(play, viewer), (play.game.result or {"ended": ""})["ended"]
    winners = [row["seat"] for row in _rows(play) if row["winner"]]
    if ended == "broken off":
        return _("Abandoned: no players left. The score shown is from before final scoring.")
    said = won(winners, names)
    if viewer in winners and len(names) > 1:
        said = _("You won") if len(winners) == 1 else _("You share the victory")
    how = {
        "agreement": _("The players agreed to end the game here, without final scoring."),
        "adjudicated": _("A director ended the game here, without final scoring."),
    }.get(ended, "")
    return f"{said}. {how}".strip()


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
