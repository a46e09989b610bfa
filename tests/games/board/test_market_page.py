"""The Market on the pages of a game: its square, its questions, its lines in overview, log and mails, with five seats."""

import re
from dataclasses import replace

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.html import escape

import engine
from games.board import score
from games.board.extras import extras_of
from games.board.people import Person
from games.board.registry import joined, merged
from games.board.sentences import in_data, sentence
from games.board.table import Wish
from games.emails import turns
from games.errors import GameError
from games.models import Source
from games.names import words
from games.names.cards import Deck, move_said
from games.page.content import GamePage
from games.play.moves import submit_move
from games.play.positions import load
from tests.builders import position, seat
from tests.games.boards import Page, seat_named, until_question, wander_on
from tests.games.page_reading import statements
from tests.games.play_builders import NOON, begun, play_on
from tests.people import signed_in

pytestmark = pytest.mark.django_db

FIVE = ("plain", "plain", "plain")
NAMES = [
    Person(index, name, False, index == 0) for index, name in enumerate(("Anna", "Boris", "Clara", "Dora", "Emil"))
]


@pytest.fixture
def game(anna, boris):
    """Anna, Boris and three bots at a table with the Market."""
    return begun(anna, boris, *FIVE, sets=["market"])


def page_of(user, game, query="") -> Page:
    return Page.of(signed_in(user).get(f"/games/{game.pk}/{query}"))


def square_of(state: engine.State, viewer: int = 0):
    """What the panel of the square shows."""
    view = engine.view_for(state, viewer)
    (extra,) = extras_of(view)
    return extra.show(view, Deck(state.rules.options), NAMES)


def market(**wishes):
    return position(sets=("market",), phase="market", upper=["chick"], **wishes)


def standing(square, kind: str) -> dict[str, tuple[int, bool]]:
    """Field and ten marker of everybody on one kind."""
    (row,) = [row for row in square.kinds if row.name == kind]
    return {str(who): (number, past_ten) for number, at in enumerate(row.fields, 1) for who, past_ten in at}


def test_a_marker_past_ten_stands_on_the_square_again_with_a_ten_marker():
    """EX-66, MKT-6: 9 and 3 symbols are 12, shown as ten marker and space 2; 10 is space 10 without it."""
    coops = ["chicken-coop", "special-chicken-card", "hen"]  # 3 + 4 + 2
    assert standing(square_of(market(seats=[seat(display=coops)])), "chicken") == {"Anna": (9, False)}
    ten = square_of(market(seats=[seat(display=[*coops, "chick"])]))
    assert standing(ten, "chicken") == {"Anna": (10, False)}
    twelve = square_of(market(seats=[seat(display=[*coops, "chick", "hen"]), seat(display=["apple"])]))
    assert standing(twelve, "chicken") == {"Anna": (2, True)}
    (row,) = [row for row in twelve.kinds if row.name == "chicken"]
    assert row.said == "you 12", "who listens hears the full number (MKT-7)"
    assert standing(twelve, "apple") == {"Boris": (1, False)}


def test_the_square_shows_both_tiles_and_what_it_would_pay():
    """MKT-9, MKT-10, UI-20: round 3 pays 3/1, round 4 pays 4/2; in the last round there is no next one."""
    state = market(round=3, seats=[seat(display=["chick", "hen"]), seat(display=["chick", "apple"])])
    square = square_of(state)
    assert (square.tile, square.next_tile) == ((3, 1), (4, 2))
    assert [(str(person), points) for person, points in square.scores] == [("Boris", 4), ("Anna", 3)]


