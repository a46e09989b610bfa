"""Module 2 and In Good Company on the pages of a game: the search, the trade beside the Pub, the Sack of five players."""

from dataclasses import replace

import pytest
from django.utils import translation

import engine
from games.board import log
from games.board.people import Person
from games.board.registry import merged
from games.board.sentences import sentence
from games.board.table import Wish
from games.emails import tables, turns
from games.models import Source
from games.names.cards import Deck
from games.page.content import GamePage
from games.play.moves import submit_move
from games.play.positions import load
from tests.games.boards import Page, first_way, seat_named, send_so_far, until_question, wander_on
from tests.games.page_reading import statements
from tests.games.play_builders import NOON, begun
from tests.people import signed_in

pytestmark = pytest.mark.django_db

NAMES = [
    Person(index, name, False, index == 0) for index, name in enumerate(("Anna", "Boris", "Clara", "Dora", "Emil"))
]


@pytest.fixture
def game(anna, boris):
    """Anna and Boris at a table with Module 2."""
    return begun(anna, boris, sets=["module-2"])


def page_of(user, game, query="") -> Page:
    return Page.of(signed_in(user).get(f"/games/{game.pk}/{query}"))


def until_offered(game, name, text):
    """Play on until this person may play this move."""
    seat = seat_named(game, name)

    def comes(state):
        return engine.waiting_for(state) == (seat,) and text in map(str, engine.legal_moves(state, seat))

    return first_way(game, comes)


def test_the_prison_searches_the_whole_pile_and_each_card_can_be_bought_taken_or_put_back(anna, boris, game):
    """M2-DEBT-2, M2-DEBT-3, M2-DEBT-4, DEC-7, DEC-8: topmost first, every card with its price; the log tells all of it."""
    until_offered(game, "Anna", "search")
    page = page_of(anna, game)
    assert "prison" in page.values("card")
    assert "Your Debtors&#39; Prison can search the discard pile instead." in page.text
    page = page_of(anna, game, "?card=prison")
    assert page.panel_moves == ["search"]
    assert "then stays face down, without its point, until the next round" in page.words
    client = signed_in(anna)
    assert client.post(f"/games/{game.pk}/move/", {"text": "search", "version": page.version}).status_code == 302
    send_so_far(client, game)
    view = load(game.pk).view(seat_named(game, "Anna"))
    page = page_of(anna, game)
    assert page.title == "Choose a discarded card"
    listed = [value for value in page.values("card") if value.startswith("discard.")]
    assert listed == [f"discard.{slot.place}.{slot.card}" for slot in view.spread]
    assert [value.rpartition(".")[2] for value in listed] == list(dict.fromkeys(reversed(view.discard)))
    assert page.moves == [], "first a card is chosen"
    slot = next(slot for slot in view.spread if slot.take and any(offer.legal for offer in slot.offers))
    page = page_of(anna, game, f"?card=discard.{slot.place}.{slot.card}")
    wanted = {slot.take, f"put-back {slot.card}", *(offer.move for offer in slot.offers if offer.legal)}
    assert set(page.moves) == wanted
    assert "From the discard pile:" in page.words
    back = f"put-back {slot.card}"
    page = page_of(anna, game, f"?do={back.replace(' ', '+')}&version={page.version}")
    assert page.values("text") == [back]
    assert "Confirm: Put it back on top" in page.title
    bought = next(offer.move for offer in slot.offers if offer.legal)
    assert client.post(f"/games/{game.pk}/move/", {"text": bought, "version": page.version}).status_code == 302
    words = page_of(boris, game).words
    assert "Anna used the Debtors' Prison to search the discard pile" in words
    assert "from the discard pile for" in words


