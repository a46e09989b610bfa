"""Cards and tiles looked up from a game: figures, prices, copies still to come, and nothing that the viewer may not know."""

from __future__ import annotations

import html
import re
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

import engine
from engine import TILE_KINDS, tile_list
from engine.expansions.market import value_tile as pays
from games.board.expansions.market import value_tile
from games.board.expansions.orders import own_orders
from games.board.extras import extras_of
from games.board.people import people
from games.board.table import ViewedTable
from games.card_popups.views import lines_of_card, sheet_of
from games.names.cards import Deck
from games.names.words import address, box_of
from games.play.positions import Play, load
from games.reference.shelves import SHELVES
from tests.builders import position, seat
from tests.games.boards import seat_named, until_asked, wander_on
from tests.games.play_builders import begun
from tests.people import signed_in

pytestmark = pytest.mark.django_db

EVERYTHING = ["market", "module-2", "good-company", "banquet", "helpers", "events", "orders", "hurdles"]


def sheet(client: Client, game, box: str, id: str, query: str = "") -> str:
    """What the sheet says, without tags and thin spaces."""
    answer = client.get(f"/games/{game.pk}/sheet/{box}/{id}/{query}")
    assert answer.status_code == 200
    return words(answer.content.decode())


def words(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def lines(state: engine.State, viewer: int | None, card: str, play: Play) -> dict[str, str]:
    view = engine.view_for(state, viewer)
    deck = Deck(state.rules.options)
    return {line.what: line.said for line in lines_of_card(card, view, deck, people(play, viewer))}


@pytest.fixture
def play(anna, boris) -> Play:
    return load(begun(anna, boris).pk)


def test_a_card_says_what_it_costs_here_where_it_lies_and_how_many_come(play):
    """UI-22, INFO-1, INFO-3: the price of this viewer with all reductions, every copy that lies open, and the pile."""
    state = position(
        upper=["theater", "market"],
        lower=["market"],
        discard=["market"],
        seats=[seat(rubles=19, display=["market", "carpenter-workshop"], hand=["market"]), seat(display=["pub"])],
    )
    mine, other = (lines(state, viewer, "market", play) for viewer in (0, None))
    assert mine["Your price now"] == "3\u202f₽ in the upper row, 2\u202f₽ in the lower row, 3\u202f₽ in your hand"
    assert lines(state, 0, "theater", play)["Your price now"] == "19\u202f₽ in the upper row"
    assert "Your price now" not in other
    me = "your" if people(play, 0)[0].is_you else ""
    assert mine["Location"].startswith("upper row, lower row, discard pile")
    assert mine["Location"].count("play area") == mine["Location"].count("hand") == 1, me
    left = sum(count for card, count in engine.view_for(state, 0).phases[1].contents if card == "market")
    total = engine.card(state.rules.options, "market").copies
    assert mine["Still to come"] == (
        f"{left} of {total}, in a pile of {state.left[1]} cards" if left else f"none of {total}"
    )


def test_a_card_says_what_it_pays_in_a_display_where_that_is_not_printed(play):
    """CARD-TAX-1: a Tax Man with three green cards pays three rubles."""
    state = position(seats=[seat(display=["tax-man", "lumberjack", "lumberjack", "ship-builder"]), seat()])
    assert "+3\u202f₽" in lines(state, None, "tax-man", play)["Pays now"]
    assert "Pays now" not in lines(state, None, "lumberjack", play)


@pytest.mark.parametrize("edition", [1, 2])
def test_sheets_say_nothing_that_the_viewer_may_not_know(anna, boris, clara, edition: int):
    """INFO-2 to INFO-6: positions that somebody cannot tell apart have the same sheets, hands and orders being hidden."""
    sets = [] if edition == 1 else ["market", "orders", "banquet"]
    play = load(begun(anna, boris, clara, edition=edition, open_hands=False, sets=sets).pk)
    options, rng = play.options, Random(edition)
    state, parted, deck = engine.new_game(options, engine.make_deal(options, bytes(32))), 0, Deck(options)
    orders = [tile.id for tile in tile_list("orders")] if sets else []
    while not state.is_over and state.round < 4:
        asked = engine.waiting_for(state)[0]
        if rng.random() < 0.05:
            for viewer in (0, None):
                view, names = engine.view_for(state, viewer), people(play, viewer)
                other = engine.view_for(engine.guess(view, rng), viewer)
                parted += sum(len(player.hand) for seat, player in enumerate(state.players) if seat != viewer)
                for card in engine.cards(options):
                    assert lines_of_card(card.id, view, deck, names) == lines_of_card(card.id, other, deck, names)
                hidden = [seat for seat in view.seats if seat.hand is None]
                said = [
                    line.said for card in engine.cards(options) for line in lines_of_card(card.id, view, deck, names)
                ]
                assert not any(f"{names[seat.seat]}'s hand" in one for seat in hidden for one in said)
                if orders and viewer is None:
                    assert not [
                        line for tile in orders for extra in extras_of(view) for line in extra.here(tile, view, names)
                    ]
        state = engine.apply(state, asked, rng.choice(engine.legal_moves(state, asked))).state
    assert parted > 5


def test_hidden_hands_make_the_number_one_that_it_is_not_above(anna, boris):
    """INFO-3: with hidden hands the list of a pile also has the hidden hand cards of others."""
    game = begun(anna, boris, open_hands=False)
    seats = {seat_named(game, name): name for name in ("Anna", "Boris")}

    def took(state: engine.State) -> bool:
        return any(state.players[seat].hand for seat, name in seats.items() if name == "Boris")

    play = wander_on(game, until=took, seed=5)
    held = engine.view_for(play.state, seat_named(game, "Boris")).seats[seat_named(game, "Boris")].hand[0].card
    box = box_of(play.options, held)
    told = {name: sheet(signed_in(user), game, box, held) for name, user in (("Anna", anna), ("Boris", boris))}
    assert "'s hand" not in told["Anna"]
    assert "your hand" not in told["Anna"]
    assert "at most" in told["Anna"]
    assert "other players hold 1 hidden card from this pile" in told["Anna"]
    assert "your hand" in told["Boris"]
    assert "hidden" not in told["Boris"]
    assert sheet(Client(), game, box, held) == told["Anna"], "as a visitor"


def test_every_card_and_tile_of_a_game_has_a_sheet_in_two_statements(anna, boris, clara):
    """Everything that the board links to opens; what a game does not have says only what it is."""
    game = begun(anna, boris, clara, sets=EVERYTHING)
    play, client = until_asked(game, "Anna", also=lambda state: state.round == 2), signed_in(anna)
    page = client.get(f"/games/{game.pk}/").content.decode()
    linked = set(re.findall(r'href="/cards/([\w-]+)/([\w-]+)/"', page))
    assert {box for box, _id in linked} >= {"base2", "market", "helpers", "events", "orders", "hurdles", "values"}
    for box, id in sorted(linked):
        with CaptureQueriesContext(connection) as asked:
            said = sheet(client, game, box, id)
        assert len(asked) <= 4, [one["sql"][:80] for one in asked]
        assert "Exact wording" in said
        assert "In this game" in said, (box, id)
    for box, id, status in (("base1", "pub", 200), ("base2", "zeppelin", 404), ("nowhere", "pub", 404)):
        answer = client.get(f"/games/{game.pk}/sheet/{box}/{id}/")
        assert answer.status_code == status
        assert status == 404 or "In this game" not in answer.content.decode()
    deck = Deck(play.options)
    for card in engine.cards(play.options):
        assert deck[card.id].page == address(box_of(play.options, card.id), card.id)


def test_tiles_say_how_they_stand(anna, boris):
    """Helpers, events, orders, hurdles and value tiles, each in words of its own."""
    game = begun(anna, boris, sets=["market", "helpers", "events", "orders", "hurdles"])
    play, client = until_asked(game, "Anna"), signed_in(anna)
    view = play.view(seat_named(game, "Anna"))
    helper = view.extras["helpers"]["holders"][seat_named(game, "Anna")]
    assert "Current holder you" in sheet(client, game, "helpers", helper)
    assert "Used by nobody yet" in sheet(client, game, "events", "event-sponsor")
    assert "Counts this round" in sheet(client, game, "values", "value-1")
    assert "Counts from round 3" in sheet(client, game, "values", "value-3")
    hurdle = re.search(r"/cards/hurdles/([\w-]+)/", client.get(f"/games/{game.pk}/").content.decode())[1]
    assert "On the score track" in sheet(client, game, "hurdles", hurdle)
    own = [order.tile for order in own_orders(view)]
    for tile in (tile.id for tile in tile_list("orders")):
        assert ("Worth now" in sheet(client, game, "orders", tile)) == (tile in own)
        assert "Worth now" not in sheet(Client(), game, "orders", tile)


def test_the_value_tile_of_a_round_is_the_one_in_the_list():
    """MKT-9: six tiles, the last one stays."""
    numbers = {tile.id: tile.name_en.rpartition(" ")[2] for tile in tile_list("values")}
    for round in range(1, 9):
        first, second = pays(round)
        assert numbers[value_tile(round)] == f"{first}/{second}"
    assert "values" in TILE_KINDS


def test_a_sheet_of_a_replay_knows_the_place_and_the_eyes(anna, boris):
    game = begun(anna, boris, open_hands=False)
    wander_on(game, seed=2)
    client = Client()
    start = sheet(client, game, "base2", "author", "?at=0")
    end = sheet(client, game, "base2", "author")
    assert "Still to come 6 of 6, in a pile of" in start
    assert start != end
    for seed in ("?at=10&seat=0", "?at=10&seat=9", "?at=99999&seat=x", "?at=-1"):
        assert "Author" in sheet(client, game, "base2", "author", seed)


def test_sheets_of_a_table_by_link_are_for_its_people(anna, boris, clara):
    game = begun(anna, boris)
    game.visibility = "link"
    game.save()
    path = f"/games/{game.pk}/sheet/base2/pub/"
    assert signed_in(anna).get(path).status_code == 200
    assert {signed_in(clara).get(path).status_code, Client().get(path).status_code} == {404}


def test_outside_of_games_a_sheet_says_what_is_printed():
    answer = Client(headers={"accept-language": "de"}).get("/cards/base2/pub/sheet/")
    said = words(answer.content.decode())
    assert "Genauer Wortlaut" in said
    assert "In dieser Partie" not in said
    assert "<html" not in answer.content.decode()
    assert Client().get("/cards/base2/zeppelin/sheet/").status_code == 404


def test_a_sheet_is_none_for_what_no_box_holds(play):
    table = ViewedTable(play, None)
    assert sheet_of(SHELVES["base2"], "zeppelin", table) is None
    assert sheet_of(SHELVES["base2"], "pub", table)[1]
    assert not sheet_of(SHELVES["base1"], "pub", table)[1]
