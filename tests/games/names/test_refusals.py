"""Refusals of moves are said in the reader's language, on pages and in the API, and lead to their rule in both (UI-22)."""

import ast
import re
from pathlib import Path
from random import Random

import pytest
from django.test import Client
from django.utils import translation

import engine
from games.names.cards import Deck, engine_sentence, move_said
from games.play.positions import load
from tests.builders import act, acted, position, seat
from tests.engine.walks import lively, random_deal
from tests.people import signed_in, token_of

from ..api.test_api import post
from ..play_builders import asked_user, begun

ENGINE = Path(engine.__file__).parent
WITH_CARD = ("buy ", "take ", "play ", "discard ", "put-back ", "give-up ", "keep ", "pay ", "dismiss ", "draw ")
"""How moves begin that have words in any position."""
EVERYTHING = ("market", "module-2", "good-company", "banquet", "helpers", "events", "orders", "hurdles")
SELECTIONS = (
    {"edition": 1, "first_workers": "free"},
    {"edition": 1, "sets": ("good-company",)},
    {"edition": 2, "sets": ("market", "banquet", "events", "hurdles")},
    {"edition": 2, "sets": EVERYTHING, "open_hands": False},
)


def written() -> dict[str, set[str]]:
    """The sentences of every code of a refusal, as they stand in the sources of the engine: both are written out there."""
    found: dict[str, set[str]] = {}
    for path in ENGINE.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        for scope in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module)):
            for node in ast.walk(scope):
                match node:
                    case (
                        ast.Tuple([ast.Constant(str(code)), sentence, *_])
                        | ast.Call(args=[ast.Constant(str(code)), sentence, *_])
                    ):
                        found.setdefault(code, set()).update(patterns_of(sentence, scope))
    return {code: patterns for code, patterns in found.items() if patterns}


def patterns_of(node: ast.expr, scope: ast.AST) -> list[str]:
    """The patterns of the sentences that stand here, or in what was assigned to the name that stands here."""
    values = [node]
    if isinstance(node, ast.Name):
        assigned = [one for one in ast.walk(scope) if isinstance(one, ast.Assign)]
        values = [one.value for one in assigned if any(getattr(to, "id", "") == node.id for to in one.targets)]
    calls = [call for value in values for call in ast.walk(value) if isinstance(call, ast.Call)]
    return [ast.literal_eval(call.args[0]) for call in calls if getattr(call.func, "id", "") == "Sentence"]


def german(sentence: str, options: engine.Options) -> str:
    with translation.override("de"):
        return engine_sentence(sentence, options)


def test_every_code_has_german_words() -> None:
    """All codes that the sources know, each with all its sentences."""
    sentences = written()
    assert len(sentences) > 40
    with translation.override("de"):
        for code, patterns in sentences.items():
            for pattern in patterns:
                assert translation.gettext(pattern) != pattern, f"{code}: {pattern}"


@pytest.mark.parametrize("chosen", SELECTIONS, ids=lambda chosen: " ".join(chosen.get("sets", ("base",))))
def test_every_move_that_is_refused_in_a_game_is_refused_in_german(chosen: dict[str, object]) -> None:
    """TURN-3, UI-22: many illegal moves at each question of a whole game; nothing of the sentence stays English, cards have
    their German names, the rule is named."""
    rng = Random(str(chosen))
    options = engine.Options(players=3, **chosen)
    state = engine.new_game(options, random_deal(options, rng))
    every = list(state.rules.moves.values())
    english = {card.name_en for card in engine.cards(options)} - {card.name_de for card in engine.cards(options)}
    known, seen = written(), set()
    while not state.is_over:
        asked = engine.waiting_for(state)[0]
        legal = engine.legal_moves(state, asked)
        for move in rng.sample(every, 12):
            if move in legal:
                continue
            with pytest.raises(engine.IllegalMove) as refused:
                engine.apply(state, asked, move)
            error = refused.value
            said = german(error.sentence, options)
            with translation.override("de"):
                named = move_said(str(move), Deck(options))
            assert named != str(move) or not str(move).startswith(WITH_CARD)
            assert said.startswith(f"{named}: ")
            reason = said.removeprefix(f"{named}: ")
            assert reason not in error.sentence
            assert "{" not in said
            assert not [name for name in english if re.search(rf"\b{re.escape(name)}\b", reason)], said
            assert error.rule
            assert error.code in known
            seen.add(error.code)
        state = engine.apply(state, asked, lively(rng, legal)).state
    assert seen >= {"not-there", "no-target", "too-expensive", "not-now"} - (
        {"not-now"} if "sets" not in chosen else set()
    )


