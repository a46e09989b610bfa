"""Sets fit as parts: a made-up one is played through the public interface, and the core names no set and no card."""

import pickle
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import engine
from engine import rulebook
from engine.acquire import assemble
from engine.cards import Card
from engine.errors import CompositionError, OptionsError
from engine.part import CardMark
from engine.rulebook import Rulebook, parts_of, rulebook_for
from tests.builders import act, acted, cards_in, displayed, pass_on, play, position, price, seat, texts
from tests.engine.made_up import Claimant, Fair, Unasked
from tests.engine.walks import random_deal, walk_from


@pytest.fixture(autouse=True)
def _sets(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for part in (Fair(), Claimant(), Unasked()):
        monkeypatch.setitem(rulebook.SETS, part.name, part)
    yield
    rulebook_for.cache_clear()


def fair(players: int = 2, **more: object) -> engine.Options:
    return engine.Options(edition=2, players=players, sets=("fair",), **more)  # type: ignore[arg-type]


def test_a_set_adds_and_removes_cards_and_changes_figures() -> None:
    """SETUP-2, COMBO: cards of a set go into the pile of their back, others to the box, and numbers go on counting."""
    rules = rulebook_for(fair())
    cards = {card.id: card for card in engine.cards(fair())}
    assert (cards["fountain"].copies, cards["flag"].copies, cards["pub"].copies) == (2, 3, 1)
    assert "academy" not in cards
    numbers = [number for pile in rules.piles for number in rules.card_numbers[pile]]
    assert len(numbers) == len(set(numbers)) == 116 + 5 - 2
    assert max(numbers) == 116 + 5
    assert engine.new_game(fair(), random_deal(fair(), Random(1))).rubles(0) == 27
    state = pass_on(position(sets=["fair"], phase="building", piles={"noble": 20}))
    assert sum(1 for row in state.upper if row) == 9


def test_a_card_that_enters_may_ask_its_owner_before_the_turn_is_over() -> None:
    """A question in the middle of a turn: the next seat is asked only when it is settled, and a mark changes prices."""
    state = position(
        sets=["fair"],
        upper=["flag", "market", "library"],
        seats=[seat(display=["fountain"]), seat(rubles=30, display=["observatory"])],
    )
    asked = act(state, 0, "buy Fahne")
    assert engine.waiting_for(asked) == (0,)
    assert engine.question_for(asked, 0).kind == "colour"
    assert texts(asked, 0) == ["hoist blue", "hoist red"]
    state = act(asked, 0, "hoist blue")
    assert engine.waiting_for(state) == (1,)
    assert displayed(state, 0) == ["fountain", "flag blue banner"]
    assert price(state, 0, "library") == 16
    assert engine.explain(state, 0, "blue").points == 1 + 1
    assert engine.explain(state, 1, "blue").points == 1


def test_a_marked_card_has_words_of_its_own_when_it_is_replaced() -> None:
    """Of two flags with different banners the move says which one is replaced."""
    rich = [seat(rubles=40)]
    state = position(sets=["fair"], phase="exchange", upper=["flag", "flag", "bank"], seats=rich, players=1)
    state = play(state, "0 buy flag", "0 hoist red", "0 buy flag", "0 hoist blue")
    assert [text for text in texts(state, 0) if "bank" in text] == [
        "buy bank over flag-red",
        "buy bank over flag-blue",
        "take bank",
    ]
    state = act(state, 0, "buy bank over flag-blue")
    assert displayed(state, 0) == ["flag red banner", "bank"]
    assert [state.rules.ids[row] for row in state.discard] == ["flag"]


def test_a_step_and_a_remembered_value_join_the_round() -> None:
    """The toll comes after the Worker scoring, is remembered by its part, and everybody sees it."""
    state = position(sets=["fair"], phase="worker", seats=[seat(rubles=0, display=["fountain", "fountain"])])
    assert shown(state, None)["tolls"] == 0
    state = pass_on(state)
    assert state.rubles(0) == 2
    assert shown(state, 1)["tolls"] == 2


def shown(state: engine.State, viewer: int | None) -> dict[str, object]:
    """What a viewer sees of the memory of the Fair."""
    memory = engine.view_for(state, viewer).extras["fair"]
    assert isinstance(memory, dict)
    return memory


def test_a_part_changes_facts_without_a_card() -> None:
    """As helpers will: the reduction goes from seat to seat with the rounds, and the price names it."""
    piles = {"worker": ["shepherd"] * 5}
    state = position(sets=["fair"], phase="exchange", upper=["lumberjack"], piles=piles, start={"worker": 0})
    assert (price(state, 0, "lumberjack"), price(state, 1, "lumberjack")) == (2, 3)
    terms = engine.explain(state, 0, engine.parse_move("buy lumberjack", state))
    assert [(term.kind, term.amount, term.card) for term in terms][1:] == [("reduction", -1, "herald")]
    state = pass_on(state)
    assert state.round == 3
    assert (price(state, 0, "shepherd"), price(state, 1, "shepherd")) == (5, 4)


def test_several_seats_may_be_asked_at_once_in_secret() -> None:
    """As orders will: in any order, each once; nobody learns an answer before all have given theirs."""
    seats = [seat(), seat(), seat(rubles=0)]
    state = pass_on(position(sets=["fair"], phase="exchange", ending=True, upper=["market"], seats=seats))
    assert engine.waiting_for(state) == (0, 1, 2)
    assert all(texts(state, one) == ["vote 0", "vote 1", "vote 2"] for one in range(3))
    voted = acted(state, 1, "vote 2")
    assert voted.entries == ()
    state = voted.state
    assert engine.waiting_for(state) == (0, 2)
    assert texts(state, 1) == []
    assert [shown(state, viewer)["votes"] for viewer in (None, 0)] == [[None, -1, None]] * 2
    assert shown(state, 1)["votes"] == [None, 2, None]
    state = play(state, "2 vote 0", "0 vote 1")
    assert state.is_over
    assert [state.points(one) for one in range(3)] == [2 + 1, 2 + 2, 0]


def test_a_step_may_ask() -> None:
    """A question before the action part, to the holder of a token; its answer is an ordinary move."""
    state = pass_on(position(sets=["fair"], phase="building", start={"noble": 1}))
    assert engine.phase_key(state) == "2:noble"
    assert (engine.waiting_for(state), texts(state, 1)) == ((1,), ["wish 0", "wish 1"])
    done = acted(state, 1, "wish 1")
    assert done.state.rubles(1) == 26
    assert engine.question_for(done.state, 1).kind == "turn"


def test_a_part_replaces_a_function_of_the_rules() -> None:
    """As END-12 will: more than ten Nobles."""
    rules = rulebook_for(fair())
    assert [rules.noble_points(count) for count in (10, 12)] == [55, 75]
    assert rulebook_for(engine.Options()).noble_points(12) == 55


@pytest.mark.parametrize("seed", range(6))
def test_whole_games_with_the_set_hold_together(seed: int) -> None:
    """Conservation, facts, replay and guesses, with a set the core does not know."""
    rng = Random(f"fair {seed}")
    options = fair(players=rng.randint(1, 4), open_hands=seed % 2 == 0)
    deal = random_deal(options, rng)
    start = engine.new_game(options, deal)
    cards, record, state = cards_in(start), [], start
    slot = start.rules.slots["cheaper green"]
    for ply in walk_from(start, rng):
        record.append((ply.seat, str(ply.move)))
        state = ply.after
        assert cards_in(state) == cards
        for one, player in enumerate(state.players):
            fresh = assemble(state.rules, player.rubles, player.points, player.hand, player.display)
            fresh.facts[slot] += int(one == shown(state, None)["herald"])
            assert (player.facts, player.kinds) == (fresh.facts, fresh.kinds)
        viewer = rng.randrange(options.players)
        view = engine.view_for(state, viewer)
        assert engine.view_for(engine.guess(view, rng), viewer) == view
    assert engine.replay(options, deal, record) == state
    assert any(text.startswith("wish") for _, text in record)
    hoisted = sum(text.startswith("hoist") for _, text in record)
    assert hoisted == sum(text.startswith(("buy flag", "play flag")) for _, text in record)


def test_two_parts_that_claim_the_same_words_do_not_compose() -> None:
    """The notation of a game is unambiguous by construction."""
    with pytest.raises(CompositionError) as refused:
        rulebook_for(engine.Options(sets=("fair", "claimant")))
    assert refused.value.code == "words-claimed"
    assert "'wish 1'" in refused.value.sentence
    assert "claimant" in refused.value.sentence


def test_two_parts_that_print_the_same_card_do_not_compose() -> None:
    """A card id belongs to one list."""
    options = engine.Options()

    class Copy(Fair):
        name = "copy"

    with pytest.raises(CompositionError) as refused:
        Rulebook(options, (*parts_of(options), Fair(), Copy()))
    assert refused.value.code in ("card-twice", "words-claimed")


def test_a_card_that_went_to_the_box_may_be_printed_anew() -> None:
    """IGC-3: the Fair takes the Academy out; another part prints its own, with a number of its own, in its place."""
    options = engine.Options(sets=("fair",))

    class Rebuilt(Unasked):
        name = "rebuilt"

        def cards(self, options: engine.Options) -> tuple[Card, ...]:
            old = next(card for card in engine.cards(engine.Options()) if card.id == "academy")
            return (replace(old, cost=30, value_when_replaced=30),)

    rules = Rulebook(options, (*parts_of(options), Rebuilt()))
    assert [card.cost for card in rules.cards if card.key == "academy"] == [30]
    numbers = [number for pile in rules.piles for number in rules.card_numbers[pile]]
    assert [rules.ids[rules.row_of_number[number]] for number in numbers].count("academy") == 1
    assert max(numbers) == 116 + 5 + 1
    assert rules.row_of_number[116 + 5 + 1] == rules.row_of["academy"]


def test_a_mark_is_given_the_bare_card_and_what_lies_on_it() -> None:
    """What a card already puts into facts is there to be changed: first bare, then with the marks of parts before."""
    seen = {}

    class Curious(Unasked):
        name = "curious"

        def marks(self, card: Card, others: Sequence[CardMark]) -> Iterable[CardMark]:
            seen[card.id] = others
            return ()

    options = engine.Options(sets=("fair",))
    rules = Rulebook(options, (*parts_of(options), Curious()))
    assert seen["judge"] == (
        CardMark((), (("named judge", 1), ("count red", 1), ("rubles red", 5), ("points red", 2)), replaceable=True),
    )
    assert [mark.names for mark in seen["observatory"]] == [(), ("face down",)]
    assert [mark.names for mark in seen["flag"]] == [(), ("blue banner",), ("red banner",)]
    assert not seen["bank"][0].replaceable
    assert rules.size == rulebook_for(options).size


def test_a_set_says_what_it_goes_with() -> None:
    """COMBO: an illegal selection is refused with the rule's reason, an unknown set with the names there are."""
    with pytest.raises(OptionsError) as refused:
        engine.Options(edition=1, sets=("fair",))
    assert (refused.value.code, refused.value.rule) == ("fair-edition", "COMBO-4")
    with pytest.raises(OptionsError) as unknown:
        engine.Options(sets=("circus",))
    assert unknown.value.code == "unknown-set"
    assert "fair" in unknown.value.sentence


def test_a_part_that_brings_nothing_changes_nothing() -> None:
    """A question that no part answers costs nothing: the same program, the same columns, the same moves."""
    plain, more = rulebook_for(engine.Options()), rulebook_for(engine.Options(sets=("unasked",)))
    assert [type(step) for step in plain.every_round] == [type(step) for step in more.every_round]
    assert plain.effects == more.effects
    assert list(plain.moves) == list(more.moves)


def test_moves_of_a_set_survive_pickling() -> None:
    """Moves are the same objects again."""
    move = rulebook_for(fair()).moves["wish 1"]
    assert pickle.loads(pickle.dumps(move)) is move


def test_the_core_names_no_set_and_no_card() -> None:
    """Which set is on, and which card this is, is asked by nobody: their names stand in parts and data only."""
    folder = Path(engine.__file__).parent
    own = {"options.py", "cards.py", "__init__.py"}
    core = [path for path in folder.glob("*.py") if path.name not in own]
    ids = {card.id for edition in (1, 2) for card in engine.cards(engine.Options(edition=edition))} - {"market", "pub"}
    sets = {"market", "banquet", "helpers", "events", "orders", "hurdles", "company", "observatory"}
    for path in core:
        if path.name in ("__main__.py", "survey.py"):
            continue
        code = re.sub(r'""".*?"""', "", path.read_text("utf-8"), flags=re.S)
        code = re.sub(r"#.*", "", code)
        strings = set(re.findall(r'"([^"\n]*)"', code))
        assert not strings & (ids | sets), path.name
        assert not re.search(r"\.sets\b", code) or path.name == "rulebook.py", path.name
        assert not re.search(r"edition\s*==", code), path.name
