"""Events on the pages of a game: the six tiles, a panel for each, the two cards of the Twin, log, mails (section 20)."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.utils import translation

import engine
from games.board import tableau
from games.board.expansions.events import REASONS, Tiles
from games.board.extras import extras_of
from games.board.move_words import move_words
from games.board.panel import Moves
from games.board.people import Person
from games.board.questions import tools
from games.board.sentences import in_data, sentence
from games.board.tableau import name_of
from games.emails import turns
from games.names import words
from games.names.cards import Deck
from games.play.positions import PlayedStep, load
from tests.builders import act, position, seat, texts
from tests.games.boards import Page, seat_named, wander_on
from tests.games.event_boards import table, until_moves, until_twin
from tests.games.page_reading import statements
from tests.games.play_builders import NOON
from tests.people import signed_in

pytestmark = pytest.mark.django_db

NAMES = [Person(index, name, False, index == 0) for index, name in enumerate(("Anna", "Boris", "Clara"))]


@pytest.fixture
def game(anna, boris):
    """Anna, Boris and two bots with the Market, helpers and events."""
    return table(anna, boris, "plain", "plain")


def page_of(user, game, query="") -> Page:
    return Page.of(signed_in(user).get(f"/games/{game.pk}/{query}"))


def sends(user, game, text: str) -> Page:
    """Send a move as the page would, and look at the game afterwards."""
    client = signed_in(user)
    page = Page.of(client.get(f"/games/{game.pk}/"))
    assert client.post(page.to_move, {"text": text, "version": page.version}).status_code == 302
    return Page.of(client.get(f"/games/{game.pk}/"))


def a_position(**wishes) -> engine.State:
    """Three seats in round 2, with events."""
    return position(
        **{"sets": ("market", "events"), "players": 3, "phase": "building", "upper": ["firehouse"], **wishes}
    )


def tiles_of(state: engine.State, viewer: int | None = 0) -> dict[str, object]:
    """The six events by id, as the panel shows them."""
    view = engine.view_for(state, viewer)
    (extra,) = [one for one in extras_of(view) if one.part == "events"]
    shown = extra.show(view, Deck(state.rules.options), NAMES)
    assert isinstance(shown, Tiles)
    return {event.id: event for event in shown.events}


def moves_of(state: engine.State) -> Moves:
    return Moves(state, engine.view_for(state, 0))


def test_six_tiles_say_what_can_be_used_and_why_not():
    """EVT-1, EVT-2, EVT-5: each with its moves, or with a reason and the rule; all six in printed order."""
    tiles = tiles_of(a_position(upper=["customs-house"] * 5, lower=["author"] * 3))
    assert list(tiles) == [f"event-{name}" for name in ("twin", "sponsor", "ghost", "new-luck", "warehouse", "grabber")]
    assert [name for name, tile in tiles.items() if tile.moves] == [
        "event-twin",
        "event-sponsor",
        "event-ghost",
        "event-warehouse",
    ]
    assert (tiles["event-new-luck"].why, tiles["event-new-luck"].rule) == (
        "Too few free places in the tableau.",
        "EVT-LUCK-1",
    )
    assert (tiles["event-grabber"].why, tiles["event-grabber"].rule) == ("The discard pile is empty.", "EVT-GRAB-1")
    first = tiles_of(a_position(round=1))
    assert {(tile.why, tile.rule) for tile in first.values()} == {("Available from round 2.", "EVT-2")}


def test_a_used_event_names_its_user_and_ends_the_others_for_him():
    """EVT-1: one for each player; what he used lies in front of him (EVT-3)."""
    state = act(a_position(), 0, "event sponsor")
    tiles = tiles_of(state)
    assert str(tiles["event-sponsor"].used_by) == "Anna"
    assert {tile.why for name, tile in tiles.items() if name != "event-sponsor"} == {
        "You have already used your event."
    }
    view = engine.view_for(state, None)
    (extra,) = [one for one in extras_of(view) if one.part == "events"]
    assert [tile.name for tile in extra.at_seat(view, 0)] == ["Sponsor"]
    assert extra.at_seat(view, 1) == ()


@pytest.mark.parametrize(
    ("wishes", "why"),
    [
        ({"discard": ["academy"], "seats": [seat(rubles=1), seat(), seat()]}, "You cannot afford the top card."),
        ({"discard": ["mariinski-theater"]}, "You have no card it can replace."),
    ],
)
def test_the_grabber_says_what_is_in_the_way_of_the_card_on_top(wishes, why):
    """EVT-GRAB-1: it can be chosen only if the top card can be bought and paid now."""
    tile = tiles_of(a_position(**wishes))["event-grabber"]
    assert (tile.moves, tile.why, tile.rule) == ((), why, "EVT-GRAB-1")
    assert tile.top is not None


def test_every_reason_of_the_engine_has_words_here():
    """A code without words would be an event that cannot be used and does not say why."""
    source = "".join(path.read_text() for path in (engine_folder() / "expansions" / "events").glob("*.py"))
    assert set(re.findall(r'"(event-[a-z]+)", "', source)) <= set(REASONS)


def engine_folder() -> Path:
    return Path(engine.__file__).parent


def test_the_page_shows_tiles_with_buttons_to_who_may_use_them(anna, boris, game):
    """EVT-3: on the own turn; for others the same tiles without a button, for visitors too."""
    until_moves(game, "Anna", "event sponsor", "event warehouse")
    mine, other = page_of(anna, game), page_of(boris, game)
    usable = [value for value in mine.values("card") if value.startswith("event-")]
    legal = {
        text.split()[1] for text in load(game.pk).view(seat_named(game, "Anna")).moves if text.startswith("event ")
    }
    assert usable == [
        f"event-{name}" for name in ("twin", "sponsor", "ghost", "new-luck", "warehouse", "grabber") if name in legal
    ]
    assert "events" in mine.values("card"), "a button near the hand opens the list"
    assert "You can use an event first." in unescape(mine.text)
    assert not [value for value in other.values("card") if value.startswith("event")]
    for page in (mine, other):
        assert page.words.count("Each player may use one per game, before an action.") == 1
        assert "Sponsor" in page.words


def test_a_page_with_events_takes_no_more_statements(anna, game):
    """Six statements as without them."""
    until_moves(game, "Anna", "event twin")
    _response, caught = statements(signed_in(anna), f"/games/{game.pk}/?card=event-twin")
    assert len(caught) <= 6, [query["sql"] for query in caught]


def test_every_legal_move_has_a_button_with_events_too(anna, boris, game):
    """Cards, list and panels together offer exactly what the rules allow, other copies by their places (TURN-13)."""
    anna.confirm_moves = False
    anna.save()
    play = until_moves(game, "Anna", "event ghost", "event twin", "event warehouse")
    view, first = play.view(seat_named(game, "Anna")), page_of(anna, game)
    offered = set(first.moves)
    for choice in first.values("card"):
        offered |= set(page_of(anna, game, f"?card={choice}").moves)
    assert offered == set(view.moves)
    assert "Other moves" not in first.words


def test_the_list_opens_a_panel_for_each_event(anna, game):
    play = until_moves(game, "Anna", "event sponsor", "event warehouse")
    page = page_of(anna, game, "?card=events")
    assert "Which event do you want to use? Your turn continues afterwards." in page.words
    assert "You get 6 rubles, every other player 2." in page.words
    seat_view = play.view(seat_named(game, "Anna")).seats[seat_named(game, "Anna")]
    sponsor = page_of(anna, game, "?card=event-sponsor")
    said = f"You {seat_view.rubles} ₽ → {seat_view.rubles + 6} ₽, everyone else +2 ₽. Your turn continues afterwards."
    assert said in sponsor.words
    assert sponsor.panel_moves == ["event sponsor"]
    asked = page_of(anna, game, f"?card=event-sponsor&do=event+sponsor&version={sponsor.version}")
    assert asked.title == "Confirm: Use Sponsor"
    assert said in asked.words
    assert asked.values("text") == ["event sponsor"]
    after = sends(anna, game, "event sponsor")
    assert after.title == "Your turn", "the action follows (EVT-3)"
    assert "Anna used the event Sponsor" in after.words
    assert "Boris got 2 ₽ from the Sponsor" in after.words
    assert "You have used your event: Sponsor." in after.words
    assert not [value for value in after.values("card") if value.startswith("event")]


def test_the_event_warehouse_is_one_place_more_in_the_hand(anna, game):
    """EVT-WARE-1, HAND-2: said before, counted in the hand afterwards; with the card Warehouse it is 5."""
    play = until_moves(game, "Anna", "event warehouse")
    limit = play.view(None).seats[seat_named(game, "Anna")].hand_limit
    assert f"Your hand {limit} → {limit + 1} cards." in page_of(anna, game, "?card=event-warehouse").words
    after = sends(anna, game, "event warehouse")
    assert f"of {limit + 1} " in after.words
    state = act(a_position(seats=[seat(display=["warehouse"])]), 0, "event warehouse")
    assert engine.view_for(state, 0).seats[0].hand_limit == 5


def test_the_ghost_is_led_by_a_card_of_the_tableau(anna, game):
    """EVT-GHOST-1, DEC-17: each card is an answer, and a label in its place; the very card that is clicked goes."""
    play = until_moves(game, "Anna", "event ghost")
    own = seat_named(game, "Anna")
    legal = [text for text in play.view(own).moves if text.startswith("event ghost")]
    page = page_of(anna, game, "?card=event-ghost")
    assert page.panel_moves == legal
    rows = page.text.partition('id="tableau"')[2].partition("</section>")[0]
    targets = [int(number) for number in re.findall(r'data-target="(\d+)"', rows)]
    view = play.view(own)
    cards = [slot for slot in (*view.upper, *view.lower) if slot is not None]
    assert sorted(targets) == list(range(len(cards)))
    for slot, number in zip(cards, targets, strict=True):
        at = f" at {slot.place}" if legal[number].endswith(f" at {slot.place}") else ""
        assert legal[number] == f"event ghost {slot.card}{' lower' if slot.row == 'lower' else ''}{at}"
    text, gone = legal[targets[-1]], cards[-1]
    after = sends(anna, game, text)
    now = load(game.pk).view(own)
    assert now.discard[-1] == gone.card
    assert f"Anna discarded {Deck(play.options).name(gone.card)}" in after.words


def test_of_equal_cards_the_ghost_takes_the_one_that_is_named():
    """TURN-13: Firehouse on 1 and 3; the answer about place 3 discards that one."""
    state = a_position(upper=["firehouse", "pub", "firehouse"], lower=["firehouse"])
    view, deck = engine.view_for(state, 0), Deck(state.rules.options)
    assert [name_of(slot, view, deck) for slot in (*view.upper[:3], view.lower[0])] == [
        "Firehouse (place 1)",
        "Pub",
        "Firehouse (place 3)",
        "Firehouse",
    ]
    said = {text: move_words(text, view, deck).text for text in texts(state, 0) if text.startswith("event ghost")}
    assert said["event ghost firehouse"] == "use the event Ghost and discard Firehouse (place 1)"
    assert said["event ghost firehouse at 3"] == "use the event Ghost and discard Firehouse (place 3)"
    assert said["event ghost firehouse lower"] == "use the event Ghost and discard Firehouse from the lower row"
    after = engine.view_for(act(state, 0, "event ghost firehouse at 3"), 0)
    assert (after.upper[0].card, after.discard[-1]) == ("firehouse", "firehouse")


def test_without_events_equal_cards_need_no_place():
    state = position(sets=("market",), players=3, phase="building", upper=["firehouse", "firehouse"])
    view = engine.view_for(state, 0)
    assert name_of(view.upper[1], view, Deck(state.rules.options)) == "Firehouse"


def test_a_click_buys_the_very_card(anna, game):
    """TURN-13: the button of the second of two equal cards names its place, in the preview as well."""
    play = until_moves(game, "Anna", "take")
    own = seat_named(game, "Anna")
    play = wander_on(game, until=lambda state: has_copy_to_take(state, own), seed=3)
    view = play.view(own)
    text = next(text for text in view.moves if text.startswith("take ") and " at " in text)
    slot = next(slot for slot in (*view.upper, *view.lower) if slot and slot.take == text)
    page = page_of(anna, game, f"?card={slot.row}.{slot.place}.{slot.card}")
    assert text in page.moves
    assert f"place {slot.place}" in page.words
    asked = page_of(
        anna, game, f"?card={slot.row}.{slot.place}.{slot.card}&do={text.replace(' ', '+')}&version={page.version}"
    )
    name = Deck(play.options).name(slot.card)
    assert asked.title == f"Confirm: take {name} (place {slot.place}) to hand"
    after = sends(anna, game, text)
    now = load(game.pk).view(own)
    assert (now.upper if slot.row == "upper" else now.lower)[slot.place - 1] is None
    assert f"Anna took {name}" in after.words


def has_copy_to_take(state: engine.State, own: int) -> bool:
    """Could this seat take a card that has an equal one to its left?"""
    if engine.waiting_for(state) != (own,):
        return False
    return any(str(move).startswith("take ") and " at " in str(move) for move in engine.legal_moves(state, own))


def test_places_that_were_emptied_are_told_where_they_are():
    """The hole is where the card was bought from, not where an equal one lies (TURN-13), and new cards in between do not
    matter (EVT-LUCK-1)."""
    start = a_position(upper=["firehouse", "pub", "firehouse", "hospital"])
    steps = [engine.Step(0, None, None, start, (engine.PhaseStarted(2, "building", 0),))]
    for number, (who, text) in enumerate(
        [(0, "event new-luck"), (0, "buy firehouse at 3"), (1, "take hospital")], start=1
    ):
        played = engine.apply(steps[-1].state, who, engine.parse_move(text, steps[-1].state))
        steps.append(engine.Step(number, who, None, played.state, played.entries))
    found = tableau.ghosts([PlayedStep(None, one) for one in steps], len(steps) - 1, Deck(start.rules.options), NAMES)
    assert {key: ghost.text for key, ghost in found.items()} == {
        ("upper", 3): "Anna bought Firehouse",
        ("upper", 4): "Boris took Hospital",
    }


def test_a_new_card_that_was_laid_out_by_an_event_can_be_bought_without_harm():
    """A card that came after the refill leaves its hole like any other."""
    start = a_position(upper=["firehouse"], piles={"building": ["academy", "pub", "library", "firehouse"]})
    steps = [engine.Step(0, None, None, start, (engine.PhaseStarted(2, "building", 0),))]
    for number, (who, text) in enumerate([(0, "event new-luck"), (0, "buy pub")], start=1):
        played = engine.apply(steps[-1].state, who, engine.parse_move(text, steps[-1].state))
        steps.append(engine.Step(number, who, None, played.state, played.entries))
    found = tableau.ghosts([PlayedStep(None, one) for one in steps], len(steps) - 1, Deck(start.rules.options), NAMES)
    assert {key: ghost.text for key, ghost in found.items()} == {("upper", 3): "Anna bought Pub"}


class Before:
    """What panels need of a page: the viewer's view and moves in a position."""

    def __init__(self, state: engine.State) -> None:
        self.moves = moves_of(state)
        self.view, self.deck, self.viewer = self.moves.view, Deck(state.rules.options), 0
        self.rubles = self.view.seats[0].rubles


