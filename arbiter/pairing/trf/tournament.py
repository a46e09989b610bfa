"""A checked file as a tournament: its rounds, what is recorded, and the field before any round."""

from dataclasses import dataclass
from functools import cached_property

from arbiter.errors import NoSuchRound
from arbiter.pairing.dutch.field import DutchPlayer, Field, Past
from arbiter.pairing.trf.columns import (
    AccelerationRecord,
    ByesRecord,
    ForbiddenRecord,
    InitialColourRecord,
    PlayerAccelerationRecord,
    PlayerRecord,
    RoundCell,
    RoundsRecord,
    TextRecord,
)
from arbiter.pairing.trf.document import Document, check
from arbiter.pairing.trf.points import Scoring, scoring
from arbiter.pairing.violations import Colour

NO_SWISS = ("ROUNDROBIN", "SCHILLER", "SCHEVENINGEN", "KNOCKOUT")
"""What the codes of 192 have in them of systems that pair beforehand or by who has won."""


@dataclass(frozen=True)
class Recorded:
    """A round as it stands in a file: pairs with white first, and who had the bye."""

    pairs: frozenset[tuple[int, int]]
    bye: int | None


@dataclass(frozen=True)
class TrfTournament:
    document: Document

    def __post_init__(self) -> None:
        check(self.document)

    @cached_property
    def players(self) -> tuple[PlayerRecord, ...]:
        return tuple(sorted((player for _, player in self.document.players()), key=lambda player: player.number))

    @cached_property
    def ranks(self) -> dict[int, int]:
        """With XXC rank the place of everybody's line, which then counts instead of the number; else nothing."""
        if not any(isinstance(record, InitialColourRecord) and record.by_rank for record in self.document.records):
            return {}
        return {player.number: rank for rank, (_, player) in enumerate(self.document.players(), start=1)}

    @cached_property
    def scoring(self) -> Scoring:
        return scoring(self.document.records)

    @cached_property
    def recorded_rounds(self) -> int:
        return max((len(player.cells) for player in self.players), default=0)

    @cached_property
    def paired_rounds(self) -> int:
        """How many rounds have been paired; the last column may hold nothing but who will be absent.

        It is a round to come as long as somebody has nothing in it. A column in which everybody is written down as
        absent is a round in which nobody could be paired.
        """
        last = self.recorded_rounds
        cells = [player.cell(last) for player in self.players] if last else []
        if any(cell.is_present for cell in cells) or not any(cell.is_blank for cell in cells):
            return last
        return last - 1

    @cached_property
    def rounds(self) -> int | None:
        counts = [record.count for record in self.document.records if isinstance(record, RoundsRecord)]
        return counts[-1] if counts else None

    @cached_property
    def other_system(self) -> str:
        """What 192 (TRF26) names that is no Swiss, such as `FIDE_ROUNDROBIN`; empty for a Swiss, and without a word about it."""
        records = [one for one in self.document.records if isinstance(one, TextRecord) and one.code == "192"]
        texts = [one.text.strip() for one in records]
        return next((text for text in texts if any(word in text for word in NO_SWISS)), "")

    @cached_property
    def open_games(self) -> int:
        return sum(bool(cell.opponent) and not cell.result for player in self.players for cell in player.cells) // 2

    def is_last(self, round_number: int) -> bool:
        """Whether a round is the last one. Without a word about it that is the last one paired, and none to come."""
        return round_number == (self.paired_rounds if self.rounds is None else self.rounds)

    @cached_property
    def initial_colour(self) -> Colour:
        """The colour drawn by lot (C.04.3, 5.1): as the file says, or as its first round shows; else white."""
        for record in self.document.records:
            if isinstance(record, InitialColourRecord) and record.colour:
                return record.colour
        for index in range(1, self.recorded_rounds + 1):
            entered = [p for p in self.players if any(p.cell(r).is_present for r in range(1, index + 1))]
            entered.sort(key=lambda player: self.ranks.get(player.number, player.number))
            for turn, player in enumerate(entered):
                if colour := player.cell(index).colour:
                    return colour if turn % 2 == 0 else colour.other
        return Colour.WHITE

    def recorded(self, round_number: int) -> Recorded:
        cells = [(player.number, player.cell(round_number)) for player in self.players]
        return Recorded(
            frozenset((number, cell.opponent) for number, cell in cells if cell.colour is Colour.WHITE),
            next((number for number, cell in cells if cell.is_bye), None),
        )

    def before(self, round_number: int) -> Field:
        """The field to be paired for a round, from the results before it and who is absent in it."""
        self.check_reach(round_number)
        self.check_results(round_number)
        system = self.scoring.system
        return Field(
            players=tuple(self.player(player, round_number) for player in self.players),
            rounds=round_number if self.is_last(round_number) else round_number + 1,
            initial=self.initial_colour,
            absent=self.absent(round_number),
            forbidden=self.forbidden(round_number),
            win=max(system.wins),
            least_win=min(system.wins),
            loss=max(system.losses),
        )

    def check_reach(self, round_number: int) -> None:
        """The round follows those that are paired, and is one of the tournament's."""
        paired = self.paired_rounds
        if self.rounds is not None and round_number > self.rounds:
            raise NoSuchRound(
                "The tournament has {rounds} rounds, so round {round} cannot be paired.",
                rounds=self.rounds,
                round=round_number,
            )
        if round_number == paired + 2 and self.recorded_rounds > paired:
            raise NoSuchRound(
                "Round {next} lists only absent players and is not paired yet. You can pair rounds 1 to {next}, "
                "not {round}.",
                next=paired + 1,
                round=round_number,
            )
        if not 1 <= round_number <= paired + 1:
            raise NoSuchRound(
                "The file has {paired} rounds. You can pair rounds 1 to {next}, not {round}.",
                paired=paired,
                next=paired + 1,
                round=round_number,
            )

    def check_results(self, round_number: int) -> None:
        for player in self.players:
            for index in range(1, round_number):
                if player.cell(index).opponent and not player.cell(index).result:
                    raise NoSuchRound(
                        "Round {round} cannot be paired: player {player} has no result in round {past}.",
                        round=round_number,
                        player=player.number,
                        past=index,
                    )

    def absent(self, round_number: int) -> frozenset[int]:
        """Who is not there: no opponent and no bye in the round's column, or named by 240 or XXZ.

        In the column of a round not yet paired an empty field means nothing; there only H, F and Z tell who is absent.
        """
        is_paired = round_number <= self.paired_rounds
        named = {
            number
            for record in self.document.records
            if isinstance(record, ByesRecord) and (record.round_number or self.paired_rounds + 1) == round_number
            for number in record.players
        }
        for player in self.players:
            cell = player.cell(round_number)
            if not cell.is_present and (is_paired or not cell.is_blank):
                named.add(player.number)
        return frozenset(named)

    def forbidden(self, round_number: int) -> frozenset[tuple[int, int]]:
        return frozenset(
            (one, other)
            for record in self.document.records
            if isinstance(record, ForbiddenRecord)
            and (not record.first_round or record.first_round <= round_number <= record.last_round)
            for one in record.players
            for other in record.players
            if one < other
        )

    def player(self, record: PlayerRecord, round_number: int) -> DutchPlayer:
        number = record.number
        past = tuple(self.past(number, index, record.cell(index)) for index in range(1, round_number))
        return DutchPlayer(number, past, self.acceleration(number, round_number), self.ranks.get(number, 0))

    def past(self, number: int, round_number: int, cell: RoundCell) -> Past:
        return Past(
            points=self.scoring.of(number, round_number, cell),
            beside=self.scoring.beside(number, round_number),
            opponent=cell.opponent or None,
            colour=cell.colour,
            played=cell.is_played,
            bye=cell.is_bye,
        )

    def acceleration(self, number: int, rounds: int) -> tuple[int, ...]:
        """Fictitious points of a player in the rounds up to one, by 250 and XXA."""
        points = [0] * rounds
        for record in self.document.records:
            if isinstance(record, AccelerationRecord) and record.first_player <= number <= record.last_player:
                for index in range(record.first_round, min(record.last_round, rounds) + 1):
                    points[index - 1] += record.points
            if isinstance(record, PlayerAccelerationRecord) and record.player == number:
                for index, extra in enumerate(record.points[:rounds]):
                    points[index] += extra
        return tuple(points) if any(points) else ()
