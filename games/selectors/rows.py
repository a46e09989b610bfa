"""Rows of lists: what one line of My games, lobby, archive or a player's page says, and tables that gather people as such rows.
Begun games are in `played`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

import engine
from accounts.models import User
from games.models import Participant, Status
from games.models.clock import Clock
from games.names import words
from games.options import table_words
from games.options.rating import why_unrated
from games.options.strengths import bot_names
from games.tables.services.gathering import terms_token

from .lines import GameLine, TableLine


@dataclass(frozen=True, slots=True)
class Chip:
    """One seat of a row. `figure` are points; `kind` is "", "free", or "kept" for somebody invited.

    `letter` stands in the emblem: that of the real name, the same on every page, also where `name` is "You".
    """

    seat: int
    name: str
    figure: int | None = None
    kind: str = ""
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list. `phase` is the arch, `due` and `due_note` stand at the right, `action` is the button."""

    game: GameLine
    href: str
    phase: str
    sub: str
    chips: tuple[Chip, ...]
    due: str = ""
    due_note: str = ""
    urgent: bool = False
    action: str = ""
    is_main: bool = False
    can_join: bool = False
    seen: str = ""  # terms_token of what Join would agree to
    has_news: bool = False  # something was said there that the reader has not read

    @property
    def group(self) -> str:
        return words.PILE_GROUPS[self.phase]


def table_chips(table: TableLine, user: User | None) -> tuple[Chip, ...]:
    """Who sits at a table, whose answer is awaited, and the free seats, in this order. Seats are dealt at the start."""
    sitting = table.sitting
    names = sitting_names(table.game.pk, [(one.bot, one.name) for one in sitting])
    chips = [sitting_chip(place, one.user_id, names[place], user) for place, one in enumerate(sitting)]
    chips += [Chip(len(sitting) + place, "", kind="kept") for place in range(table.kept)]
    chips += [Chip(place, "", kind="free") for place in range(len(chips), table.game.players)]
    return tuple(chips)


def participant_names(game: int, sitting: Sequence[Participant]) -> list[str]:
    """Those who sit at a table by the names everybody reads; a bot with its strength."""
    return sitting_names(game, [(one.bot, one.user.name if one.user is not None else "") for one in sitting])


def sitting_names(game: int, sitting: Sequence[tuple[str, str]]) -> list[str]:
    """As `participant_names`, of bots and names."""
    bots = iter(bot_names(game, [bot for bot, _name in sitting if bot]))
    return [next(bots).full if bot else name for bot, name in sitting]


def participant_chip(place: int, participant: Participant, name: str, user: User | None) -> Chip:
    """The chip of somebody whom everybody else reads as `name`."""
    return sitting_chip(place, participant.user_id, name, user)


def sitting_chip(place: int, user_id: int | None, name: str, user: User | None) -> Chip:
    is_you = user is not None and user_id == user.pk
    return Chip(place, _("You") if is_you else name, letter=name[:1].upper())


def table_row(table: TableLine, user: User | None, now: datetime) -> Row:
    """A table that gathers people, in lobby and My games."""
    chips = table_chips(table, user)
    free = sum(chip.kind == "free" for chip in chips)
    bots = sum(bool(one.bot) for one in table.sitting)
    due, note, action, is_main = _standing(table, user, free)
    game = table.game
    return Row(
        game=game,
        href=address_of("games:table", game.pk),
        phase="worker",
        sub=_terms_in_words(game.options, game.clock, bots, game.rated, get_language()),
        chips=chips,
        due=due,
        due_note=note,
        action=action,
        is_main=is_main,
        can_join=free > 0 and not action and game.status == Status.OPEN,
        seen=terms_token(game),
    )


@lru_cache(maxsize=1024)
def _terms_in_words(options: engine.Options, clock: Clock, bots: int, rated: bool, language: str | None) -> str:
    """Rules, pace, length, and where it is so that it is not rated: the same words for many tables, so they are kept by
    language."""
    is_rated = why_unrated(wished=rated, players=options.players, bots=bots) is None
    rules = [table_words.selection_words(options), *table_words.option_words(options)]
    length = table_words.length_words(clock, options.players, bots, options.sets)
    return " · ".join([*rules, table_words.pace_words(clock), length, *([] if is_rated else [_("unrated")])])


def _standing(table: TableLine, user: User | None, free: int) -> tuple[str, str, str, bool]:
    game = table.game
    is_host = user is not None and game.host_id == user.pk
    host = _("You are the host") if is_host else _("Host: %(name)s") % {"name": game.host}
    seats = ngettext("%(number)s free seat", "%(number)s free seats", free) % {"number": free}
    if game.status == Status.CLOSED:
        return _("Closed"), host, "", False
    mine = next((one for one in table.sitting if user is not None and one.user_id == user.pk), None)
    if mine is not None and not mine.agreed:
        return _("Options changed"), _("do you agree?"), _("View"), True
    if mine is None and table.is_asked:
        return _("You are invited"), host, _("View"), True
    if game.status == Status.FULL:
        return _("About to start"), host, _("View"), False
    return seats, host, _("View") if mine is not None else "", False


@lru_cache(maxsize=4096)
def address_of(page: str, number: int) -> str:
    """Where the page of a game is. Every row has an address or two, and working one out costs as much as the rest of the row."""
    return reverse(page, args=[number])


def moment(at: datetime, now: datetime) -> str:
    """`today 22:10`, `Sun 03:10` within a week, else with the date."""
    local, today = localtime(at), localtime(now)
    time = date_format(local, "H:i")
    days = (local.date() - today.date()).days
    if days == 0:
        return _("today %(time)s") % {"time": time}
    if 0 < days < 7:
        return f"{date_format(local, 'D')} {time}"
    return f"{date_format(local, pgettext('short date', 'j M'))} {time}"