def test_the_overview_knows_market_income_and_upkeep():
    """EX-110, UI-12, UI-13: Worker income 6 rubles, upkeep -2, Building income 1 VP, Noble income 4 rubles and 1 VP, different
    nobles 1 VP; Market income 0 rubles, and its VP depend on the positions of the others."""
    display = ["lumberjack", "lumberjack", "market-fish", "controller", "special-apple-card"]
    others = seat(display=["apple", "fish", "fish-basket"])
    state = position(
        sets=("market",), phase="worker", round=2, upper=["lumberjack"], seats=[seat(display=display), others]
    )
    view = engine.view_for(state, 0)
    shown = score.overview(view, Deck(state.rules.options), NAMES)
    mine = {line.name: (line.cells[0].rubles, line.cells[0].points) for line in shown.lines}
    assert mine["Workers"] == (6, 0)
    assert mine["Upkeep"] == (-2, 0)
    assert mine["Buildings"] == (0, 1)
    assert mine["Nobles"] == (4, 1)
    assert mine["Market and square"] == (0, 3), "apple 4 before 1 pays 2, fish 1 behind 3 pays 1"
    assert mine["Full round"] == (8, 5)
    assert shown.nobles[0] == 1
    assert words.figure(shown.lines[2].cells[0].rubles) == "−2"


def test_the_page_shows_five_seats_the_square_and_the_market_phase(anna, game):
    """UI-20: phases with the Sack, ten cards, the value tile, all five seats; a visitor sees the square, too."""
    until_question(game, "Anna", "turn", least_round=3)
    page = page_of(anna, game)
    assert page.status == 200
    words = page.words
    for said in (
        "Market square 1st 3 VP, 2nd 1 VP",
        "Current payout:",
        "Next round: 4 and 2.",
        "Upkeep",
        "Market and square",
    ):
        assert said in words, said
    assert page.text.count('<div class="tr"') == 5
    assert re.findall(r'id="pile-(\w+)"', page.text) == ["worker", "market", "building", "noble", "exchange"]
    assert {f'<span class="seat s{index}"' in page.text for index in range(5)} == {True}
    visitor = Page.of(signed_in(anna).get(f"/games/{game.pk}/log/"))
    assert "Market scoring" in visitor.words


def test_a_page_with_the_market_takes_no_more_statements(anna, boris, game):
    """Six statements as without it, at the end of a long game too."""
    wander_on(game, until=lambda state: state.round == 4)
    _response, caught = statements(signed_in(anna), f"/games/{game.pk}/")
    assert len(caught) <= 6, [query["sql"] for query in caught]


def test_a_kind_is_chosen_on_the_page_and_its_tile_lies_on_the_card(anna, game):
    """DEC-5, MKT-15: one answer for each tile in the supply, what it changes beside it; afterwards the card shows the kind."""
    play = until_question(game, "Anna", "kind")
    moves = [str(move) for move in engine.legal_moves(play.state, seat_named(game, "Anna"))]
    page = page_of(anna, game)
    assert page.title == "Choose a kind"
    assert page.moves == moves
    assert ": which kind is the ? symbol?" in page.words
    assert re.search(r"\w+ \d+ → \d+", page.words)
    asked = page_of(anna, game, f"?do={moves[-1]}&version={page.version}")
    assert asked.values("text") == [moves[-1]]
    client = signed_in(anna)
    assert client.post(f"/games/{game.pk}/move/", {"text": moves[-1], "version": page.version}).status_code == 302
    after = page_of(anna, game)
    assert "kinded" in after.text
    assert f"kind tile: {moves[-1].removeprefix('kind ')}" in after.text


def test_upkeep_is_asked_with_its_price_and_what_is_lost(anna, game):
    """DEC-22, MKT-20, MKT-22."""
    play = until_question(game, "Anna", "upkeep", least_round=2)
    question = engine.question_for(play.state, seat_named(game, "Anna"))
    page = page_of(anna, game)
    assert page.moves == [f"keep {question.card}", f"give-up {question.card}"]
    assert f"Keep it for {question.maximum} ₽" in page.words
    assert re.search(r"\w+ (\d+) → (\d+), the card is discarded", page.words)
    assert "Leaves you" in page.words
    for seat_index in range(5):
        if seat_index != seat_named(game, "Anna"):
            assert not load(game.pk).view(seat_index).moves


