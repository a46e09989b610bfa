"""The tables of a round as rows of a page, and what the page and the emails of a game say of its tournament."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from arbiter.formats.double_elimination import Part
from arbiter.kept import from_json
from arbiter.progression.plan import Knockout, Plan
from arbiter.results import Ending, GameResult, Leavers, OutcomeKind
from games.models import Game
from games.names import words
from games.play.seen import unreached
from games.selectors.rows import address_of
from statements import Prepared
from tournaments.models import Chair, Entry, EntryState, Round, RoundState, Table, TableState
from tournaments.pages.people import Person, fields, person, visible
from tournaments.pages.tie_breaks import figure, points_of

PARTS: Mapping[OutcomeKind, Promise] = {
    OutcomeKind.PLAYED_ON: gettext_lazy("finished by a bot"),
    OutcomeKind.SUBSTITUTED: gettext_lazy("finished by a substitute"),
    OutcomeKind.LATE: gettext_lazy("missed the deadline"),
    OutcomeKind.LEFT: gettext_lazy("withdrew"),
}
ENDINGS: Mapping[Ending, Promise] = {
    Ending.SCORED: gettext_lazy("finished"),
    Ending.BROKEN_OFF: gettext_lazy("abandoned"),
    Ending.ADJUDICATED: gettext_lazy("played to the end by a bot"),
    Ending.POINTS: gettext_lazy("ranked by points so far"),
    Ending.FORFEITED: gettext_lazy("forfeited by the late player"),
}


@dataclass(frozen=True, slots=True)
class Sitting:
    """One seat: who, and of a game that counts place, points and VP; of a running one the VP so far."""

    seat: int
    person: Person
    place: int | None = None
    points: str = ""
    exact: str = ""
    vp: int | None = None
    note: str = ""

    @property
    def letter(self) -> str:
        return self.person.name[:1].upper()


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table. `game` and `url` are its game where the reader may look; `is_sealed`: its deal is still played elsewhere."""

    pk: int
    number: int
    leg: int
    group: int
    label: str
    round_number: int
    game: int | None
    url: str
    state: str
    is_running: bool
    is_sealed: bool
    is_mine: bool
    seats: tuple[Sitting, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(one.person.number for one in self.seats if one.person.number is not None)


COLUMNS = (
    "pk",
    "number",
    "leg",
    "group",
    "round__stage",
    "round__number",
    "deal",
    "state",
    "result_text",
    "is_corrected",
    "game_id",
    "game__glance",
    "game__deal__released_at",
)
GAME = COLUMNS.index("game_id")


def table_rows(
    tables: QuerySet[Table], reader: User | None, plan: Plan, *, for_program: bool = False
) -> list[TableRow]:
    """These tables in their order. Two statements whatever their number; nothing is replayed. Programs see all results."""
    found = list(tables.values_list(*COLUMNS))
    chairs = Chair.objects.filter(table__in=[row[0] for row in found]).order_by("seat")
    return _rows(found, chairs.values_list(*SITS) if found else (), reader, plan, for_program=for_program)


SITS = ("table_id", "seat", *fields("entry__"))
PAGE = 50
"""Tables of one page of a round."""


def rows_on_page(of: Round, page: int, reader: User | None, plan: Plan) -> list[TableRow]:
    """The tables on this page of a round, counted from 1. Two statements, which are made once for each page."""
    found = _tables_on(page)(of.pk)
    chairs = _chairs(of.pk, found[0][1], found[-1][1]) if found else ()
    return _rows(found, chairs, reader, plan)


@lru_cache(maxsize=32)
def _tables_on(page: int) -> Prepared:
    lines = slice((page - 1) * PAGE, page * PAGE)
    return Prepared(lambda of: Table.objects.filter(round=of).order_by("number", "leg").values_list(*COLUMNS)[lines], 1)


_chairs = Prepared(
    lambda of, first, last: (
        Chair.objects.filter(table__round=of, table__number__gte=first, table__number__lte=last)
        .order_by("seat")
        .values_list(*SITS)
    ),
    3,
)


def _rows(
    found: Sequence[Sequence[Any]],
    chairs: Iterable[Sequence[Any]],
    reader: User | None,
    plan: Plan,
    *,
    for_program: bool = False,
) -> list[TableRow]:
    seats: dict[int, list[tuple[int, Person]]] = {}
    for table, seat, *who in chairs:
        seats.setdefault(table, []).append((seat, person(who, reader)))
    hidden = unreached(None if for_program else reader, (row[GAME] for row in found if row[GAME]))
    return [_row(row, seats.get(row[0], []), plan, is_hidden=row[GAME] in hidden) for row in found]


SEATED = (*(f"table__{one}" for one in COLUMNS), "seat", *fields("entry__"))
_own = Prepared(
    lambda tournament, entry: (
        Chair.objects.filter(table__chairs__entry=entry, round__tournament=tournament)
        .exclude(round__state=RoundState.CLOSED)
        .order_by("round__number", "table__number", "table__leg", "seat")
        .values_list(*SEATED)
    ),
    2,
)
_first = Prepared(
    lambda first, second, third, most: (
        Chair.objects.filter(table__round__in=(first, second, third), table__number__lte=most)
        .order_by("table__round__number", "table__number", "table__leg", "seat")
        .values_list(*SEATED)
    ),
    4,
)


def own_rows(entry: Entry, reader: User | None, plan: Plan) -> list[TableRow]:
    """The tables of an entrant in rounds that are not closed. One statement; nothing is replayed."""
    return _by_table(_own(entry.tournament_id, entry.pk), reader, plan)


def first_rows(rounds: Sequence[int], most: int, reader: User | None, plan: Plan) -> list[TableRow]:
    """The tables with the first numbers of the rounds with these keys, three at most. One statement; nothing is replayed."""
    return _by_table(_first(*[*rounds, 0, 0][:3], most), reader, plan)


def _by_table(chairs: Iterable[Sequence[Any]], reader: User | None, plan: Plan) -> list[TableRow]:
    end = len(COLUMNS)
    tables = [list(rows) for _pk, rows in groupby(chairs, key=itemgetter(0))]
    hidden = unreached(reader, (rows[0][GAME] for rows in tables if rows[0][GAME]))
    return [
        _row(
            rows[0][:end],
            [(row[end], person(row[end + 1 :], reader)) for row in rows],
            plan,
            is_hidden=rows[0][GAME] in hidden,
        )
        for rows in tables
    ]


def _row(row: Sequence[object], seats: Iterable[tuple[int, Person]], plan: Plan, *, is_hidden: bool) -> TableRow:
    """`is_hidden`: the reader does not want to know yet how the game ended."""
    pk, number, leg, group, stage, of, deal, state, text, is_corrected, game, glance, released = row
    sitting = list(seats)
    is_mine = any(one.is_you for _seat, one in sitting)
    is_sealed = bool(deal) and released is None
    is_told = state == TableState.COUNTED and text and not is_sealed and not is_hidden
    result = from_json(GameResult, str(text)) if is_told else None
    is_running = state == TableState.RUNNING
    shown: Any = game if game and (is_mine or not is_sealed) else None
    seen = glance if is_running and not is_sealed and isinstance(glance, dict) and glance else None
    return TableRow(
        pk=pk,  # type: ignore[arg-type]
        number=number,  # type: ignore[arg-type]
        leg=leg,  # type: ignore[arg-type]
        group=group,  # type: ignore[arg-type]
        label=label_of(plan, int(str(stage)), int(str(group))),
        round_number=of,  # type: ignore[arg-type]
        game=shown,
        url=address_of("games:game", shown) if shown else "",
        state=_("Result hidden")
        if is_hidden and state == TableState.COUNTED
        else _state(str(state), result, seen, is_corrected=bool(is_corrected)),
        is_running=is_running,
        is_sealed=is_sealed,
        is_mine=is_mine,
        seats=tuple(_sittings(sitting, result, seen, plan)),
    )


def _state(state: str, result: GameResult | None, glance: Mapping[str, object] | None, *, is_corrected: bool) -> str:
    if glance is not None:
        return progress_words(glance)
    if result is not None:
        said = str(ENDINGS[result.ending])
        return _("%(state)s, corrected by a director") % {"state": said} if is_corrected else said
    if state == TableState.COUNTED:
        return _("ended")
    if state == TableState.WAITING:
        return _("not started yet")
    return str(TableState(state).label)


PARTS_OF_BRACKETS: Mapping[int, Promise] = {
    Part.WINNERS: gettext_lazy("winners' bracket"),
    Part.LOSERS: gettext_lazy("losers' bracket"),
    Part.FINAL: gettext_lazy("grand final"),
    Part.AGAIN: gettext_lazy("second grand final"),
    Part.THIRD: gettext_lazy("match for third place"),
}


def label_of(plan: Plan, stage: int, group: int) -> str:
    """The group of a table, or the part of a knockout that it belongs to; empty where there are none."""
    if group and isinstance(plan.stages[stage], Knockout):
        return str(PARTS_OF_BRACKETS[group])
    return _("group %(group)s") % {"group": group} if group else ""


def progress_words(glance: Mapping[str, object]) -> str:
    values = {"phase": words.PHASE_NAMES[str(glance["phase"])], "round": glance["round"]}
    return _("%(phase)s, round %(round)s") % values


def _sittings(
    seats: Iterable[tuple[int, Person]], result: GameResult | None, glance: Mapping[str, object] | None, plan: Plan
) -> Iterable[Sitting]:
    outcomes = {one.seat: one for one in result.outcomes} if result else {}
    points = glance["points"] if glance else ()
    assert isinstance(points, Sequence)
    for seat, who in seats:
        outcome = outcomes.get(seat)
        if outcome is None or result is None:
            yield Sitting(seat, who, vp=points[seat] if seat < len(points) else None)
            continue
        won = None if plan.is_duplicate else points_of(result, outcome, plan)
        yield Sitting(
            seat,
            who,
            outcome.place,
            figure(won),
            "" if won is None else str(won),
            outcome.vp,
            str(PARTS.get(outcome.part, "")),
        )


def of_tournament(game: Game, reader: User | None, *, by_seat: bool = False) -> dict[str, Any] | None:
    """Where a game stands in its tournament, if it has one that the reader may see; `by_seat`: who sits there may. `until` is
    the deadline of its round, None once that is closed. One statement."""
    tables = Table.objects.filter(game_id=game.pk)
    if not by_seat:
        tables = tables.filter(round__tournament__in=visible(reader))
    columns = (
        "round__tournament",
        "round__tournament__title",
        "round__number",
        "number",
        "round__deadline_at",
        "round__state",
    )
    row = tables.values_list(*columns).first()
    if row is None:
        return None
    tournament, title, number, table, until, state = row
    return {
        "title": title,
        "round_number": number,
        "table": table,
        "until": None if state == RoundState.CLOSED else until,
        "url": reverse("tournaments:tournament", args=[tournament]),
        "round_url": reverse("tournaments:tournament-round", args=[tournament, number]),
    }


def sentence_of_game(game: Game, reader: User) -> str:
    """A sentence for the mail to somebody who sits there; empty for a game of no tournament. As many statements."""
    found = None if game.host_id else of_tournament(game, reader, by_seat=True)
    if found is None:
        return ""
    words = {"round": found["round_number"], "tournament": found["title"], "table": found["table"]}
    if found["until"] is None:
        return _("Round %(round)s of %(tournament)s, table %(table)s.") % words
    until = date_format(localtime(found["until"]), "DATETIME_FORMAT")
    return _("Round %(round)s of %(tournament)s, table %(table)s, until %(time)s.") % {**words, "time": until}


def sentences_of_resigning(game: Game, user: User) -> Sequence[str]:
    """To an entrant whose game of a tournament it is: one lost game ends no tournament. One statement, none for other games."""
    entry = (
        None if game.host_id else Entry.objects.filter(chairs__table__game=game, user=user, state=EntryState.ENTERED)
    )
    found = entry and entry.select_related("tournament").first()
    if not found:
        return ()
    counts = (
        _("In this game you come last.")
        if found.tournament.plan.rule.leavers is Leavers.LAST
        else _("The result of the bot counts for you.")
    )
    return counts, _("You stay in the tournament “%(title)s”.") % {"title": found.tournament.title}