def test_nobody_else_answers_a_search_and_a_wrong_address_chooses_nothing(anna, boris, game):
    until_question(game, "Anna", "search")
    assert "discard." not in " ".join(page_of(boris, game).values("card"))
    assert page_of(boris, game).title == "Waiting for Anna"
    for query in ("?card=discard.1.no-such-card", "?card=upper.1.pub", "?do=put-back+no-such-card"):
        page = page_of(anna, game, query)
        assert page.status == 200
        assert page.moves == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_mail_asks_for_a_card_of_the_discard_pile(anna, game, language):
    """No notation: question, answers, and what the clock would do."""
    play = until_question(game, "Anna", "search")
    own = seat_named(game, "Anna")
    with translation.override(language):
        letter = turns.your_turn(play, play.seats[own], NOON)
    lines = [line.text for line in letter.moves]
    asks, back = {
        "en": (
            "Choose a card from the discard pile. Buy it, take it into your hand or put it back on top.",
            "back on top of the discard pile",
        ),
        "de": (
            "Wähle eine Karte des Ablagestapels. Kaufe sie, nimm sie auf die Hand oder lege sie oben zurück.",
            "oben auf den Ablagestapel zurücklegen",
        ),
    }[language]
    assert letter.question.startswith(asks)
    assert sum(back in line for line in lines) == len(play.view(own).spread)
    assert not set(lines) & set(play.view(own).moves)
    assert back in letter.if_nothing[0]


def test_pub_and_trading_house_are_one_answer(anna, game):
    """UI-6, UI-7, CARD-PUB-5: two rows of numbers; the price of each is that of the whole answer."""
    until_offered(game, "Anna", "pub 2 trade")
    page = page_of(anna, game)
    moves = load(game.pk).view(seat_named(game, "Anna")).moves
    assert page.moves == list(moves)
    assert page.title.startswith("Trade, and Pub: 0 to ")
    assert "Pub and Trading House: your choice?" in page.words
    assert page.text.count("Without the trade</b>") == 1
    assert page.text.count("With the trade: 3\u202f₽ for 2\u202fVP</b>") == 1
    assert "Buy 2 VP and trade for 7 ₽" in page.words
    assert [page.text.count(f'id="a-{index}"') for index in range(len(moves))] == [1] * len(moves)
    before = load(game.pk).state
    own = seat_named(game, "Anna")
    wish = {"text": "pub 2 trade", "version": page.version}
    assert signed_in(anna).post(f"/games/{game.pk}/move/", wish).status_code == 302
    steps = load(game.pk).steps
    after = next(one.step.state for one in steps if one.row and one.row.text == "pub 2 trade")
    assert (after.rubles(own) - before.rubles(own), after.points(own) - before.points(own)) == (-7, 4)
    assert "Anna traded 3 ₽ for 2 VP" in Page.of(signed_in(anna).get(f"/games/{game.pk}/log/")).words


def test_the_trade_alone_is_yes_or_no(anna, game):
    """DEC-19: without a Pub two answers, in words."""
    seat = seat_named(game, "Anna")
    until_offered(game, "Anna", "pub 0 trade")
    page = GamePage(load(game.pk), anna, now=NOON)
    page.view = replace(page.view, moves=("pub 0", "pub 0 trade"), question=replace(page.view.question, maximum=0))
    assert page.view.viewer == seat
    assert page.panel.heading == "Trading House: trade 3\u202f₽ for 2\u202fVP?"
    assert [(answer.label, answer.button, answer.move) for answer in page.panel.answers] == [
        ("Do not trade", "Do not trade", "pub 0"),
        ("Trade", "Trade 3\u202f₽ for 2\u202fVP", "pub 0 trade"),
    ]


@pytest.mark.parametrize(("kind", "answers"), [("guild", 5), ("impostor", 2)])
def test_guild_and_impostor_can_be_asked_all_the_same(anna, game, kind, answers):
    """DEC-20, DEC-21: presets answer for people; after a bot has kept the seat the question may stand open."""
    play = until_question(game, "Anna", kind)
    own = seat_named(game, "Anna")
    page = page_of(anna, game)
    assert page.moves == list(play.view(own).moves)
    assert len(page.moves) == answers
    assert (
        page.title
        == {
            "guild": "Choose rubles or points",
            "impostor": "Pay for the Impostor?",
        }[kind]
    )
    for language in ("en", "de"):
        with translation.override(language):
            letter = turns.your_turn(play, play.seats[own], NOON)
            assert letter.question
            assert not {line.text for line in letter.moves} & set(play.view(own).moves)
    text = play.view(own).moves[-1]
    submit_move(game_id=game.pk, user=anna, text=text, version=page.version, source=Source.PAGE, now=NOON)
    told = Page.of(signed_in(anna).get(f"/games/{game.pk}/log/")).words
    assert {"guild": "Anna's Trading Guild pays 4 ₽", "impostor": "Anna discarded Impostor"}[kind] in told