def panel_of(state: engine.State, name: str):
    before = Before(state)
    (tool,) = [tool for tool in tools(before.view) if tool.name == name]
    return tool.panel(before) if tool.is_usable(before) else None


def test_the_grabber_shows_its_price_and_what_it_replaces():
    """EVT-GRAB-1: no reduction for the lower row; an Exchange card names what it replaces; the turn goes on."""
    plain = panel_of(a_position(discard=["library", "pub"]), "event-grabber")
    assert plain.heading == "Grabber: Pub"
    (answer,) = plain.answers
    assert (answer.move, answer.button, answer.price) == (
        "event grabber pub",
        f"Grab Pub for {words.rubles(1)}",
        words.rubles(1),
    )
    assert [(one.what, one.amount) for one in answer.sums] == [("Printed cost", "1")]
    assert plain.text.endswith("Your turn continues afterwards.")
    state = a_position(discard=["weaving-mill"], seats=[seat(display=["shepherd"])])
    (over,) = panel_of(state, "event-grabber").answers
    assert over.move == "event grabber weaving-mill over shepherd"
    assert over.button == f"Grab Weaving Mill over Shepherd for {over.price}"
    said = move_words(over.move, engine.view_for(state, 0), Deck(state.rules.options)).text
    assert said.startswith("use the event Grabber and buy Weaving Mill over Shepherd for ")


