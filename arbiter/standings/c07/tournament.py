"""What C.07 reckons with: the rounds of every entrant, played and unplayed (16); also from a tournament report file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import cached_property, lru_cache

from arbiter.errors import RecordError
from arbiter.pairing.trf.columns import RoundCell
from arbiter.pairing.trf.points import PointSystem
from arbiter.pairing.trf.tournament import TrfTournament
from arbiter.pairing.violations import Colour
from arbiter.sentences import Sentence
from arbiter.standings.ranking import Basis, Term


class RoundKind(Enum):
    GAME = "game"
    FORFEIT_WIN = "forfeit-win"
    FORFEIT_LOSS = "forfeit-loss"
    PAIRING_BYE = "pairing-bye"
    FULL_BYE = "full-bye"
    HALF_BYE = "half-bye"
    ZERO_BYE = "zero-bye"  # also every round after a withdrawal and before a late entry


class System(Enum):
    """How the pairings are made: round by round, or fixed before the start (15)."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"


WITH_OPPONENT = frozenset({RoundKind.GAME, RoundKind.FORFEIT_WIN, RoundKind.FORFEIT_LOSS})


@dataclass(frozen=True, slots=True)
class Round:
    """One round of one entrant: the points awarded, and against whom it was scheduled."""

    kind: RoundKind
    points: Fraction
    opponent: int | None = None
    colour: Colour | None = None

    @property
    def is_played(self) -> bool:
        return self.kind is RoundKind.GAME