@pytest.mark.parametrize(
    ("wish", "text", "words"),
    [
        ({}, "buy theater", "Theater kaufen: Das kostet 20 Rubel, aber du hast nur 10."),
        (
            {},
            "buy bank over market",
            "Bank über Marktstand kaufen: Vor dir liegt nichts namens Marktstand, das ersetzt werden kann.",
        ),
        (
            {},
            "buy library lower",
            "Bibliothek aus der unteren Reihe kaufen: Bibliothek ist nicht in der unteren Reihe.",
        ),
        ({}, "draw noble", "mit einer Sternwarte eine Karte ziehen (Stapel Adelige): Du hast keine offene Sternwarte."),
    ],
)
def test_german_says_what_the_engine_says(wish: dict[str, object], text: str, words: str) -> None:
    """TURN-3, EXCH-1: figures and names are the same in both languages; English names cards as they are printed, too."""
    state = position(upper=["theater", "bank"], seats=[seat(rubles=10, display=["shepherd"]), seat()], **wish)
    with pytest.raises(engine.IllegalMove) as refused:
        acted(state, 0, text)
    options = state.rules.options
    assert german(refused.value.sentence, options) == words
    with translation.override("en"):
        assert "theater" not in engine_sentence(refused.value.sentence, options).partition(": ")[2]


def test_goods_have_their_german_names() -> None:
    """MKT-15: what is filled in is a list of kinds."""
    state = act(position(sets=("market",), phase="worker", upper=["ship-builder-any"]), 0, "buy ship-builder-any")
    with pytest.raises(engine.IllegalMove) as refused:
        acted(state, 0, "pass")
    assert german(refused.value.sentence, state.rules.options) == (
        "passen: Wähle erst die Sorte des ?-Symbols: Huhn, Getreide, Apfel, Fisch, Kohl."
    )


@pytest.mark.parametrize(
    ("text", "named", "words"),
    [
        (
            "buy wharf lower over pub",
            "Werft über Schenke aus der unteren Reihe kaufen",
            "Werft ersetzt einen Handwerker, und Schenke ist keiner.",
        ),
        (
            "buy wharf over shepherd",
            "Werft über Schäfer kaufen",
            "Werft ersetzt einen Handwerker mit demselben Symbol, und Schäfer hat ein anderes.",
        ),
        (
            "buy bank over wharf",
            "Bank über Werft kaufen",
            "Werft ist eine Austauschkarte und kann nicht ersetzt werden.",
        ),
        ("buy bank", "Bank kaufen", "Nenne die Karte, die ersetzt wird, zum Beispiel 'Bank über Schenke kaufen'."),
        (
            "buy bank over observatory",
            "Bank über Sternwarte kaufen",
            "Sternwarte kann nicht ersetzt werden, solange die Karte verdeckt oder unter einem Chip liegt.",
        ),
    ],
)
def test_german_says_what_an_exchange_card_replaces(text: str, named: str, words: str) -> None:
    """EXCH-2, EXCH-3, EXCH-5, EXCH-6, EXCH-9: also where no position could allow the words."""
    own = seat(display=["pub", "observatory face down"])
    state = position(upper=["theater", "bank"], lower=["wharf"], seats=[own, seat()])
    with pytest.raises(engine.IllegalMove) as refused:
        acted(state, 0, text)
    assert german(refused.value.sentence, state.rules.options) == f"{named}: {words}"