def test_nothing_opens_that_cannot_be_used():
    view = Before(a_position(round=1, discard=["pub"])).view
    assert not [tool for tool in tools(view) if tool.name.startswith("event")]


def test_new_luck_and_twin_say_what_comes():
    state = a_position(upper=["firehouse"])
    (luck,) = panel_of(state, "event-new-luck").answers
    assert luck.effect.startswith("3 cards from the pile of Buildings.")
    assert luck.reveals, "what it lays out is not taken back (UI-15)"
    (twin,) = panel_of(state, "event-twin").answers
    assert twin.effect.startswith("A card from the pile of Buildings is placed on Firehouse.")


def test_the_twin_asks_for_both_cards(anna, boris, game):
    """DEC-16, EVT-TWIN-2, UI-10: both are shown, with every way that leaves one for the other; others see them too."""
    play = until_twin(game, "Anna")
    own, deck = seat_named(game, "Anna"), Deck(play.options)
    view = play.view(own)
    page = page_of(anna, game)
    assert page.title == "Choose the twin cards"
    assert page.moves == list(view.moves)
    assert page.text.count("ontop") == 1
    first, second = view.upper[0], view.spread[0]
    assert "Twin: which card first?" in page.words
    assert f"with {deck[second.card].name} on top" in page.words
    other = page_of(boris, game, f"?card=upper.1.{first.card}")
    assert other.text.count("ontop") == 1
    assert f"{deck[first.card].name}, with {deck[second.card].name} on top" in other.words
    assert not other.moves
    text = view.moves[0]
    after = sends(anna, game, text)
    assert after.title == "Choose the twin cards"
    assert "Twin: now " in after.words
    assert sends(anna, game, after.moves[0]).title != "Choose the twin cards"


