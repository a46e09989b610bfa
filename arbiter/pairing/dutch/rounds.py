"""Pairing a round: bracket by bracket from the top (C.04.3, 1.9), why it is paired so, and what a round paired by hand
violates.

Where the rules have no pairing, the fallback breaks least and spreads what it breaks, in this order: a bye for a player with
the fewest, rematches, those least who have met most often, pairs of the same absolute colour preference, the sum of squared
differences of score, the score of the bye. People kept apart never meet.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, groupby

from arbiter.errors import NoLegalPairing
from arbiter.matching import cheapest
from arbiter.pairing.dutch.criteria import Ladder, c1_may_meet, c2_may_have_bye, c3_colours_agree, colour_of_higher
from arbiter.pairing.dutch.field import Entrant, Field, Strength, bars_from_bye, check, entrants_of
from arbiter.pairing.dutch.generation import best_candidate
from arbiter.pairing.dutch.legal import Bracket, BracketAnswer, Legal, c5_byes, mask_of
from arbiter.pairing.dutch.puzzle import Costs
from arbiter.pairing.violations import Colour, Violation, Weight, presence, violation
from arbiter.sentences import Sentence


def violations(field: Field, pairs: Sequence[tuple[int, int]], byes: Sequence[int] = ()) -> tuple[Violation, ...]:
    """What is wrong with these pairs, white first, and byes; nothing when they keep all that the rules never break.

    Raises a FieldError for a field that could not be paired either.
    """
    check(field)
    entrants = {entrant.number: entrant for entrant in entrants_of(field)}
    found = presence(entrants, chain(*pairs, byes))
    for white, black in pairs:
        if white in entrants and black in entrants and white != black:
            found += pair_violations(field, entrants[white], entrants[black])
    for number in byes:
        if number in entrants and not c2_may_have_bye(entrants[number]):
            pattern = "Player {player} had a bye already, or a round won without playing."
            found.append(violation("bye_again", Weight.FORBIDDEN, [number], pattern, player=number))
    needed = len(entrants) % 2
    if len(byes) > needed:
        pattern = "{byes} byes are given; with {present} players there are {needed}."
        values = {"byes": len(byes), "present": len(entrants), "needed": needed}
        found.append(violation("needless_bye", Weight.UNFAIR, byes, pattern, **values))
    return tuple(found)


def pair_violations(field: Field, white: Entrant, black: Entrant) -> Iterator[Violation]:
    both = white.number, black.number
    if not c1_may_meet(white, black):
        yield violation("rematch", Weight.FORBIDDEN, both, "Players {players} have met before.", players=both)
    if tuple(sorted(both)) in {tuple(sorted(pair)) for pair in field.forbidden}:
        yield violation("apart", Weight.FORBIDDEN, both, "Players {players} are to be kept apart.", players=both)
    if not c3_colours_agree(white, black):
        pattern = "Players {players} must both have the same colour."
        yield violation("colour_clash", Weight.FORBIDDEN, both, pattern, players=both)
        return
    for player, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
        if player.strength is Strength.ABSOLUTE and player.preference is colour.other:
            pattern = (
                "Player {player} would have the same colour three times running, or three times more than the other."
            )
            yield violation("colour_absolute", Weight.UNFAIR, [player.number], pattern, player=player.number)


@dataclass(frozen=True, slots=True)
class Pairing:
    """A round: pairs of numbers, white (the earlier seat) first, in the order of the boards, and who has the bye.

    What follows explains it: the entrants who were paired, in the order of 1.2, whom the organiser kept apart, the initial
    colour, and a step for each bracket.
    """

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    steps: "tuple[BracketStep, ...]"
    entrants: tuple[Entrant, ...]
    forbidden: frozenset[tuple[int, int]]
    initial: Colour

    def brackets(self) -> Iterator[tuple[Bracket, BracketAnswer]]:
        legal = Legal(self.entrants, self.forbidden)
        for step in self.steps:
            yield step.bracket(legal, self.initial), step.answer


@dataclass(frozen=True, slots=True)
class BracketStep:
    """One bracket by the places of its players (see `Bracket`) and its answer, to explain the round by."""

    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    following: tuple[int, ...]
    lower: tuple[int, ...]
    byes: int
    answer: BracketAnswer

    @classmethod
    def of(cls, bracket: Bracket, answer: BracketAnswer) -> "BracketStep":
        return cls(bracket.moved_down, bracket.residents, bracket.following, bracket.lower, bracket.byes, answer)

    def bracket(self, legal: Legal, initial: Colour) -> Bracket:
        return Bracket(legal, initial, self.moved_down, self.residents, self.following, self.lower, self.byes)


def pair_round(field: Field) -> Pairing:
    """The pairing of the next round. Raises NoLegalPairing when there is none, a FieldError for a broken past."""
    check(field)
    everybody = {entrant.number: entrant for entrant in entrants_of(field)}
    standing = {number for pair in field.fixed for number in pair}
    entrants = [entrant for entrant in everybody.values() if entrant.number not in standing]
    steps = list(pair_brackets(Legal(entrants, field.forbidden), field.initial))
    pairs = [pair for step in steps for pair in step.answer.pairs]
    byes = steps[-1].answer.downfloaters if steps else ()
    found = [seated(entrants[one], entrants[other], field.initial) for one, other in map(sorted, pairs)]
    return Pairing(
        pairs=tuple(sorted((*field.fixed, *found), key=lambda pair: board_order(everybody, pair))),
        bye=entrants[byes[0]].number if byes else None,
        steps=tuple(steps),
        entrants=tuple(entrants),
        forbidden=field.forbidden,
        initial=field.initial,
    )


def board_order(everybody: Mapping[int, Entrant], pair: tuple[int, int]) -> tuple[int, int, int]:
    """Boards: the score of the higher player, then the sum of both, then the rank of the higher one."""
    higher, lower = sorted((everybody[number] for number in pair), key=lambda entrant: entrant.order)
    return -higher.score, -(higher.score + lower.score), higher.order[1]


def seated(higher: Entrant, lower: Entrant, initial: Colour) -> tuple[int, int]:
    if colour_of_higher(higher, lower, initial) is Colour.WHITE:
        return higher.number, lower.number
    return lower.number, higher.number


def pair_brackets(legal: Legal, initial: Colour) -> Iterator[BracketStep]:
    """The brackets from the top down; who is left unpaired in one moves down to the next (1.9.2)."""
    byes = c5_byes(legal)
    groups = [  # of each score, the highest first (1.3.1)
        tuple(places)
        for _, places in groupby(range(len(legal.entrants)), key=lambda place: legal.entrants[place].score)
    ]
    moved: tuple[int, ...] = ()
    for index, group in enumerate(groups):
        following = groups[index + 1] if index + 1 < len(groups) else ()
        lower = tuple(place for other in groups[index + 2 :] for place in other)
        bracket = Bracket(legal, initial, moved, group, following, lower, byes)
        answer = best_candidate(bracket)
        yield BracketStep.of(bracket, answer)
        moved = answer.downfloaters
    if len(moved) > bool(byes):  # moved-down players whom nobody but each other can meet
        bracket = Bracket(legal, initial, (), moved, (), (), byes & mask_of(moved))
        yield BracketStep.of(bracket, best_candidate(bracket))


@dataclass(frozen=True, slots=True)
class Fallback:
    """A round by the rules, or by the fallback with what it violates: `broken` is empty by the rules."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    broken: tuple[Violation, ...] = ()


