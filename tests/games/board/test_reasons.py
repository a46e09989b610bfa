"""Reasons in words of the game: positions in which the sentence is plainly right, in both languages."""

from __future__ import annotations

from random import Random

import pytest
from django.utils import translation

import engine
from engine.bots import reasons_for
from games.board.reasons import Reader, reason_in_words, term_lines
from games.names.cards import Deck
from games.names.words import NARROW
from tests.builders import pass_on, position, seat


def told(state: engine.State, text: str, second: str = "", behind: float = 0.0, *, language: str = "en") -> str:
    """The sentences for a move of the seat that is asked."""
    with translation.override(language):
        (viewer,) = engine.waiting_for(state)
        view = engine.view_for(state, viewer)
        reader = Reader(view, Deck(state.rules.options), ["Anna", "Boris"])
        move = engine.parse_move(text, state)
        other = engine.parse_move(second, state) if second else None
        terms = reasons_for(view, engine.guess(view, Random(1)), move)
        return reason_in_words(move, terms, reader, second=other, behind=behind).replace(NARROW, " ")


FIRST = position(
    edition=1, phase="worker", round=1, upper=["lumberjack", "lumberjack", "observatory"], seats=[seat(), seat()]
)
LAST = position(
    edition=1,
    phase="noble",
    round=7,
    ending=True,
    upper=["judge", "author"],
    seats=[seat(hand=["judge"], display=["author"]), seat(rubles=1)],
)
MIDDLE = position(
    edition=1,
    phase="noble",
    round=4,
    upper=["judge", "author"],
    piles={"worker": 14, "building": 12, "noble": 12, "exchange": 14},
    seats=[seat(display=["author", "administrator", "secretary"]), seat(rubles=1)],
)
TRADE = position(
    edition=1,
    phase="exchange",
    round=3,
    upper=["carpenter-workshop"],
    seats=[seat(display=["lumberjack"]), seat(rubles=1)],
)
WAIT = position(
    edition=1, round=3, start={"building": 0, "noble": 0}, upper=["academy"], seats=[seat(rubles=9), seat(rubles=1)]
)


POOR = position(
    edition=1,
    round=3,
    start={"building": 0, "noble": 1},
    upper=["academy", "market"],
    seats=[seat(rubles=0), seat(rubles=1)],
)
TEMPTED = position(
    edition=1,
    round=6,
    start={"building": 0, "noble": 1},
    ending=True,
    upper=["mariinski-theater", "market"],
    seats=[seat(rubles=3, display=["customs-house"]), seat()],
)
SHUT = position(
    edition=2,
    phase="exchange",
    round=7,
    ending=True,
    upper=["shepherd"],
    seats=[seat(), seat(hand=["judge"], display=["author"])],
)
SMELTER = position(
    edition=1,
    phase="noble",
    round=7,
    ending=True,
    upper=["gold-smelter", "author"],
    seats=[seat(display=["gold-miner"]), seat(rubles=1)],
)
PUB = pass_on(
    position(edition=1, round=7, ending=True, upper=["market"], seats=[seat(display=["pub"]), seat(rubles=1)])
)
ONE_MORE = position(
    edition=1,
    round=5,
    start={"building": 0, "noble": 1},
    upper=["ship-builder"],
    lower=["gold-miner"],
    piles={"worker": 3, "building": 11, "noble": 7, "exchange": 13},
    seats=[seat(rubles=3), seat(rubles=1)],
)
BROKE = position(
    edition=1,
    phase="noble",
    round=7,
    ending=True,
    upper=["judge"],
    seats=[seat(rubles=2, hand=["judge"]), seat(rubles=1)],
)