@pytest.mark.parametrize("language", ["en", "de"])
def test_mails_ask_for_the_twins_in_words(anna, game, language):
    play = until_twin(game, "Anna")
    seat_row = play.seats[seat_named(game, "Anna")]
    with translation.override(language):
        letter = turns.your_turn(play, seat_row, NOON)
    asks = {"en": "Your Twin event: buy or take ", "de": "Dein Ereignis Zwilling: Kaufe oder nimm "}[language]
    assert letter.question.startswith(asks)
    lines = [line.text for line in letter.moves]
    assert len(lines) == len(play.view(seat_row.index).moves)
    assert not set(lines) & set(play.view(seat_row.index).moves), "words, not notation"
    beside = {"en": "Used events: Twin (you)", "de": "Genutzte Ereignisse: Zwilling (du)"}[language]
    assert any(line.startswith(beside) for line in letter.board.beside), letter.board.beside


def test_a_mail_tells_equal_cards_apart(anna, game):
    """TURN-13: rows and moves of a mail name the places, so that a reply means the very card."""
    play = until_moves(game, "Anna", "event ghost", copies=True)
    view, deck = play.view(seat_named(game, "Anna")), Deck(play.options)
    text = next(text for text in view.moves if text.startswith("event ghost") and " at " in text)
    place = text.rpartition(" ")[2]
    letter = turns.your_turn(play, play.seats[seat_named(game, "Anna")], NOON)
    (line,) = [letter.moves[index].text for index, move in enumerate(view.moves) if move == text]
    assert f"(place {place})" in line
    rows = letter.board.lower if " lower " in text else letter.board.upper
    assert sum(f"(place {place})" in one for one in rows) == 1
    assert deck.name(text.split()[2]) in line


