"""A tournament's rows as the values that the arithmetic reads, and the standings that follow from them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from fractions import Fraction

from django.db import transaction
from django.db.models import Q

from accounts import separation as kept_apart
from arbiter.errors import TournamentError
from arbiter.formats.groups import Withdrawal
from arbiter.kept import from_json, made_by
from arbiter.progression.knockouts import group_standings
from arbiter.progression.plan import FinalTables, Swiss
from arbiter.progression.prospects import kept_values, prospects_of, standings_of
from arbiter.progression.situation import Counted, Resting, Situation, Why
from arbiter.results import GameResult
from arbiter.standings.prospects import Prospect
from arbiter.standings.ranking import Standings
from tournaments.lifecycle.services.log import locked
from tournaments.models import Chair, Entry, EntryState, Rest, Round, Standing, Table, TableState, Tournament

ALL_FORMS = 3
"""The version of `plans` since which all forms keep people apart; before, only a Swiss did."""


def situation_of(tournament: Tournament, now: datetime, *, stage: int | None = None) -> Situation:
    """The tournament as everybody may know it: its rounds but those that are held, with their results; those who can be paired
    for the next one.

    `stage` is the stage to go on with; None: that of the last round.
    """
    rounds = list(
        Round.objects.filter(tournament=tournament, is_held=False)
        .order_by("number")
        .values_list("number", "stage", "state")
    )
    present = (rounds[-1][1] if rounds else 0) if stage is None else stage
    entries = list(
        Entry.objects.filter(tournament=tournament, number__isnull=False).select_related("user").order_by("number")
    )
    done = len(rounds)
    here = frozenset(entry.number for entry in entries if entry.number and can_be_paired(entry, done + 1, now))
    found = Situation(
        plan=tournament.plan,
        entrants=tuple(entry.number for entry in entries if entry.number is not None),
        here=here,
        seed=int(tournament.seed, 16) % 2**32,
        done=done,
        before=sum(of_stage < present for _, of_stage, _ in rounds),
        stage=present,
        counted=counted(tournament),
        rests=rests(tournament),
        lots={entry.number: entry.lot for entry in entries if entry.number and entry.lot},
        apart=_apart(tournament, entries, present, now),
        apart_at_first=_apart(tournament, entries, 0, now) if present else frozenset(),
        gave_up={entry.number: Withdrawal(entry.gave_up) for entry in entries if entry.number and entry.gave_up},
        later=frozenset(entry.number for entry in entries if entry.number and plays_on(entry)) - here,
    )
    return _with_finalists(found, tournament) if present and found.in_stage else found


def _with_finalists(situation: Situation, tournament: Tournament) -> Situation:
    """Who has come into a later stage, whatever is corrected in the first one afterwards. One statement."""
    rounds = Round.objects.filter(tournament=tournament, stage=situation.stage).order_by("number")
    if isinstance(situation.form, FinalTables):
        seated = Chair.objects.filter(round__in=rounds).values_list("entry__number", flat=True)
        return replace(situation, finalists=frozenset(number for number in seated if number))
    try:
        then = from_json(Situation, rounds.values_list("made_from", flat=True)[0])
        return replace(situation, qualified=tuple(group_standings(then)))
    except (TournamentError, LookupError):  # nothing, or nothing sound, was kept (`verifying`)
        return situation


def can_be_paired(entry: Entry, number: int, now: datetime) -> bool:
    """Whether a player can be paired in this round: registered, in time, no bye requested, not dropped out."""
    return (
        plays_on(entry)
        and entry.first_round <= number
        and number not in entry.requested
        and (entry.not_before is None or entry.not_before <= now.date())
    )


def first_day(tournament: Tournament, situation: Situation, now: datetime) -> date | None:
    """When a Swiss for which too few are here can go on, because some ask not to play before a day; None where it need not wait,
    or waiting would not help."""
    plays = situation.plan.seats
    if (
        not isinstance(situation.form, Swiss)
        or situation.in_stage >= situation.form.rounds
        or plays(len(situation.here))
    ):
        return None
    number = situation.done + 1
    entries = tournament.entries.filter(number__in=situation.later, not_before__gt=now.date())
    days = sorted(
        one.not_before
        for one in entries
        if one.not_before and one.first_round <= number and number not in one.requested
    )
    return next((day for more, day in enumerate(days, start=1) if plays(len(situation.here) + more)), None)


def plays_on(entry: Entry) -> bool:
    return entry.state == EntryState.ENTERED and not entry.is_idle


def counted(tournament: Tournament) -> tuple[Counted, ...]:
    """Every table that counts, by round and table. Results of deals that are still played elsewhere are left out."""
    known = Q(deal=0) | Q(game__deal__released_at__isnull=False)
    tables = Table.objects.filter(known, round__tournament=tournament, state=TableState.COUNTED).order_by(
        "round__number", "number", "leg"
    )
    rows = tables.values_list("round__number", "number", "result_text", "group", "leg", "deal", "was_played")
    return tuple(
        Counted(number, table, from_json(GameResult, text), group, leg, deal, played)
        for number, table, text, group, leg, deal, played in rows
    )


def open_games(tournament: Tournament) -> tuple[tuple[int, ...], ...]:
    """The players at tables that do not count yet. One statement."""
    chairs = Chair.objects.filter(
        round__tournament=tournament,
        round__is_held=False,
        table__state__in=(TableState.WAITING, TableState.RUNNING),
        entry__number__isnull=False,
    )
    found: dict[int, list[int]] = {}
    for table, number in chairs.order_by("table", "seat").values_list("table", "entry__number"):
        if number is not None:
            found.setdefault(table, []).append(number)
    return tuple(tuple(players) for players in found.values())


def rests(tournament: Tournament) -> tuple[Resting, ...]:
    rows = Rest.objects.filter(round__tournament=tournament, round__is_held=False).order_by(
        "round__number", "entry__number"
    )
    return tuple(
        Resting(number, player, Why(why), Fraction(points))
        for number, player, why, points in rows.values_list("round__number", "entry__number", "why", "points")
        if player is not None
    )


def _apart(tournament: Tournament, entries: Sequence[Entry], stage: int, now: datetime) -> frozenset[tuple[int, int]]:
    """Pairs kept apart in this stage. A Swiss asks anew before each round; other forms keep to what the first round
    of the stage was made from. Two statements at most."""
    if not isinstance(tournament.plan.stages[stage], Swiss):
        texts = (
            Round.objects.filter(tournament=tournament, stage=stage)
            .order_by("number")
            .values_list("made_from", flat=True)
        )
        if (text := texts.first()) is not None:
            # older arithmetic did not look at them
            if not text or made_by(text)[1] < ALL_FORMS:
                return frozenset()
            return from_json(Situation, text).apart
    return apart(entries, now)


def apart(entries: Sequence[Entry], now: datetime) -> frozenset[tuple[int, int]]:
    """Entrants who keep away from each other or share a household, as pairs of their numbers, the smaller first."""
    numbers = {entry.user_id: entry.number for entry in entries if entry.number is not None}
    users = list(numbers)
    pairs = [(numbers[one], numbers[other]) for one, other in kept_apart.separated_pairs(users, at=now)]
    return frozenset((min(pair), max(pair)) for pair in pairs)


@dataclass(frozen=True, slots=True)
class FoundStandings:
    """Everybody in order, and where those can still finish of whom something can be said."""

    standings: Standings
    prospects: Mapping[int, Prospect]


def stale_standings(most: int, without: Collection[int] = ()) -> list[int]:
    found = Tournament.objects.filter(standings_due=True).exclude(pk__in=without).order_by("pk")
    return list(found.values_list("pk", flat=True)[:most])


def refresh_standings(*, tournament_id: int, now: datetime) -> None:
    """Write the standings of a tournament as its results are now: computed without the lock, which takes a second in a
    large tournament,
    and written only while nothing has changed since; else the next sweep does it. May run twice."""
    before = Tournament.objects.get(pk=tournament_id)
    found = _find_standings(before, now)
    with transaction.atomic():
        tournament = locked(tournament_id)
        if tournament.version == before.version:
            keep_standings(tournament, found)


def write_standings(tournament: Tournament, now: datetime) -> None:
    """The same at once, with the tournament's row locked already."""
    keep_standings(tournament, _find_standings(tournament, now))


