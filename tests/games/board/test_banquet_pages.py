"""The Banquet on the pages of a game: purple cards in tableau and hand, what they ask, what lies on cards, the box, log and
mails (section 18, UI-10)."""

import re
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from django.utils import translation

import engine
from games.board.panel import Moves
from games.board.people import Person, people
from games.board.questions import asking_of
from games.board.sentences import in_data, sentence
from games.emails import turns
from games.models import Game
from games.names.cards import Deck
from games.play.positions import Play, load
from tests.builders import position, seat
from tests.games.banquet_games import arrange, go_on, kind_of, legal
from tests.games.boards import Page, seat_named, send_so_far
from tests.games.page_reading import statements
from tests.games.play_builders import NOON, begun
from tests.people import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(monkeypatch, anna, boris, clara):
    """Makes a game in which it is Anna's turn, these purple cards are in her hand and these cards in her display; Boris has a
    Controller, which pays rubles and points."""

    def make(*hand: str, display: tuple[str, ...] = (), sets=("banquet", "market"), **options: object) -> Game:
        tops = {
            "worker": ["lumberjack", "shepherd", "gold-miner", "lumberjack"],
            "market": [card for card in hand if card in MARKET],
            "building": [card for card in (*display, *hand) if card in BUILDING],
            "noble": ["controller", *(card for card in (*display, *hand) if card in NOBLE)],
            "exchange": [card for card in hand if card in EXCHANGE],
        }
        arrange(monkeypatch, {pile: cards for pile, cards in tops.items() if pile != "market" or "market" in sets})
        game = begun(anna, boris, clara, sets=list(sets), **options)
        own, other = seat_named(game, "Anna"), seat_named(game, "Boris")

        def answers(state: engine.State, seat: int) -> str | None:
            if kind_of(state) != "turn":
                return None
            wanted = [f"take {card}" for card in hand] + [f"buy {card}" for card in display]
            wanted = wanted if seat == own else ["buy controller"] if seat == other else ["buy "]
            return next((text for start in wanted if (text := legal(state, seat, start))), None)

        def ready(state: engine.State) -> bool:
            seen = engine.view_for(state, own).seats[own]
            held, built = [slot.card for slot in seen.hand or ()], [shown.card for shown in seen.display]
            is_asked = kind_of(state) == "turn" and engine.waiting_for(state) == (own,)
            other_has = "controller" in [shown.card for shown in engine.view_for(state, own).seats[other].display]
            return is_asked and other_has and set(hand) <= set(held) and set(display) <= set(built)

        go_on(game, answers, until=ready)
        return game

    return make


MARKET = ("money-collector", "parasite", "black-market-yellow")
BUILDING = ("away-with-it-blue", "library", "market-fish")
NOBLE = ("away-with-it-red", "controller", "judge", "author", "mistress-of-ceremonies")
EXCHANGE = ("thief", "jester", "banquet", "golden-donkey", "double-move")


def her_turn(table: "Table") -> None:
    """Play on, everybody passing, until it is Anna's turn again."""
    own = seat_named(table.game, "Anna")
    go_on(
        table.game,
        lambda state, seat: None,
        until=lambda state: kind_of(state) == "turn" and engine.waiting_for(state) == (own,),
    )


def in_the_box(card: str) -> Callable[[engine.State], bool]:
    """This card has been played and is out of the game."""
    return lambda state: card in engine.view_for(state, None).extras["banquet"]["box"]


class Table:
    """Anna before her browser."""

    def __init__(self, anna, game: Game) -> None:
        self.client, self.game = signed_in(anna), game

    @property
    def play(self) -> Play:
        return load(self.game.pk)

    @property
    def view(self) -> engine.View:
        return self.play.view(seat_named(self.game, "Anna"))

    @property
    def letter(self) -> turns.Turn:
        play = self.play
        return turns.your_turn(play, play.seats[seat_named(self.game, "Anna")], NOON)

    def page(self, query: str = "") -> Page:
        return Page.of(self.client.get(f"/games/{self.game.pk}/{query}"))

    def hand(self, card: str) -> Page:
        """The page on which she has chosen a card of her hand."""
        place = next(value for value in self.page().values("card") if value.endswith(f".{card}") and "hand" in value)
        return self.page(f"?card={place}")

    def answer(self, text: str) -> Page:
        """She sends a move, after the question whether she means it."""
        before = self.page()
        asked = self.page(f"?do={text}&version={before.version}")
        assert asked.values("text") == [text], asked.title
        sent = self.client.post(asked.to_move, {"text": text, "version": before.version})
        assert sent.status_code == 302, sent.content
        send_so_far(self.client, self.game)
        return self.page()

    @property
    def log(self) -> str:
        return self.page("log/").words


