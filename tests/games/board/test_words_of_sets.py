"""Words that only games with sets bring onto the page: losses, equal cards of several boxes, and one German word for one thing."""

import html
import re

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.db import transaction
from django.utils import translation

import engine
from engine import TILE_KINDS, tile_list
from games.board.panel import term_label
from games.board.people import people
from games.board.round import arches
from games.board.score import FinalLine
from games.models import Source
from games.names import words
from games.names.cards import Deck
from games.options.sets import SETS
from games.play.advance import Advance
from games.play.positions import load
from tests.games.boards import Page, first_way, wander_on
from tests.games.play_builders import NOON, begun
from tests.people import signed_in

COMPANY = ("market", "good-company", "module-2")


def test_what_a_scoring_takes_has_one_sign():
    """IMPO-1: an Impostor takes a ruble; `+−1 ₽` stood there before, and `-1` in its coin."""
    assert words.gains(-1, 0) == "−1\u202f₽"
    assert words.gains(-1, 2) == "−1\u202f₽ +2\u202fVP"
    assert words.gained_rubles(3) == "+3\u202f₽"
    face = Deck(engine.Options(sets=("module-2",)))["impostor"]
    assert "takes 1 ruble at each scoring" in face.label
    assert "pays -1" not in face.label
    with translation.override("de"):
        face = Deck(engine.Options(sets=("module-2",)))["impostor"]
        assert "kostet bei jeder Wertung 1 Rubel" in face.label


def test_a_score_below_zero_has_a_real_minus(db, anna, boris):
    """END-14: in the final table and in mails."""
    person = people(load(begun(anna, boris).pk), None)[0]
    assert FinalLine(person, 2, winner=False, total=-1, left=0).points == "−1"
    assert words.amount_of_points(-1) == "−1 points"
    assert words.points(-12) == "−12\u202fVP"


@pytest.mark.django_db
def test_the_display_of_an_impostor_shows_the_loss_once(anna, boris):
    """IMPO-1: in the lines of the next scoring and on the card."""
    game = begun(anna, boris, sets=["module-2"])
    play = first_way(
        game, lambda state: any("impostor" in _names(state, seat) for seat in (0, 1)) and state.phase != "noble"
    )
    assert play.game.is_running
    text = Page.of(signed_in(anna).get(f"/games/{game.pk}/")).text
    assert "+−" not in text
    assert '<span class="rub">−1</span>' in text
    assert "−1\u202f₽" in text


def _names(state, seat):
    return [card.card for card in engine.view_for(state, None).seats[seat].display]


def test_a_pile_lists_equal_cards_once_and_tells_market_symbols(db, anna, boris):
    """INFO-3, GLOSS-2: copies that In Good Company adds stood in a line of their own, Ship Builders in lines that looked equal."""
    game = begun(anna, boris, sets=COMPANY)
    play = load(game.pk)
    deck = Deck(play.options)
    shown = {arch.phase: arch for arch in arches(play.view(None), deck, people(play, None))}
    for arch in shown.values():
        named = [card.name for card in arch.cards]
        assert len(named) == len(set(named)), named
        assert sum(card.many for card in arch.cards) == arch.left
    assert any(card.name.startswith("Ship Builder (") for card in shown["worker"].cards)
    assert next(card.many for card in shown["noble"].cards if card.name == "Controller") > 2
    page = Page.of(signed_in(anna).get(f"/games/{game.pk}/")).text
    market = re.search(r">Market \(\w+\)</a>", page)
    assert market, "the list on the page tells them apart, too"


@pytest.mark.django_db
def test_the_discard_pile_tells_market_symbols(anna, boris):
    """INFO-1: what a Grabber or a Black Market would get is seen in the list."""
    game = begun(anna, boris, sets=["market"])

    def has_ambiguous(state: engine.State) -> bool:
        deck = Deck(state.rules.options)
        return any(deck.name(card) != deck[card].name for card in engine.view_for(state, None).discard)

    play = first_way(game, has_ambiguous)
    view, deck = play.view(None), Deck(play.options)
    listed = (
        Page.of(signed_in(anna).get(f"/games/{game.pk}/")).text.partition('id="discard"')[2].partition("</details>")[0]
    )
    told = [html.unescape(name) for name in re.findall(r"<li>.*?<a [^>]*>([^<]+)</a></li>", listed)]
    assert told == [deck.name(card) for card in reversed(view.discard)]