@pytest.mark.parametrize(
    ("state", "move", "second", "behind", "english", "german"),
    [
        (
            POOR,
            "pass",
            "take market",
            1.3,
            "Pass: your hand keeps room for 3 cards. Second best: take Market into your hand (−1 point).",
            "Passen: auf deiner Hand bleibt Platz für 3 Karten. Am zweitbesten: Markt auf die Hand nehmen (−1 Punkt).",
        ),
        (
            TEMPTED,
            "pass",
            "take market",
            2.0,
            ("Pass: replacing Customs House with Mariinskij-Theater for 2 ₽ would lose 3 points, "
             "and you keep 3 ₽ for the Noble phase. "
             "Second best: take Market into your hand (−2 points)."),
            ("Passen: Zollhaus für 2 ₽ durch Mariinskij-Theater zu ersetzen würde 3 Punkte kosten und dir bleiben 3 ₽ für die "
             "Adeligenphase. Am zweitbesten: Markt auf die Hand nehmen (−2 Punkte)."),
        ),
        (
            TEMPTED,
            "pass",
            "buy mariinski-theater over customs-house",
            2.0,
            ("Pass: you keep 3 ₽ for the Noble phase. "
             "Second best: replace Customs House with Mariinskij-Theater (−2 points)."),
            ("Passen: dir bleiben 3 ₽ für die Adeligenphase. "
             "Am zweitbesten: Zollhaus durch Mariinskij-Theater ersetzen (−2 Punkte)."),
        ),
        (
            FIRST,
            "buy lumberjack",
            "buy observatory",
            2.2,
            ("Buy Lumberjack: 3 ₽ now, +3 ₽ every round, and Carpenter Workshop can replace it later. "
             "Second best: Observatory (−2 points)."),
            ("Holzfäller kaufen: jetzt 3 ₽, in jedem Durchgang +3 ₽ und Schreinerei kann die Karte später ersetzen. "
             "Am zweitbesten: Sternwarte (−2 Punkte)."),
        ),
        (
            LAST,
            "play judge",
            "take author",
            0.01,
            ("Play Judge from your hand: 16 ₽ now, no −5 VP for a card left in your hand, and +5 ₽ +2 VP once more. "
             "Equally good: take Author into your hand."),
            ("Richter aus der Hand spielen: jetzt 16 ₽, keine −5 SP für eine Karte auf der Hand "
             "und noch einmal +5 ₽ +2 SP. Genauso gut: Schreiber auf die Hand nehmen."),
        ),
        (
            MIDDLE,
            "buy judge",
            "pass",
            0.44,
            ("Buy Judge: 16 ₽ now, +5 ₽ +2 VP every round, and +4 VP at the end (4 different Nobles). "
             "Second best: pass (−0.4 points)."),
            ("Richter kaufen: jetzt 16 ₽, in jedem Durchgang +5 ₽ +2 SP und +4 SP am Ende (4 verschiedene Adelige). "
             "Am zweitbesten: passen (−0,4 Punkte)."),
        ),
        (
            TRADE,
            "buy carpenter-workshop over lumberjack",
            "",
            0,
            "Replace Lumberjack with Carpenter Workshop: 1 ₽ now, Buildings cost you 1 ₽ less.",
            "Holzfäller durch Schreinerei ersetzen: jetzt 1 ₽, Gebäude kosten dich 1 ₽ weniger.",
        ),
        (
            WAIT,
            "pass",
            "take academy",
            1.6,
            ("Pass: you keep 9 ₽ for the Noble phase, where you choose first from 7 new cards. "
             "Second best: take Academy into your hand (−2 points)."),
            ("Passen: dir bleiben 9 ₽ für die Adeligenphase, in der du zuerst aus 7 neuen Karten wählst. "
             "Am zweitbesten: Akademie auf die Hand nehmen (−2 Punkte)."),
        ),
        (
            SHUT,
            "buy shepherd",
            "pass",
            18,
            "Buy Shepherd: 5 ₽ now, it ends the phase. Second best: pass (−18 points).",
            "Schäfer kaufen: jetzt 5 ₽, damit endet die Phase. Am zweitbesten: passen (−18 Punkte).",
        ),
        (
            SMELTER,
            "buy gold-smelter over gold-miner",
            "buy author",
            9,
            ("Replace Gold Miner with Gold Smelter: 2 ₽ now, Nobles cost you 1 ₽ less. "
             "Second best: Author (−9 points)."),
            ("Goldgräber durch Goldschmiede ersetzen: jetzt 2 ₽, Adelige kosten dich 1 ₽ weniger. "
             "Am zweitbesten: Schreiber (−9 Punkte)."),
        ),
        (
            PUB,
            "pub 5",
            "pub 4",
            0.75,
            ("Buy 5 points for 10 rubles: +5 VP now, 10 ₽ would bring only 3 points otherwise. "
             "Second best: buy 4 points for 8 rubles (−0.8 points)."),
            ("5 Punkte für 10 Rubel kaufen: sofort +5 SP, 10 ₽ bringen sonst nur 3 Punkte. "
             "Am zweitbesten: 4 Punkte für 8 Rubel kaufen (−0,8 Punkte)."),
        ),
        (
            ONE_MORE,
            "pass",
            "buy gold-miner lower",
            23.5,
            ("Pass: the pile of Nobles lasts another round, and you keep 3 ₽ for the Noble phase. "
             "Second best: Gold Miner (−24 points)."),
            ("Passen: der Stapel Adelige reicht noch einen Durchgang und dir bleiben 3 ₽ für die Adeligenphase. "
             "Am zweitbesten: Goldgräber (−24 Punkte)."),
        ),
        (
            BROKE,
            "pass",
            "",
            0,
            "Pass: taking Judge into your hand would lose 4 points, and you keep 2 ₽ for the Exchange phase.",
            ("Passen: Richter auf die Hand zu nehmen würde 4 Punkte kosten und dir bleiben 2 ₽ für die Austauschphase."),
        ),
    ],
)  # fmt: skip
def test_the_sentence_says_what_speaks_for_the_move(
    state: engine.State, move: str, second: str, behind: float, english: str, german: str
) -> None:
    assert told(state, move, second, behind) == english
    assert told(state, move, second, behind, language="de") == german


def test_a_card_that_empties_a_pile_ends_the_game() -> None:
    assert "the pile of Nobles runs out and the game ends with that round" in told(ONE_MORE, "take ship-builder")


