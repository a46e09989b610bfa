"""What a result is worth, from 162, XXS or BB? lines or by default."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tournaments.pairing.dutch.field import Points
from tournaments.pairing.errors import PairingError
from tournaments.pairing.trf.document import Document
from tournaments.pairing.trf.records import Cell, PointsRecord


@dataclass(frozen=True, slots=True)
class PointSystem:
    """Points in tenths."""

    win: Points = 10
    draw: Points = 5
    loss: Points = 0
    absence: Points = 0  # a zero-point bye
    forfeit_loss: Points = 0
    forfeit_win: Points = 10
    full_bye: Points = 10
    half_bye: Points = 5
    bye: Points = 10  # allocated by the pairing

    def of(self, cell: Cell) -> Points:
        """What a round gave."""
        if cell.opponent:
            worth = {
                **dict.fromkeys("1W", self.win),
                **dict.fromkeys("=D", self.draw),
                **dict.fromkeys("0L", self.loss),
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


def point_system(document: Document) -> PointSystem:
    """The points of a file. A symbol that means two things of `PointSystem` sets both, a later line wins."""
    system = PointSystem()
    for record in document.records:
        if isinstance(record, PointsRecord):
            check_colours(record)
            for symbol, value in record.values:
                for name in MEANINGS[symbol]:
                    system = replace(system, **{name: value})
            symbols = {symbol for symbol, _ in record.values}
            if symbols & {"W", "WW"} and not symbols & {"P", "U", "PAB"}:
                system = replace(system, bye=system.win)
    return system


MEANINGS: dict[str, tuple[str, ...]] = {
    "W": ("win", "forfeit_win", "full_bye"),
    "D": ("draw", "half_bye"),
    "L": ("loss",),
    "A": ("absence", "forfeit_loss"),
    "P": ("bye",),
    "X": (),
    "Z": ("absence",),
    "F": ("forfeit_loss",),
    "U": ("bye",),
    "WW": ("win",),
    "BW": ("win",),
    "WD": ("draw",),
    "BD": ("draw",),
    "WL": ("loss",),
    "BL": ("loss",),
    "ZPB": ("absence",),
    "HPB": ("half_bye",),
    "FPB": ("full_bye",),
    "PAB": ("bye",),
    "FW": ("forfeit_win",),
    "FL": ("forfeit_loss",),
}


def check_colours(record: PointsRecord) -> None:
    """The Dutch system needs one worth for a result; XXS could give white and black different ones."""
    values = dict(record.values)
    for white, black in (("WW", "BW"), ("WD", "BD"), ("WL", "BL")):
        if white in values and black in values and values[white] != values[black]:
            raise PairingError(
                f"XXS gives white and black different points ({white}, {black}), which is not supported."
            )
