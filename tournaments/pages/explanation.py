"""The standings explained: the bracket of a knockout, how far somebody came, and one line unfolded with its arithmetic."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.text import capfirst
from django.utils.timezone import now
from django.utils.translation import gettext as _

from accounts.models import User
from arbiter.formats.double_elimination import OPEN, Bout, Part
from arbiter.formats.knockout import Match
from arbiter.progression import knockouts
from arbiter.progression.plan import FinalTables, Knockout, Plan, RoundRobin
from arbiter.progression.prospects import kept_values, standings_of
from arbiter.progression.situation import Situation
from arbiter.standings.ranking import Standings
from tournaments.lifecycle.services.standings import situation_of
from tournaments.models import Chair, Entry, TableState, Tournament
from tournaments.pages.people import Person, by_number
from tournaments.pages.tables import PARTS_OF_BRACKETS
from tournaments.pages.tie_breaks import Criterion, criterion, figure, in_words, unfolded


def round_name(matches: int) -> str:
    known = {1: _("Final"), 2: _("Semifinals"), 4: _("Quarterfinals")}
    return known.get(matches) or _("Round of %(players)s") % {"players": 2 * matches}


class Side(NamedTuple):
    """One of two in a match; nobody yet, or nobody at all beside a bye. `wins` is None where no game was needed."""

    person: Person | None
    wins: int | None = None
    has_won: bool = False


class Duel(NamedTuple):
    sides: tuple[Side, Side]
    is_bye: bool = False


class BracketColumn(NamedTuple):
    name: str
    duels: list[Duel]


class BracketSection(NamedTuple):
    """A bracket with its rounds; without a name where there is one only. `halves`: two matches always lead to one."""

    name: str
    columns: list[BracketColumn]
    halves: bool = True


def bracket_of(tournament: Tournament, reader: User | None, now: datetime) -> list[BracketSection] | None:
    """The brackets of a tournament whose present stage is a knockout in pairs, else None. Six statements."""
    plan = tournament.plan
    if not plan.in_pairs or not isinstance(plan.stages[-1], Knockout) or tournament.started_at is None:
        return None
    situation = situation_of(tournament, now)
    if not isinstance(situation.form, Knockout) or not situation.in_stage:
        return None
    names = by_number(tournament, reader)
    if situation.form.double:
        return _double(situation, names)
    found = knockouts.bracket(situation)
    columns = [
        [_duel(situation, match, who, names) for match, who in zip(matches, winners, strict=True)]
        for matches, winners in zip(found.rounds, found.winners, strict=True)
    ]
    while len(columns[-1]) > 1:
        through = [next((side.person for side in duel.sides if side.has_won), None) for duel in columns[-1]]
        columns.append([Duel((Side(one), Side(other))) for one, other in zip(through[::2], through[1::2], strict=True)])
    shown = [BracketSection("", [BracketColumn(round_name(len(duels)), duels) for duels in columns])]
    if found.third is not None:
        third = _duel(situation, found.third, found.third_winner, names, Part.THIRD)
        shown.append(BracketSection(capfirst(str(PARTS_OF_BRACKETS[Part.THIRD])), [BracketColumn("", [third])]))
    return shown


def _double(situation: Situation, names: dict[int, Person]) -> list[BracketSection]:
    both = knockouts.double(situation)

    def columns(rows: Iterable[Iterable[Bout]]) -> list[BracketColumn]:
        numbered = enumerate(rows, start=1)
        return [BracketColumn(_("Round %(round)s") % {"round": number}, [*map(duel, row)]) for number, row in numbered]

    def duel(bout: Bout) -> Duel:
        if bout.match is not None:
            return _duel(situation, bout.match, bout.winner or None, names, bout.part)
        one, other = (
            Side(names.get(who or 0), None, bool(who) and who == bout.winner) for who in (bout.one, bout.other)
        )
        return Duel((one, other), is_bye=bout.winner != OPEN)

    def titled(part: Part) -> str:
        return capfirst(str(PARTS_OF_BRACKETS[part]))

    below = [BracketSection(titled(Part.LOSERS), columns(both.losers), halves=False)] if both.losers else []
    finals = [BracketSection(titled(one.part), [BracketColumn("", [duel(one)])]) for one in both.finals]
    return [BracketSection(titled(Part.WINNERS), columns(both.winners)), *below, *finals]


def _duel(situation: Situation, match: Match, who: int | None, names: dict[int, Person], part: int = 0) -> Duel:
    games = knockouts.played(situation, match, part)

    def side(player: int | None) -> Side:
        if player is None:
            return Side(None)
        return Side(names.get(player), games.count(player) if games else None, player == who)

    return Duel((side(match.one), side(match.other)), match.other is None)


KEPT = 16
"""Tournaments whose standings a process keeps with their terms: those of 1,000 players have some 10 MB."""


def situation(tournament: Tournament) -> Situation:
    return _situation(tournament.pk, tournament.head, tournament.version)


@lru_cache(maxsize=KEPT)
def _reckoned(tournament_id: int, head: str, version: int) -> Standings:
    """`head` and `version` change with every change of the tournament, so what is kept is never old."""
    return standings_of(_situation(tournament_id, head, version))


@lru_cache(maxsize=KEPT)
def _situation(tournament_id: int, head: str, version: int) -> Situation:
    return situation_of(Tournament.objects.get(pk=tournament_id), now())


CODE = "KO"
"""The criterion of `arbiter.progression.prospects.standings_of`."""


def bracket_size(tournament: Tournament) -> int:
    """How many play the knockout in pairs of a tournament, 0 where there is none. A statement where all of them do."""
    plan = tournament.plan
    first, last = plan.stages[0], plan.stages[-1]
    if not plan.in_pairs or not isinstance(last, Knockout):
        return 0
    if isinstance(first, RoundRobin) and last.from_each:
        return first.groups * last.from_each
    return Entry.objects.filter(tournament=tournament, number__isnull=False).count()


def _reached(tournament: Tournament, amount: Fraction | None) -> str:
    return "" if amount is None else capfirst(how_far(tournament.plan, amount, bracket_size(tournament)))


def how_far(plan: Plan, amount: Fraction, players: int) -> str:
    """What `Further` has reckoned, of a bracket of so many `players`: matches won, or the level and the part of it that the
    place at the last table is."""
    last = plan.stages[-1]
    if isinstance(last, Knockout) and last.double:
        return _in_double(amount, players)
    if plan.in_pairs:
        return _("third place") if amount.denominator > 1 else _in_bracket(int(amount), players)
    level, part = int(amount), amount - int(amount)
    # the first of four is 3/4, the last 0: the denominator may be shortened, and no table has two
    size = 4 if part.denominator == 2 else part.denominator
    place = size - int(part * size)
    if isinstance(plan.stages[-1], FinalTables):
        if not part:
            return _("final, last place") if level else _("final")
        return _("final, place %(place)s") % {"place": place}
    values = {"level": level, "place": place}
    return _("round %(level)s, place %(place)s") % values if part else _("round %(level)s") % values


def _in_bracket(won: int, players: int) -> str:
    left = (players - 1).bit_length() - won
    if left < 0 or players < 2:
        return str(won)
    return round_name(2 ** (left - 1)) if left else _("winner")


def _in_double(amount: Fraction, players: int) -> str:
    """As `arbiter.formats.double_elimination.reached` counts it."""
    level, final = int(amount), 2 * (players - 1).bit_length() - 1
    if level >= final:
        return _("winner") if level > final else str(PARTS_OF_BRACKETS[Part.FINAL])
    if amount > level:
        return _("winners' bracket, round %(round)s") % {"round": level // 2 + 1}
    return _("losers' bracket, round %(round)s") % {"round": level}


def unfold(tournament: Tournament, entry: Entry) -> dict[str, Any] | None:
    """The line of an entrant with its values in the order of the criteria, and a sentence for each neighbour; None where there is
    none yet."""
    found = _reckoned(tournament.pk, tournament.head, tournament.version)
    row = found.by_entrant.get(entry.number or 0)
    if row is None:
        return None
    people = by_number(tournament)
    criteria = [criterion(code, tournament.plan) for code in found.codes]
    in_pairs, plays = tournament.plan.in_pairs, _still_playing(entry)
    return {
        "place": row.place,
        "is_shared": row.shared_by > 1,
        "values": [
            one._asdict()
            | (
                in_words(_reached(tournament, value.amount))
                if one.code == CODE
                else unfolded(value, people, in_pairs=in_pairs, parts=bool(text), plays=plays)
            )
            for one, value, text in zip(criteria, row.values, kept_values(found)[row.entrant], strict=True)
        ],
        "neighbours": list(_neighbours(found, row.entrant, people, criteria)),
    }


def _still_playing(entry: Entry) -> frozenset[int]:
    """The rounds in which a game of this entrant is not over. One statement."""
    states = (TableState.WAITING, TableState.RUNNING)
    found = Chair.objects.filter(entry=entry, table__state__in=states)
    return frozenset(found.values_list("round__number", flat=True))


def _neighbours(found: Standings, number: int, people: dict[int, Person], criteria: list[Criterion]) -> Iterator[str]:
    names = {criterion.code: criterion.name for criterion in criteria}
    index = [row.entrant for row in found.rows].index(number)
    for other in [found.rows[at].entrant for at in (index - 1, index + 1) if 0 <= at < len(found.rows)]:
        if other not in people or number not in people:
            continue
        reason = found.why(number, other)
        before, after = people[reason.before].name, people[reason.after].name
        if reason.code is None or reason.values is None:
            yield _("%(one)s and %(other)s share a place: every tie-break is equal.") % {"one": before, "other": after}
        elif reason.code == CODE:
            yield _("%(one)s got further than %(other)s.") % {"one": before, "other": after}
        else:
            yield _("%(one)s is ahead of %(other)s on %(what)s: %(more)s to %(less)s.") % {
                "one": before,
                "other": after,
                "what": names[reason.code],
                "more": figure(reason.values[0].amount) or _("nothing"),
                "less": figure(reason.values[1].amount) or _("nothing"),
            }
