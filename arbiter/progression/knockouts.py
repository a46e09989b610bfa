"""How knockouts and final tables go on: matches of the best of some games, tables whose best go on, and finals among the best
of each group.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from arbiter.formats import knockout
from arbiter.formats.double_elimination import DoubleBracket, Part, double_bracket, still_in
from arbiter.formats.groups import final_tables, kept_apart, qualified
from arbiter.formats.knockout import Match, Table, advance, seeded_tables
from arbiter.kept import to_json
from arbiter.pairing.tables.field import Sizes
from arbiter.progression.plan import FinalTables, Knockout, RoundRobin
from arbiter.progression.situation import NextRound, Seated, Situation, Why, grouped
from arbiter.progression.standings import of_first_stage
from arbiter.results import winner
from arbiter.sentences import Sentence


def group_standings(situation: Situation) -> list[tuple[int, ...]]:
    """The players of each group of the first stage, the best first; of all who are here or have played where it had no groups.
    Equals stand by lot. Groups are those that were dealt: results that are annulled later move nobody out of them."""
    if situation.qualified:
        return list(situation.qualified)
    rows = of_first_stage(situation).rows
    order = sorted(rows, key=lambda row: (row.place, situation.lots.get(row.entrant, row.entrant)))
    if isinstance(situation.plan.stages[0], RoundRobin):
        dealt = [frozenset(members) for members in grouped(situation)]
    else:
        first = (one for one in situation.counted if one.round_number <= situation.before)
        dealt = [situation.here | {outcome.entrant for one in first for outcome in one.result.outcomes}]
    found = [tuple(row.entrant for row in order if row.entrant in members) for members in dealt]
    return [group for group in found if group]


def seeds_of(situation: Situation) -> tuple[tuple[int, ...], Mapping[int, int] | None]:
    """The seeds of the present stage, the best first, and the groups they come from."""
    form = situation.form
    assert isinstance(form, Knockout | FinalTables)
    if situation.stage == 0:
        return tuple(sorted(situation.entrants)), None
    found = group_standings(situation)
    smallest = min(map(len, found))
    each = min(form.from_each or smallest, smallest)
    home = {player: number for number, group in enumerate(found) for player in group}
    return qualified(found, each), home if len(found) > 1 else None


@dataclass(frozen=True, slots=True)
class Bracket:
    """The matches of every round so far, and who has won each; None while it is open. `third` is the match for third place, where
    it is played and both are known."""

    rounds: tuple[tuple[Match, ...], ...]
    winners: tuple[tuple[int | None, ...], ...]
    third: Match | None = None
    third_winner: int | None = None

    @property
    def open(self) -> list[tuple[int, Match]]:
        last = zip(self.rounds[-1], self.winners[-1], strict=True)
        found = [(0, match) for match, who in last if who is None]
        return [*found, (Part.THIRD, self.third)] if self.third and self.third_winner is None else found


SEEDED = Sentence("Draw: the top seed meets the lowest seed, so the best two can only meet in the final.")


def knockout_rounds(situation: Situation) -> tuple[NextRound, ...]:
    """The games that are to be played next: of all matches that are open; none when the knockout is won."""
    matches: Sequence[tuple[int, Match]]
    why: tuple[Sentence, ...]
    if _pairs_form(situation).double:
        both = double(situation)
        matches = [(one.part, one.match) for one in both.bouts if one.is_open and one.match]
        through, why = still_in(both), (SEEDED, Sentence("Two lost matches eliminate a player."))
    else:
        found = bracket(situation)
        matches, why = found.open, (SEEDED,)
        through = frozenset(who for who in found.winners[-1] if who is not None)
    tables = tuple(chain.from_iterable(_match_games(situation, part, match) for part, match in matches))
    if not tables:
        return ()
    seated = {player for table in tables for player in table.players}
    rests = tuple((player, Why.FREE) for player in sorted(through - seated))
    return (NextRound(tables, rests, why, to_json(situation)),)


def double(situation: Situation) -> DoubleBracket:
    seeds, home = seeds_of(situation)
    first = knockout.first_round(seeds, home, situation.apart)

    def decide(part: Part, match: Match) -> int | None:
        return _winner(situation, match, part)

    return double_bracket(first, seeds, decide, again=_pairs_form(situation).reset)


def is_through(situation: Situation, player: int) -> bool:
    return _pairs_form(situation).double and player in still_in(double(situation))


def bracket(situation: Situation) -> Bracket:
    seeds, home = seeds_of(situation)
    rounds = [knockout.first_round(seeds, home, situation.apart)]
    winners: list[tuple[int | None, ...]] = []
    while True:
        winners.append(tuple(_winner(situation, match) for match in rounds[-1]))
        won = [who for who in winners[-1] if who is not None]
        following_matches = knockout.next_round(rounds[-1], won, seeds) if len(won) == len(rounds[-1]) else ()
        if not following_matches:
            third = _third(situation, rounds, winners, seeds)
            who = _winner(situation, third, Part.THIRD) if third else None
            return Bracket(tuple(rounds), tuple(winners), third, who)
        rounds.append(following_matches)


def _third(
    situation: Situation, rounds: Sequence[Sequence[Match]], winners: Sequence[Sequence[int | None]], seeds: Table
) -> Match | None:
    """The match for third place, once both semifinals are decided; none where one was a bye."""
    if not _pairs_form(situation).third_place or len(rounds) < 2 or len(rounds[-1]) > 1:
        return None
    lost = knockout.losers(rounds[-2], [who for who in winners[-2] if who is not None])
    return Match(*sorted(lost, key=seeds.index)) if len(lost) == 2 else None


def _winner(situation: Situation, match: Match, part: int = 0) -> int | None:
    """Who won a match: by its games, or without a game because the other is not there any more."""
    decided = knockout.winner(match, played(situation, match, part), _pairs_form(situation).best_of)
    if decided is not None or match.other is None:
        return decided
    here = [player for player in (match.one, match.other) if player in situation.here]
    return None if len(here) == 2 else here[0] if here else match.one


def played(situation: Situation, match: Match, part: int = 0) -> list[int | None]:
    """The winners of the games of a match so far, in their order, until it was decided: a correction may decide it before games
    that were played meanwhile, and these count for nothing."""
    both = {match.one, match.other}
    over = [
        winner(one.result)
        for one in sorted(situation.counted, key=lambda one: (one.round_number, one.leg))
        if one.group == part
        and one.round_number > situation.before
        and {outcome.entrant for outcome in one.result.outcomes} == both
    ]
    best_of = _pairs_form(situation).best_of
    counts = (over[:games] for games in range(len(over)) if knockout.winner(match, over[:games], best_of) is not None)
    return next(counts, over)


def _pairs_form(situation: Situation) -> Knockout:
    return situation.form if isinstance(situation.form, Knockout) else Knockout()


def _match_games(situation: Situation, part: int, match: Match) -> Iterator[Seated]:
    """As many games as the match needs in any case; the earlier seat goes in turn."""
    if match.other is None:
        return
    over = played(situation, match, part)
    now = knockout.score(match, over)
    left = max(0, _pairs_form(situation).best_of - len(over))
    needed = (left - abs(now.one - now.other)) // 2 + 1  # so many wins of the better one decide it, and fewer do not
    for game in range(len(over) + 1, len(over) + needed + 1):
        first = match.starter(game)
        yield Seated((first, match.other if first == match.one else match.one), int(part), leg=game)


@dataclass(frozen=True, slots=True)
class Level:
    """One round of the knockout: its tables, who had a bye, and who went on; empty while it is not over."""

    tables: tuple[Table, ...]
    byes: tuple[int, ...]
    on: tuple[int, ...] = ()


def table_knockout_rounds(situation: Situation) -> tuple[NextRound, ...]:
    levels = so_far(situation)
    if len(levels) <= situation.in_stage:
        return ()
    last = levels[-1]
    why = (
        Sentence("Tables by a serpentine over the seeds, so that they are equally strong."),
        Sentence("The top {number} of each table advance.", number=_form(situation).per_table),
    )
    rests = tuple((player, Why.FREE) for player in last.byes)
    return (NextRound(tuple(Seated(table) for table in last.tables), rests, why, to_json(situation)),)


def so_far(situation: Situation) -> list[Level]:
    seeds, _ = seeds_of(situation)
    rank = {player: place for place, player in enumerate(seeds)}
    left = tuple(seeds)
    levels: list[Level] = []
    for number in range(situation.before + 1, situation.done + 2):
        left, byes = _still_in(situation, number, left)
        playing = tuple(player for player in left if player not in byes)
        if not situation.plan.seats(len(playing)):
            break
        tables = len(_sizes(situation).of(len(playing)))
        level = Level(kept_apart(seeded_tables(playing, tables), situation.apart), byes)
        if number > situation.done:
            return [*levels, level]
        left = tuple(sorted(_on(situation, number, level), key=rank.__getitem__))
        levels.append(Level(level.tables, byes, left))
        if len(level.tables) == 1 and not byes:
            break
    return levels


def _still_in(situation: Situation, number: int, left: Table) -> tuple[Table, Table]:
    """Who of those that had come so far was there when a round was paired, or is there now, and who of them has a bye in it. Of a
    round that was paired its rests tell, whatever has become of people since."""
    why = {one.player: one.why for one in situation.rests if one.round_number == number}
    if number > situation.done:
        left = tuple(player for player in left if player in situation.here)
    else:
        left = tuple(player for player in left if why.get(player) is not Why.ABSENT)
    if number <= situation.done and why:
        return left, tuple(player for player in left if why.get(player) is Why.FREE)
    seated = sum(_sizes(situation).of(len(left))) if situation.plan.seats(len(left)) else 0
    return left, left[: len(left) - seated]


def _on(situation: Situation, number: int, level: Level) -> Sequence[int]:
    """Who goes on from a round that is over: the first of each table, the best others, and who had a bye."""
    form, sizes = _form(situation), _sizes(situation)
    results = [one.result for one in situation.counted if one.round_number == number]
    outcomes = [{one.entrant: one.place for one in result.outcomes} for result in results]
    everybody = sum(len(result.outcomes) for result in results)
    sure = sum(place <= form.per_table for one in outcomes for place in one.values())
    wanted = max(sure, form.per_table * len(level.tables), sizes.preferred - len(level.byes))
    full = wanted + (-(wanted + len(level.byes))) % sizes.preferred
    better = {player: (-situation.lots.get(player, player),) for one in outcomes for player in one}
    total = min(full, everybody)
    best = advance(outcomes, per_table=min(form.per_table, everybody), total=total, better=better)
    return tuple(dict.fromkeys((*level.byes, *best)))


def _form(situation: Situation) -> Knockout:
    assert isinstance(situation.form, Knockout)
    return situation.form


def _sizes(situation: Situation) -> Sizes:
    assert situation.plan.sizes is not None
    return situation.plan.sizes


def final_rounds(situation: Situation) -> tuple[NextRound, ...]:
    """The finals, once; none where too few are left for a table. Absent players are replaced by the next of their
    group."""
    form, sizes = situation.form, situation.plan.sizes
    assert isinstance(form, FinalTables)
    assert sizes is not None
    if situation.in_stage:
        return ()
    present = [[player for player in group if player in situation.here] for group in group_standings(situation)]
    present = [group for group in present if group]
    each = min([form.from_each, *map(len, present)])
    if not sizes.seats(each * len(present)):
        return ()
    tables = len(sizes.of(each * len(present)))
    found = final_tables(present, each, tables)
    why = Sentence("The top {number} of each group, with groups kept apart as far as possible.", number=each)
    if len(present) == 1:
        why = Sentence("The best {number} of the standings.", number=each)
    seated = {player for table in found for player in table}
    rests = tuple((player, Why.FREE) for player in situation.entrants if player not in seated)
    return (NextRound(tuple(Seated(table) for table in found), rests, (why,), to_json(situation)),)
