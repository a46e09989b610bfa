"""What a director is told to expect of a tournament before he makes it."""

from __future__ import annotations

from time import process_time

import pytest

from accounts.models import User
from tests.games.page_reading import text_of
from tests.people import signed_in
from tournaments.director.templates import TEMPLATES
from tournaments.models import Tournament

from .making import new

pytestmark = pytest.mark.django_db


def test_what_to_expect_is_told_before_the_tournament_is_made(nora: User) -> None:
    client = signed_in(nora)
    page = text_of(new(client, title="Winter cup", step="look"))
    for words in ("What to expect", "Typical days", "Other table sizes", "The rounds were simulated", "round 2"):
        assert words in page
    assert "8 players: rematches from round 2. There are none with 1 round." in page
    assert not Tournament.objects.exists()
    assert "What to expect" in text_of(new(client, title="", step="look"))
    assert not Tournament.objects.exists()


def test_a_short_round_and_a_small_field_in_pairs_are_warned_of(nora: User) -> None:
    page = text_of(new(signed_in(nora), title="x", form="swiss-pairs", rounds="7", round_days="5", step="look"))
    assert "A game at this pace usually takes about" in page
    assert "8 players: the Dutch System may find no legal pairing for round" in page
    assert "players: the Dutch System may find no legal pairing for round" in page
    assert "or a round-robin" in page


def test_a_round_robin_is_proposed_for_more_rounds_than_there_are_opponents(nora: User) -> None:
    chosen = {"title": "x", "form": "swiss-pairs", "rounds": "5", "most_entrants": "3", "step": "look"}
    page = text_of(new(signed_in(nora), **chosen))
    assert "3 players: 5 rounds need rematches." in page
    assert "Choose a round-robin instead: everyone meets once in 3 rounds." in page


def test_a_round_robin_that_so_many_cannot_play_is_told_before(nora: User) -> None:
    page = text_of(new(signed_in(nora), title="x", form="robin", rounds="2", most_entrants="5", step="look"))
    assert (
        "5 players: the settings do not fit this number and become: round-robin, 4 games each with varied opponents"
        in page
    )


def test_no_form_that_is_left_as_it_is_warns_of_its_length(nora: User) -> None:
    client = signed_in(nora)
    for form in TEMPLATES:
        page = text_of(new(client, title="x", form=form, step="look"))
        assert "A game at this pace usually takes about" in page, form
        assert "Choose a faster pace" not in page, form


def test_a_large_tournament_is_played_ahead_with_fewer_and_says_so(nora: User) -> None:
    chosen = {"title": "x", "most_entrants": "1003", "rounds": "9", "step": "look"}
    started_at = process_time()
    page = text_of(new(signed_in(nora), **chosen))
    assert process_time() - started_at < 4
    assert "1003 players: simulated with 103 players" in page


def test_rounds_that_a_field_bears_by_chance_alone_are_warned_of(nora: User) -> None:
    """Nine rounds of sixteen players go well in every tournament played ahead, yet they need not (docs/pairing.md)."""
    client = signed_in(nora)
    chosen = {"title": "x", "form": "swiss-pairs", "most_entrants": "16", "step": "look"}
    assert "16 players: after 8 rounds the Dutch System may" in text_of(new(client, **chosen, rounds="9"))
    assert "16 players: after" not in text_of(new(client, **chosen, rounds="8"))
