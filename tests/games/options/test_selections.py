"""Editions, sets and players that go together (section 2), as the form of a table offers them. The engine alone decides."""

import html
import re

import pytest
from django.test import Client
from django.utils import translation

import engine
from games.emails import tables as letters
from games.lobby.forms import QuickForm
from games.lobby.new_table_form import NewTableForm
from games.lobby.table_forms import TermsForm
from games.models import Game, Status
from games.models.clock import PACES
from games.options import sets as selections
from games.options.sets import SETS, Selection, offered, refusal_words
from games.options.table_words import length_words, selection_words
from games.templatetags.icons import icon_of
from tests.people import signed_in

from ..page_reading import NEW_TABLE, text_of

MARKET = Selection(2, 5, frozenset({"market"}))


def sign_of(selection: Selection) -> str:
    """Read as the script of the page reads it: edition, then players, then sets as the bits of a number."""
    names, signs, _errors = selections.refusal_table()
    mask = sum(1 << bit for bit, name in enumerate(names) if name in selection.sets)
    place = ((selection.edition - 1) * len(selections.PLAYERS) + selection.players - 1) * 2 ** len(names) + mask
    return signs[place]


def test_the_page_brings_the_engines_answer_to_every_selection():
    """COMBO: what is refused on the page is refused by the engine with the same sentence, and nothing else is."""
    _names, signs, errors = selections.refusal_table()
    met = 0
    for selection in selections.all_selections(offered()):
        sign, error = sign_of(selection), selections.ask_engine(selection)
        if error is None:
            assert sign == "0", selection
        else:
            told = errors[ord(sign) - ord("1")]
            assert (told.code, told.sentence, told.rule) == (error.code, error.sentence, error.rule), selection
        met += 1
    assert met == len(signs) == 2 * 5 * 2 ** len(offered())


def test_examples_of_selections():
    """EX-102, COMBO-4, COMBO-13: edition 2 with the Market for five; edition 1 with it and five without it are refused."""
    assert selections.refusal(MARKET) is None
    assert selections.refusal(Selection(1, 2, frozenset({"market"}))).rule == "COMBO-4"
    assert selections.refusal(Selection(2, 5, frozenset())).rule == "COMBO-13"
    assert selections.refusal(Selection(1, 4, frozenset())) is None


def test_of_two_steps_that_mend_a_refused_selection_neither_is_barred():
    """Five at a base game: a set that does not help is no worse than before, the Market mends it."""
    five = Selection(2, 5, frozenset())
    assert selections.hindrance(five, five.with_set("market")) is None
    assert selections.hindrance(five, five.with_players(4)) is None
    four = Selection(2, 4, frozenset())
    assert selections.hindrance(four, four.with_players(5)).rule == "COMBO-13"


def test_every_set_is_explained_in_one_sentence_and_a_picture_in_both_languages():
    for language in ("en", "de"):
        with translation.override(language):
            for name in engine.set_names():
                said = str(SETS[name].about)
                assert len(re.findall(r"\D[.!?](?:\s|$)", said)) == 1, said
                assert icon_of(*SETS[name].icon)
    assert set(offered()) == set(engine.set_names())


def test_every_refusal_is_said_in_german():
    """Sentences of the engine are strings of the catalogue: a new one has to be listed in games/options/sets.py."""
    for error in selections.refusal_table()[2]:
        with translation.override("de"):
            assert refusal_words(error) != error.sentence, error.sentence


def labels(page: str) -> dict[str, str]:
    """Class and words of each choice by "name value"."""
    found = {}
    for look, body in re.findall(r'<label class="(pick[^"]*)"[^>]*>(.*?)</label>', page, re.S):
        name, value = re.search(r'name="(\w+)"', body)[1], re.search(r'value="([^"]*)"', body)[1]
        said = html.unescape(" ".join(re.sub(r"</?(?:span|b|input|svg|use)[^>]*>", " ", body).split()))
        found[f"{name} {value}"] = f"{look}: {re.sub('<[^>]+>', '', said)}"
    return found


@pytest.mark.django_db
def test_what_does_not_go_together_is_greyed_out_with_reason_and_rule(anna):
    """DEC-1: without a script, too; and it stays as it is after a refusal."""
    page = signed_in(anna).get("/tables/new/").content.decode()
    shown = labels(page)
    assert (
        shown["players 5"] == "pick off: 5 This selection does not work for 5 players. Choose 1 to 4. (exact wording)"
    )
    assert shown["players 4"] == "pick: 4"
    assert shown["sets market"].startswith("pick set: Market A fifth phase with 35 Market cards")
    first = signed_in(anna).post("/tables/new/", {**NEW_TABLE, "edition": "1", "players": "9"})
    assert first.status_code == 422
    assert labels(first.content.decode())["sets market"].startswith("pick set off: ")
    assert "The Market needs the 2nd edition. (exact wording)" in labels(first.content.decode())["sets market"]