ABSENT = Round(RoundKind.ZERO_BYE, Fraction(0))


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part, by pairing number (7.8), with the rating at the start."""

    number: int
    rounds: tuple[Round, ...]
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class Scale:
    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)


@dataclass(frozen=True, eq=False)
class ScoredTournament:
    """The entrants with the rounds so far. `planned` rounds; shorter records mean zero-point byes at their end.

    Tournaments are told apart by identity, so that what follows from a whole tournament can be kept with it.
    """

    entrants: tuple[Entrant, ...]
    planned: int = 0
    system: System = System.SWISS
    scale: Scale = field(default=Scale())

    def __post_init__(self) -> None:
        numbers = [entrant.number for entrant in self.entrants]
        if len(set(numbers)) != len(numbers):
            raise RecordError("Two participants have the same number. Give each a different one.")
        if self.planned and self.planned < self.done:
            raise RecordError(
                "{planned} rounds are planned but {done} are recorded. Correct the plan.",
                planned=self.planned,
                done=self.done,
            )
        for entrant in self.entrants:
            for index, one in enumerate(entrant.rounds):
                self._check(entrant.number, index, one)

    def _check(self, number: int, index: int, one: Round) -> None:
        place = Sentence("Round {round} of participant {entrant}", round=index + 1, entrant=number)
        if (one.opponent is not None) != (one.kind in WITH_OPPONENT):
            raise RecordError("{place}: games and forfeits need an opponent, byes must not have one.", place=place)
        if one.opponent is None:
            return
        other = self.by_number.get(one.opponent)
        if (
            one.opponent == number
            or other is None
            or index >= len(other.rounds)
            or other.rounds[index].opponent != number
        ):
            raise RecordError(
                "{place} names opponent {opponent}, whose record must name {number} in that round.",
                place=place,
                opponent=one.opponent,
                number=number,
            )
        if one.is_played != other.rounds[index].is_played:
            raise RecordError(
                "{place} and the record of opponent {opponent} must both be played or both forfeited.",
                place=place,
                opponent=one.opponent,
            )

    @cached_property
    def by_number(self) -> Mapping[int, Entrant]:
        return {entrant.number: entrant for entrant in self.entrants}

    @cached_property
    def done(self) -> int:
        return max((len(entrant.rounds) for entrant in self.entrants), default=0)

    @cached_property
    def is_complete(self) -> bool:
        """Whether the last round is recorded; without a plan the recorded rounds are all."""
        return not self.planned or self.done == self.planned

    @cached_property
    def _padded(self) -> Mapping[int, tuple[Round, ...]]:
        return {one.number: one.rounds + (ABSENT,) * (self.done - len(one.rounds)) for one in self.entrants}

    def rounds_of(self, number: int) -> tuple[Round, ...]:
        """All rounds of an entrant, absences included."""
        return self._padded[number]

    @cached_property
    def scores(self) -> Mapping[int, Fraction]:
        return {entrant.number: sum((one.points for one in entrant.rounds), Fraction(0)) for entrant in self.entrants}

    @cached_property
    def all_rated(self) -> bool:
        """Whether everybody has a rating; where somebody has none, rating tie-breaks part nobody (10)."""
        return all(entrant.rating is not None for entrant in self.entrants)


REQUESTED = frozenset({RoundKind.HALF_BYE, RoundKind.ZERO_BYE})
FORFEITS = frozenset({RoundKind.FORFEIT_WIN, RoundKind.FORFEIT_LOSS})


class Category(Enum):
    ALLOCATED = "16.2.1"  # a bye by the pairing, or a full-point bye
    FORFEIT_WIN = "16.2.2"
    PAUSE = "16.2.3"  # a requested bye with a round to come that is not unplayed of one's own will
    FORFEIT_LOSS = "16.2.4"
    WITHDRAWAL = "16.2.5"  # a requested bye in the last round or followed only by voluntary unplayed rounds


class Forfeits(Enum):
    """What a forfeited game is in a Swiss: unplayed, or (modifier /P) a game against who was scheduled."""

    UNPLAYED = ""
    AS_GAMES = "P"


def is_requested(one: Round) -> bool:
    """A requested bye (16.1.1): half-point or zero-point."""
    return one.kind in REQUESTED


def is_voluntary(one: Round) -> bool:
    """A voluntary unplayed round (16.1.2): a requested bye or a forfeit loss."""
    return is_requested(one) or one.kind is RoundKind.FORFEIT_LOSS


def category(rounds: tuple[Round, ...], index: int) -> Category | None:
    """The class of a round (16.2); None for a game."""
    one = rounds[index]
    if one.kind is RoundKind.GAME:
        return None
    if one.kind is RoundKind.FORFEIT_WIN:
        return Category.FORFEIT_WIN
    if one.kind is RoundKind.FORFEIT_LOSS:
        return Category.FORFEIT_LOSS
    if not is_requested(one):
        return Category.ALLOCATED
    return Category.WITHDRAWAL if all(is_voluntary(later) for later in rounds[index + 1 :]) else Category.PAUSE


@lru_cache(maxsize=16)
def adjusted_scores(tournament: ScoredTournament) -> Mapping[int, Fraction]:
    """The scores in the eyes of the opponents (16.3): rounds of class 16.2.5 count as draws."""
    return {
        entrant.number: sum(
            (
                tournament.scale.draw if category(rounds, index) is Category.WITHDRAWAL else one.points
                for index, one in enumerate(rounds)
            ),
            Fraction(0),
        )
        for entrant in tournament.entrants
        for rounds in [tournament.rounds_of(entrant.number)]
    }


def dummy(tournament: ScoredTournament, number: int, index: int, scheduled: Fraction | None) -> Term:
    """An unplayed round of one's own (16.4): an opponent with one's own score, but not more than

    - 16.4.1: the adjusted score of who was scheduled, where the game was forfeited;
    - 16.4.2: a draw in every round, otherwise.
    """
    own = tournament.scores[number]
    opponent = tournament.rounds_of(number)[index].opponent
    if scheduled is not None:
        limit, basis = scheduled, Basis.SCHEDULED_OPPONENT
    else:
        limit, basis = tournament.scale.draw * tournament.done, Basis.DRAWS
    if own <= limit:
        return Term(own, Basis.OWN_SCORE, index + 1, opponent)
    return Term(limit, basis, index + 1, opponent)


TENTHS = 10  # points of a file are whole tenths
BYES = {"U": RoundKind.PAIRING_BYE, "F": RoundKind.FULL_BYE, "+": RoundKind.FULL_BYE, "H": RoundKind.HALF_BYE}


def tournament_of(trf: TrfTournament, system: System = System.SWISS, after: int | None = None) -> ScoredTournament:
    """The tournament after some round, or as far as it has been paired; what the file says about tie-breaks is not read."""
    paired = trf.paired_rounds
    done = paired if after is None else after
    if not 0 <= done <= paired:
        raise RecordError(
            "The file has {paired} rounds. Standings exist after rounds 0 to {paired}, not after {done}.",
            paired=paired,
            done=done,
        )
    for player in trf.players:
        for index in range(1, done + 1):
            if player.cell(index).opponent and not player.cell(index).result:
                raise RecordError(
                    "Player {player} has no result in round {round}; standings need finished rounds.",
                    player=player.number,
                    round=index,
                )
    worth = trf.scoring.system
    if trf.scoring.abnormal or not worth.is_alike_for_colours:
        raise RecordError(
            "The file uses abnormal points (299) or points by colour (XXS). C.07 allows one value per result."
        )
    entrants = tuple(
        Entrant(
            player.number,
            tuple(round_of(player.cell(index), worth) for index in range(1, done + 1)),
            player.rating or None,  # 0 is how files say unrated
        )
        for player in trf.players
    )
    scale = Scale(*(Fraction(tenths, TENTHS) for tenths in (worth.white_win, worth.white_draw, worth.white_loss)))
    planned = max(trf.rounds or 0, paired)
    return ScoredTournament(entrants, planned, system, scale)


def round_of(cell: RoundCell, points: PointSystem) -> Round:
    worth = Fraction(points.of(cell), TENTHS)
    if not cell.opponent:
        return Round(BYES.get(cell.result, RoundKind.ZERO_BYE), worth)
    forfeits = {"+": RoundKind.FORFEIT_WIN, "-": RoundKind.FORFEIT_LOSS}
    return Round(forfeits.get(cell.result, RoundKind.GAME), worth, cell.opponent, cell.colour)