def pair_or_fall_back(field: Field) -> Fallback:
    """The Dutch pairing where there is one, else the one that breaks least.

    Raises NoLegalPairing only when people kept apart leave none at all, FieldError for a broken past.
    """
    try:
        pairing = pair_round(field)
    except NoLegalPairing:
        return _breaking_least(field)
    return Fallback(pairing.pairs, pairing.bye)


def _breaking_least(field: Field) -> Fallback:
    everybody = {entrant.number: entrant for entrant in entrants_of(field)}
    standing = {number for pair in field.fixed for number in pair}
    entrants = [entrant for entrant in everybody.values() if entrant.number not in standing]
    apart = {tuple(sorted(pair)) for pair in field.forbidden}
    past = {player.number: player.past for player in field.players}
    met = {one.number: Counter(of.opponent for of in past[one.number] if of.played) for one in entrants}
    byes = {one.number: sum(bars_from_bye(field, of) for of in past[one.number]) for one in entrants}
    nobody = len(entrants)  # an odd field has one chair too many
    size = nobody + nobody % 2
    lowest, highest = (most((one.score for one in entrants), default=0) for most in (min, max))
    clash = ((highest - lowest) ** 2 + 1) * (nobody + 1)  # weighs more than all that comes after it, and so on
    rematch = clash * (nobody + 1)
    bye_again = rematch * (nobody + 1) * (field.done + 1) ** 2

    def cost(one: Entrant, other: Entrant) -> int:
        found = (one.score - other.score) ** 2 + met[one.number][other.number] ** 2 * rematch
        return found + (0 if c3_colours_agree(one, other) else clash)

    edges = [
        (one, other, cost(entrants[one], entrants[other]))
        for one, other in combinations(range(nobody), 2)
        if tuple(sorted((entrants[one].number, entrants[other].number))) not in apart
    ]
    if nobody % 2:
        edges += [
            (place, nobody, (one.score - lowest) ** 2 + byes[one.number] * bye_again)
            for place, one in enumerate(entrants)
        ]
    alone = (max((cost for *_, cost in edges), default=0) + 1) * (size + 1)
    partner = cheapest([alone] * size, edges)
    if -1 in partner:
        raise NoLegalPairing("With these players kept apart, no pairing is possible, not even one with rematches.")
    bye = entrants[partner[nobody]].number if nobody % 2 else None
    found = [
        seated(entrants[one], entrants[other], field.initial)
        for one, other in enumerate(partner[:nobody])
        if one < other < nobody
    ]
    pairs = tuple(sorted((*field.fixed, *found), key=lambda pair: board_order(everybody, pair)))
    broken = violations(replace(field, fixed=()), pairs, () if bye is None else (bye,))
    return Fallback(pairs, bye, broken)


