"""Rows of lists: what one line of My games, lobby, archive or a player's page says, and tables that gather people as such rows.
Begun games are in `played`.

What lists read of games: light rows instead of models, because a list has hundreds of them.

Each function that reads says how many statements it takes, whatever the number of games.
"""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

import engine
from accounts.models import User, name_of
from games.board.people import Held
from games.models import OVER, Game, Invitation, InvitationState, Participant, Status, Tenure, TenureStart
from games.models.clock import COLUMNS, Clock
from games.models.title import title_in_language
from games.names import words
from games.options import table_words
from games.options.strengths import bot_names
from games.options.table_words import why_unrated
from games.tables.gathering import terms_token
from statements import Prepared

MOST_NUMBERS = 64
"""For so many lengths of lists the statements are kept; lists have at most a page."""


class SeatLine(NamedTuple):
    held: Held
    waiting: bool
    due_at: datetime | None
    running_since: datetime | None
    pass_mode: str


class GameLine(NamedTuple):
    """A table or game. `glance` is that of a running one (games/play/glances.py), `result` that of a finished one."""

    pk: int
    title: str
    status: str
    created_at: datetime
    finished_at: datetime | None
    rules: dict[str, Any]
    result: dict[str, Any] | None
    glance: dict[str, Any] | None
    options_changed_at: datetime | None
    paused_at: datetime | None
    annulled_at: datetime | None
    clock: Clock
    host_id: int | None
    host: str
    rated: bool
    sealed_at: datetime | None

    @property
    def options(self) -> engine.Options:
        return options_of(self.rules)

    @property
    def players(self) -> int:
        return int(self.rules["players"])

    @property
    def is_solo(self) -> bool:
        return self.players == 1

    @property
    def is_running(self) -> bool:
        return self.status == Status.RUNNING

    @property
    def has_begun(self) -> bool:
        return self.status in (Status.RUNNING, *OVER)


GAME = (
    *("pk", "title", "status", "created_at", "finished_at", "options", "result", "glance", "options_changed_at"),
    *("paused_at", "annulled_at"),
    *("host_id", "host__display_name", "host__deleted_at", "rated", "sealed_at", *COLUMNS),
)


def game_of(row: Sequence[Any]) -> GameLine:
    """The line of a row with the columns `GAME`."""
    return GameLine._make(
        [row[0], title_in_language(row[1]), *row[2:11], _clock(*row[16:23]), row[11], name_of(*row[11:14]), *row[14:16]]
    )


def games_in(games: QuerySet[Game]) -> list[GameLine]:
    """One statement."""
    return [game_of(row) for row in games.values_list(*GAME)]


SEAT = (
    *("seat__game_id", "seat__index", "seat__waiting", "seat__due_at", "seat__running_since", "seat__pass_mode"),
    *("bot", "began", "user_id", "user__display_name", "user__deleted_at", "name"),
)
SEAT_ORDER = ("seat__game", "seat__index", "since_number", "pk")


def seats_of(games: Collection[int]) -> dict[int, list[SeatLine]]:
    """The seats of these games in their order, each with who holds it. One statement, none without games."""
    return seats_in(_seats(len(games))(*games)) if games else {}


@lru_cache(maxsize=MOST_NUMBERS)
def _seats(many: int) -> Prepared:
    def build(*games: int) -> QuerySet[Tenure, Any]:
        return Tenure.objects.filter(seat__game__in=games).order_by(*SEAT_ORDER).values_list(*SEAT)

    return Prepared(build, many)


def seats_in(tenures: Iterable[Sequence[Any]]) -> dict[int, list[SeatLine]]:
    """By game, from rows with the columns `SEAT` in `SEAT_ORDER`."""
    seats: dict[int, list[SeatLine]] = {}
    for (game_id, _index), held in groupby(tenures, itemgetter(0, 1)):
        seats.setdefault(game_id, []).append(_seat(list(held)))
    return seats


