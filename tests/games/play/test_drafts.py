"""A turn of several acts before it is sent (UI-14, UI-15): its player's alone, taken back act by act, sent whole."""

import re

import pytest
from django.test import Client

from games.emails.turns import your_turn
from games.models import Draft, LogRow, Source
from games.play.automatic import time_out
from games.play.interventions import pause_game, resume_game
from games.play.moves import submit_move
from games.play.positions import load
from games.play.seats import resign
from tests.games.api.test_api import get, with_token
from tests.games.board.test_banquet_pages import table as banquet_table  # noqa: F401
from tests.games.boards import Page, seat_named
from tests.games.event_boards import SETS, table, until_moves
from tests.games.play_builders import DAY, NOON, begun
from tests.people import signed_in

pytestmark = pytest.mark.django_db

SENT_AT_ONCE = "event new-luck"


@pytest.fixture
def game(anna, boris, clara):
    """Anna may use the Sponsor, whose six rubles everybody sees, and then act."""
    game = table(anna, boris, clara)
    until_moves(game, "Anna", "event sponsor", "take ")
    return game


class Browser:
    """Anna before her page, whose forms she sends as they stand."""

    def __init__(self, user, game):
        self.client, self.game = signed_in(user), game

    @property
    def page(self):
        return Page.of(self.client.get(f"/games/{self.game.pk}/"))

    def sends(self, *, from_page=None, status=302, **fields):
        page = from_page or self.page
        answer = self.client.post(page.to_move, {"version": page.version, **fields})
        assert answer.status_code == status, answer.content
        return self.page


def seen_by_others(game, *others):
    """What leaves the site for everybody else, and for Anna's own letters and programs."""
    clients = [Client(), *map(signed_in, others)]
    pages = [client.get(f"/games/{game.pk}/{part}") for client in clients for part in ("", "log/", "pulse/")]
    play, anna = load(game.pk), seat_named(game, "Anna")
    programs = [get(with_token(user), f"games/{game.pk}/") for user in (play.owner(anna), *others)]
    texts = [re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page.content.decode()) for page in pages]
    return [texts, [page.get("ETag") for page in pages], programs, your_turn(play, play.seats[anna], NOON)]


def texts_of(game, since):
    return [(row.text, row.source) for row in LogRow.objects.filter(game=game, number__gt=since).order_by("number")]


def test_a_drafted_act_is_its_players_alone_and_can_be_taken_back(anna, boris, clara, game):
    browser, version = Browser(anna, game), load(game.pk).game.version
    first, _all_are_here = browser.page, seen_by_others(game, boris, clara)
    before = seen_by_others(game, boris, clara)
    own = load(game.pk).view(None).seats[seat_named(game, "Anna")].rubles
    drafted = browser.sends(text="event sponsor")
    assert "Draft (not sent)" in drafted.words
    assert "You used the event Sponsor" in drafted.words or "Anna used the event Sponsor" in drafted.words
    assert f"{own + 6} ₽" in drafted.words.replace("\u202f", " ")
    assert "after your current move" in drafted.words, "the overview counts with it (UI-14)"
    assert not [move for move in drafted.moves if move.startswith("event")], "it has been used"
    assert seen_by_others(game, boris, clara) == before
    assert texts_of(game, version) == []
    browser.sends(from_page=first, text="event sponsor", status=409)  # the second of two clicks, a second tab
    browser.sends(from_page=first, text="pass", status=409)
    back = browser.sends(draft="back")
    assert back.words == first.words
    assert not Draft.objects.exists()
    browser.sends(from_page=drafted, draft="back", status=409)
    browser.sends(draft="send", status=409)
    assert seen_by_others(game, boris, clara) == before


