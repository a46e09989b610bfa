"""The turn bar, the arches of the phases, and the seats in turn order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.board.extras import SeatTile, extras_of
from games.board.people import Person, clockwise
from games.board.questions import asking_of
from games.board.score import FinalLine
from games.models import Game, PassMode, Seat
from games.models.own_hours import Stands
from games.names import words
from games.names.cards import Deck, Face
from games.play.secrecy import Window


class PileCard(NamedTuple):
    """Equal cards of a pile. `name` tells those apart that bear different market symbols (GLOSS-2)."""

    face: Face
    name: str
    many: int


@dataclass(frozen=True, slots=True)
class Arch:
    """One phase: its pile with size and unordered contents (INFO-3), its start player, how far it is.

    `passes` is not empty where a click on its symbol passes for the viewer (UI-19): `text` at once, `ask` once more before.
    `draw` is the move by which the viewer's Observatory draws from its pile (UI-26).
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


def _arch(phase: engine.PhaseView, view: engine.View, deck: Deck, starter: Person) -> Arch:
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
        equal[name, face.label] = PileCard(face, name, count + (known.many if known else 0))
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
    start = next((phase.start_seat for phase in view.phases if phase.current), 0)
    rows = []
    for index in clockwise(range(len(view.seats)), start):
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
    if seat and seat.pass_mode == PassMode.PLAN and person.is_you:
        return _("orders given")
    if seat and seat.pass_mode and person.is_you:
        return _("auto-pass until a change") if seat.pass_mode == PassMode.UNTIL_CHANGE else _("auto-pass this phase")
    return last


def next_asked(view: engine.View) -> Sequence[int]:
    """Who is asked after the present one, clockwise, up to the seat before."""
    return clockwise(range(len(view.seats)), view.asked[0])[1:] if view.asked else ()


URGENT = timedelta(hours=6)


@dataclass(frozen=True, slots=True)
class Deadline:
    """When the time runs out. `left` is written out; `urgent` means under six hours."""

    due_at: datetime
    left: str
    urgent: bool
    overdue: bool
    since: datetime | None


@dataclass(frozen=True, slots=True)
class TurnBar:
    """`kind` is "you" (filled), "others" or "over"; `person` whose emblem stands there; `title` also begins the page's title."""

    kind: str
    title: str
    subtitle: str
    person: Person | None
    deadline: Deadline | None
    what: str = ""


def turn_bar(
    game: Game,
    view: engine.View,
    names: Sequence[Person],
    seats: Sequence[Seat],
    final: Sequence[FinalLine],
    *,
    now: datetime,
    window: Window | None = None,
) -> TurnBar:
    """`window` is the time in which somebody is asked of whom nobody may know (BANQ-THIEF-6)."""
    where = _("%(phase)s, round %(round)s") % {"phase": words.PHASE_NAMES[view.phase], "round": view.round}
    if game.is_finished:
        return _over(game, view, final)
    if game.is_paused:
        hint = _("Clocks are stopped. All players keep their remaining time.")
        return TurnBar("others", _("The game is paused"), where, None, None, hint)
    if game.breaks_off_at is not None:  # bots keep all seats and stand still
        hint = _("No players left. The game is abandoned at the deadline unless someone reclaims a seat.")
        return TurnBar("others", _("The game is idle"), where, None, deadline_at(game.breaks_off_at, None, now), hint)
    if view.ending:
        where = _("%(where)s (last round)") % {"where": where}
    if not view.asked:  # whom the game asks is a secret: no name, no emblem, and the deadline of all
        common = deadline_at(window.until, window.since, now) if window else None
        return TurnBar("others", _("Waiting for an answer"), where, None, common, asking_of(view).hint(view))
    first = view.asked[0]
    deadline = deadline_of(seats[first], now)
    if view.viewer in view.asked:
        asking, own = asking_of(view), deadline_of(seats[view.viewer], now)
        hint = " ".join(filter(None, [asking.hint(view), stands_words(seats[view.viewer], now, own=True)]))
        return TurnBar("you", asking.title(view), where, names[first], own, hint)
    asked_for = stands_words(seats[first], now, own=False) or _since(seats[first], now)
    title = _("Waiting for %(who)s") % {"who": words.listed([str(names[seat]) for seat in view.asked])}
    return TurnBar("others", title, where, names[first], deadline, f"{turn_words(view, names)} {asked_for}".strip())


