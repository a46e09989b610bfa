"""What a result is worth, from 162, XXS, BB? and 299 lines or by default."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from arbiter.pairing.dutch.field import Points
from arbiter.pairing.trf.columns import AbnormalRecord, PointsRecord, Record, RoundCell
from arbiter.pairing.violations import Colour


@dataclass(frozen=True, slots=True)
class PointSystem:
    """Points in tenths. XXS can give the two colours different ones."""

    white_win: Points = 10
    black_win: Points = 10
    white_draw: Points = 5
    black_draw: Points = 5
    white_loss: Points = 0
    black_loss: Points = 0
    absence: Points = 0  # a zero-point bye
    forfeit_loss: Points = 0
    forfeit_win: Points = 10
    full_bye: Points = 10
    half_bye: Points = 5
    bye: Points = 10  # allocated by the pairing

    @property
    def wins(self) -> tuple[Points, Points]:
        return self.white_win, self.black_win

    @property
    def losses(self) -> tuple[Points, Points]:
        return self.white_loss, self.black_loss

    @property
    def is_alike_for_colours(self) -> bool:
        """Whether a result is worth the same with either colour."""
        draws = self.white_draw, self.black_draw
        return all(white == black for white, black in (self.wins, draws, self.losses))

    def of(self, cell: RoundCell) -> Points:
        if cell.opponent:
            is_black = cell.colour is Colour.BLACK
            worth = {
                **dict.fromkeys("1W", self.black_win if is_black else self.white_win),
                **dict.fromkeys("=D", self.black_draw if is_black else self.white_draw),
                **dict.fromkeys("0L", self.black_loss if is_black else self.white_loss),
                "+": self.forfeit_win,
                "-": self.forfeit_loss,
                "": 0,
            }
        else:
            worth = {
                **dict.fromkeys("F+", self.full_bye),
                **dict.fromkeys(["", "Z", "-"], self.absence),
                "H": self.half_bye,
                "U": self.bye,
            }
        return worth[cell.result]


@dataclass(frozen=True, slots=True)
class Scoring:
    """The points of a file: what results are worth, and what 299 says of single ones."""

    system: PointSystem
    abnormal: tuple[AbnormalRecord, ...] = ()

    def of(self, number: int, round_number: int, cell: RoundCell) -> Points:
        """What the result of a round gave a player. Of several 299 that concern it the last one counts."""
        kind = kind_of(cell)
        for record in reversed(self.abnormal):
            if kind and record.kind == kind and record.is_about(number, round_number):
                return record.points
        return self.system.of(cell)

    def beside(self, number: int, round_number: int) -> Points:
        return sum(one.points for one in self.abnormal if not one.kind and one.is_about(number, round_number))


def kind_of(cell: RoundCell) -> str:
    """A result as 299 names it; the bye allocated by the pairing and an open result have no name there."""
    if not cell.opponent:
        return {"": "Z", "U": ""}.get(cell.result, cell.result)
    return {"1": "W", "=": "D", "0": "L"}.get(cell.result, cell.result)


def scoring(records: Sequence[Record]) -> Scoring:
    abnormal = tuple(record for record in records if isinstance(record, AbnormalRecord))
    return Scoring(point_system(record for record in records if isinstance(record, PointsRecord)), abnormal)


def point_system(records: Iterable[PointsRecord]) -> PointSystem:
    """What results are worth. A symbol that means two things of `PointSystem` sets both, a later line wins.

    In 162 and BB? the bye allocated by the pairing is worth a win unless it is named; in XXS it is worth one point.
    """
    values = [(record.code, symbol, value) for record in records for symbol, value in record.values]
    system = PointSystem()
    for _, symbol, value in values:
        for name in MEANINGS[symbol]:
            system = replace(system, **{name: value})
    names_bye = any("bye" in MEANINGS[symbol] for _, symbol, _ in values)
    if not names_bye and any(code != "XXS" and symbol == "W" for code, symbol, _ in values):
        system = replace(system, bye=system.white_win)
    return system


MEANINGS: dict[str, tuple[str, ...]] = {
    "W": ("white_win", "black_win", "forfeit_win", "full_bye"),
    "D": ("white_draw", "black_draw", "half_bye"),
    "L": ("white_loss", "black_loss"),
    "A": ("absence", "forfeit_loss"),
    "P": ("bye",),
    "X": (),
    "Z": ("absence",),
    "F": ("forfeit_loss",),
    "U": ("bye",),
    "WW": ("white_win",),
    "BW": ("black_win",),
    "WD": ("white_draw",),
    "BD": ("black_draw",),
    "WL": ("white_loss",),
    "BL": ("black_loss",),
    "ZPB": ("absence",),
    "HPB": ("half_bye",),
    "FPB": ("full_bye",),
    "PAB": ("bye",),
    "FW": ("forfeit_win",),
    "FL": ("forfeit_loss",),
}