def test_who_acts_last_is_told_what_a_pass_would_do() -> None:
    shown = {"edition": 1, "phase": "exchange", "round": 3, "upper": ["carpenter-workshop"]}
    seats, move = [seat(display=["lumberjack"]), seat(rubles=1)], "buy carpenter-workshop over lumberjack"
    assert told(position(**shown, seats=seats, passes=1), move).endswith(", and a pass would end the phase.")
    assert "pass" not in told(position(**shown, seats=seats), move)


def test_whom_a_card_is_kept_from_is_named() -> None:
    display = ["author", "administrator", "secretary", "controller", "warehouse-manager", "pope"]
    state = position(
        edition=1, phase="noble", round=6, ending=True, upper=["judge"], seats=[seat(rubles=20), seat(display=display)]
    )
    assert "and Boris does not get it" in told(state, "buy judge")
    assert "und Boris bekommt die Karte nicht" in told(state, "buy judge", language="de")


EVENTS = position(
    round=3,
    upper=["customs-house", "library"],
    lower=["judge"],
    sets=("market", "events"),
    seats=[seat(rubles=9), seat(rubles=20)],
)


def purple(card: str, *others: str) -> engine.State:
    """Seat 0 holds this card in its turn; there is a Judge for sale, and one on the discard pile."""
    return position(
        round=3,
        phase="noble",
        upper=["judge"],
        discard=["administrator"],
        sets=("market", "banquet"),
        seats=[seat(rubles=16, hand=[card, *others]), seat(rubles=1, display=["controller"])],
    )


@pytest.mark.parametrize(
    ("state", "move", "english", "german"),
    [
        (EVENTS, "event sponsor", "+6 ₽ now, but every other player gets 2 ₽ too",
         "sofort +6 ₽, aber alle anderen bekommen auch 2 ₽"),
        (EVENTS, "event warehouse", "room for 4 cards in your hand", "Platz für 4 Karten auf der Hand"),
        (EVENTS, "event new-luck", "you choose first from 2 new cards", "du wählst zuerst aus 2 neuen Karten"),
        (EVENTS, "event ghost judge lower", "you choose first when a new card comes",
         "du wählst zuerst, wenn eine neue Karte kommt"),
        (EVENTS, "event twin", "you get Customs House and a new card in one turn",
         "du bekommst Zollhaus und eine neue Karte in einem Zug"),
        (purple("golden-donkey"), "play golden-donkey", "+5 ₽ now, and a free place in your hand",
         "sofort +5 ₽ und ein freier Platz auf der Hand"),
        (purple("double-move"), "play double-move", "a free place in your hand, and you act twice before the others",
         "ein freier Platz auf der Hand und du bist zweimal nacheinander am Zug"),
        (purple("money-collector"), "play money-collector", "Judge costs you 9 ₽ less", "Richter kostet dich 9 ₽ weniger"),
        (purple("black-market-red"), "play black-market-red", "Administrator lies on the discard pile",
         "Verwalter liegt auf dem Ablagestapel"),
        (purple("parasite"), "play parasite", "+4 ₽ now", "sofort +4 ₽"),
        (purple("away-with-it-red", "author"), "play away-with-it-red discarding author", "a free place in your hand",
         "ein freier Platz auf der Hand"),
    ],
)  # fmt: skip
def test_actions_of_expansions_say_what_they_bring(state: engine.State, move: str, english: str, german: str) -> None:
    assert english in told(state, move)
    assert german in told(state, move, language="de")


OTHERS = [name for name in engine.set_names() if name not in ("market", "good-company", "sp-plus")]


def test_every_legal_move_of_every_set_has_at_most_two_sentences() -> None:
    """Whole games by chance, with each set: an answer that nobody has reasons for still gets a sentence."""
    for edition, sets in ((1, ("good-company",)), (1, ("sp-plus",)), *((2, ("market", name)) for name in OTHERS)):
        options, rng = engine.Options(edition=edition, sets=sets), Random(4)
        state = engine.new_game(options, engine.make_deal(options, bytes(32)))
        deck, kinds = Deck(options), set()
        while not state.over:
            seat_asked = engine.waiting_for(state)[0]
            view, moves = engine.view_for(state, seat_asked), engine.legal_moves(state, seat_asked)
            guessed, reader = engine.guess(view, rng), Reader(view, deck, ["Anna", "Boris"])
            for move in moves:
                if move.kind not in kinds or rng.random() < 0.05:
                    kinds.add(move.kind)
                    said = reason_in_words(move, reasons_for(view, guessed, move), reader, second=moves[0], behind=3)
                    first, second, *more = said.split(". Second best: ")
                    assert (bool(first), second.endswith(" points)."), more) == (True, True, []), said
            state = engine.apply(state, seat_asked, rng.choice(moves)).state
        assert len(kinds) > 3


def test_the_table_of_terms_has_words_and_worths() -> None:
    view = engine.view_for(FIRST, 0)
    terms = reasons_for(view, FIRST, engine.parse_move("buy lumberjack", FIRST))
    lines = term_lines(terms, Reader(view, Deck(FIRST.rules.options)))
    assert [line.what.replace(NARROW, " ") for line in lines] == ["+3 ₽ every round", "3 ₽ now"]
    assert [line.worth[0] for line in lines] == ["+", "−"]
