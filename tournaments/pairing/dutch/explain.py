"""Why a round is paired as it is: every bracket with its players, floats and the criteria that could not be met."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.pairing.dutch.bracket import Answer, Bracket
from tournaments.pairing.dutch.costs import Costs
from tournaments.pairing.dutch.entrant import Entrant
from tournaments.pairing.dutch.ladder import Ladder
from tournaments.pairing.dutch.rounds import Pairing, Step
from tournaments.sentences import Sentence

MEANING = {
    "C6": "downfloaters",
    "C7": "downfloaters of a higher score",
    "C9": "unplayed games of the player with the bye",
    "C10": "topscorers or their opponents with a colour difference beyond 2",
    "C11": "topscorers or their opponents with the same colour three times in a row",
    "C12": "colour preferences not granted",
    "C13": "strong colour preferences not granted",
    "C14": "residents who float down again after one round",
    "C15": "opponents of moved-down players who float up again after one round",
    "C16": "residents who float down again after two rounds",
    "C17": "opponents of moved-down players who float up again after two rounds",
    "C18": "moved-down players who float down again after one round",
    "C19": "opponents of moved-down players who float up again after one round, by score difference",
    "C20": "moved-down players who float down again after two rounds",
    "C21": "opponents of moved-down players who float up again after two rounds, by score difference",
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
    for step in pairing.steps:
        yield from explain_step(step)
    if pairing.bye is not None:
        pattern = "Bye: {player} (C2, C5: the lowest score that can have it while all others are paired)"
        yield Line(0, Sentence(pattern, player=pairing.bye))


def explain_step(step: Step) -> Iterator[Line]:
    """One bracket."""
    bracket, answer = step.bracket, step.answer
    named = {place: bracket.entrant(place) for place in bracket.players}
    score = points(bracket.entrant(bracket.residents[0]).score)
    residents = ", ".join(described(named[place]) for place in bracket.residents)
    yield Line(0, Sentence("Score group {score}: {players}", score=score, players=residents))
    if bracket.moved_down:
        moved = ", ".join(f"{named[place].number} ({points(named[place].score)})" for place in bracket.moved_down)
        yield Line(1, Sentence("moved down to it: {players}", players=moved))
    if answer.pairs:
        pairs = ", ".join(f"{named[one].number}-{named[other].number}" for one, other in sorted(answer.pairs))
        yield Line(1, Sentence("paired: {pairs}", pairs=pairs))
    else:
        yield Line(1, Sentence("paired: nobody"))
    if answer.downfloaters:
        floating = tuple(named[place].number for place in answer.downfloaters)
        yield Line(1, Sentence("float down: {players}", players=floating))
    unmet = unmet_criteria(bracket, answer)
    for name, count in unmet.items():
        yield Line(1, Sentence(f"{name}, {MEANING[name]}: {{count}}", count=count))
    if not unmet:
        yield Line(1, Sentence("every criterion is met"))
    if answer.exact_outlook:
        yield Line(1, Sentence("the players below were weighed one by one (C4, C8)"))


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
