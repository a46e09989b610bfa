"""The editions and sets there are. A new set is one file and one line here."""

from typing import Final

from engine.editions.first import FirstEdition
from engine.editions.second import SecondEdition
from engine.expansions.market import Market
from engine.part import Part

EDITIONS: Final[dict[int, Part]] = {1: FirstEdition(), 2: SecondEdition()}
SETS: Final[dict[str, Part]] = {part.name: part for part in (Market(),)}
"""By name, in the order in which their cards are numbered."""
