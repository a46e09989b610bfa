"""Helpers on the pages of a game: at the seats, in a panel, in prices, in log and mails (section 19)."""

import pytest
from django.utils import translation

import engine
from games.board.extras import extras_of
from games.board.panel import Moves, card_panel
from games.board.people import Person
from games.board.sentences import sentence
from games.emails import turns
from games.names import words
from games.names.cards import Deck
from games.play.positions import load
from tests.builders import position
from tests.games.boards import Page, seat_named, until_asked, wander_on
from tests.games.event_boards import table
from tests.games.play_builders import NOON
from tests.people import signed_in

pytestmark = pytest.mark.django_db

NAMES = [
    Person(index, name, False, index == 0) for index, name in enumerate(("Anna", "Boris", "Clara", "Dora", "Emil"))
]


def with_helpers(*holders: str, **wishes) -> engine.State:
    """A Building phase in which the seats hold these helpers."""
    return position(
        **{
            "sets": ("market", "helpers"),
            "players": len(holders),
            "phase": "building",
            "upper": ["library"],
            "remembered": {"helpers": holders},
            **wishes,
        }
    )


def shown(state: engine.State, viewer: int | None = 0):
    view = engine.view_for(state, viewer)
    (extra,) = [one for one in extras_of(view) if one.part == "helpers"]
    return extra, view


def test_each_helper_stands_with_its_holder_and_the_next():
    """HELP-1 to HELP-5, HELP-9: seats count clockwise, so the right neighbour is the seat before."""
    state = with_helpers("craftsman-master", "liege-lady", "architect", "lawyer", "czars-daughter")
    extra, view = shown(state, 2)
    held = extra.show(view, Deck(state.rules.options), NAMES)
    assert [(one.name, one.short, str(one.holder), str(one.then)) for one in held] == [
        ("Architect", "blue −1 ₽", "Clara", "Boris"),
        ("Lawyer", "red −1 ₽", "Dora", "Clara"),
        ("Czar's Daughter", "Exchange −2 ₽", "Emil", "Dora"),
        ("Craftsman Master", "green −1 ₽", "Anna", "Emil"),
        ("Liege Lady", "yellow −1 ₽", "Boris", "Anna"),
    ]
    assert "Blue cards cost you 1 ruble less" in held[0].words
    last, view = shown(with_helpers("architect", "lawyer", ending=True))
    assert {one.then for one in last.show(view, Deck(state.rules.options), NAMES)} == {None}, (
        "no further round (ROUND-8)"
    )


def test_the_next_holder_is_the_one_of_the_engine(anna, boris):
    """HELP-9, ROUND-5: what the panel foretells comes true."""
    game = table(anna, boris, "plain", "plain")
    play = wander_on(game, until=lambda state: state.round == 2)
    extra, view = shown(play.state, None)
    names = [Person(index, str(index), False, False) for index in range(4)]
    foretold = {one.id: one.then.seat for one in extra.show(view, Deck(play.options), names)}
    view = wander_on(game, until=lambda state: state.round == 3).view(None)
    assert {helper: seat for seat, helper in enumerate(view.extras["helpers"]["holders"])} == foretold


def test_a_helper_stands_at_its_seat(anna, boris):
    """What it does is written there, not only drawn; the tile leads to its page."""
    game = table(anna, boris, "plain", "plain")
    play = until_asked(game, "Anna")
    page = Page.of(signed_in(anna).get(f"/games/{game.pk}/"))
    for helper in play.view(None).extras["helpers"]["holders"]:
        assert f'href="/cards/helpers/{helper}/"' in page.text
    seats = page.text.partition('class="panel seats')[2].partition("</section>")[0]
    assert seats.count('class="own"') == 4
    for words_of in (
        "Liege Lady: yellow −1 ₽",
        "Architect: blue −1 ₽",
        "Lawyer: red −1 ₽",
        "Czar's Daughter: Exchange −2 ₽",
    ):
        assert Page(200, seats.partition("<details")[0]).words.count(words_of) == 1
    visitor = Page.of(signed_in(boris).get(f"/games/{game.pk}/"))
    assert "Helpers rotate after each round" in visitor.words


@pytest.mark.parametrize(
    ("holder", "card", "reduction"),
    [("architect", "library", 1), ("lawyer", "library", 0), ("lawyer", "judge", 1), ("architect", "judge", 0)],
)
def test_a_price_names_the_helper(holder, card, reduction):
    """COST-6, HELP-8: the sum of a price has a line of its own for it, with the rule."""
    other = {"architect": "lawyer", "lawyer": "architect"}[holder]
    state = with_helpers(holder, other, upper=[card])
    view = engine.view_for(state, 0)
    (answer,) = card_panel(view.upper[0], Moves(state, view), Deck(state.rules.options)).answers
    named = [(one.what, one.amount, one.rule) for one in answer.sums if one.what != "Printed cost"]
    assert named == ([(holder.title(), "−1", "COST-6")] if reduction else [])
    assert answer.price == words.rubles(17 - reduction)


@pytest.mark.parametrize("language", ["en", "de"])
def test_mails_name_the_helpers(anna, boris, language):
    game = table(anna, boris, "plain", "plain")
    play = until_asked(game, "Anna")
    seat_row = play.seats[seat_named(game, "Anna")]
    with translation.override(language):
        letter = turns.your_turn(play, seat_row, NOON)
    begins = {"en": "Helpers: you ", "de": "Helfer: du "}[language]
    (line,) = [line for line in letter.board.beside if line.startswith(begins)]
    for name in {"en": ("Liege Lady", "Czar's Daughter"), "de": ("Lehensherrin", "Zarentochter")}[language]:
        assert name in line


def test_the_log_tells_that_helpers_move_on(anna, boris):
    """HELP-9, EX-68: with the new holder of each."""
    game = table(anna, boris, "plain", "plain")
    play = wander_on(game, until=lambda state: state.round == 2)
    page = Page.of(signed_in(anna).get(f"/games/{game.pk}/log/"))
    assert "The helpers are passed on: " in page.words
    (entry,) = [e for step in play.steps for e in step.step.entries if e.kind == "helpers-passed"]
    assert tuple(entry.holders) == tuple(play.view(None).extras["helpers"]["holders"])
    names = ["Anna", "Boris", "Clara", "Dora"]
    with translation.override("de"):
        assert sentence(entry, Deck(play.options), names).startswith("Die Helfer wandern weiter: Anna ")


def test_the_api_shows_holders_and_events_to_everybody(anna, boris):
    """Public things, in plain JSON; the moves of an event only to who has them."""
    game = table(anna, boris, "plain", "plain")
    until_asked(game, "Anna", also=lambda state: state.round == 2)
    mine = signed_in(anna).get(f"/api/v1/games/{game.pk}/").json()["view"]
    other = signed_in(boris).get(f"/api/v1/games/{game.pk}/").json()["view"]
    assert mine["extras"]["helpers"] == other["extras"]["helpers"] == load(game.pk).view(None).extras["helpers"]
    assert [event["event"] for event in mine["extras"]["events"]["events"] if event["moves"]]
    assert not [event["event"] for event in other["extras"]["events"]["events"] if event["moves"]]