def _seat(tenures: list[Sequence[Any]]) -> SeatLine:
    """One seat from its tenures, the oldest first."""
    _game, index, waiting, due_at, running_since, pass_mode, bot, began, user_id, name, deleted_at, text = tenures[-1]
    owner_id, owner = None, ""
    for *_others, held_by, called, left, _text in reversed(tenures):
        if held_by is not None:
            owner_id, owner = held_by, name_of(held_by, called, left)
            break
    is_kept = began == TenureStart.KEPT
    shown = name_of(user_id, name, deleted_at) if user_id is not None else text
    held = Held(index, user_id, shown, bot, is_kept, owner_id, owner, tenures[0][6])
    return SeatLine(held, waiting, due_at, running_since, pass_mode)


class Sitting(NamedTuple):
    """Who sits at a table; a bot has no name of its own. Of people also what `games.selectors.fitting` asks: when they are awake,
    and what their finished games say of their answers."""

    user_id: int | None
    name: str
    bot: str
    agreed: bool
    hours: str
    zone: str
    answers: int
    answer_logs: int


class TableLine(NamedTuple):
    """A table that gathers people. `kept` seats are for people who were asked and have not answered; `is_asked` says whether the
    reader is one of them."""

    game: GameLine
    sitting: Sequence[Sitting]
    kept: int = 0
    is_asked: bool = False

    @property
    def free(self) -> int:
        return max(self.game.players - len(self.sitting) - self.kept, 0)


def tables_of(games: Collection[GameLine], reader: User | None) -> list[TableLine]:
    """These tables as the reader may know them. Two statements, none without tables."""
    if not games:
        return []
    numbers = [game.pk for game in games]
    sitting, asked = _sitting_at(numbers), _asked_to(numbers)
    return [
        TableLine(
            game,
            sitting.get(game.pk, ()),
            len(asked.get(game.pk, ())),
            reader is not None and any(_is_to(reader, *one) for one in asked.get(game.pk, ())),
        )
        for game in games
    ]


def _sitting_at(tables: Collection[int]) -> dict[int, list[Sitting]]:
    found: dict[int, list[Sitting]] = {}
    for game_id, user_id, name, deleted_at, bot, agreed, hours, zone, *answers in _participants(len(tables))(*tables):
        shown = name_of(user_id, name, deleted_at) if user_id is not None else ""
        sitting = Sitting(user_id, shown, bot, agreed, hours or "", zone or "UTC", *(number or 0 for number in answers))
        found.setdefault(game_id, []).append(sitting)
    return found


def _asked_to(tables: Collection[int]) -> dict[int, list[tuple[int | None, str]]]:
    """Who is asked to which table and has not answered: a user, or an address, which is empty where it leads to nobody."""
    found: dict[int, list[tuple[int | None, str]]] = {}
    for game_id, user_id, email, unheard in _invitations(len(tables))(*tables):
        found.setdefault(game_id, []).append((user_id, "" if unheard else email))
    return found


@lru_cache(maxsize=MOST_NUMBERS)
def _participants(many: int) -> Prepared:
    columns = (
        *("game_id", "user_id", "user__display_name", "user__deleted_at", "bot", "agreed"),
        *("user__waking_hours", "user__time_zone"),
        *("user__deadline_sum__answers", "user__deadline_sum__answer_logs"),
    )
    return Prepared(lambda *tables: Participant.objects.filter(game__in=tables).values_list(*columns), many)


@lru_cache(maxsize=MOST_NUMBERS)
def _invitations(many: int) -> Prepared:
    def build(*tables: int) -> QuerySet[Invitation, Any]:
        found = Invitation.objects.filter(game__in=tables, state=InvitationState.OPEN).order_by()
        return found.values_list("game_id", "user_id", "email", "unheard")

    return Prepared(build, many)


