"""From notifications that are still true to what their mail is about and says. Raises NoLongerTrue where that has just ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.urls import reverse

from games.models import Game, Seat, Status
from notifications.kinds import NoLongerTrue
from notifications.mail.compose import absolute
from notifications.models import Notification
from notifications.templated import Draft
from tournaments.lifecycle.notifications import PLAYED_ON, number_in
from tournaments.models import (
    Act,
    Chair,
    EntryState,
    Report,
    Rest,
    RoundState,
    Standing,
    Tournament,
    TournamentInvitation,
    TournamentState,
)
from tournaments.pages.acts import act_lines

from . import words
from .letter import Letter, about

BEST = 3


def entered(notifications: Sequence[Notification], now: datetime) -> Draft:
    tournament = _tournament(notifications)
    entry = tournament.entries.get(user=notifications[-1].user_id)
    return _about(tournament, words.entered(tournament, waits=entry.state == EntryState.WAITING))


def moved_up(notifications: Sequence[Notification], now: datetime) -> Draft:
    tournament = _tournament(notifications)
    return _about(tournament, words.moved_up(tournament))


def too_few(notifications: Sequence[Notification], now: datetime) -> Draft:
    tournament = _tournament(notifications)
    entrants = tournament.entries.filter(state=EntryState.ENTERED).count()
    directs = tournament.directors.filter(user=notifications[-1].user_id).exists()
    return _about(tournament, words.too_few(tournament, entrants=entrants, directs=directs))


def held(notifications: Sequence[Notification], now: datetime) -> Draft:
    tournament, number = _tournament(notifications), notifications[-1].data["round"]
    return _about(tournament, words.held(tournament, number, tournament.rounds.get(number=number).begins_at))


def paired(notifications: Sequence[Notification], now: datetime) -> Draft:
    """All rounds of one tournament that are paired now for this reader: each once, as it stands."""
    tournament, user = _tournament(notifications), notifications[-1].user_id
    numbers = sorted({int(notification.data["round"]) for notification in notifications})
    rounds = tournament.rounds.filter(number__in=numbers).exclude(state=RoundState.CLOSED)
    found = [one for of in rounds for one in _seated(of.pk, of.number, of.begins_at, of.deadline_at, user)]
    if not found:
        raise NoLongerTrue("not paired")
    return _about(tournament, words.paired(tournament, found))


def _seated(round_id: int, number: int, begins: datetime, until: datetime, user: int | None) -> list[words.Seated]:
    rest = Rest.objects.select_related("entry").filter(round=round_id, entry__user=user).first()
    if rest is not None:
        return [words.Seated(number, begins, until, rest=rest)]
    own = list(
        Chair.objects.filter(round=round_id, entry__user=user).select_related("table").order_by("table__number", "leg")
    )
    begun = games_of([chair.table.game_id for chair in own], user)
    return [
        words.Seated(
            number,
            begins,
            until,
            [one.entry.user.name for one in Chair.objects.filter(table=chair.table_id).select_related("entry__user")],
            chair.seat,
            games=list(begun.values()),
        )
        for chair in own[:1]
    ]


def games_of(numbers: Iterable[int | None], user: int | None) -> dict[int, words.Begun]:
    """Those of these games that run, by number, for one who sits there."""
    found = Game.objects.filter(pk__in=[one for one in numbers if one], status=Status.RUNNING).in_bulk()
    own = Seat.objects.filter(game__in=found, waiting=True, tenures__user=user, tenures__until=None)
    asked = set(own.values_list("game", flat=True))
    return {
        number: words.Begun(absolute(game.get_absolute_url()), number in asked, game.commitment)
        for number, game in sorted(found.items())
    }


def round_ends(notifications: Sequence[Notification], now: datetime) -> Draft:
    tournament = _tournament(notifications)
    of = tournament.rounds.get(number=notifications[-1].data["round"])
    return _about(tournament, words.round_ends(tournament, number=of.number, until=of.deadline_at))


def over(notifications: Sequence[Notification], now: datetime) -> Draft:
    tournament = _tournament(notifications)
    lines = Standing.objects.filter(tournament=tournament)
    own = lines.filter(entry__user=notifications[-1].user_id).values_list("place", flat=True).first()
    best = _best(tournament)
    was_abandoned = tournament.state == TournamentState.ABANDONED
    plays = tournament.entries.filter(user=notifications[-1].user_id).exists()
    early = tournament.acts.filter(kind="finished", data__early=True).exists()
    letter = words.over(
        tournament, place=own, of=lines.count(), best=best, was_abandoned=was_abandoned, plays=plays, early=early
    )
    return _about(tournament, letter)


def followed(notifications: Sequence[Notification], now: datetime) -> Draft:
    """What is latest: it has started, a round has been paired, or it is over."""
    tournament, data = _tournament(notifications), notifications[-1].data
    if not tournament.is_over and data["what"] == PLAYED_ON:
        of = tournament.rounds.get(number=data["round"])
        return _about(tournament, words.next_round(tournament, of, best=_best(tournament)))
    return _about(tournament, words.followed(tournament, best=_best(tournament) if tournament.is_over else []))


def _best(tournament: Tournament) -> list[str]:
    lines = Standing.objects.filter(tournament=tournament).select_related("entry__user").order_by("order")
    return [f"{one.place}. {one.entry.user.name}" for one in lines[:BEST]]


def announced(notifications: Sequence[Notification], now: datetime) -> Draft:
    """All words that are due together, the oldest first."""
    tournament, numbers = _tournament(notifications), [notification.data["act"] for notification in notifications]
    acts = (
        Act.objects.select_related("by")
        .filter(tournament=tournament, number__in=numbers)
        .exclude(reason="")
        .order_by("number")
    )
    said = [(act.by.name if act.by else "", act.reason) for act in acts]
    if not said:
        raise NoLongerTrue("erased")
    return _about(tournament, words.announced(tournament, said))


def decided(notifications: Sequence[Notification], now: datetime) -> Draft:
    """All decisions that are due together, the oldest first, as the log tells them."""
    tournament, numbers = _tournament(notifications), [notification.data["act"] for notification in notifications]
    acts = list(Act.objects.select_related("by").filter(tournament=tournament, number__in=numbers).order_by("number"))
    names = [act.by.name for act in acts if act.by]
    said = [(line.says, line.reason) for line in act_lines(tournament, acts, for_directors=False)]
    return _about(tournament, words.decided(tournament, names, said))


def changed(notifications: Sequence[Notification], now: datetime) -> Draft:
    tournament, numbers = _tournament(notifications), [notification.data["act"] for notification in notifications]
    acts = Act.objects.filter(tournament=tournament, number__in=numbers).order_by("number")
    return _about(tournament, words.changed(tournament, [name for act in acts for name in act.data.get("what", ())]))


def reported(notifications: Sequence[Notification], now: datetime) -> Draft:
    tournament = _tournament(notifications)
    rows = Report.objects.select_related("by").filter(
        pk__in=[notification.data["report"] for notification in notifications]
    )
    said = [(one.by.name, str(one.get_about_display())) for one in rows.order_by("pk")]
    return _about(tournament, words.reported(tournament, said))


def answered(notifications: Sequence[Notification], now: datetime) -> Draft:
    tournament = _tournament(notifications)
    rows = Report.objects.filter(pk__in=[notification.data["report"] for notification in notifications])
    return _about(tournament, words.answered(tournament, [(one.text, one.answer) for one in rows.order_by("pk")]))


def invited(notifications: Sequence[Notification], now: datetime) -> Draft:
    asked = TournamentInvitation.objects.select_related("tournament", "inviter").get(
        pk=number_in(notifications[-1].subject)
    )
    url = absolute(reverse("tournaments:tournament-invitation", args=[asked.token]))
    has_account = notifications[-1].user_id is not None
    letter = words.invited(asked.tournament, inviter=asked.inviter.name, url=url, has_account=has_account)
    return _about(asked.tournament, letter)


def _tournament(notifications: Sequence[Notification]) -> Tournament:
    return Tournament.objects.get(pk=number_in(notifications[-1].subject))


def _about(tournament: Tournament, letter: Letter) -> Draft:
    return Draft(about(tournament), letter)