@pytest.mark.django_db
def test_a_table_for_five_with_the_market_is_said_in_words_everywhere(anna, boris):
    """Lobby, table, invitation, mails, API, archive."""
    wish = {**NEW_TABLE, "sets": ["market"], "players": "5", "guests": "Boris", "seat_2": "rung-1", "seat_4": "rung-6"}
    assert signed_in(anna).post("/tables/new/", wish).status_code == 302
    game = Game.objects.get()
    assert game.engine_options == engine.Options(edition=2, players=5, sets=("market",))
    words = "2nd edition, Market"
    invitation = game.invitations.get()
    for url in (f"/tables/{game.pk}/", f"/invitations/{invitation.token}/"):
        assert words in text_of(signed_in(boris).get(url)), url
    assert f"White nights {words} · 2 days per move" in text_of(Client().get("/lobby/"))
    assert letters.terms_of(game)[:2] == [words, "5 players"]
    with translation.override("de"):
        assert selection_words(game.engine_options) == "2. Auflage, Markt"
    assert "White nights" in text_of(Client().get("/lobby/?sets=some&players=5"))
    assert "White nights" not in text_of(Client().get("/lobby/?sets=none"))


@pytest.mark.django_db
def test_what_a_table_has_chosen_stands_in_the_form_that_changes_it(anna):
    signed_in(anna).post("/tables/new/", {**NEW_TABLE, "sets": ["market"], "players": "5"})
    game = Game.objects.get()
    assert TermsForm.initial_of(game)["sets"] == ["market"]
    assert TermsForm.initial_of(game)["play_on_empty_tableau"] == ""
    page = signed_in(anna).get(f"/tables/{game.pk}/change/").content.decode()
    assert re.search(r'name="sets" value="market"[^>]* checked', page)
    assert re.search(r'name="players" value="5"[^>]* checked', page)
    signed_in(anna).post(f"/tables/{game.pk}/change/", {**NEW_TABLE, "players": "2"})
    game.refresh_from_db()
    assert game.engine_options.sets == ()


@pytest.mark.django_db
def test_five_sit_down_and_a_sixth_finds_no_seat(anna):
    wish = {**NEW_TABLE, "sets": ["market"], "players": "5", **{f"seat_{n}": "rung-1" for n in (2, 3, 4, 5)}}
    assert signed_in(anna).post("/tables/new/", wish).status_code == 302
    assert Game.objects.get().status == Status.RUNNING
    assert signed_in(anna).post("/tables/new/", {**wish, "guests": "Boris"}).status_code == 422
    assert Game.objects.count() == 1


def test_a_quick_game_offers_each_set_with_what_it_needs():
    offers = dict(QuickForm().fields["edition"].choices)
    assert "2+market" in offers
    assert set(offers) >= {"1", "2"}
    for value in offers:
        form = QuickForm({"edition": value, "bots": "1"})
        assert form.is_valid(), (value, form.errors)
        edition, *sets = value.split("+")
        assert (form.terms.options.edition, set(form.terms.options.sets)) == (int(edition), set(sets))
    named = {name for value in offers for name in value.split("+")[1:]}
    assert named == set(offered())


@pytest.mark.django_db
def test_a_quick_game_with_the_market_and_four_bots_begins_at_once(anna):
    response = signed_in(anna).post("/play-a-bot/", {"edition": "2+market", "bots": "4"})
    assert response.status_code == 302
    assert Game.objects.get().engine_options == engine.Options(edition=2, players=5, sets=("market",))
    refused = signed_in(anna).post("/play-a-bot/", {"edition": "2", "bots": "4"})
    assert refused.status_code == 422
    assert "This selection does not work for 5 players. Choose 1 to 4." in text_of(refused)


def test_a_game_with_the_market_takes_longer():
    clock = PACES["2d"][0]
    assert length_words(clock, 4, 0, ("market",)) != length_words(clock, 4)
    assert length_words(clock, 5, 0, ("market",)) != ""


def test_the_form_reads_what_it_can_of_a_wish_that_makes_no_sense():
    form = NewTableForm({**NEW_TABLE, "edition": "7", "players": "x", "sets": ["moon", "market"]})
    assert form.selection == Selection(2, 2, frozenset({"market"}))


@pytest.mark.parametrize(
    ("typed", "real", "said"), [("", None, ""), ("0", 0, " (0 real hurdles)"), ("3", 3, " (3 real hurdles)")]
)
def test_a_table_with_hurdles_chooses_how_many_are_real(typed, real, said):
    """HURD-3, HURD-4: the standard or a number; without hurdles a number is refused, not passed over."""
    wish = {**NEW_TABLE, "sets": ["market", "hurdles"], "real_hurdles": typed}
    form = NewTableForm(wish)
    assert form.is_valid(), form.errors
    assert form.terms.options.real_hurdles == real
    assert selection_words(form.terms.options) == f"2nd edition, Market, Module 6: Hurdles{said}"
    plain = NewTableForm({**wish, "sets": []})
    assert plain.is_valid() == (typed == "")
    assert [error.code for error in plain.errors.as_data().get("real_hurdles", [])] == ["real-hurdles"] * (typed != "")
