"""An example of sets that are not there yet and that carries no tag: what the engine says about its one card.

It is proved in full where its sets are; until then a table with them is refused, which the test asserts, so that this
file cannot stay behind unnoticed. The examples of the Market are in tests/engine/expansions/test_market.py.
"""

from collections.abc import Iterator, Sequence

import pytest

import engine
from engine import registry
from engine.cards import Card
from engine.errors import OptionsError
from engine.part import Part
from engine.rulebook import rulebook_for
from tests.builders import discarded, displayed, position, price, seat
from tests.engine.examples.stories import all_pass, scored, told


def assert_not_there_yet(name: str) -> None:
    with pytest.raises(OptionsError) as error:
        engine.Options(edition=2, sets=(name,))
    assert error.value.code == "unknown-set"


class Revolution(Part):
    """The one card of EX-114, with the figures that the example gives, from its printed line alone."""

    name = "revolution"

    def cards(self, options: engine.Options) -> Sequence[Card]:
        card = Card(
            id="october-revolution", key="october-revolution", name_en="October Revolution", name_de="Oktoberrevolution",
            pile="exchange", group="green", exchange=True, copies=1, cost=15, value_when_replaced=15, rubles=6,
            points=3 if options.edition == 2 else 2, replaces="worker:any", certainty="booklet",
        )  # fmt: skip
        return (card,)


@pytest.fixture
def _revolution(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(registry.SETS, "revolution", Revolution())
    yield
    rulebook_for.cache_clear()


@pytest.mark.usefixtures("_revolution")
@pytest.mark.parametrize(("edition", "points"), [(2, 3), (1, 2)])
def test_the_october_revolution_replaces_a_lumberjack(edition: int, points: int) -> None:
    """EX-114, COST-2, EXCH-1: 15 - 3 = 12; 6 rubles and 3 points (module 2) or 2 points (In Good Company, edition 1) in
    the Worker scoring. Such a card needs nothing but its line."""
    for name in ("module-2", "good-company"):
        assert_not_there_yet(name)
    mine = seat(rubles=30, display=["lumberjack"])
    state = position(
        edition=edition, sets=["revolution"], phase="worker", upper=["october-revolution", "pub"], seats=[mine, seat()]
    )
    assert price(state, 0, "october-revolution") == 12
    state, _ = told(state, "0 buy october-revolution over lumberjack")
    assert (displayed(state, 0), discarded(state)) == (["october-revolution"], ["lumberjack"])
    _, entries = all_pass(state)
    assert scored(entries, "worker")[0] == (18, 6, 0, points)
