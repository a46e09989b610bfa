"""What a price term is called when no card of the game makes the difference."""

import pytest
from django.utils import translation

import engine
from games.board.panel import term_label
from games.names.cards import Deck
from tests.builders import position


@pytest.mark.parametrize(("language", "name"), [("en", "Architect"), ("de", "Architekt")])
def test_a_helper_is_called_by_its_name(language: str, name: str) -> None:
    """COST-6: a helper is no card, its reduction still has a name."""
    state = position(sets=("market", "helpers"), remembered={"helpers": ("architect", "lawyer")}, upper=["library"])
    slot = engine.view_for(state, 0).upper[0]
    assert slot is not None
    with translation.override(language):
        labels = [(term_label(term, Deck(state.rules.options)), term.rule) for term in slot.offers[0].terms]
    assert labels[1:] == [(name, "COST-6")]