def test_an_empty_pile_is_not_said_to_have_an_order(db, anna, boris):
    """INFO-3: what nobody knows of it is said only of a pile that has an order."""
    game = begun(anna, boris, sets=["market"])
    play = first_way(game, lambda state: any(phase.left == 0 for phase in engine.view_for(state, None).phases))
    page = Page.of(signed_in(anna).get(f"/games/{game.pk}/")).text
    empty = sum(phase.left <= 1 for phase in play.view(None).phases)
    assert empty > 0
    assert page.count("Listed in no particular order.") == 5 - empty


def test_a_reduction_for_equal_cards_needs_no_article():
    """COST-3: `You have a Apple Crate` is no English."""
    deck = Deck(engine.Options(sets=("market",)))
    row = next(card for card in engine.cards(deck.options) if card.name_en == "Apple Crate")
    assert term_label(engine.Term("same-name", -1, row.id, "COST-3"), deck) == "You already have: Apple Crate"


def german(area: str) -> list[tuple[str, str]]:
    path = settings.BASE_DIR / "locale" / area / "de" / "LC_MESSAGES" / "django.po"
    with path.open("rb") as file:
        found = read_po(file)
    return [
        (str(one.id), text) for one in found for text in ([one.string] if isinstance(one.string, str) else one.string)
    ]


AREAS = ("games", "site", "accounts")


@pytest.mark.parametrize("area", AREAS)
def test_german_calls_the_tableau_spielplan_and_an_edition_auflage(area):
    """Glossary: `Deine Auslage` is the display, so the tableau cannot be `die Auslage` as well."""
    for english, text in german(area):
        if re.search(r"\btableau\b", english, re.IGNORECASE) and not re.search(r"\bdisplay\b", english):
            assert "Auslage" not in text, (english, text)
        assert not re.search(r"\bAusgaben?\b", text), (english, text)


def test_german_words_of_tiles_call_the_tableau_spielplan():
    for tile in (tile for kind in TILE_KINDS for tile in tile_list(kind)):
        if "tableau" in tile.words_en and "display" not in tile.words_en:
            assert "Auslage" not in tile.words_de, tile.words_de


def test_hurdles_are_introduced_as_they_work():
    """HURD-5, HURD-8: a bonus hurdle asks for nothing, only a real one does."""
    about = str(SETS["hurdles"].about)
    assert "Five hurdles on the score track: some give rewards, others stop players who are not ready." in about
    assert about.count(".") == 1, "one sentence"


@pytest.mark.django_db
def test_every_list_of_scores_has_a_real_minus(client, anna, boris):
    """END-14: seats, lanes, the chart and the lists of games, where cards left in the hand bring somebody below 0."""
    game = begun(anna, boris)
    with transaction.atomic():
        advance = Advance(load(game.pk, lock=True), NOON)
        while not advance.state.is_over:  # both fill their hands and buy nothing that brings points
            seat = engine.waiting_for(advance.state)[0]
            texts = [str(move) for move in engine.legal_moves(advance.state, seat)]
            taken = next((text for text in texts if text.startswith("take ")), "pass")
            advance.move(seat, engine.parse_move(taken if "pass" in texts else texts[0], advance.state), Source.PAGE)
        advance.commit()
    lost = min(row["points"] for row in load(game.pk).game.result["seats"])
    assert lost < 0
    for path in (f"/games/{game.pk}/", f"/games/{game.pk}/replay/?at=999", "/archive/"):
        body = client.get(path).content.decode().partition("<main")[2]
        assert f">−{-lost}<" in body, path
        assert f">{lost}<" not in body, path


@pytest.mark.django_db
def test_nothing_is_said_to_be_washed_away_when_no_round_follows(client, anna, boris):
    """ROUND-8: after the last round the lower row stays where it is."""
    game = begun(anna, boris)
    here, gone = f"/games/{game.pk}/", "1 ₽ less, discarded after this round"
    first_way(game, lambda state: state.round == 2)
    assert gone in Page.of(client.get(here)).words
    first_way(game, lambda state: state.ending)
    words = Page.of(client.get(here)).words
    assert gone not in words
    assert "Lower row 1 ₽ less" in words
    wander_on(game)
    assert "1 ₽ less" not in Page.of(client.get(here)).words
