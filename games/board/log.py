"""The log as lines: one sentence each, with the cards it speaks of and, for scorings, the sums of every player (UI-11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

from django.utils.translation import gettext as _

import engine
from games.board.people import Person, SeatChange
from games.board.registry import listed
from games.board.sentences import account, accounted, final_scoring, points_sum, rubles_sum, scoring_name, sentence
from games.models import MERGED, TAKEN_ALONG, EndText, PlainRow, RowKind, Source, TenureEnd
from games.names.cards import Deck, Face
from games.play.positions import VisibleEntry


@dataclass(frozen=True, slots=True)
class Account:
    """What one scoring brought one player: `16 + 0 = 16 ₽`, `0 + 1 = 1 VP`; empty where nothing came in."""

    person: Person
    rubles: str
    points: str


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log. `ply` and `number` lead to the position after it; `head` marks the start of a phase."""

    text: str
    number: int
    ply: int
    at: datetime | None
    person: Person | None = None
    face: Face | None = None
    note: str = ""
    accounts: tuple[Account, ...] = ()
    head: bool = False
    key: str = ""


_NOTES = {
    Source.STANDING: lambda: _("ordered in advance"),
    Source.AUTO: lambda: _("automatic, only legal move"),
    Source.TIMEOUT: lambda: _("time ran out"),
    Source.MAIL: lambda: _("by email"),
    Source.DIRECTOR: lambda: _("by a director"),
}
_ENDS = {
    EndText.AGREED: lambda: _("The players agreed to end the game here"),
    EndText.ABANDONED: lambda: _("The game was abandoned here: no players left"),
    EndText.ADJUDICATED: lambda: _("A director ended the game here"),
}
_SEAT_ROWS = {
    TenureEnd.RESIGNED: lambda one: _("%(who)s resigned; a bot takes over") % {"who": one.left},
    TenureEnd.KEPT: lambda one: _("%(who)s missed too many deadlines; a bot takes over") % {"who": one.left},
    TenureEnd.RETURNED: lambda one: _("%(who)s rejoined the game") % {"who": one.came},
    TenureEnd.DELETED: lambda one: _("%(who)s deleted their account; a bot takes over") % {"who": one.left},
    TenureEnd.REPLACED: lambda one: (
        _("%(came)s replaces %(left)s") % {"came": one.came, "left": one.left}
        if one.left
        else _("%(who)s replaces a bot") % {"who": one.came}
    ),
    TenureEnd.PLAY_OUT: lambda one: (
        _("The strongest bot finishes the game for %(who)s") % {"who": one.left}
        if one.left
        else _("The strongest bot replaces another bot")
    ),
}


def lines(
    told: Iterable[VisibleEntry],
    rows: Sequence[PlainRow],
    deck: Deck,
    names: Sequence[Person],
    *,
    hands: Mapping[int, SeatChange],
    since: int = -1,
) -> list[LogLine]:
    """What happened, oldest first. `rows` are the log rows; those that are no moves get lines of their own, and `hands` are the
    `changes` of seats among them."""
    found = list(_entries(told, deck, names))
    found += [
        _row_line(row, names, hands) for row in rows if row.number > since and row.kind in (RowKind.SEAT, RowKind.END)
    ]
    found.sort(key=lambda line: line.number)  # stable: entries of one row stay in order
    return [replace(line, key=f"{line.number}-{place}") for place, line in _placed(found)]


def last_lines(
    told: Sequence[VisibleEntry],
    rows: Sequence[PlainRow],
    deck: Deck,
    names: Sequence[Person],
    *,
    hands: Mapping[int, SeatChange],
    most: int,
    since: int = -1,
) -> list[LogLine]:
    """The last of these lines, newest first, whatever there was before them."""
    start = start_of_last(told, most)
    if start:
        told, since = told[start:], _number(told[start]) - 1
    return lines(told, rows, deck, names, hands=hands, since=since)[::-1][:most]


def start_of_last(told: Sequence[VisibleEntry], most: int) -> int:
    """Where one may begin to read for the last `most` lines: at a row, and not within a scoring, which is one line."""
    count = 0
    for place in range(len(told) - 1, 0, -1):
        entry = told[place].entry
        if isinstance(entry, engine.Scored | engine.Final) or entry.kind in listed("after_scorings"):
            continue
        count += 1
        if count >= most and _number(told[place]) != _number(told[place - 1]):
            return place
    return 0


