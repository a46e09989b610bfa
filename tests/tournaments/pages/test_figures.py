"""Numbers of the arithmetic, as a page writes them."""

from __future__ import annotations

import pytest
from django.utils import translation

from arbiter.sentences import Sentence
from tournaments.lifecycle.words import say
from tournaments.pages.tie_breaks import figure_in_sentence


@pytest.mark.parametrize(("language", "spread"), [("en", "7.17"), ("de", "7,17")])
def test_an_exact_number_in_a_sentence_is_written_as_people_read_it(language: str, spread: str) -> None:
    pattern = "Squared differences of points at the tables: {spread} together; less than {least} is impossible."
    with translation.override(language):
        said = say(Sentence(pattern, spread="43/6", least="13/2"), figure_in_sentence)
    assert "/" not in said
    assert spread in said


def test_what_is_no_number_stays() -> None:
    assert (
        say(Sentence("Bye: {players} of {rest}", players=(7, 12), rest="Neva 3/4"), figure_in_sentence)
        == "Bye: 7, 12 of Neva 3/4"
    )