UNMET = {
    "C6": "C6, downfloaters: {count}",
    "C7": "C7, downfloaters of a higher score: {count}",
    "C9": "C9, unplayed games of the player with the bye: {count}",
    "C10": "C10, topscorers or their opponents with a colour difference beyond 2: {count}",
    "C11": "C11, topscorers or their opponents with the same colour three times in a row: {count}",
    "C12": "C12, colour preferences not granted: {count}",
    "C13": "C13, strong colour preferences not granted: {count}",
    "C14": "C14, residents who float down again after one round: {count}",
    "C15": "C15, opponents of moved-down players who float up again after one round: {count}",
    "C16": "C16, residents who float down again after two rounds: {count}",
    "C17": "C17, opponents of moved-down players who float up again after two rounds: {count}",
    "C18": "C18, moved-down players who float down again after one round: {count}",
    "C19": "C19, opponents of moved-down players who float up again after one round, by score difference: {count}",
    "C20": "C20, moved-down players who float down again after two rounds: {count}",
    "C21": "C21, opponents of moved-down players who float up again after two rounds, by score difference: {count}",
}


@dataclass(frozen=True, slots=True)
class ReasonLine:
    """One line of an explanation: how deep it stands, and what it says, as data."""

    depth: int
    said: Sentence

    def __str__(self) -> str:
        return "  " * self.depth + self.said


def explain(pairing: Pairing) -> Iterator[ReasonLine]:
    for bracket, answer in pairing.brackets():
        yield from explain_bracket(bracket, answer)
    if pairing.bye is not None:
        pattern = "Bye: {player} (C2, C5: the lowest score that still allows all others to be paired)"
        yield ReasonLine(0, Sentence(pattern, player=pairing.bye))


def explain_bracket(bracket: Bracket, answer: BracketAnswer) -> Iterator[ReasonLine]:
    named = {place: bracket.entrant(place) for place in bracket.players}
    score = points(bracket.entrant(bracket.residents[0]).score)
    residents = ", ".join(described(named[place]) for place in bracket.residents)
    yield ReasonLine(0, Sentence("Score group {score}: {players}", score=score, players=residents))
    if bracket.moved_down:
        moved = ", ".join(f"{named[place].number} ({points(named[place].score)})" for place in bracket.moved_down)
        yield ReasonLine(1, Sentence("moved-down players: {players}", players=moved))
    if answer.pairs:
        pairs = ", ".join(f"{named[one].number}-{named[other].number}" for one, other in sorted(answer.pairs))
        yield ReasonLine(1, Sentence("paired: {pairs}", pairs=pairs))
    else:
        yield ReasonLine(1, Sentence("paired: nobody"))
    if answer.downfloaters:
        floating = tuple(named[place].number for place in answer.downfloaters)
        yield ReasonLine(1, Sentence("downfloaters: {players}", players=floating))
    unmet = unmet_criteria(bracket, answer)
    for name, count in unmet.items():
        yield ReasonLine(1, Sentence(UNMET[name], count=count))
    if not unmet:
        yield ReasonLine(1, Sentence("all criteria are met"))
    if answer.exact_outlook:
        yield ReasonLine(1, Sentence("lower score groups were checked player by player (C4, C8)"))


def unmet_criteria(bracket: Bracket, answer: BracketAnswer) -> dict[str, int]:
    """The criteria that this answer does not fulfil, with how often; the digits of C7 and C18 to C21 summed."""
    costs = Costs(bracket, counts_unplayed=bracket.holds_the_bye and len(answer.downfloaters) == 1)
    ladder: Ladder = costs.ladder
    total = sum(costs.pair(*sorted(pair)) for pair in answer.pairs)
    total += sum(costs.downfloat(place) for place in answer.downfloaters)
    unmet: dict[str, int] = {}
    for name, count in ladder.unpack(total).items():
        unmet[name.partition("/")[0]] = unmet.get(name.partition("/")[0], 0) + count
    return unmet


def described(entrant: Entrant) -> str:
    """A player with the colour due (upper case absolute, * strong) and the last two floats."""
    due = entrant.preference.value if entrant.preference else "-"
    due = due.upper() if entrant.is_absolute else due + ("*" if entrant.strength == 2 else "")
    floats = "".join({"down": "v", "up": "^", "": ""}[float_.value] for float_ in entrant.floats)
    return f"{entrant.number}{due}{floats}"


def points(tenths: int) -> str:
    return f"{tenths // 10}.{tenths % 10}"
