"""Why a round is paired as it is: every bracket with its players, floats and the criteria that could not be met."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.pairing.dutch.bracket import Answer, Bracket
from tournaments.pairing.dutch.costs import Costs
from tournaments.pairing.dutch.entrant import Entrant
from tournaments.pairing.dutch.ladder import Ladder
from tournaments.pairing.dutch.rounds import Pairing, Step

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


def explain(pairing: Pairing) -> Iterator[str]:
    """The brackets from the top, a few lines each."""
    for step in pairing.steps:
        yield from explain_step(step)
    if pairing.bye is not None:
        yield f"Bye: {pairing.bye} (C2, C5: the lowest score that can have it while all others are paired)"


def explain_step(step: Step) -> Iterator[str]:
    """One bracket."""
    bracket, answer = step.bracket, step.answer
    named = {place: bracket.entrant(place) for place in bracket.players}
    score = bracket.entrant(bracket.residents[0]).score
    yield f"Score group {points(score)}: {', '.join(described(named[place]) for place in bracket.residents)}"
    if bracket.moved_down:
        moved = (f"{named[place].number} ({points(named[place].score)})" for place in bracket.moved_down)
        yield f"  moved down to it: {', '.join(moved)}"
    pairs = (f"{named[one].number}-{named[other].number}" for one, other in sorted(answer.pairs))
    yield f"  paired: {', '.join(pairs) or 'nobody'}"
    if answer.downfloaters:
        yield f"  float down: {', '.join(str(named[place].number) for place in answer.downfloaters)}"
    unmet = unmet_criteria(bracket, answer)
    for name, count in unmet.items():
        yield f"  {name}, {MEANING[name]}: {count}"
    if not unmet:
        yield "  every criterion is met"
    if answer.exact_outlook:
        yield "  the players below were weighed one by one (C4, C8)"


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
