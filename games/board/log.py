"""The log as lines: one sentence each, with the cards it speaks of and, for scorings, the sums of every player (UI-11)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.board.people import Person, SeatChange
from games.board.proposals import row_words
from games.board.registry import listed
from games.board.sentences import account, accounted, final_scoring, points_sum, rubles_sum, scoring_name, sentence
from games.models import BY_PLAYER, MERGED, TAKEN_ALONG, EndText, PlainRow, RowKind, Source, TenureEnd
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
    """One line of the log. `ply` and `number` lead to the position after it; `head` marks the start of a phase. `flows` is what
    the board plays (static/js/scenes.js): `2:-8:0`, rubles and points by seat, and `phase` where a scoring pays from."""

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
    flows: str = ""
    phase: str = ""


_NOTES: Mapping[str, Promise] = {
    Source.STANDING: gettext_lazy("ordered in advance"),
    Source.AUTO: gettext_lazy("automatic, only legal move"),
    Source.TIMEOUT: gettext_lazy("time ran out"),
    Source.MAIL: gettext_lazy("by email"),
    Source.DIRECTOR: gettext_lazy("by a director"),
    Source.MANUAL: gettext_lazy("from the original game"),
}
_ROWS: Mapping[str, Promise] = {
    EndText.AGREED: gettext_lazy("The players agreed to end the game here"),
    EndText.ABANDONED: gettext_lazy("The game was abandoned here: no players left"),
    EndText.ADJUDICATED: gettext_lazy("A director ended the game here"),
    TAKEN_ALONG: gettext_lazy("%(who)s, previously a guest, created an account"),
    MERGED: gettext_lazy("%(who)s merged two accounts into one"),
    TenureEnd.RESIGNED: gettext_lazy("%(who)s resigned; a bot takes over"),
    TenureEnd.KEPT: gettext_lazy("%(who)s missed too many deadlines; a bot takes over"),
    TenureEnd.RETURNED: gettext_lazy("%(who)s rejoined the game"),
    TenureEnd.DELETED: gettext_lazy("%(who)s deleted their account; a bot takes over"),
    TenureEnd.REPLACED: gettext_lazy("%(came)s replaces %(left)s"),
    TenureEnd.PLAY_OUT: gettext_lazy("The strongest bot finishes the game for %(who)s"),
}
"""Rows that are no moves, by their text."""
TOLD = (RowKind.SEAT, RowKind.END, RowKind.VOTE, RowKind.TIME)
_OF_BOTS: Mapping[str, Promise] = {
    TenureEnd.REPLACED: gettext_lazy("%(who)s replaces a bot"),
    TenureEnd.PLAY_OUT: gettext_lazy("The strongest bot replaces another bot"),
}
"""The same where no person left."""


def since_words(own: int) -> str:
    """What is told since then: the number of the reader's last own row, 0 before their first (`last_own_number`)."""
    return _("Since your last turn") if own else _("Since the start")


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
    found += [_row_line(row, rows, names, hands) for row in rows if row.number > since and row.kind in TOLD]
    found.sort(key=lambda line: line.number)  # stable: entries of one row stay in order
    # with its place among those of the same log row, so that a page can tell which lines are new
    rows_of_lines = (enumerate(group) for _number, group in groupby(found, key=lambda line: line.number))
    return [replace(line, key=f"{line.number}-{place}") for group in rows_of_lines for place, line in group]


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


def _entries(told: Iterable[VisibleEntry], deck: Deck, names: Sequence[Person]) -> Iterable[LogLine]:
    """A scoring of all players is one line. What it set off between two of them is told after it."""
    scorings: list[VisibleEntry] = []
    set_off: list[VisibleEntry] = []
    for one in told:
        if scorings and one.entry.kind in listed("after_scorings"):
            set_off.append(one)
            continue
        scoring = _scoring(one.entry)
        if scorings and scoring != _scoring(scorings[0].entry):
            yield _scoring_line(scorings, names)
            yield from (_line(other, deck, names) for other in set_off)
            scorings, set_off = [], []
        if scoring:
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
        text,
        _number(first),
        first.ply,
        first.row.at if first.row else None,
        person=person,
        accounts=accounts,
        flows=_flows(scored),
        phase=getattr(first.entry, "phase", "final"),
    )


def _line(one: VisibleEntry, deck: Deck, names: Sequence[Person]) -> LogLine:
    entry, row = one.entry, one.row
    seat, card = getattr(entry, "seat", None), getattr(entry, "card", None)
    head = isinstance(entry, engine.PhaseStarted)
    note = note_of(row) if row and not head and seat == row.seat else ""
    return LogLine(
        text=sentence(entry, deck, names),
        number=_number(one),
        ply=one.ply,
        at=row.at if row else None,
        person=None if seat is None or head else names[seat],
        face=deck[card] if card else None,
        note=note,
        head=head,
        flows=_flows([entry]),
    )


def _flows(entries: Iterable[engine.Entry]) -> str:
    found = (change for entry in entries for change in entry.changes() if change.rubles or change.points)
    return " ".join(f"{change.seat}:{change.rubles}:{change.points}" for change in found)


def note_of(row: PlainRow) -> str:
    """How a move came about where its player did not choose it on the page."""
    return str(_NOTES.get(row.source, ""))


def _row_line(
    row: PlainRow, rows: Sequence[PlainRow], names: Sequence[Person], hands: Mapping[int, SeatChange]
) -> LogLine:
    if row.kind in (RowKind.VOTE, RowKind.TIME):
        is_by_player = row.source in BY_PLAYER
        return LogLine(
            row_words(row, rows, names), row.number, 0, row.at, person=names[row.seat] if is_by_player else None
        )
    person = None if row.text == EndText.ADJUDICATED else names[row.seat]
    text, values = _ROWS[row.text], {"who": str(person)}
    if row.text in TenureEnd.values:
        left, came = hands[row.number]
        values = {"who": left, "left": left, "came": came}
        if row.text == TenureEnd.RETURNED or not left:
            text, values["who"] = _OF_BOTS.get(row.text, text), came
        if row.text == TenureEnd.KEPT and row.source == Source.DIRECTOR:
            text = gettext_lazy("The site team gave %(who)s's seat to a bot")
    return LogLine(str(text) % values, row.number, 0, row.at, person=person)


def _number(one: VisibleEntry) -> int:
    return one.row.number if one.row else 0