def test_a_split_lies_on_the_card_for_everybody_once_it_was_used(anna, boris, game):
    """GUILD-2, UI-5: the last choice is on the card; the face shows what it pays."""
    until_question(game, "Anna", "guild")
    play = load(game.pk)
    submit_move(game_id=game.pk, user=anna, text="guild 3 1", version=play.game.version, source=Source.PAGE, now=NOON)
    assert "split of rubles and points 3/1" in page_of(boris, game).text
    stacks = [
        stack
        for group in GamePage(load(game.pk), boris, now=NOON).others[0].groups
        for stack in group.stacks
        if stack.face.key == "trading-guild"
    ]
    assert [(stack.face.rubles, stack.face.points) for stack in stacks] == [(3, 1)]


@pytest.fixture
def five(anna, boris):
    """Five at a table without the Market."""
    return begun(anna, boris, "plain", "plain", "plain", sets=["module-2", "good-company"])


def test_the_sack_stands_in_the_line_of_the_round_and_its_points_in_the_log(anna, five):
    """FIVE-2, FIVE-4, FIVE-6: it starts no phase; who holds it is named, and the line of the log says all of it."""
    play = load(five.pk)
    (holder,) = [shown.seat for shown in play.view(None).seats if "sack" in shown.tokens]
    page = GamePage(play, anna, now=NOON)
    (loose,) = page.loose_tokens
    assert (loose.token, loose.holder.seat) == ("sack", holder)
    words = page_of(anna, five).words
    assert "Sack" in words
    assert "2 points at the start of every Worker phase" in words
    for viewer in range(5):
        names = [replace(person, is_you=person.seat == viewer) for person in page.names]
        lines = [line.text for line in log.lines(page.told, play.rows, page.deck, names, hands={})]
        who = "you" if viewer == holder else str(page.names[holder])
        assert f"Sack: {who} 0 + 2 = 2\u202fVP" in lines
    seats = tables.seats_of(play, seat_named(five, "Anna"))
    assert [line for line in seats if line.endswith("holds: Sack")]
    mail = turns.happened_since(play, seat_named(five, "Anna"), page.deck)
    assert sum("0\u00a0+\u00a02\u00a0=\u00a02" in line for line in mail) == 1
    _response, caught = statements(signed_in(anna), f"/games/{five.pk}/")
    assert len(caught) <= 6, [query["sql"] for query in caught]


def test_the_new_farmer_bears_wheat(five):
    """IGC-FARM-1: cost 9, 3 rubles and 1 VP, the symbol wheat."""
    face = Deck(load(five.pk).options)["new-farmer"]
    assert (face.cost, face.rubles, face.points, face.symbol) == (9, 3, 1, "wheat")
    assert "wheat symbol" in face.label


def test_a_whole_game_of_five_is_told_in_sentences(anna, five):
    """Every entry of these sets has words of its own in both languages."""
    play = wander_on(five)
    assert play.game.is_finished
    deck, seen = Deck(play.options), set()
    for language in ("en", "de"):
        with translation.override(language):
            for one in play.steps:
                for entry in one.step.entries:
                    seen.add(entry.kind)
                    assert entry.kind in merged("sentences")
                    assert sentence(entry, deck, NAMES)
    assert {"guild", "trade"} & seen
    middle = signed_in(anna).get(f"/games/{five.pk}/replay/?at={len(play.steps) // 2}&seat=4")
    assert "Sack" in middle.content.decode()


def test_the_choice_of_a_search_follows_the_move_to_be_confirmed(anna, game):
    until_question(game, "Anna", "search")
    page = GamePage(load(game.pk), anna, now=NOON)
    text = page.view.moves[0]
    asked = GamePage(load(game.pk), anna, now=NOON, wish=Wish(do=text))
    assert asked.confirm is not None
    assert asked.panel.face is not None
    assert asked.panel.face.id in text