def final_standings(tournament: Tournament, now: datetime) -> FoundStandings:
    """The lines of a tournament after which no round follows: every place is certain."""
    return FoundStandings(standings_of(situation_of(tournament, now)), {})


def _find_standings(tournament: Tournament, now: datetime) -> FoundStandings:
    situation = situation_of(tournament, now)
    found = standings_of(situation)
    is_open = tournament.is_running and situation.done > 0
    return FoundStandings(found, prospects_of(situation, found, open_games(tournament)) if is_open else {})


def keep_standings(tournament: Tournament, found: FoundStandings) -> None:
    """Write these lines instead of those that stand. The tournament's row is locked."""
    values = kept_values(found.standings)
    entries = dict(Entry.objects.filter(tournament=tournament, number__isnull=False).values_list("number", "pk"))
    Standing.objects.filter(tournament=tournament).delete()
    Standing.objects.bulk_create(
        Standing(
            tournament=tournament,
            entry_id=entries[row.entrant],
            place=row.place,
            order=order,
            shared_by=row.shared_by,
            values=values[row.entrant],
            decided_by=row.decided_by or "",
            best=prospect.best if prospect else None,
            worst=prospect.worst if prospect else None,
        )
        for order, row in enumerate(found.standings.rows, start=1)
        for prospect in [found.prospects.get(row.entrant)]
    )
    tournament.standings_due = False
    tournament.save(update_fields=["standings_due"])
