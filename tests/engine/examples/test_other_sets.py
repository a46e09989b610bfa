"""Examples of sets that are not there yet and that carry no tag: what the base game says about them, and no more.

Each is proved in full where its set is; until then a table with that set is refused, which every test here asserts, so
that this file cannot stay behind unnoticed.
"""

from collections.abc import Callable, Iterator, Sequence

import pytest

import engine
from engine import registry
from engine.cards import Card
from engine.errors import NotationError, OptionsError
from engine.part import Part
from engine.rulebook import rulebook_for
from tests.builders import discarded, displayed, position, price, seat, texts
from tests.engine.examples.stories import all_pass, kinds, opened, scored, to_the_end, told

KINDS = {"chicken", "sack", "apple", "fish", "cabbage"}


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
    mine = seat(rubles=30, display=["lumberjack"])
    state = position(
        edition=edition, sets=["revolution"], phase="worker", upper=["october-revolution", "pub"], seats=[mine, seat()]
    )
    assert price(state, 0, "october-revolution") == 12
    state, _ = told(state, "0 buy october-revolution over lumberjack")
    assert (displayed(state, 0), discarded(state)) == (["october-revolution"], ["lumberjack"])
    _, entries = all_pass(state)
    assert scored(entries, "worker")[0] == (18, 6, 0, points)


def test_without_the_market_nothing_has_a_market_symbol() -> None:
    """EX-67, EX-61, EX-68, base part: a Market replaced by Catherine's Palace or St Isaac's Cathedral changes money,
    display and discard pile and nothing else; no kind is asked for a Ship Builder with a "?", no Grain sack or Chick is
    sold."""
    assert_not_there_yet("market")
    for card, paid, points in (("catherine-palace", 12, 5), ("st-isaacs-cathedral", 10, 3)):
        state = position(upper=[card, "pub"], seats=[seat(rubles=30, display=["market"]), seat()])
        state, entries = told(state, f"0 buy {card} over market")
        assert kinds(entries) == ["bought"]
        assert (state.rubles(0), displayed(state, 0), discarded(state)) == (30 - paid, [card], ["market"])
        assert engine.view_for(state, 0).extras == {}
        assert scored(all_pass(state)[1])[0][3] == points
    state = position(phase="worker", upper=["ship-builder", "pub"])
    state, entries = told(state, "0 buy ship-builder")
    assert (kinds(entries), engine.waiting_for(state)) == (["bought"], (1,))
    for card in ("grain-sack", "chick"):
        with pytest.raises(NotationError):
            engine.parse_move(f"buy {card}", state)
    assert not any(set(card.market_symbols) & KINDS for card in engine.cards(engine.Options()) if not card.exchange)


def whole_game() -> list[engine.Entry]:
    return to_the_end(opened(engine.Options(edition=2, players=4), {}))[1]


def market_phase(entries: list[engine.Entry]) -> None:
    """EX-62, EX-63: no phase between Worker and Building, hence no points for goods, whoever has the most."""
    phases = [entry.phase for entry in entries if isinstance(entry, engine.PhaseStarted)]
    assert set(phases) == {"worker", "building", "noble", "exchange"}
    assert {entry.phase for entry in entries if isinstance(entry, engine.Scored)} == {"worker", "building", "noble"}


def upkeep(entries: list[engine.Entry]) -> None:
    """EX-64, EX-65, EX-70: no orange card, no Sack and nobody who decides about upkeep."""
    state = opened(engine.Options(edition=2, players=4), {})
    assert "market" not in state.rules.tokens
    assert {card.group for card in engine.cards(engine.Options())} == {"green", "blue", "red"}
    assert not any("upkeep" in text for text in state.rules.moves)


def track(entries: list[engine.Entry]) -> None:
    """EX-66, EX-69: no marker, no ten marker, no value tile is shown or goes to the box when a round ends."""
    assert set(kinds(entries)) == {
        "bought", "passed", "scored", "phase-started", "dealt", "round-ended", "end-triggered", "final", "over"
    }  # fmt: skip
    assert all(
        set(entry.to_json()) == {"kind", "round", "cleared"}
        for entry in entries
        if isinstance(entry, engine.RoundEnded)
    )


@pytest.mark.parametrize("part", [market_phase, upkeep, track])
def test_a_game_without_the_market_has_none_of_its_parts(part: Callable[[list[engine.Entry]], None]) -> None:
    """EX-62, EX-63, EX-64, EX-65, EX-66, EX-69, EX-70, base part only: a whole game of the base set meets no market
    square, no upkeep and no value tile; the figures of these examples are proved with the Market."""
    assert_not_there_yet("market")
    part(whole_game())
    assert texts(position(upper=["pub"]), 0) == ["buy pub", "take pub", "pass"]
