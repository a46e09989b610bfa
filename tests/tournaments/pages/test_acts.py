"""The log says every kind of act in words, and shows private words to directors alone."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from django.db import transaction
from django.test import Client
from django.utils import translation

from arbiter.progression.plan import Plan
from tests.games.page_reading import text_of
from tests.people import signed_in
from tests.tournaments.lifecycle.club import NOON, made
from tournaments.leagues import words
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.creating import TournamentTerms
from tournaments.lifecycle.services.log import locked
from tournaments.lifecycle.words import TERMS
from tournaments.pages.acts import SENTENCES, Names
from tournaments.pages.tie_breaks import criterion

ROOT = Path(__file__).resolve().parents[3]


def kinds(*, of_leagues: bool) -> set[str]:
    """Every kind of act that the code writes into logs of tournaments, or of leagues."""
    found: set[str] = set()
    for path in (ROOT / "tournaments").rglob("*.py"):
        in_leagues = "leagues" in path.relative_to(ROOT).parts
        own = "log.write" if in_leagues == of_leagues else "tournament_log.write"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == own and in_leagues >= of_leagues:
                found |= {one.value for one in ast.walk(node.args[1]) if isinstance(one, ast.Constant)}
    return found


def test_every_kind_of_act_has_a_sentence():
    assert len(kinds(of_leagues=False)) > 15
    assert kinds(of_leagues=False) - SENTENCES.keys() == set()
    assert len(kinds(of_leagues=True)) > 10
    assert kinds(of_leagues=True) - words.SENTENCES.keys() == set()


@pytest.mark.django_db
def test_the_log_shows_reasons_to_all_and_private_words_to_directors(anna, boris):
    tournament = made(anna)
    with transaction.atomic():
        log.write(
            locked(tournament.pk), "changed", now=NOON, by=anna, reason="A day more.", private="Boris wrote.", what=[]
        )
    tournament.refresh_from_db()
    page = text_of(Client().get(f"/tournaments/{tournament.pk}/log/"))
    assert "A day more." in page
    assert "by Anna" in page
    assert tournament.head in page
    assert "Boris wrote." not in page
    assert "Boris wrote." not in text_of(signed_in(boris).get(f"/tournaments/{tournament.pk}/log/"))
    assert "Boris wrote." in text_of(signed_in(anna).get(f"/tournaments/{tournament.pk}/log/"))


def test_what_was_changed_has_a_name() -> None:
    assert set(TournamentTerms.__dataclass_fields__) == TERMS.keys()
    said = SENTENCES["changed"]({"what": ["clock", "starts_at", "starts_when_full"]}, Names({}, {}))
    assert said == "Tournament settings changed: pace, start."


def test_rounds_of_a_tournament_are_called_as_its_pages_call_them() -> None:
    """A game has rounds too, for which German has another word."""
    with translation.override("de"):
        assert SENTENCES["deadline"]({"round": 2}, Names({}, {})) == "Frist verschoben: Runde 2."
        assert criterion("BH/C1", Plan(sizes=None)).says.endswith("; der niedrigste Wert gestrichen")
        assert criterion("BH/C2", Plan(sizes=None)).says.endswith("; die niedrigsten 2 Werte gestrichen")