@pytest.mark.parametrize(("kind", "language"), [(k, language) for k in ("kind", "upkeep") for language in ("en", "de")])
def test_mails_ask_in_words_of_their_own(anna, game, kind, language):
    """No notation in a mail: question, answers and what the clock would play; the square beside the tableau."""
    play = until_question(game, "Anna", kind, least_round=2)
    seat_row = play.seats[seat_named(game, "Anna")]
    with translation.override(language):
        letter = turns.your_turn(play, seat_row, NOON)
    lines = [line.text for line in letter.moves]
    english = {
        "kind": ("choose the kind of its ? symbol.", "choose fish for the ? symbol", "Fish: "),
        "upkeep": ("or give it up.", "give up Special card", "Market square (each kind: first place "),
    }
    german = {
        "kind": ("Wähle die Sorte des ?-Symbols.", "Fisch für das ?-Symbol wählen", "Fisch: "),
        "upkeep": ("oder gib sie ab.", "Sonderkarte ", "Marktplatz (je Sorte: erster Platz "),
    }
    asks, answer, beside = {"en": english, "de": german}[language][kind]
    assert letter.question.endswith(asks), letter.question
    assert any(line.startswith(answer) for line in lines) or not any(
        "fish" in move for move in play.view(seat_row.index).moves
    )
    assert not any(line in play.view(seat_row.index).moves for line in lines), "words, not notation"
    assert any(line.startswith(beside) for line in letter.board.beside)
    assert all(str(move) not in " ".join(letter.if_nothing) for move in engine.legal_moves(play.state, seat_row.index))


def test_ship_builders_are_told_apart_where_their_symbols_differ():
    """GLOSS-2: one name, but a sentence says which; without the Market they are all alike."""
    deck = Deck(engine.Options(edition=2, players=2, sets=("market",)))
    assert deck.name("ship-builder-fish") == "Ship Builder (fish)"
    assert deck.name("ship-builder-any") == "Ship Builder (?)"
    assert deck.name("lumberjack") == "Lumberjack"
    assert Deck(engine.Options(edition=2, players=2)).name("ship-builder") == "Ship Builder"


def test_five_seats_play_to_the_end_through_the_services(anna, game):
    """Every entry has a sentence of its own in both languages; result, replay and archive stand for five."""
    play = wander_on(game)
    assert play.game.is_finished
    assert len(play.game.result["seats"]) == 5
    deck, seen = Deck(play.options), set()
    for language in ("en", "de"):
        with translation.override(language):
            for step in play.steps:
                for entry in step.step.entries:
                    seen.add(entry.kind)
                    assert entry.kind in merged("sentences")
                    assert sentence(entry, deck, NAMES)
    assert {"kind", "upkeep-paid", "given-up"} <= seen
    scorings = {entry.phase for step in play.steps for entry in step.step.entries if isinstance(entry, engine.Scored)}
    assert scorings == {"worker", "market", "market-square", "building", "noble"}
    middle = signed_in(anna).get(f"/games/{game.pk}/replay/?at={len(play.steps) // 2}&seat=4")
    assert escape("Market square") in middle.content.decode()
    assert "Market" in signed_in(anna).get("/archive/?set=market").content.decode()
    assert signed_in(anna).get("/archive/?set=orders").context["rows"] == []


def test_a_person_and_bots_answer_through_the_services_until_the_second_market(anna):
    """The bots of the site know the questions of the Market."""
    game = begun(anna, "plain", "plain", "plain", "plain", sets=["market"])
    play = play_on(game, until=lambda play: (play.state.round, play.state.phase) == (2, "building"))
    assert {row.source for row in play.rows} >= {Source.BOT, Source.PAGE}


def a_turn_of_anna(anna, boris):
    """A page of a game in which Anna may draw with an Observatory, among other things."""
    game = begun(anna, boris)
    own = seat_named(game, "Anna")

    def draws(state: engine.State) -> bool:
        return engine.waiting_for(state) == (own,) and any(m.kind == "draw" for m in engine.legal_moves(state, own))

    return wander_on(game, until=draws)


