"""Tournaments for tests, said in a few words: "1:w1" is a win with white against 1."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from arbiter.pairing.violations import Colour
from arbiter.standings.c07.tournament import Entrant, Round, RoundKind, ScoredTournament, System

POINTS = {"1": Fraction(1), "=": Fraction(1, 2), "0": Fraction(0), "+": Fraction(1), "-": Fraction(0)}
BYES = {
    "U": Round(RoundKind.PAIRING_BYE, Fraction(1)),
    "F": Round(RoundKind.FULL_BYE, Fraction(1)),
    "H": Round(RoundKind.HALF_BYE, Fraction(1, 2)),
    "Z": Round(RoundKind.ZERO_BYE, Fraction(0)),
}
COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK}
FORFEITS = {"+": RoundKind.FORFEIT_WIN, "-": RoundKind.FORFEIT_LOSS}


def round_of(text: str) -> Round:
    """A round as files write it: "12w1", "3b=", "4w+", "U", "H", "Z"."""
    if text in BYES:
        return BYES[text]
    opponent, colour, result = int(text[:-2]), text[-2], text[-1]
    return Round(FORFEITS.get(result, RoundKind.GAME), POINTS[result], opponent, COLOURS[colour])


def tournament(
    *records: str, planned: int = 0, system: System = System.SWISS, ratings: tuple[int | None, ...] = ()
) -> ScoredTournament:
    """Entrants 1, 2, ... with their rounds in words."""
    entrants = tuple(
        Entrant(number, tuple(map(round_of, text.split())), ratings[number - 1] if ratings else None)
        for number, text in enumerate(records, start=1)
    )
    return ScoredTournament(entrants, planned, system)


@st.composite
def tournaments(draw: st.DrawFn, system: System = System.SWISS) -> ScoredTournament:
    """Swiss tournaments of 3 to 9 entrants and 1 to 5 rounds with games, forfeits and byes, some of them rematches."""
    count = draw(st.integers(3, 9))
    records: dict[int, list[Round]] = {number: [] for number in range(1, count + 1)}
    for _ in range(draw(st.integers(1, 5))):
        order = draw(st.permutations(range(1, count + 1)))
        away = draw(st.sampled_from([0, 0, 1, 2]))
        for number in order[:away]:
            records[number].append(BYES[draw(st.sampled_from("HZFU"))])
        rest = order[away:]
        if len(rest) % 2:
            records[rest[-1]].append(BYES["U"])
        for white, black in zip(rest[0::2], rest[1::2], strict=False):
            one, other = draw(st.sampled_from(["10", "10", "01", "==", "+-", "-+", "--"]))
            records[white].append(round_of(f"{black}w{one}"))
            records[black].append(round_of(f"{white}b{other}"))
    ratings = draw(st.lists(st.integers(1400, 2800), min_size=count, max_size=count))
    return ScoredTournament(
        tuple(Entrant(number, tuple(rounds), ratings[number - 1]) for number, rounds in records.items()), 0, system
    )
