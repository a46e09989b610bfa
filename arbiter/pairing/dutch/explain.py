"""Why a round is paired as it is: every bracket with its players, floats and the criteria that could not be met."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arbiter.pairing.dutch.bracket import Answer, Bracket
from arbiter.pairing.dutch.costs import Costs
from arbiter.pairing.dutch.criteria import Ladder
from arbiter.pairing.dutch.field import Entrant
from arbiter.pairing.dutch.rounds import Pairing
from arbiter.sentences import Sentence

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
class Line:
    """One line of an explanation: how deep it stands, and what it says, as data."""

    depth: int
    said: Sentence

    def __str__(self) -> str:
        return "  " * self.depth + self.said


def explain(pairing: Pairing) -> Iterator[Line]:
    """The brackets from the top, a few lines each."""
    for bracket, answer in pairing.brackets():
        yield from explain_bracket(bracket, answer)
    if pairing.bye is not None:
        pattern = "Bye: {player} (C2, C5: the lowest score that still allows all others to be paired)"
        yield Line(0, Sentence(pattern, player=pairing.bye))


def explain_bracket(bracket: Bracket, answer: Answer) -> Iterator[Line]:
    """One bracket."""
    named = {place: bracket.entrant(place) for place in bracket.players}
    score = points(bracket.entrant(bracket.residents[0]).score)
    residents = ", ".join(described(named[place]) for place in bracket.residents)
    yield Line(0, Sentence("Score group {score}: {players}", score=score, players=residents))
    if bracket.moved_down:
        moved = ", ".join(f"{named[place].number} ({points(named[place].score)})" for place in bracket.moved_down)
        yield Line(1, Sentence("moved-down players: {players}", players=moved))
    if answer.pairs:
        pairs = ", ".join(f"{named[one].number}-{named[other].number}" for one, other in sorted(answer.pairs))
        yield Line(1, Sentence("paired: {pairs}", pairs=pairs))
    else:
        yield Line(1, Sentence("paired: nobody"))
    if answer.downfloaters:
        floating = tuple(named[place].number for place in answer.downfloaters)
        yield Line(1, Sentence("downfloaters: {players}", players=floating))
    unmet = unmet_criteria(bracket, answer)
    for name, count in unmet.items():
        yield Line(1, Sentence(UNMET[name], count=count))
    if not unmet:
        yield Line(1, Sentence("all criteria are met"))
    if answer.exact_outlook:
        yield Line(1, Sentence("lower score groups were checked player by player (C4, C8)"))


def unmet_criteria(bracket: Bracket, answer: Answer) -> dict[str, int]:
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
    """A score as people write it."""
    return f"{tenths // 10}.{tenths % 10}"
