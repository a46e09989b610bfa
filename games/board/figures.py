"""What a display pays, as lines of figures: parts of the game add theirs to the overview (UI-12)."""

from dataclasses import dataclass

from games.names import words


@dataclass(frozen=True, slots=True)
class Figure:
    """What comes in; less than nothing where it is paid."""

    rubles: int
    points: int

    @property
    def money(self) -> str:
        """The rubles, with a real minus."""
        return words.figure(self.rubles)


@dataclass(frozen=True, slots=True)
class OverviewLine:
    """One line of the table, a cell for each seat in the order of the columns. `total` marks the sum, `group` tells parts of
    the game which line it is."""

    name: str
    cells: tuple[Figure, ...]
    total: bool = False
    group: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that a sheet tells: `Still to come`, `2 of 6`."""

    what: str
    said: str
