"""The standings of a tournament's first stage with its tie-breaks, after withdrawals from a round-robin (`formats.groups`).

In a duplicate tournament the criteria compare everybody with the others of the same deal and seat, so all results stand.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from arbiter.formats.duplicate import Compared, compare
from arbiter.formats.groups import Withdrawal, Withdrawn, among_themselves, withdraw
from arbiter.pairing.violations import Colour
from arbiter.progression.plan import Knockout, Plan, RoundRobin, Swiss
from arbiter.progression.situation import Counted, Resting, Situation, Why, scheduled
from arbiter.results import Ending, GameResult, OutcomeKind, SeatOutcome, for_duplicate, for_standings
from arbiter.standings import tables as at_tables
from arbiter.standings.c07 import catalogue
from arbiter.standings.c07.tournament import Entrant, Round, RoundKind, ScoredTournament, System
from arbiter.standings.ranking import Basis, Measure, Standings, Term, Value, mean, standings
from arbiter.standings.tables import TWELVE, Bye, TableTournament


def compared(situation: Situation) -> tuple[tuple[int, Compared], ...]:
    """Every result with its round, against the others of the same deal and seat. A table of which a bot held a seat from
    the start is compared with none."""
    games = {(one.round_number, one.deal): one.round_number for one in situation.counted if one.deal}
    numbers = {key: index for index, key in enumerate(sorted(games), start=1)}
    played = [for_duplicate(one.result, numbers[one.round_number, one.deal]) for one in situation.counted if one.deal]
    round_of = {index: key[0] for key, index in numbers.items()}
    return tuple((round_of[one.deal], one) for one in compare(played))


def _of_deals(situation: Situation, level: Sequence[int], *, margins: bool) -> Mapping[int, Value]:
    """SHARE: of those who held the same seat of the same deal, the share with fewer points; MARGIN: own points less the
    average of theirs. Both on average over the rounds; a round without a game counts with what the tournament gives for it,
    as a share only."""
    terms: dict[int, list[Term]] = {entrant: [] for entrant in level}
    for round_number, one in compared(situation):
        if one.player in terms:
            terms[one.player].append(Term(one.margin if margins else one.share, Basis.SHARE, round_number))
    if not margins:
        for rest in situation.rests:
            if rest.player in terms:
                terms[rest.player].append(Term(rest.points, Basis.SHARE, rest.round_number))
    return {entrant: mean(own) for entrant, own in terms.items()}


def points(situation: Situation) -> Mapping[int, Fraction]:
    """What everybody has for the pairing of the next round: shares added up, to the nearest twelfth."""
    found = dict.fromkeys(situation.entrants, Fraction(0))
    for _, one in compared(situation):
        found[one.player] += Fraction(round(one.share * 12), 12)
    for rest in situation.rests:
        found[rest.player] += Fraction(round(rest.points * 12), 12)
    return found


Table = tuple[int, ...]


def if_given_up(situation: Situation, player: int) -> Withdrawn | None:
    """What becomes of the games of who gives up now; None where the form of the first stage knows no such rule."""
    if not isinstance(situation.plan.stages[0], RoundRobin) or situation.plan.is_duplicate:
        return None
    tables = [(number, table) for number, one in enumerate(scheduled(situation), start=1) for table in one]
    over = {one.round_number for one in situation.counted if player in _players(one)}
    finished = [index for index, (number, table) in enumerate(tables) if player in table and number in over]
    return withdraw([table for _, table in tables], player, finished)


def annulled(situation: Situation) -> frozenset[int]:
    return frozenset(player for player, rule in situation.gave_up.items() if rule is Withdrawal.ANNUL)


def without(results: Iterable[Counted], gone: Collection[int]) -> tuple[Counted, ...]:
    """The results as games of the others among themselves; nothing is left of one with fewer than two others."""
    found = (replace(one, result=_among(one.result, gone)) if _players(one) & set(gone) else one for one in results)
    return tuple(one for one in found if len(one.result.outcomes) > 1)


def _among(result: GameResult, gone: Collection[int]) -> GameResult:
    players = [one.entrant for one in result.outcomes]
    seats = [seat for seat, player in enumerate(players) if player in gone]
    places = among_themselves([one.place for one in result.outcomes], seats)
    left = zip(result.outcomes, places, strict=True)
    return replace(result, outcomes=tuple(replace(one, place=place) for one, place in left if place is not None))


def counting(situation: Situation) -> tuple[tuple[Counted, ...], tuple[Resting, ...]]:
    """The tables that count and who had no game: results that are annulled left out, games lost by forfeit put in."""
    if not situation.gave_up or not isinstance(situation.plan.stages[0], RoundRobin):
        return situation.counted, situation.rests
    gone = annulled(situation)
    counted = {(one.round_number, one.table): one for one in without(situation.counted, gone)}
    absent = {(one.round_number, one.player): one.why for one in situation.rests}
    lost: set[tuple[int, int]] = set()
    for number, tables in enumerate(scheduled(situation), start=1):
        for table in tables:
            losers = tuple(
                player
                for player in table
                if situation.gave_up.get(player) is Withdrawal.KEEP and (number, player) in absent
            )
            others = [player for player in table if player not in losers and player not in gone]
            found = _forfeited(number, losers, others, counted.values(), absent) if losers and others else None
            if found is not None:
                counted[number, found.table] = found
                lost.update((number, player) for player in _players(found))
    rests = tuple(one for one in situation.rests if (one.round_number, one.player) not in lost)
    return tuple(counted.values()), rests


def _forfeited(
    number: int,
    losers: Table,
    others: list[int],
    counted: Iterable[Counted],
    absent: Mapping[tuple[int, int], Why],
) -> Counted | None:
    """The table with those who lose it by forfeit in the last place; None while the others play, and where they did not."""
    if len(others) == 1 and absent.get((number, others[0])) is Why.FREE:
        won = SeatOutcome(others[0], 0, 1, 0, OutcomeKind.PLAYED)
        return Counted(number, -others[0], GameResult(0, Ending.FORFEITED, (won, *_last(losers, 2))), played=False)
    for one in counted:
        if one.round_number == number and _players(one) <= set(others):
            outcomes = (*one.result.outcomes, *_last(losers, 1 + len(one.result.outcomes)))
            return replace(one, result=replace(one.result, outcomes=outcomes))
    return None


def _last(losers: Table, place: int) -> tuple[SeatOutcome, ...]:
    return tuple(
        SeatOutcome(player, place - 1 + index, place, None, OutcomeKind.LEFT) for index, player in enumerate(losers)
    )


def _players(one: Counted) -> frozenset[int]:
    return frozenset(outcome.entrant for outcome in one.result.outcomes)


def tie_breaks_for(plan: Plan) -> tuple[str, ...]:
    """The tie-breaks that this form can choose, after its points; none in a knockout, and where the same deals are compared."""
    form = plan.stages[0]
    if isinstance(form, Knockout) or plan.is_duplicate:
        return ()
    if not plan.in_pairs:
        return (*at_tables.RECOMMENDED, "LOT")
    if isinstance(form, Swiss):
        return catalogue.OFFERED
    return tuple(code for code in catalogue.OFFERED if code.partition("/")[0] not in catalogue.NOT_IN_ROUND_ROBINS)


def tie_breaks_of(plan: Plan) -> tuple[str, ...]:
    """The tie-breaks in their order: those that were chosen, else the usual ones of the form."""
    if plan.tie_breaks or not plan.in_pairs:
        return plan.tie_breaks or (*at_tables.RECOMMENDED, "LOT")
    return catalogue.SWISS_LIST if isinstance(plan.stages[0], Swiss) else catalogue.ROUND_ROBIN_LIST


REST_KINDS = {
    Why.BYE: RoundKind.PAIRING_BYE,
    Why.REQUESTED: RoundKind.HALF_BYE,
    Why.ABSENT: RoundKind.ZERO_BYE,
    Why.LATE: RoundKind.ZERO_BYE,
    Why.FREE: RoundKind.ZERO_BYE,
}


def last_round(situation: Situation) -> int:
    return situation.done if situation.stage == 0 else situation.before


def counted(situation: Situation) -> Sequence[Counted]:
    return [one for one in counting(situation)[0] if one.round_number <= last_round(situation)]


def rests(situation: Situation) -> Sequence[Resting]:
    return [one for one in counting(situation)[1] if one.round_number <= last_round(situation)]


def of_first_stage(situation: Situation) -> Standings:
    return standings(situation.entrants, criteria(situation))


def criteria(situation: Situation) -> list[Measure]:
    plan = situation.plan
    if isinstance(plan.stages[0], Knockout):
        return []
    if plan.is_duplicate:
        return [
            Measure("SHARE", lambda level: _of_deals(situation, level, margins=False)),
            Measure("MARGIN", lambda level: _of_deals(situation, level, margins=True)),
        ]
    if plan.in_pairs:
        pairs = pairs_tournament(situation)
        return [catalogue.tie_break(code, pairs) for code in ("PTS", *tie_breaks_of(plan))]
    tables = TableTournament(
        situation.entrants,
        tuple(for_standings(one.result, one.round_number) for one in counted(situation)),
        tuple(Bye(one.round_number, one.player, one.points * TWELVE) for one in rests(situation)),
        scheme=situation.plan.scheme,
        lots=situation.lots,
    )
    codes = tie_breaks_of(plan) if plan.tie_breaks or tables.lots else at_tables.RECOMMENDED
    return [at_tables.criterion(code, tables) for code in ("MP", *codes)]


def pairs_tournament(situation: Situation) -> ScoredTournament:
    rows: dict[int, dict[int, Round]] = {number: {} for number in situation.entrants}
    for one in counted(situation):
        for number, row in _both(one).items():
            rows[number][one.round_number] = row
    for rest in rests(situation):
        rows[rest.player][rest.round_number] = Round(REST_KINDS[rest.why], rest.points)
    absent = Round(RoundKind.ZERO_BYE, Fraction(0))
    entrants = tuple(
        Entrant(number, tuple(rows[number].get(index, absent) for index in range(1, last_round(situation) + 1)))
        for number in situation.entrants
    )
    is_swiss = isinstance(situation.plan.stages[0], Swiss)
    return ScoredTournament(entrants, last_round(situation), System.SWISS if is_swiss else System.ROUND_ROBIN)


def _both(one: Counted) -> Mapping[int, Round]:
    white, black = one.result.outcomes
    won = Fraction(1, 2) if white.place == black.place else Fraction(int(white.place < black.place))

    def row(points: Fraction, opponent: int, colour: Colour) -> Round:
        kind = RoundKind.GAME if one.played else RoundKind.FORFEIT_WIN if points else RoundKind.FORFEIT_LOSS
        return Round(kind, points, opponent, colour)

    return {
        white.entrant: row(won, black.entrant, Colour.WHITE),
        black.entrant: row(1 - won, white.entrant, Colour.BLACK),
    }