@pytest.mark.parametrize("text", ["", "fly", "buy spaceship", "buy", "pub -1", "x" * 900])
def test_what_is_no_move_is_told_in_german(text: str) -> None:
    state = position(upper=["theater"], seats=[seat(), seat()])
    with pytest.raises(engine.NotationError) as refused:
        engine.parse_move(text, state)
    said = german(refused.value.sentence, state.rules.options)
    assert "Zug" in said
    assert said != refused.value.sentence


def begun_for_a_german(anna, boris):
    """A new game, and who is asked in it, who reads German."""
    game = begun(anna, boris)
    user = asked_user(load(game.pk))
    user.language = "de"
    user.save()
    return game, user


@pytest.mark.django_db
def test_a_german_page_refuses_a_move_in_german_with_the_rule(anna, boris) -> None:
    """FIRST-2: in the first Worker phase nobody passes."""
    game, user = begun_for_a_german(anna, boris)
    page = signed_in(user).post(f"/games/{game.pk}/move/", {"text": "pass", "version": "0"}).content.decode()
    alert = re.search(r'role="alert">(.*?)</p>', page, re.S)
    assert alert
    assert alert[1] == (
        "passen: In der ersten Phase musst du in jedem Zug einen Handwerker aus dem Tableau kaufen. (<a "
        'class="rid said" href="/rules/FIRST-2/" title="FIRST-2">genauer Wortlaut</a>)'
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "named", "words"),
    [("de", "passen", "In der ersten Phase musst du"), ("en", "pass", "In the first phase")],
)
def test_the_api_refuses_a_move_in_the_language_that_is_asked_for(
    anna, boris, language: str, named: str, words: str
) -> None:
    """FIRST-2: code and rule are the same in all languages; so it is for a text that is no move."""
    game = begun(anna, boris)
    token = token_of(asked_user(load(game.pk)))
    program = Client(headers={"authorization": f"Token {token}", "accept-language": language})
    answer = post(program, f"games/{game.pk}/moves/", {"text": "pass", "version": 0}, 422)
    assert (answer["code"], answer["rule"]) == ("illegal_move", "FIRST-2")
    assert answer["detail"].startswith(f"{named}: {words}")
    answer = post(program, f"games/{game.pk}/moves/", {"text": "fly", "version": 0}, 422)
    assert answer["code"] == "not_a_move"
    assert answer["detail"].startswith("'fly' ist kein Zug." if language == "de" else "'fly' is not a move.")


@pytest.mark.django_db
@pytest.mark.parametrize(("text", "rule"), [("buy wharf lower over pub", "EXCH-3"), ("buy bank", "EXCH-9")])
def test_what_is_said_of_an_exchange_card_reaches_page_and_api_with_its_rule(anna, boris, text: str, rule: str) -> None:
    """EXCH-3, EXCH-9: it is a move that the rules forbid, not a text that is none."""
    game = begun(anna, boris)
    user = asked_user(load(game.pk))
    answer = post(signed_in(user), f"games/{game.pk}/moves/", {"text": text, "version": 0}, 422)
    assert (answer["code"], answer["rule"]) == ("illegal_move", rule)
    page = signed_in(user).post(f"/games/{game.pk}/move/", {"text": text, "version": "0"}).content.decode()
    assert f'href="/rules/{rule}/"' in page


@pytest.mark.django_db
def test_who_is_signed_in_is_answered_in_the_language_of_the_account(anna, boris) -> None:
    """FIRST-2: a browser that uses the API gets the words of its pages."""
    game, user = begun_for_a_german(anna, boris)
    answer = post(signed_in(user), f"games/{game.pk}/moves/", {"text": "pass", "version": 0}, 422)
    assert answer["detail"].startswith("passen: In der ersten Phase")
