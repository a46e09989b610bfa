"""How a Swiss and a round-robin go on: rounds paired by the standings, or known beforehand."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from arbiter.errors import NoLegalPairing
from arbiter.kept import from_json, to_json
from arbiter.pairing.dutch import rounds as dutch_words
from arbiter.pairing.dutch.field import Field as DutchField
from arbiter.pairing.dutch.rounds import Fallback, pair_or_fall_back, pair_round
from arbiter.pairing.dutch.rounds import violations as of_pairs
from arbiter.pairing.rows import Free, Rest, field_of_pairs, field_of_tables
from arbiter.pairing.tables.field import Field
from arbiter.pairing.tables.rounds import explain, pair_tables
from arbiter.pairing.tables.rounds import violations as of_tables
from arbiter.pairing.violations import Colour, Violation
from arbiter.progression import standings
from arbiter.progression.plan import RoundRobin, Swiss
from arbiter.progression.situation import NextRound, Seated, Situation, Tables, Why, grouped, rounds_of
from arbiter.results import WIN, for_pairing, for_pairs
from arbiter.sentences import Sentence


def swiss_rounds(situation: Situation) -> tuple[NextRound, ...]:
    """The next round, or none after the last and where too few are left to play another one. While others come back after the
    round, those who are here and too few for a table have a bye."""
    assert isinstance(situation.form, Swiss)
    if situation.in_stage >= situation.form.rounds or ends_early(situation):
        return ()
    if situation.plan.in_pairs:
        return (pairs_from(field_in_pairs(situation)),)
    return (tables_from(field_at_tables(situation)),)


def ends_early(situation: Situation) -> bool:
    here = len(situation.here)
    return not situation.plan.seats(here) and not situation.plan.seats(here + len(situation.later))


def again(made_from: str, *, in_pairs: bool) -> NextRound:
    """The round that the present arithmetic makes from what a round was made from. Raises KeptError."""
    return pairs_from(from_json(DutchField, made_from)) if in_pairs else tables_from(from_json(Field, made_from))


def violations(
    made_from: str, tables: Sequence[tuple[int, ...]], byes: Sequence[int], *, in_pairs: bool
) -> tuple[Violation, ...]:
    """What tables made by hand violate of what the round was made from. Raises KeptError."""
    if not in_pairs:
        return of_tables(from_json(Field, made_from), tables, byes)
    return of_pairs(from_json(DutchField, made_from), [(table[0], table[1]) for table in tables], byes)


def field_at_tables(situation: Situation) -> Field:
    field = field_of_tables(
        situation.entrants,
        situation.done,
        [for_pairing(one.result, one.round_number) for one in situation.counted],
        [Rest(one.round_number, one.player, one.points, one.why is Why.BYE) for one in situation.rests],
        absent=frozenset(situation.entrants) - situation.here,
        sizes=situation.plan.sizes,
        seed=situation.seed + situation.done,
    )
    if situation.plan.is_duplicate:
        points = standings.points(situation)
        field = replace(field, players=tuple(replace(one, points=points[one.number]) for one in field.players))
    return replace(
        field, apart=situation.apart, seat_share=situation.plan.seat_share, seat_price=situation.plan.seat_price
    )


def field_in_pairs(situation: Situation) -> DutchField:
    """What the next round in pairs is paired from. The first colour is drawn by lot, which is the tournament's seed."""
    assert isinstance(situation.form, Swiss)
    return field_of_pairs(
        situation.entrants,
        situation.done,
        [for_pairs(one.result, one.round_number, played=one.played) for one in situation.counted],
        [Free(one.round_number, one.player, int(one.points * WIN), one.why is Why.BYE) for one in situation.rests],
        rounds=situation.form.rounds,
        initial=Colour.WHITE if situation.seed % 2 == 0 else Colour.BLACK,
        absent=frozenset(situation.entrants) - situation.here,
        apart=situation.apart,
    )


def tables_from(field: Field) -> NextRound:
    """The round at tables that follows from its field alone. Everybody has a bye where they are too few for a table."""
    if not field.sizes.seats(len(field.players)):
        byes = tuple((player.number, Why.BYE) for player in field.players)
        why = Sentence("Too few players are there in this round for a table: they have a bye.")
        return NextRound((), byes, (why,), to_json(field))
    found = pair_tables(field)
    tables = tuple(Seated(table) for table in found.tables)
    rests = tuple((number, Why.BYE) for number in found.byes)
    return NextRound(tables, rests, tuple(explain(found)), to_json(field))


def pairs_from(field: DutchField) -> NextRound:
    """The round in pairs: by the rules, or where they allow none at all by the stated fallback, which says what it breaks."""
    why: tuple[Sentence, ...]
    try:
        pairing = pair_round(field)
    except NoLegalPairing:
        found = _breaking_least(field)
        pairs, bye = found.pairs, found.bye
        why = (FALLBACK, *(one.sentence for one in found.broken))
    else:
        pairs, bye = pairing.pairs, pairing.bye
        why = tuple(line.said for line in dutch_words.explain(pairing))
    rests = () if bye is None else ((bye, Why.BYE),)
    return NextRound(tuple(Seated(pair) for pair in pairs), rests, why, to_json(field))


def _breaking_least(field: DutchField) -> Fallback:
    """The fallback; where nobody could play if all are kept apart who should be, these meet like others."""
    try:
        return pair_or_fall_back(field)
    except NoLegalPairing:
        return pair_or_fall_back(replace(field, forbidden=frozenset()))


FALLBACK = Sentence("The Dutch system has no pairing for this round; it is paired so that it breaks least:")


def round_robin_rounds(situation: Situation) -> tuple[NextRound, ...]:
    """All rounds at the start, or one after the other; none after the last.

    Raises a ScheduleError where there is no schedule for a group of this size.
    """
    form = situation.form
    assert isinstance(form, RoundRobin)
    rounds = all_rounds(situation)
    if form.at_once:
        return rounds if situation.in_stage == 0 else ()
    return rounds[situation.in_stage : situation.in_stage + 1]


def all_rounds(situation: Situation) -> tuple[NextRound, ...]:
    """Every round of the stage: the groups side by side. Who has left since the start is not seated any more."""
    entrants, parted = situation.entrants, grouped(situation)
    of_groups = [rounds_of(situation, members) for members in parted]
    label = 1 if len(parted) > 1 else 0
    found, kept = [], to_json(situation)
    for index in range(max(map(len, of_groups))):
        tables = tuple(
            Seated(players, number if label else 0)
            for number, rounds in enumerate(of_groups, start=1)
            if index < len(rounds)
            for players in _present(rounds[index], situation)
        )
        seated = {player for table in tables for player in table.players}
        rests = tuple(
            (player, Why.FREE if player in situation.here else Why.ABSENT)
            for player in entrants
            if player not in seated
        )
        found.append(NextRound(tables, rests, _why(situation, parted), kept))
    return tuple(found)


def _present(tables: Tables, situation: Situation) -> Iterable[tuple[int, ...]]:
    """The tables without those who are not here: the others play among themselves, and nobody alone."""
    for table in tables:
        here = tuple(player for player in table if player in situation.here)
        if len(here) > 1:
            yield here


def _why(situation: Situation, parted: Sequence[Sequence[int]]) -> tuple[Sentence, ...]:
    if situation.plan.in_pairs:
        said = Sentence("The Berger tables, in the order of the lots.")
    else:
        said = Sentence("The schedule for {players} players, in the order of the lots.", players=len(parted[0]))
    if len(parted) == 1:
        return (said,)
    return (Sentence("{groups} groups of nearly equal strength, by a serpentine.", groups=len(parted)), said)