def test_the_act_that_ends_the_turn_sends_all_of_it(anna, game):
    browser, version = Browser(anna, game), load(game.pk).game.version
    browser.sends(text="event sponsor")
    mine = load(game.pk).view(seat_named(game, "Anna")).moves
    take = next(move for move in mine if move.startswith("take "))
    browser.sends(text=take)
    assert texts_of(game, version)[:2] == [("event sponsor", "page"), (take, "page")]
    assert not Draft.objects.exists()
    assert not load(game.pk).seats[seat_named(game, "Anna")].drafted


def test_it_can_be_sent_so_far_and_is_asked_anew(anna, game):
    browser, version = Browser(anna, game), load(game.pk).game.version
    browser.sends(text="event sponsor")
    page = browser.sends(draft="send")
    assert texts_of(game, version) == [("event sponsor", "page")]
    assert "Draft (not sent)" not in page.words
    assert page.title == "Your turn"


def test_at_the_deadline_what_was_drafted_counts_and_then_the_clock_passes(anna, game):
    browser, version = Browser(anna, game), load(game.pk).game.version
    browser.sends(text="event sponsor")
    seat = load(game.pk).seats[seat_named(game, "Anna")]
    assert time_out(seat_id=seat.pk, now=NOON + 30 * DAY)
    assert texts_of(game, version)[:2] == [("event sponsor", "page"), ("pass", "timeout")]
    after = load(game.pk).seats[seat.index]
    assert (after.misses, after.drafted, Draft.objects.count()) == (1, False, 0)


def plays_elsewhere(game, anna):
    version = load(game.pk).game.version
    submit_move(game_id=game.pk, user=anna, text="pass", version=version, source=Source.API, now=NOON)


def pauses(game, anna):
    pause_game(game_id=game.pk, now=NOON)
    resume_game(game_id=game.pk, now=NOON)


def resigns(game, anna):
    resign(game_id=game.pk, user=anna, source=Source.PAGE, now=NOON)


@pytest.mark.parametrize("happens", [plays_elsewhere, pauses, resigns])
def test_a_draft_is_gone_when_the_question_changes(anna, game, happens):
    """Mail and programs know no drafts: what comes from there answers the question as the log has put it."""
    browser = Browser(anna, game)
    drafted, version = browser.sends(text="event sponsor"), load(game.pk).game.version
    happens(game, anna)
    assert not Draft.objects.exists()
    assert "event sponsor" not in [text for text, _source in texts_of(game, version)]
    browser.sends(from_page=drafted, draft="send", status=403 if happens is resigns else 409)


def test_what_uncovers_something_is_sent_at_once(anna, boris):
    game = table(anna, boris)
    until_moves(game, "Anna", SENT_AT_ONCE)
    browser, version = Browser(anna, game), load(game.pk).game.version
    text = next(text for text in load(game.pk).view(seat_named(game, "Anna")).moves if text.startswith(SENT_AT_ONCE))
    page = browser.sends(text=text)
    assert texts_of(game, version) == [(text, "page")]
    assert "Draft (not sent)" not in page.words


def test_with_hidden_hands_every_act_is_sent(anna, boris):
    """That nobody else is asked may tell what they hold (INFO-2)."""
    game = begun(anna, boris, sets=SETS, open_hands=False)
    until_moves(game, "Anna", "event sponsor")
    version = load(game.pk).game.version
    Browser(anna, game).sends(text="event sponsor")
    assert texts_of(game, version) == [("event sponsor", "page")]


def test_a_double_move_is_taken_back_act_by_act(anna, banquet_table):  # noqa: F811
    game = banquet_table("double-move")
    browser, version = Browser(anna, game), load(game.pk).game.version
    start = browser.page
    one = browser.sends(text="play double-move")
    two = browser.sends(text="pass")
    assert two.title == "Double Move: action 2 of 2"
    assert Draft.objects.get().moves == ["play double-move", "pass"]
    assert browser.sends(draft="back").words == one.words
    assert browser.sends(draft="back").words == start.words
    browser.sends(text="play double-move")
    browser.sends(text="pass")
    browser.sends(text="pass")
    assert texts_of(game, version)[:3] == [("play double-move", "page"), ("pass", "page"), ("pass", "page")]
