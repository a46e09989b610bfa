"""What happened, one line for everything that a viewer may know of."""

import re
from collections.abc import Iterable, Sequence

import engine
from games.board import log
from games.board.people import Person, changes
from games.names.cards import Deck
from games.names.words import listed_amounts
from games.play.positions import Play, Told, last_own_number, visible_entries

_SUM = re.compile(r"(\d) ([+−=]) (?=\d)")  # a sum stays on one line


def happened(play: Play, viewer: int, deck: Deck, names: Sequence[Person]) -> list[str]:
    """Since the last own move of the viewer's player, but for new cards."""
    since = last_own_number(play, viewer)
    told = _without_new_cards(visible_entries(play, viewer, since=since or -1))
    lines = log.lines(told, play.rows, deck, names, hands=changes(play), since=since)
    return [_said(line) for line in lines]


def happened_last(play: Play, viewer: int | None, deck: Deck, names: Sequence[Person], *, most: int) -> list[str]:
    """The last lines of the log, the newest last, but for new cards."""
    told = _without_new_cards(visible_entries(play, viewer))
    lines = log.last_lines(told, play.rows, deck, names, hands=changes(play), most=most)
    return [_said(line) for line in reversed(lines)]


def _without_new_cards(told: Iterable[Told]) -> list[Told]:
    return [one for one in told if not isinstance(one.entry, engine.Dealt)]


def _said(line: log.Line) -> str:
    """A line of the log in full: a scoring with the sums of everybody, a move with how it came about."""
    others = [
        " ".join(filter(None, [account.person.name, listed_amounts([account.rubles, account.points])]))
        for account in line.accounts
        if not account.person.is_you and (account.rubles or account.points)
    ]
    text = _SUM.sub("\\1\u00a0\\2\u00a0", "; ".join([line.text, *others]))
    return f"{text} ({line.note})" if line.note else text
