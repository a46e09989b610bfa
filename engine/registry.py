"""The editions and sets there are. A new set is one file and one line here."""

from typing import Final

from engine.editions.first import FirstEdition
from engine.editions.second import SecondEdition
from engine.expansions.banquet import Banquet
from engine.expansions.company import GoodCompany, SpPlus
from engine.expansions.events import Events
from engine.expansions.helpers import Helpers
from engine.expansions.hurdles import Hurdles
from engine.expansions.market import Market
from engine.expansions.module2 import Module2
from engine.expansions.orders import Orders
from engine.part import Part

EDITIONS: Final[dict[int, Part]] = {1: FirstEdition(), 2: SecondEdition()}
SETS: Final[dict[str, Part]] = {
    part.name: part
    for part in (
        Market(),
        Module2(),
        GoodCompany(),
        SpPlus(),
        Banquet(),
        Helpers(),
        Events(),
        Orders(),
        Hurdles(),
    )
}
"""By name, in the order in which their cards are numbered."""