def test_a_question_that_nobody_knows_is_a_list_of_named_buttons(anna, boris):
    """No game stands still: each legal move is a button with its words, and the mail says them, too."""
    play = a_turn_of_anna(anna, boris)
    page = GamePage(play, anna, now=NOON)
    page.view = replace(page.view, question=replace(page.view.question, kind="riddle"))
    html = render_to_string(
        "games/page/game.html",
        {
            "page": page,
            "game": play.game,
            "user": anna,
            "every": 5,
            "tag": "",
            "stream": "",
            "phase_told": "",
            "marks": (),
            "hint": None,
            "may_ask_hint": False,
            "mistake": None,
            "may_tell_mistakes": False,
            "error": None,
            "box": None,
            "frame_template": "base.html",
            "csrf_input": "",
        },
    )
    shown = Page(200, html)
    assert set(page.view.moves) <= set(shown.moves)
    assert shown.title == "Your decision"
    assert "Use an Observatory and draw from the pile of Workers" in shown.words
    assert page.asking.letter(page.view, page.deck) == "Choose one of the answers below."
    assert move_said("guess lumberjack over pub 7", page.deck) == "guess Lumberjack over Pub 7"


def test_a_question_to_nobody_named_names_nobody_in_the_turn_bar(anna, boris):
    """BANQ-THIEF-6: the view of others says that something is asked, and not whom."""
    page = GamePage(a_turn_of_anna(anna, boris), boris, now=NOON)
    page.view = replace(page.view, asked=())
    assert (page.bar.title, page.bar.person, page.bar.deadline) == ("Waiting for an answer", None, None)
    assert not any(row.asked for row in page.seat_rows)


def test_moves_of_a_turn_that_nobody_offers_stand_under_other_moves(anna, boris):
    play = a_turn_of_anna(anna, boris)
    page = GamePage(play, anna, now=NOON, wish=Wish(card="further"))
    assert page.tool_buttons == [("observatory", "Use the Observatory")]
    page = GamePage(play, anna, now=NOON, wish=Wish(card="further"))
    left = [text for text in page.view.moves if text.split(" ")[0] in ("buy", "take", "play")]
    assert left
    empty = tuple(replace(one, hand=()) for one in page.view.seats)
    page.view = replace(page.view, upper=(), lower=(), seats=empty)
    assert ("further", "Other moves") in page.tool_buttons
    assert [answer.move for answer in page.panel.answers] == left


def test_an_entry_that_nobody_knows_is_told_by_its_data():
    deck = Deck(engine.Options(edition=2, players=2))

    class Juggled(engine.Entry):
        kind = "has-juggled"

        def to_json(self):
            return {"kind": self.kind, "seat": 1, "card": "lumberjack", "times": 3, "over": None}

    told = Juggled()
    told.seat = 1
    assert in_data(told, deck, NAMES) == "Boris has juggled Lumberjack 3"


def test_two_additions_that_claim_the_same_are_refused():
    assert joined("verbs", [{"keep": 1}, {}, {"draw": 2}]) == {"keep": 1, "draw": 2}
    with pytest.raises(ValueError, match="two additions have verbs for keep"):
        joined("verbs", [{"keep": 1}, {"keep": 3}])


def test_a_stale_answer_to_upkeep_is_refused(anna, game):
    """UI-15 and the promise of the log: the same answer twice plays once."""
    until_question(game, "Anna", "upkeep", least_round=2)
    play = load(game.pk)
    text = play.view(seat_named(game, "Anna")).moves[0]
    submit_move(game_id=game.pk, user=anna, text=text, version=play.game.version, source=Source.PAGE, now=NOON)
    with pytest.raises(GameError):
        submit_move(game_id=game.pk, user=anna, text=text, version=play.game.version, source=Source.PAGE, now=NOON)