def _placed(found: list[LogLine]) -> Iterable[tuple[int, LogLine]]:
    """Each line with its place among those of the same log row, so that a page can tell which lines are new."""
    for _number, group in groupby(found, key=lambda line: line.number):
        yield from enumerate(group)


def _entries(told: Iterable[VisibleEntry], deck: Deck, names: Sequence[Person]) -> Iterable[LogLine]:
    """A scoring of all players is one line. What it set off between two of them is told after it."""
    scorings: list[VisibleEntry] = []
    set_off: list[VisibleEntry] = []
    for one in told:
        if scorings and one.entry.kind in listed("after_scorings"):
            set_off.append(one)
            continue
        if scorings and _scoring(one.entry) != _scoring(scorings[0].entry):
            yield _scoring_line(scorings, names)
            yield from (_line(other, deck, names) for other in set_off)
            scorings, set_off = [], []
        if _scoring(one.entry):
            scorings.append(one)
        else:
            yield _line(one, deck, names)
    if scorings:
        yield _scoring_line(scorings, names)
        yield from (_line(other, deck, names) for other in set_off)


def _scoring(entry: engine.Entry) -> str:
    if isinstance(entry, engine.Scored):
        return scoring_name(entry.phase)
    if isinstance(entry, engine.Final):
        return final_scoring(entry.step)
    return ""


def _scoring_line(scorings: list[VisibleEntry], names: Sequence[Person]) -> LogLine:
    first, scored = scorings[0], [one.entry for one in scorings if isinstance(one.entry, engine.Scored | engine.Final)]
    accounts = tuple(Account(names[entry.seat], rubles_sum(entry), points_sum(entry)) for entry in scored)
    own = [entry for entry in scored if names[entry.seat].is_you]
    text, person = _scoring(first.entry), None
    if not any(account(entry) for entry in scored):
        text, accounts = _("%(scoring)s: nothing for anyone") % {"scoring": text}, ()
    elif own and (sums := account(own[0])):
        text = _("%(scoring)s: you %(account)s") % {"scoring": text, "account": sums}
    elif own:
        text = _("%(scoring)s: nothing for you") % {"scoring": text}
    elif len(scored) == 1:  # what only one player gets: the line says it all
        person, accounts = accounts[0].person, ()
        text = accounted(text, str(person), scored[0])
    return LogLine(
        text, _number(first), first.ply, first.row.at if first.row else None, person=person, accounts=accounts
    )


def _line(one: VisibleEntry, deck: Deck, names: Sequence[Person]) -> LogLine:
    entry, row = one.entry, one.row
    seat, card = getattr(entry, "seat", None), getattr(entry, "card", None)
    head = isinstance(entry, engine.PhaseStarted)
    note = _NOTES[Source(row.source)]() if row and row.source in _NOTES and not head and seat == row.seat else ""
    return LogLine(
        text=sentence(entry, deck, names),
        number=_number(one),
        ply=one.ply,
        at=row.at if row else None,
        person=None if seat is None or head else names[seat],
        face=deck[card] if card else None,
        note=note,
        head=head,
    )


def _row_line(row: PlainRow, names: Sequence[Person], hands: Mapping[int, SeatChange]) -> LogLine:
    if row.kind == RowKind.END:
        by_people = row.text != EndText.ADJUDICATED
        return LogLine(_ENDS[EndText(row.text)](), row.number, 0, row.at, person=names[row.seat] if by_people else None)
    if row.text == TAKEN_ALONG:
        text = _("%(who)s, previously a guest, created an account") % {"who": names[row.seat]}
        return LogLine(text, row.number, 0, row.at, person=names[row.seat])
    if row.text == MERGED:
        text = _("%(who)s merged two accounts into one") % {"who": names[row.seat]}
        return LogLine(text, row.number, 0, row.at, person=names[row.seat])
    text = _SEAT_ROWS[TenureEnd(row.text)](hands[row.number])
    if row.text == TenureEnd.KEPT and row.source == Source.DIRECTOR:
        text = _("The site team gave %(who)s's seat to a bot") % {"who": hands[row.number].left}
    return LogLine(text, row.number, 0, row.at, person=names[row.seat])


def _number(one: VisibleEntry) -> int:
    return one.row.number if one.row else 0
