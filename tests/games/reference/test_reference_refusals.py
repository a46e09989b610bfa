"""Every refusal leads to the rule that forbids it (UI-22): on the page of a game, in the form of a table, in the API."""

import re

import pytest
from django.conf import settings
from django.test import Client

import engine
from games.errors import GameError
from games.play.errors import IllegalMove, NoStandingPass, NotYourTurn, StalePosition
from games.play.positions import load
from games.reference.book import book
from games.reference.markup import with_rule
from tests.people import signed_in

from ..api.test_api import post, with_token
from ..play_builders import asked_user, begun, play_on

pytestmark = pytest.mark.django_db


def test_a_refused_move_names_its_rule_on_the_page_as_a_link(anna, boris):
    """FIRST-2: in the first Worker phase nobody passes, and the page says where that stands."""
    game = begun(anna, boris)
    client = signed_in(asked_user(load(game.pk)))
    answer = client.post(f"/games/{game.pk}/move/", {"text": "pass", "version": "0"})
    assert answer.status_code == 422
    alert = re.search(r'role="alert">(.*?)</p>', answer.content.decode(), re.S)
    assert alert
    assert alert[1].endswith('(<a class="rid said" href="/rules/FIRST-2/" title="FIRST-2">exact wording</a>)')
    assert client.get("/rules/FIRST-2/").status_code == 200


def test_the_api_gives_the_rule_and_its_address(anna, boris):
    game = begun(anna, boris)
    program = with_token(asked_user(load(game.pk)))
    answer = post(program, f"games/{game.pk}/moves/", {"text": "pass", "version": 0}, 422)
    assert (answer["code"], answer["rule"]) == ("illegal_move", "FIRST-2")
    assert answer["rule_url"] == f"{settings.SITE_URL}/rules/FIRST-2/"
    answer = post(program, f"games/{game.pk}/moves/", {"text": "pass", "version": 9}, 409)
    assert "rule" not in answer, "that the page is old is no matter of the rules"


def test_who_is_not_asked_is_shown_turn_1(anna, boris):
    """TURN-1: one after the other."""
    game = begun(anna, boris)
    asked = asked_user(load(game.pk))
    other = boris if asked == anna else anna
    answer = post(with_token(other), f"games/{game.pk}/moves/", {"text": "pass", "version": 0}, 409)
    assert (answer["code"], answer["rule"]) == ("not_your_turn", "TURN-1")


def test_a_standing_pass_that_is_not_possible_is_shown_ui_4(anna, boris):
    """UI-4: none in the compulsory first Worker phase."""
    game = begun(anna, boris)
    client = signed_in(asked_user(load(game.pk)))
    answer = client.post(f"/games/{game.pk}/pass/", {"mode": "phase", "version": "0"})
    assert 'href="/rules/UI-4/"' in answer.content.decode()


def test_a_selection_that_is_forbidden_leads_to_its_rule(anna):
    """COMBO-13: four players at most without the Market and In Good Company."""
    form = {
        "title": "Five",
        "edition": "2",
        "players": "5",
        "bots": "0",
        "first_workers": "compulsory",
        "open_hands": "open",
        "pace": "2d",
        "misses_before_bot": "2",
        "visibility": "public",
    }
    page = signed_in(anna).post("/tables/new/", form).content.decode()
    assert 'href="/rules/COMBO-13/"' in page
    assert Client().get("/rules/COMBO-13/").status_code == 200


@pytest.mark.parametrize("kind", [NotYourTurn, NoStandingPass, IllegalMove, StalePosition])
def test_the_rule_of_an_error_of_the_site_stands_in_the_book(kind: type[GameError]):
    assert not kind.rule or kind.rule in book().entries
    assert kind(rule="COST-4").rule == "COST-4"
    assert kind().rule == kind.rule


def test_a_sentence_without_a_rule_has_no_link_and_nothing_is_taken_for_html():
    assert with_rule("Not <b>now</b>.", "") == "Not &lt;b&gt;now&lt;/b&gt;."
    assert (
        with_rule("A & B", "COST-4")
        == 'A &amp; B (<a class="rid said" href="/rules/COST-4/" title="COST-4">exact wording</a>)'
    )


def test_every_rule_that_the_engine_names_stands_in_the_book():
    """The ids in the engine's refusals and price terms are ids of the book, so no link leads nowhere."""
    import ast

    from .test_reference_rules import ROOT

    named = {
        node.value
        for path in sorted((ROOT / "engine").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"[A-Z][A-Z0-9]*(-[A-Z][A-Z0-9]*)*-(\d+|[A-Z]\d*)", node.value)
    }
    assert {"FIRST-2", "COST-4", "TURN-1", "COMBO-13"} <= named
    groups = {id for id in named if book().is_group(id)}
    assert named - set(book().entries) - groups == set()


def test_the_panel_of_a_card_leads_to_its_rules_and_its_page(anna, boris):
    """COST-2 to COST-5: every term of a price is a link to its rule; the card itself can be looked up."""
    game = begun(anna, boris)
    play = play_on(game, until=lambda play: play.state.round == 2 and play.state.phase == "worker")
    user = asked_user(play)
    view = play.view(play.seat_of(user).index)
    slot = next(slot for slot in view.lower if slot and slot.offers)
    page = signed_in(user).get(f"/games/{game.pk}/?card=lower.{slot.place}.{slot.card}").content.decode()
    for term in slot.offers[0].terms:
        assert f'href="/rules/{term.rule}/"' in page, term
    assert "COST-4" in {term.rule for term in slot.offers[0].terms}
    link = re.search(r'href="(/cards/[^"]+)">About this card', page)
    assert link
    assert f">{engine.card(play.options, slot.card).name_en}</h1>" in Client().get(link[1]).content.decode()