def test_purple_cards_in_the_hand_say_what_they_can_do_or_why_nothing(anna, table):
    """BANQ-2 to BANQ-4, UI-22: a panel for each, with its move, or the reason with its rule; never a price."""
    here = Table(anna, table("black-market-yellow", "parasite", "jester"))
    page = here.page()
    assert "Other moves" not in page.words, "the cards offer their moves themselves"
    parasite = here.hand("parasite")
    assert "play parasite" in parasite.moves
    assert "Then you choose another player's card." in parasite.words
    for card, why, rule in (
        ("black-market-yellow", "The discard pile is empty.", "BANQ-BLACK-1"),
        ("jester", "None of your cards pays both rubles and points.", "BANQ-JEST-1"),
    ):
        shown = here.hand(card)
        assert why in shown.words
        assert f"/rules/{rule}/" in shown.text
        assert not any(text.startswith(f"play {card}") for text in shown.moves)


def test_a_purple_card_of_the_tableau_can_be_taken_only(anna, monkeypatch, boris):
    """BANQ-2, COST-11: no price tag; what is offered is to take it."""
    arrange(monkeypatch, {"market": ["money-collector"]})
    game = begun(anna, boris, sets=["banquet", "market"])
    own = seat_named(game, "Anna")
    go_on(game, lambda state, seat: None, until=lambda s: s.phase == "market" and engine.waiting_for(s) == (own,))
    here = Table(anna, game)
    place = next(value for value in here.page().values("card") if value.endswith(".money-collector"))
    shown = here.page(f"?card={place}")
    assert "take money-collector" in shown.moves
    assert not any(text.startswith("buy ") for text in shown.moves)
    assert "at half price" in shown.words


def test_the_golden_donkey_says_what_it_brings(anna, table):
    """BANQ-DONKEY-1."""
    here = Table(anna, table("golden-donkey"))
    had = here.view.seats[here.view.viewer].rubles
    shown = here.hand("golden-donkey")
    assert f"You {had} ₽ → {had + 5} ₽." in shown.words
    after = here.answer("play golden-donkey")
    assert "Anna played Golden Donkey for +5 ₽" in here.log
    assert "Removed from the game 1 purple card ▶ Golden Donkey" in after.words


def test_away_with_it_lets_choose_the_other_card(anna, table):
    """BANQ-AWAY-1, BANQ-AWAY-2: one answer for each card that is not purple."""
    here = Table(anna, table("away-with-it-blue", "library", "golden-donkey"))
    shown = here.hand("away-with-it-blue")
    assert [text for text in shown.moves if text.startswith("play")] == ["play away-with-it-blue discarding library"]
    here.answer("play away-with-it-blue discarding library")
    assert "Anna discarded Library" in here.log
    assert here.view.discard[-1] == "library"


def test_the_jester_shows_both_values_and_lies_on_its_card(anna, table):
    """BANQ-JEST-1, BANQ-BANQ-2, UI-10: 4 rubles and 1 point become 1 and 4; Jester and Banquet together swap and double. The
    card shows what lies on it smaller on top, and a click both with what it pays now."""
    here = Table(anna, table("jester", "banquet", display=("controller",)))
    shown = here.hand("jester")
    assert "pays +4 ₽ +1 VP → +1 ₽ +4 VP at its next scoring" in shown.words
    page = here.answer("play jester on controller")
    assert "Anna put Jester on Controller" in here.log
    assert re.search(r"<summary><span class=\"sr\">Show Controller,[^<]*with Jester", page.text)
    assert "Controller pays now: +1 ₽ +4 VP" in page.words
    her_turn(here)
    again = here.hand("banquet")
    assert "pays +1 ₽ +4 VP → +2 ₽ +8 VP at its next scoring" in again.words
    assert "Put Banquet on Controller" in again.words
    page = here.answer("play banquet on controller-jester")
    assert "Controller pays now: +2 ₽ +8 VP" in page.words
    assert 'class="drop-d on-top"' in page.text
    go_on(here.game, lambda state, seat: None, until=in_the_box("jester"))
    assert "Anna's Jester on Controller is used up" in here.log
    assert "on-top" not in here.page().text.partition('id="display"')[2].partition("</section>")[0]