def test_events_and_helpers_in_german(anna, game):
    """No English is left where tiles, panels and seats speak."""
    anna.language = "de"
    anna.save()
    until_moves(game, "Anna", "event ghost", "event warehouse", copies=True)
    page = page_of(anna, game)
    for said in (
        "Ereignisse 6 übrig",
        "Davor darfst du ein Ereignis nutzen.",
        "Zwilling",
        "Greifer",
        "Helfer",
        "Platz 1",
    ):
        assert said in unescape(page.text) if said.startswith("Davor") else said in page.words, said
    assert "Zarentochter: Austausch −2 ₽" in page.words
    listed = page_of(anna, game, "?card=events")
    assert "Welches Ereignis nutzt du? Danach geht dein Zug weiter." in listed.words
    ghost = page_of(anna, game, "?card=event-ghost")
    assert "Geist: welche Karte abwerfen?" in ghost.words
    assert "(Platz " in ghost.words


@pytest.mark.parametrize("language", ["en", "de"])
def test_mails_of_a_turn_offer_the_events(anna, game, language):
    play = until_moves(game, "Anna", "event sponsor", "event ghost")
    seat_row = play.seats[seat_named(game, "Anna")]
    with translation.override(language):
        letter = turns.your_turn(play, seat_row, NOON)
    offers = {"en": "You can use an event first.", "de": "Davor darfst du ein Ereignis nutzen."}[language]
    assert letter.question.endswith(offers)
    lines = [line.text for line in letter.moves]
    assert {"en": "use the event Sponsor", "de": "das Ereignis Sponsor nutzen"}[language] in lines
    assert not any(line.startswith("event ") for line in lines)
    assert len(set(lines)) == len(lines), "copies are told apart by their places"