def stands_words(seat: Seat, now: datetime, *, own: bool) -> str:
    """Why the clock of this seat stands now, and until when; empty while it runs. No more is told of anybody's hours."""
    stands = seat.own_hours.stands(seat.running_since, now) if seat.hours and seat.running_since else None
    if stands is None:
        return ""
    why, until = stands
    local = until.astimezone(ZoneInfo(seat.own_hours.zone))
    day = "" if until - now < timedelta(days=1) else f"{date_format(local, 'l')} "
    values = {"time": f"{day}{date_format(local, 'H:i')}", "day": date_format(localtime(until), "DATE_FORMAT")}
    if own:
        return _("Your clock is stopped until %(time)s.") % values
    if why is Stands.AWAY:
        return _("Away until %(day)s.") % values
    return _("Asleep until %(time)s (their time).") % values


def _since(seat: Seat, now: datetime) -> str:
    if seat.running_since is None or now - seat.running_since < timedelta(minutes=1):
        return ""
    return _("Asked %(time)s ago.") % {"time": span(now - seat.running_since)}


def turn_words(view: engine.View, names: Sequence[Person]) -> str:
    """`Clara, then Dmitri, then you`, when an ordinary turn is asked."""
    if not asking_of(view).goes_round or len(view.asked) != 1:
        return asking_of(view).hint(view)
    chain = [str(names[view.asked[0]])]
    for seat in next_asked(view):
        if names[seat].is_you:
            chain.append(_("you"))
            break
        chain.append(str(names[seat]))
    return _(", then ").join(chain) + "."


def _over(game: Game, view: engine.View, final: Sequence[FinalLine]) -> TurnBar:
    rounds = ngettext("after %(count)s round", "after %(count)s rounds", view.round) % {"count": view.round}
    ended_by = (game.result or {}).get("ended")
    if ended_by == "broken off" and not game.is_solo:
        return TurnBar("over", _("Abandoned"), _("no players left, %(rounds)s") % {"rounds": rounds}, None, None)
    winners = [line for line in final if line.winner]
    if game.is_solo:
        alone, points = winners[0].person, winners[0].total
        text = _("Finished: %(points)s") % {"points": words.amount_of_points(points)}
        ended = _("abandoned") if ended_by in ("agreement", "broken off", "adjudicated") else _("played to the end")
        return TurnBar("over", text, f"{ended}, {rounds}", alone, None)
    who, points = words.listed([str(line.person) for line in winners]), winners[0].total
    text = ngettext("Finished: %(who)s wins with %(points)s", "Finished: %(who)s win with %(points)s", len(winners))
    early = {"adjudicated": _("ended by a director"), "agreement": _("ended by agreement")}
    ended = early.get(str(ended_by), _("played to the end"))
    return TurnBar("over", text % {"who": who, "points": points}, f"{ended}, {rounds}", winners[0].person, None)


def deadline_of(seat: Seat, now: datetime) -> Deadline | None:
    return None if seat.due_at is None else deadline_at(seat.due_at, seat.running_since, now)


def deadline_at(due_at: datetime, since: datetime | None, now: datetime) -> Deadline:
    left = due_at - now
    return Deadline(due_at, time_left(left), left < URGENT, left <= timedelta(0), since)


def time_left(left: timedelta) -> str:
    """`1 d 14 h left`, `25 min left`."""
    if left <= timedelta(0):
        return _("time is up")
    if left < timedelta(minutes=1):
        return _("less than 1 min left")
    return _("%(amount)s left") % {"amount": span(left)}


def span(time: timedelta) -> str:
    """`1 d 14 h`, `3 h 5 min`, `25 min`."""
    minutes = int(time.total_seconds() // 60)
    days, hours = divmod(minutes // 60, 24)
    if days:
        return _("%(days)s d %(hours)s h") % {"days": days, "hours": hours}
    if hours:
        return _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes % 60}
    return _("%(minutes)s min") % {"minutes": minutes}