def test_the_money_collector_halves_the_prices_of_tableau_and_hand(anna, table):
    """DEC-9, COST-9, BANQ-MONEY-1, BANQ-MONEY-3: the sum has a line of its own, and the chip lies on the card."""
    here = Table(anna, table("money-collector", "library"))
    prices = {slot.card: slot.offers[0].price for slot in here.view.upper if slot and slot.offers}
    page = here.answer("play money-collector")
    assert page.title == "Choose a half-price card"
    assert "Money Collector: which card at half price?" in page.words
    halved = {slot.card: slot.offers[0].price for slot in here.view.upper if slot and slot.offers}
    assert halved == {card: max(1, price // 2) for card, price in prices.items()}
    own = here.hand("library")
    assert "play library half" in own.moves
    assert "Half the price, rounded down" in own.words
    assert "/rules/COST-9/" in own.text
    assert "Other moves" not in own.words
    after = here.answer("play library half")
    assert "under the chip" in after.text
    assert "Library pays now: –" in after.words, "never points (BANQ-MONEY-3)"


def test_a_double_move_counts_its_actions(anna, table):
    """DEC-10, BANQ-DOUBLE-1: the page offers what a turn does, twice, and says which of the two it is."""
    here = Table(anna, table("double-move", "golden-donkey"))
    page = here.answer("play double-move")
    assert page.title == "Double Move: action 1 of 2"
    assert "play golden-donkey" in here.hand("golden-donkey").moves
    waiting = Page.of(signed_in(here.play.owner(seat_named(here.game, "Boris"))).get(f"/games/{here.game.pk}/"))
    assert "Double Move: action 1 of 2." in waiting.text
    assert here.letter.question.startswith("Your Double Move, action 1 of 2: buy, take or play a card")
    page = here.answer("play golden-donkey")
    assert page.title == "Double Move: action 2 of 2"
    assert "until-change" not in page.text.partition('class="pass"')[2].partition("</form>")[0]
    assert here.answer("pass").title.startswith("Waiting for")


def test_the_parasite_lists_the_cards_of_the_others(anna, table):
    """DEC-11, BANQ-PARA-1, BANQ-PARA-4: by owner, a button for rubles and one for points, and who reads mails gets names."""
    here = Table(anna, table("parasite"))
    boris = seat_named(here.game, "Boris")
    page = here.answer("play parasite")
    assert page.title == "Choose a Parasite target"
    assert set(page.moves) == set(here.view.moves)
    assert "Controller +4 ₽ +1 VP" in page.words
    assert re.search(r"Parasite: \+4.₽ from Boris&#39;s Controller", page.text)
    lines = [line.text for line in here.letter.moves]
    assert "the points of Boris's Controller" in lines
    had = here.view.seats[here.view.viewer].points
    here.answer(f"parasite seat-{boris} controller points")
    assert here.view.seats[here.view.viewer].points == had + 1
    assert "Anna got +1 VP from Boris's Controller" in here.log


def at_the_window(anna, table, **options: object) -> Table:
    """Anna is asked for the Thief, which she took in the round before."""
    here = Table(anna, table("thief", **options))
    go_on(here.game, lambda state, seat: None, until=lambda state: kind_of(state) == "thief")
    return here


def test_the_thief_is_asked_before_the_first_turn(anna, table):
    """DEC-14, BANQ-THIEF-1, BANQ-THIEF-2, EX-60: keep it, or choose a card; in a turn it says when it is played."""
    first = Table(anna, table("thief"))
    shown = first.hand("thief")
    assert "You can play it only at the start of a phase, when you are asked." in shown.words
    assert "/rules/BANQ-THIEF-1/" in shown.text
    go_on(first.game, lambda state, seat: None, until=lambda state: kind_of(state) == "thief")
    page = first.page()
    assert page.title == "Thief: now or later?"
    assert page.moves == ["thief no"]
    text = next(move for move in first.view.moves if move.startswith("thief buy"))
    slot = next(
        slot for slot in (*first.view.upper, *first.view.lower) if slot and any(o.move == text for o in slot.offers)
    )
    chosen = first.page(f"?card={slot.row}.{slot.place}.{slot.card}")
    assert text in chosen.moves
    assert slot.take in chosen.moves
    asked = first.page(f"?card={slot.row}.{slot.place}.{slot.card}&do={text}&version={page.version}")
    assert asked.title.startswith("Confirm: Thief: buy ")
    letter = first.letter
    assert letter.question.startswith(
        "You hold the Thief. Use it before the first turn of this phase to buy or take a card from "
        "the tableau. Or keep it."
    )
    assert letter.moves[0].text == "keep the Thief"
    assert letter.if_nothing[0] == "If you do nothing, this move is played for you: keep the Thief."
    first.answer(text)
    assert "Anna played Thief" in first.log


def test_with_open_hands_the_thief_names_its_holder(anna, boris, table):
    """BANQ-THIEF-6 speaks of hidden hands; where hands are open there is nothing to hide."""
    here = at_the_window(anna, table)
    page = Page.of(signed_in(boris).get(f"/games/{here.game.pk}/"))
    assert page.title == "Waiting for Anna"


def test_the_thief_can_be_decided_beforehand(anna, table):
    """BANQ-THIEF-6: not to be asked until she changes it, from the page; a question that waits is answered at once."""
    here = at_the_window(anna, table)
    page = here.page()
    assert "The Thief at the start of each phase" in page.words
    sent = here.client.post(f"/games/{here.game.pk}/preset/", {"name": "thief", "value": "no"})
    assert sent.status_code == 302
    assert kind_of(here.play.state) != "thief"
    assert here.play.rows[-1].text == "thief no"
    go_on(
        here.game, lambda state, seat: None, until=lambda s: (s.round, s.phase) > (2, "market") and s.phase == "noble"
    )
    assert [row.source for row in here.play.rows if row.text == "thief no"] == ["standing"] * len(
        [row for row in here.play.rows if row.text == "thief no"]
    )


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_entry_of_the_banquet_has_a_sentence(anna, table, language):
    """Log and lists say what was done, in both languages, never in notation."""
    here = Table(anna, table("jester", "parasite", display=("controller",)))
    here.answer("play parasite")
    here.answer(here.view.moves[0])
    her_turn(here)
    here.answer("play jester on controller")
    go_on(here.game, lambda state, seat: None, until=in_the_box("jester"))
    play = here.play
    deck, names, seen = Deck(play.options), people(play, None), set()
    with translation.override(language):
        for step in play.steps:
            for entry in step.step.entries:
                if entry.kind in ("purple", "parasite", "boxed"):
                    seen.add(entry.kind)
                    assert sentence(entry, deck, names) != in_data(entry, deck, names)
    assert seen == {"purple", "parasite", "boxed"}


def test_mails_in_german_ask_in_words(anna, table):
    """Mails name the cards as the German edition does."""
    here = Table(anna, table("parasite", "money-collector"))
    with translation.override("de"):
        assert "Schmarotzer spielen" in [line.text for line in here.letter.moves]
    here.answer("play parasite")
    with translation.override("de"):
        assert here.letter.question.startswith("Dein Schmarotzer:")
        assert "die Rubel für" in " ".join(line.text for line in here.letter.moves)


def test_a_page_with_the_banquet_takes_no_more_statements(anna, table):
    """As many as without it, and one for what has been decided beforehand (the Thief)."""
    here = Table(anna, table("golden-donkey"))
    _response, caught = statements(here.client, f"/games/{here.game.pk}/")
    assert len(caught) <= 6, [query["sql"] for query in caught]


def test_the_parasite_tells_cards_of_one_name_apart():
    """GLOSS-2, BANQ-PARA-1: two Ship Builders of one display stood there under one name."""
    others = seat(display=["ship-builder-fish", "ship-builder-apple", "lumberjack"])
    state = position(sets=("market", "banquet"), phase="building", seats=(seat(hand=["parasite"]), others))
    state = engine.apply(state, 0, engine.parse_move("play parasite", state)).state
    view, names = engine.view_for(state, 0), [Person(0, "Anna", False, True), Person(1, "Boris", False, False)]
    table = SimpleNamespace(view=view, deck=Deck(state.rules.options), names=names, moves=Moves(state, view))
    (host,) = asking_of(view).panel(table).hosts
    assert [choice.name for choice in host.choices] == ["Ship Builder (fish)", "Ship Builder (apple)", "Lumberjack"]
