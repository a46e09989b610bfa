"""The best candidate of a bracket (3.8): the best by criteria, and of equals the one generated first."""

from __future__ import annotations

from arbiter.pairing.dutch.bracket import Answer, Bracket
from arbiter.pairing.dutch.costs import Costs, leaves_the_best
from arbiter.pairing.dutch.generation import Generation
from arbiter.pairing.dutch.legal import no_pairing
from arbiter.pairing.dutch.perfect import perfect_candidate
from arbiter.pairing.dutch.puzzle import Puzzle, Solution


def best_candidate(bracket: Bracket) -> Answer:
    """Pair a bracket.

    First as if the players below could take whoever floats down. If the best candidate then proves to serve them as
    well as any could, it is the answer. Otherwise they are all put into the problem.
    """
    perfect = perfect_candidate(bracket)
    if perfect and leaves_the_best(bracket, perfect.downfloaters):
        return perfect
    gets_bye = bracket.holds_the_bye and len(bracket.players) % 2 == 1
    puzzle = Puzzle(bracket, Costs(bracket, counts_unplayed=gets_bye))
    solution = puzzle.solve()
    if not solution.left_over and not (gets_bye and len(solution.downfloaters) > 1):
        answer = answer_of(bracket, Generation(puzzle, solution).run())
        if leaves_the_best(bracket, answer.downfloaters):
            return answer
    return answer_of(bracket, with_outlook(bracket), exact_outlook=True)


def with_outlook(bracket: Bracket) -> Solution:
    """The best candidate with every player below weighed. C9 counts where one player floats, to get the bye."""
    puzzle = Puzzle(bracket, Costs(bracket, counts_unplayed=bracket.holds_the_bye, outlook=True))
    solution = puzzle.solve()
    if bracket.holds_the_bye and len(solution.downfloaters) != 1:
        puzzle = Puzzle(bracket, Costs(bracket, counts_unplayed=False, outlook=True))
        solution = puzzle.solve()
    if solution.left_over:
        raise no_pairing(bracket.legal)
    return Generation(puzzle, solution).run()


def answer_of(bracket: Bracket, solution: Solution, *, exact_outlook: bool = False) -> Answer:
    """A solution in places instead of BSN."""
    players = bracket.players
    return Answer(
        pairs=tuple((players[one], players[other]) for one, other in solution.pairs),
        downfloaters=tuple(players[bsn] for bsn in solution.downfloaters),
        exact_outlook=exact_outlook,
    )
