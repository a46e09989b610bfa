"""The notation: what people write for a move, and what is said when it means none."""

import pickle

import pytest

import engine
from engine.core import State
from engine.errors import NotationError
from tests.builders import position, seat


@pytest.fixture(scope="module")
def state() -> State:
    seats = [seat(rubles=40, display=["fur-trapper", "author", "market", "observatory"], hand=["judge", "senator"])]
    upper = ["market", "library", "fur-shop", "czar-and-carpenter", "catherine-palace", "tax-man"]
    return position(upper=upper, lower=["market", "st-isaacs-cathedral", "carpenter-workshop"], seats=seats)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("buy market", "buy market"),
        ("  Buy   MARKET ", "buy market"),
        ("buy market upper", "buy market"),
        ("buy Markt lower", "buy market lower"),
        ("buy Marktstand", "buy market"),
        ("buy fur_shop over fur_trapper", "buy fur-shop over fur-trapper"),
        ("buy Kürschnerei over Pelzjäger", "buy fur-shop over fur-trapper"),
        ("buy kuerschnerei over pelzjaeger", "buy fur-shop over fur-trapper"),
        ("BUY FURSHOP OVER FURTRAPPER", "buy fur-shop over fur-trapper"),
        ("take Bibliothek", "take library"),
        ("take Czar & Carpenter", "take czar-and-carpenter"),
        ("take Czar and Carpenter", "take czar-and-carpenter"),
        ("take Zar und Zimmermann", "take czar-and-carpenter"),
        ("take Catherine's Palace", "take catherine-palace"),
        ("take Catherine the Great Palace", "take catherine-palace"),
        ("take St Isaac's Cathedral lower", "take st-isaacs-cathedral lower"),
        ("take Isaakskathedrale lower", "take st-isaacs-cathedral lower"),
        ("take tax man", "take tax-man"),
        ("take Steuereintreiber", "take tax-man"),
        ("play Richter", "play judge"),
        ("play senator over Schreiber", "play senator over author"),
        ("draw Exchange", "draw exchange"),
        ("PASS", "pass"),
        ("pub 3", "pub 3"),
        ("buy theater drawn", "buy theater drawn"),
    ],
)
def test_names_in_any_print_and_spelling_are_understood(state: State, text: str, canonical: str) -> None:
    """Case, spaces, underscores and the other card names of the glossary are accepted; one notation is written."""
    move = engine.parse_move(text, state)
    assert str(move) == canonical
    assert engine.parse_move(text, state.rules) is move


@pytest.mark.parametrize(
    ("text", "saying"),
    [
        ("", "Your move is empty. Write, for example, pass."),
        ("   ", "Your move is empty. Write, for example, pass."),
        ("sell market", "A move starts with buy, take, play, pass, draw"),
        ("buy helicopter", "this game has no card called 'helicopter'"),
        ("buy", "A move with buy looks like this"),
        ("take senator over author", "A move with take looks like this"),
        ("buy over author", "A move with buy looks like this"),
        ("pub 11", "'11'"),
        ("pub -1", "without a sign"),
        ("pub +3", "without a sign"),
        ("pub 1.0", "A move with pub looks like this"),
        ("pub 1 0", "A move with pub looks like this"),
        ("draw judge", "A move with draw looks like this"),
        ("x" * 500, "That is too long. A move has at most 200 characters."),
        ("buy " + "market " * 20, "A move with buy looks like this"),
        ("🏛️ ❄️", "Your move is empty. Write, for example, pass."),
    ],
)
def test_what_is_no_move_is_refused_with_what_would_be_right(state: State, text: str, saying: str) -> None:
    """Never a stack trace: a stable code and a sentence."""
    with pytest.raises(NotationError) as refused:
        engine.parse_move(text, state)
    assert refused.value.code == "not-a-move"
    assert saying in refused.value.sentence


def test_moves_are_the_same_objects_for_ever() -> None:
    """Interned: equal means identical, in the next rulebook look-up and after pickling."""
    options = engine.Options(edition=1, players=3)
    rules = engine.rulebook_for(options)
    assert engine.rulebook_for(engine.Options(edition=1, players=3)) is rules
    for move in list(rules.moves.values())[::50]:
        assert pickle.loads(pickle.dumps(move)) is move
    assert pickle.loads(pickle.dumps(rules)) is rules


def test_a_move_tells_what_it_is_about(state: State) -> None:
    """Pages need the card, not the text."""
    move = engine.parse_move("buy fur-shop over fur-trapper", state)
    assert (move.kind, move.card, move.source, move.over) == ("buy", "fur-shop", "upper", "fur-trapper")
    move = engine.parse_move("play judge", state)
    assert (move.kind, move.card, move.source, move.over) == ("play", "judge", "hand", None)
    assert engine.parse_move("pass", state).card is None


def test_a_moves_own_words_mean_it_in_any_spelling_though_another_card_shares_the_name() -> None:
    """BANQ-POT-2: all Potemkin Villages have one name, but each has words of its own; where only another one can be
    bought the name means that one."""
    display = ["potemkin-village-1-4", "potemkin-village"]
    both = position(sets=["banquet"], upper=display)
    other = position(sets=["banquet"], upper=display[:1])
    for text in ("buy potemkin village", "BUY POTEMKIN_VILLAGE", " buy Potemkin-Village "):
        assert str(engine.parse_move(text, both)) == "buy potemkin-village"
        assert str(engine.parse_move(text, other)) == "buy potemkin-village-1-4"
    assert str(engine.parse_move("buy potemkin village 1/4", both)) == "buy potemkin-village-1-4"
