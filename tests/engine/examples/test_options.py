"""Which games there are, and what the base games leave to other sets."""

from collections import Counter

import pytest

import engine
from engine.errors import NotationError, OptionsError
from tests.engine.examples.stories import TOKENS, opened

SETS = ("sp-plus", "good-company", "market", "banquet", "module-2", "helpers", "events", "orders", "hurdles")


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_each_edition_is_played_by_one_to_four(edition: int, players: int) -> None:
    """COMBO-1, COMBO-2, COMBO-3, COMBO-13, EX-102: the base game alone is a legal selection of its edition."""
    options = engine.Options(edition=edition, players=players)
    state = opened(options, {})
    assert len(state.players) == players
    assert sum(card.copies for card in engine.cards(options)) == 116


@pytest.mark.parametrize("players", [0, 5, 6])
@pytest.mark.parametrize("edition", [1, 2])
def test_the_base_games_are_never_played_by_five(edition: int, players: int) -> None:
    """COMBO-13, EX-102: the refusal names the rule."""
    with pytest.raises(OptionsError) as error:
        engine.Options(edition=edition, players=players)
    assert (error.value.code, error.value.rule) == ("players", "COMBO-13")


def test_cards_of_the_two_editions_are_never_mixed() -> None:
    """COMBO-1: Pope and Czar belong to edition 1, Abbot and Czarina to edition 2, and a third edition does not exist."""
    first, second = ({card.id for card in engine.cards(engine.Options(edition=number))} for number in (1, 2))
    assert {"pope", "czar"} <= first - second
    assert {"abbot", "czarina"} <= second - first
    with pytest.raises(OptionsError) as error:
        engine.Options(edition=3)
    assert error.value.rule == "COMBO-1"


@pytest.mark.parametrize("selection", [(1, ("market",)), (1, ("banquet",)), (1, ("sp-plus", "good-company"))])
def test_edition_one_goes_with_neither_market_nor_modules(selection: tuple[int, tuple[str, ...]]) -> None:
    """COMBO-2, COMBO-4, EX-102: such a selection is refused with a rule of section 2."""
    edition, sets = selection
    with pytest.raises(OptionsError) as error:
        engine.Options(edition=edition, sets=sets)
    assert error.value.rule.startswith("COMBO-")


@pytest.mark.parametrize("name", ["helpers", "events", "orders", "hurdles"])
@pytest.mark.parametrize("players", [1, 2])
def test_modules_three_to_six_are_refused_without_the_market(name: str, players: int) -> None:
    """COMBO-5, COMBO-15, SOLO-6, EX-102: the base game takes none of them; alone least of all the helpers."""
    with pytest.raises(OptionsError) as error:
        engine.Options(edition=2, players=players, sets=(name,))
    assert error.value.rule.startswith(("COMBO-", "SOLO-"))


def test_no_set_is_needed_for_a_game() -> None:
    """COMBO-6, COMBO-14, COMBO-15: without the Market, without modules, with any number of players and alone, the game
    is whole: four phases, four tokens, 31, 28, 27 and 30 cards."""
    for edition in (1, 2):
        for players in (1, 2, 3, 4):
            options = engine.Options(edition=edition, players=players)
            assert options.sets == ()
            view = engine.view_for(opened(options, {}), None)
            assert tuple(phase.name for phase in view.phases) == TOKENS
            assert view.extras == {}
            first = 2 * players
            assert [phase.left for phase in view.phases] == [31 - first, 28, 27, 30]


PILES_OF_THE_BASE_GAME = {"worker": 31, "building": 28, "noble": 27, "exchange": 30}


def test_what_the_sets_add_and_replace_is_counted_from_here() -> None:
    """EX-105, EX-103, EX-104, base part: 31, 28, 27 and 30 cards in edition 1, which SP+ keeps, and the seven cards that
    In Good Company takes out: 1 Czar & Carpenter, 3 Buildings, 2 Nobles, 1 Exchange card; no card of a module in either
    edition, so 15 and 11 module cards and a Debtors' Prison are all still to come."""
    piles: Counter[str] = Counter()
    for card in engine.cards(engine.Options(edition=1)):
        piles[card.pile] += card.copies
    assert piles == PILES_OF_THE_BASE_GAME
    copies = {card.id: card.copies for card in engine.cards(engine.Options(edition=1))}
    leaving = ["czar-and-carpenter", "observatory", "academy", "mistress-of-ceremonies", "mariinski-theater"]
    assert [copies[name] for name in leaving] == [1, 2, 1, 2, 1]
    for edition in (1, 2):
        state = opened(engine.Options(edition=edition), {})
        for name in ("black-market", "money-collector", "parasite", "jester", "debtors-prison", "october-revolution"):
            with pytest.raises(NotationError):
                engine.parse_move(f"take {name}", state)


def test_every_option_has_the_default_of_its_edition() -> None:
    """FIRST-10, PHASE-4, INFO-2: compulsory first Workers, open hands, and playing on in edition 1 only."""
    for edition in (1, 2):
        assert engine.Options.from_dict({"edition": edition}).to_dict() == {
            "edition": edition,
            "players": 2,
            "sets": [],
            "play_on_empty_tableau": edition == 1,
            "first_workers": "compulsory",
            "open_hands": True,
        }