def test_every_entry_has_a_sentence_in_both_languages(anna, game):
    """Log and replay of a whole game with events and helpers."""
    play = wander_on(game)
    deck, seen = Deck(play.options), set()
    for language in ("en", "de"):
        with translation.override(language):
            for step in play.steps:
                for entry in step.step.entries:
                    seen.add(entry.kind)
                    if entry.kind in ("event", "sponsored", "helpers-passed"):
                        names = ["Anna", "Boris", "Clara", "Dora"]
                        assert sentence(entry, deck, names) != in_data(entry, deck, names)
    assert {"event", "helpers-passed"} <= seen
    used = next(index for index, one in enumerate(play.steps) if any(e.kind == "event" for e in one.step.entries))
    replay = Page.of(signed_in(anna).get(f"/games/{game.pk}/replay/?at={used}"))
    assert "used the event" in replay.words
    assert "Events" in replay.words
    assert not [value for value in replay.values("card") if value.startswith("event")], "a replay offers nothing"


def test_a_refused_event_names_its_rule(anna, game):
    """EVT-1: a second event is refused, with a link to the rule."""
    until_moves(game, "Anna", "event sponsor", "event warehouse")
    after = sends(anna, game, "event sponsor")
    client = signed_in(anna)
    answer = client.post(after.to_move, {"text": "event warehouse", "version": after.version})
    assert answer.status_code == 422
    assert "/rules/EVT-1/" in answer.content.decode()
