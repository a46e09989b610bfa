"""Warnings before a bad trade: on the tag, in the panel and for those who hear the page, in figures, in both languages."""

import re

import pytest

import engine
from games.names import words
from games.play.positions import load
from tests.games.boards import Page, until_asked
from tests.games.play_builders import begun
from tests.people import signed_in

pytestmark = pytest.mark.django_db


def cheapest(state):
    """The cards of the tableau that can be bought, each with the move whose price stands at it."""
    seat = engine.waiting_for(state)[0]
    view = engine.view_for(state, seat)
    for slot in (*view.upper, *view.lower):
        if slot is not None and slot.offers and slot.offers[0].legal and not slot.blocked:
            yield slot, seat, engine.parse_move(slot.offers[0].move, state)


def found(state, of):
    return next(((slot, said) for slot, seat, move in cheapest(state) if (said := of(state, seat, move))), None)


def pages(user, game, slot):
    """The game as it stands and with this card chosen."""
    client = signed_in(user)
    chosen = f"{slot.row}.{slot.place}.{slot.card}"
    return Page.of(client.get(f"/games/{game.pk}/")), Page.of(client.get(f"/games/{game.pk}/?card={chosen}"))


@pytest.mark.parametrize(("language", "each"), [("en", "per"), ("de", "je")])
def test_a_card_that_paid_more_is_no_silent_loss(anna, boris, language, each):
    anna.language = language
    anna.save()
    game = begun(anna, boris, edition=2)
    until_asked(game, "Anna", seed=4, also=lambda state: found(state, engine.losses))
    slot, (loss, *_others) = found(load(game.pk).state, engine.losses)
    board, panel = pages(anna, game, slot)
    figure = f"−{loss.points}" if loss.points else f"−{loss.rubles}"
    assert re.search(rf'<small class="warns">{figure}\b', board.text)
    said = rf"{figure}\W+\w*\W*{each} \w+"
    assert re.search(said, board.text), "in the name of the card, for those who hear it"
    assert re.search(rf'<strong class="warns">{said}', panel.text)
    others = Page.of(signed_in(boris).get(f"/games/{game.pk}/"))
    assert "warns" not in others.text, "it is a figure of whose turn it is"


def test_what_comes_too_late_is_said_as_long_as_it_is_wanted(anna, boris):
    game = begun(anna, boris, edition=2)
    until_asked(game, "Anna", also=lambda state: found(state, engine.too_late))
    slot, back = found(load(game.pk).state, engine.too_late)
    board, panel = pages(anna, game, slot)
    assert f'<small class="warns">returns {back.rubles} of {words.rubles(back.price)}</small>' in board.text
    assert re.search(r'<strong class="warns">(Returns|Pays nothing)', panel.text)
    anna.warn_too_late = False
    anna.save()
    assert not [page for page in pages(anna, game, slot) if re.search('warns">([Rr]eturns|Pays)', page.text)]