def _is_to(reader: User, user_id: int | None, email: str) -> bool:
    """As `Invitation.is_to`."""
    if user_id is not None:
        return user_id == reader.pk
    return bool(email) and email.lower() == (reader.email or "").lower()


@lru_cache(maxsize=256)
def _clock(*values: Any) -> Clock:
    return Clock.read(values)


def options_of(rules: dict[str, Any]) -> engine.Options:
    """The options of a row. Many rows have the same, and checking them costs more than reading the row."""
    return _options(json.dumps(rules))


@lru_cache(maxsize=1024)
def _options(rules: str) -> engine.Options:
    return engine.Options.from_dict(json.loads(rules))


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
    fit: str = ""  # how a table suits the reader

    @property
    def group(self) -> str:
        return words.PILE_GROUPS[self.phase]


def table_chips(table: TableLine, user: User | None) -> tuple[Chip, ...]:
    """Who sits at a table, whose answer is awaited, and the free seats, in this order. Seats are dealt at the start."""
    sitting = table.sitting
    names = sitting_names(table.game.pk, [(one.bot, one.name) for one in sitting])
    chips = [sitting_chip(place, one.user_id, names[place], user) for place, one in enumerate(sitting)]
    chips += [Chip(len(sitting) + place, "", kind="kept") for place in range(table.kept)]
    chips += [Chip(len(chips) + place, "", kind="free") for place in range(table.free)]
    return tuple(chips)


def participant_names(game: int, sitting: Sequence[Participant]) -> list[str]:
    """Those who sit at a table by the names everybody reads; a bot with its strength."""
    return sitting_names(game, [(one.bot, one.user.name if one.user is not None else "") for one in sitting])


def sitting_names(game: int, sitting: Sequence[tuple[str, str]]) -> list[str]:
    bots = iter(bot_names(game, [bot for bot, _name in sitting if bot]))
    return [next(bots).full if bot else name for bot, name in sitting]


def sitting_chip(place: int, user_id: int | None, name: str, user: User | None) -> Chip:
    is_you = user is not None and user_id == user.pk
    return Chip(place, _("You") if is_you else name, letter=name[:1].upper())


def table_row(table: TableLine, user: User | None, now: datetime) -> Row:
    bots = sum(bool(one.bot) for one in table.sitting)
    due, note, action, is_main = _standing(table, user)
    game = table.game
    return Row(
        game=game,
        href=address_of("games:table", game.pk),
        phase="worker",
        sub=_terms_in_words(game.options, game.clock, bots, game.rated, get_language()),
        chips=table_chips(table, user),
        due=due,
        due_note=note,
        action=action,
        is_main=is_main,
        can_join=table.free > 0 and not action and game.status == Status.OPEN,
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


def _standing(table: TableLine, user: User | None) -> tuple[str, str, str, bool]:
    game = table.game
    is_host = user is not None and game.host_id == user.pk
    host = _("You are the host") if is_host else _("Host: %(name)s") % {"name": game.host} if game.host_id else ""
    seats = ngettext("%(number)s free seat", "%(number)s free seats", table.free) % {"number": table.free}
    if game.status == Status.CLOSED:
        return _("Closed"), host, "", False
    mine = next((one for one in table.sitting if user is not None and one.user_id == user.pk), None)
    if mine is not None and not mine.agreed:
        return _("Options changed"), _("do you agree?"), _("View"), True
    if mine is None and table.is_asked:
        return _("You are invited"), host, _("View"), True
    if game.status == Status.FULL:
        about = _("About to start") if game.sealed_at is None else _("Drawing the deal")
        return about, host, _("View"), False
    if not table.free:
        return _("Waiting for an answer"), host, _("View") if mine is not None else "", False
    return seats, host, _("View") if mine is not None else "", False


@lru_cache(maxsize=4096)
def address_of(page: str, *numbers: int) -> str:
    """Where the page of a game is. Every row has an address or two, and working one out costs as much as the rest of the row."""
    return reverse(page, args=numbers)


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
