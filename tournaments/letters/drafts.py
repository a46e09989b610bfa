"""From notices that are still true to what their mail is about and says. Raises NoLongerTrue where that has just ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.urls import reverse

from games.models import Game, Seat, Status
from notices.kinds import Draft, NoLongerTrue
from notices.mail.compose import absolute
from notices.models import Notice
from tournaments.events.notices import PLAYED_ON, number_in
from tournaments.models import (
    Act,
    Chair,
    EntryState,
    Event,
    EventInvitation,
    EventState,
    Report,
    Rest,
    RoundState,
    Standing,
)
from tournaments.pages.acts import act_lines

from . import words
from .letter import Letter, about

BEST = 3


def entered(notices: Sequence[Notice], now: datetime) -> Draft:
    event = _event(notices)
    entry = event.entries.get(user=notices[-1].user_id)
    return _about(event, words.entered(event, waits=entry.state == EntryState.WAITING))


def moved_up(notices: Sequence[Notice], now: datetime) -> Draft:
    event = _event(notices)
    return _about(event, words.moved_up(event))


def too_few(notices: Sequence[Notice], now: datetime) -> Draft:
    event = _event(notices)
    entrants = event.entries.filter(state=EntryState.ENTERED).count()
    directs = event.directors.filter(user=notices[-1].user_id).exists()
    return _about(event, words.too_few(event, entrants=entrants, directs=directs))


def held(notices: Sequence[Notice], now: datetime) -> Draft:
    event, number = _event(notices), notices[-1].data["round"]
    return _about(event, words.held(event, number, event.rounds.get(number=number).begins_at))


def paired(notices: Sequence[Notice], now: datetime) -> Draft:
    """All rounds of one event that are paired now for this reader: each once, as it stands."""
    event, user = _event(notices), notices[-1].user_id
    numbers = sorted({int(notice.data["round"]) for notice in notices})
    rounds = event.rounds.filter(number__in=numbers).exclude(state=RoundState.CLOSED)
    found = [one for of in rounds for one in _seated(of.pk, of.number, of.begins_at, of.deadline_at, user)]
    if not found:
        raise NoLongerTrue("not paired")
    return _about(event, words.paired(event, found))


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


def round_ends(notices: Sequence[Notice], now: datetime) -> Draft:
    event = _event(notices)
    of = event.rounds.get(number=notices[-1].data["round"])
    return _about(event, words.round_ends(event, number=of.number, until=of.deadline_at))


def over(notices: Sequence[Notice], now: datetime) -> Draft:
    event = _event(notices)
    lines = Standing.objects.filter(event=event)
    own = lines.filter(entry__user=notices[-1].user_id).values_list("place", flat=True).first()
    best = _best(event)
    was_abandoned = event.state == EventState.ABANDONED
    plays = event.entries.filter(user=notices[-1].user_id).exists()
    early = event.acts.filter(kind="finished", data__early=True).exists()
    letter = words.over(
        event, place=own, of=lines.count(), best=best, was_abandoned=was_abandoned, plays=plays, early=early
    )
    return _about(event, letter)


def followed(notices: Sequence[Notice], now: datetime) -> Draft:
    """What is latest: it has started, a round has been paired, or it is over."""
    event, data = _event(notices), notices[-1].data
    if not event.is_over and data["what"] == PLAYED_ON:
        of = event.rounds.get(number=data["round"])
        return _about(event, words.next_round(event, of, best=_best(event)))
    return _about(event, words.followed(event, best=_best(event) if event.is_over else []))


def _best(event: Event) -> list[str]:
    lines = Standing.objects.filter(event=event).select_related("entry__user").order_by("order")
    return [f"{one.place}. {one.entry.user.name}" for one in lines[:BEST]]


def announced(notices: Sequence[Notice], now: datetime) -> Draft:
    """All words that are due together, the oldest first."""
    event, numbers = _event(notices), [notice.data["act"] for notice in notices]
    acts = (
        Act.objects.select_related("by").filter(event=event, number__in=numbers).exclude(reason="").order_by("number")
    )
    said = [(act.by.name if act.by else "", act.reason) for act in acts]
    if not said:
        raise NoLongerTrue("erased")
    return _about(event, words.announced(event, said))


def decided(notices: Sequence[Notice], now: datetime) -> Draft:
    """All decisions that are due together, the oldest first, as the log tells them."""
    event, numbers = _event(notices), [notice.data["act"] for notice in notices]
    acts = list(Act.objects.select_related("by").filter(event=event, number__in=numbers).order_by("number"))
    names = [act.by.name for act in acts if act.by]
    said = [(line.says, line.reason) for line in act_lines(event, acts, for_directors=False)]
    return _about(event, words.decided(event, names, said))


def changed(notices: Sequence[Notice], now: datetime) -> Draft:
    event, numbers = _event(notices), [notice.data["act"] for notice in notices]
    acts = Act.objects.filter(event=event, number__in=numbers).order_by("number")
    return _about(event, words.changed(event, [name for act in acts for name in act.data.get("what", ())]))


def reported(notices: Sequence[Notice], now: datetime) -> Draft:
    event = _event(notices)
    rows = Report.objects.select_related("by").filter(pk__in=[notice.data["report"] for notice in notices])
    said = [(one.by.name, str(one.get_about_display())) for one in rows.order_by("pk")]
    return _about(event, words.reported(event, said))


def answered(notices: Sequence[Notice], now: datetime) -> Draft:
    event = _event(notices)
    rows = Report.objects.filter(pk__in=[notice.data["report"] for notice in notices])
    return _about(event, words.answered(event, [(one.text, one.answer) for one in rows.order_by("pk")]))


def invited(notices: Sequence[Notice], now: datetime) -> Draft:
    asked = EventInvitation.objects.select_related("event", "inviter").get(pk=number_in(notices[-1].subject))
    url = absolute(reverse("tournaments:event-invitation", args=[asked.token]))
    has_account = notices[-1].user_id is not None
    letter = words.invited(asked.event, inviter=asked.inviter.name, url=url, has_account=has_account)
    return _about(asked.event, letter)


def _event(notices: Sequence[Notice]) -> Event:
    return Event.objects.get(pk=number_in(notices[-1].subject))


def _about(event: Event, letter: Letter) -> Draft:
    return Draft(about(event), letter)
