"""Games of one player: how they begin, what their pages say, and the lists of best results (section 23.1)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

import engine
from games.models import Game, LogRow, Seat, Status, Visibility
from games.options.sets import EDITIONS, Selection, all_selections, offered, refusal
from games.options.variants import key_of, selection_named, selection_of
from games.play.automatic import overdue_seats
from games.play.outcomes import find_outcome_faults
from games.play.positions import load
from games.play.seats import resign
from games.solo import results as solo
from notifications.models import Notification
from tests.games.boards import Page, wander_on
from tests.games.page_reading import NEW_TABLE, statements, text_of
from tests.games.play_builders import NOON, begun
from tests.people import signed_in

from ..table_builders import agree_to_end
from .solo_builders import BASE, came_to, played

pytestmark = pytest.mark.django_db

BEST_STATEMENTS = 2
"""A list of one selection for a visitor, and the overview: how many results, and the rows of the page."""


def page(user, address) -> Page:
    return Page.of((signed_in(user) if user else Client()).get(address))


def cost(client, url) -> int:
    """How many statements a page takes."""
    return len(statements(client, url)[1])


def listed(user, key=BASE) -> list:
    """All lines of a list, as somebody sees it."""
    return solo.results(key, user, None, 100)[1]


# -- how a game alone begins ---------------------------------------------------------------------------------------------


def test_one_player_may_choose_every_set_but_helpers():
    """SOLO-6, COMBO-15: as the form says it, every set stands in some selection for one player, except the helpers."""
    names = offered()
    alone = [one for one in all_selections(names) if one.players == 1 and refusal(one) is None]
    assert {name for one in alone for name in one.sets} == set(names) - {"helpers"}
    error = refusal(Selection(2, 1, frozenset({"market", "helpers"})))
    assert error.sentence == "Helpers need at least two players."
    everything = {"market", "module-2", "good-company", "banquet", "events", "orders", "hurdles"}
    assert any(one.sets == everything for one in alone)


def test_a_table_for_one_begins_at_once(anna):
    """Nobody has to sit down, so there is no guard to wait for; the page of the table leads to the game."""
    sets = ["market", "orders"]
    answer = signed_in(anna).post("/tables/new/", NEW_TABLE | {"players": "1", "sets": sets}, follow=True)
    game = Game.objects.get()
    assert (game.status, game.options["players"], game.options["sets"]) == (Status.RUNNING, 1, sets)
    assert answer.redirect_chain[-1][0] == f"/games/{game.pk}/"


def test_a_table_that_is_changed_to_one_player_begins(anna):
    client = signed_in(anna)
    client.post("/tables/new/", NEW_TABLE)
    game = Game.objects.get()
    assert game.status == Status.OPEN
    client.post(f"/tables/{game.pk}/change/", NEW_TABLE | {"players": "1"})
    game.refresh_from_db()
    assert game.status == Status.RUNNING


def test_helpers_are_refused_at_the_field_and_nothing_is_made(anna):
    """SOLO-6."""
    wish = NEW_TABLE | {"players": "1", "sets": ["market", "helpers"]}
    answer = signed_in(anna).post("/tables/new/", wish)
    assert answer.status_code == 422
    assert "Helpers need at least two players." in text_of(answer)
    assert not Game.objects.exists()


@pytest.mark.parametrize(("chosen", "sets"), [("2", []), ("2+market", ["market"]), ("1+sp-plus", ["sp-plus"])])
def test_one_click_begins_a_game_alone(anna, chosen, sets):
    """SOLO-1; everybody may see it, because its result stands in a list."""
    signed_in(anna).post("/play-a-bot/", {"edition": chosen, "bots": "3", "alone": "yes"})
    game = Game.objects.get()
    assert (game.options["players"], game.options["sets"], game.status) == (1, sets, Status.RUNNING)
    assert game.visibility == Visibility.PUBLIC


def test_one_click_says_why_helpers_are_not_for_one(anna):
    answer = signed_in(anna).post("/play-a-bot/", {"edition": "2+market+helpers", "alone": "yes"})
    assert answer.status_code == 422
    assert "Helpers need at least two players." in text_of(answer)


@pytest.mark.parametrize("key", ["1", "1_free-workers", "2_market_hurdles_real-hurdles-3", "2_play-on"])
def test_a_list_begins_a_game_with_its_own_selection(anna, key):
    signed_in(anna).post(f"/solo/{key}/play/")
    assert key_of(selection_of(Game.objects.get().engine_options)) == key


def test_too_many_running_games_are_said_on_the_list(anna, settings):
    settings.MOST_RUNNING_GAMES = 1
    begun(anna)
    answer = signed_in(anna).post("/solo/2/play/")
    assert answer.status_code == 429
    assert "games you started are still running. Finish one first." in text_of(answer)
    assert Game.objects.count() == 1


# -- what the pages say --------------------------------------------------------------------------------------------------


def test_there_is_no_clock(anna):
    """Who plays alone keeps nobody waiting: no deadline, no timeout, no reminder, at the first question and after a move."""
    game = begun(anna)
    for _answer in range(2):
        seat = Seat.objects.get(game=game)
        assert (seat.waiting, seat.due_at, seat.running_since) == (True, None, None)
        shown = page(anna, f"/games/{game.pk}/")
        assert "left" not in shown.text.partition('id="turn"')[2].partition("</h1>")[2][:200]
        assert "no clock" in shown.words
        move = load(game.pk).view(0).moves[0]
        signed_in(anna).post(f"/games/{game.pk}/move/", {"text": move, "version": load(game.pk).game.version})
    assert overdue_seats(NOON + timedelta(days=365), 10) == []
    assert not Notification.objects.filter(kind="reminder").exists()


def test_the_page_speaks_to_one_person(anna):
    """No standing pass, nobody to wait for, nobody to agree with."""
    game = begun(anna)
    wander_on(game, until=lambda state: state.round == 2 and engine.question_for(state, 0).kind == "turn")
    shown = page(anna, f"/games/{game.pk}/")
    assert shown.title == "Your turn"
    for words in ("until the tableau changes", "Propose to end", "Resign", "Waiting for"):
        assert words not in shown.words
    assert "Abandon game" in shown.text


def test_a_game_is_broken_off_by_one_person(anna):
    game = begun(anna)
    signed_in(anna).post(f"/games/{game.pk}/proposal/", {"kind": "end"})
    shown = page(anna, f"/games/{game.pk}/")
    assert "abandoned" in shown.text
    assert "does not count for the solo records" in shown.words
    assert solo.standing(load(game.pk).game, anna) is None


def test_the_end_says_points_and_place(anna, boris):
    """SOLO-7: points, not a winner; and where that stands among all with these sets."""
    came_to(anna, 90)
    came_to(boris, 80)
    game = came_to(anna, 70)
    shown = page(anna, f"/games/{game.pk}/")
    assert shown.title.startswith("Finished: ")
    assert "wins" not in shown.words
    assert "Anna finished the game" in shown.words
    assert "Place 3 of 3 with these options." in shown.words
    assert 'href="/solo/2/"' in shown.text
    assert "Play again" in shown.words
    assert "Rematch" not in shown.words


def test_the_first_and_the_best_result_are_called_so(anna):
    game = came_to(anna, 50)
    assert "The first result with these options." in page(anna, f"/games/{game.pk}/").words
    better = came_to(anna, 60)
    assert "The best of 2 results with these options." in page(anna, f"/games/{better.pk}/").words


def test_a_finished_page_asks_three_statements_more_for_its_place(anna, boris):
    """A game of two has none of it."""
    alone, two = played(anna), begun(anna, boris)
    wander_on(two)
    client = signed_in(anna)
    assert cost(client, f"/games/{alone.pk}/") == cost(client, f"/games/{two.pk}/") + 3


def test_lists_of_games_give_points_instead_of_a_winner(anna):
    came_to(anna, 77)
    words = page(None, "/archive/").words
    assert "77 points" in words
    assert "wins" not in words
    assert "Solo records" in words


# -- which games count ---------------------------------------------------------------------------------------------------


def test_only_games_that_one_person_played_to_their_end_count(anna, boris):
    """SOLO-7. Running, broken off, finished by a bot, or played by several: none of them stands in a list."""
    kept = played(anna)
    begun(anna)
    agree_to_end((broken := begun(anna)), anna)
    given_up = begun(anna)
    resign(game_id=given_up.pk, user=anna, source="page", now=NOON)
    several = begun(anna, boris)
    wander_on(several)
    over = set(Game.objects.filter(status=Status.FINISHED).values_list("pk", flat=True))
    assert over == {kept.pk, broken.pk, given_up.pk, several.pk}
    assert [result.game_id for result in solo.counted(anna)] == [kept.pk]
    assert not list(find_outcome_faults())


def test_the_stored_result_is_the_final_one_of_the_log(anna):
    """SOLO-7: the list repeats what the replay of the game comes to."""
    game = played(anna)
    (score,) = engine.final_scores(load(game.pk).state)
    (result,) = listed(None)
    assert (result.row.points, result.row.rubles, result.rank) == (score.total, score.rubles[2], 1)
    assert LogRow.objects.filter(game=game).exists()


def test_a_game_by_link_stands_in_the_list_of_its_player_alone(anna, boris):
    hidden = came_to(anna, 99, visibility=Visibility.LINK)
    came_to(boris, 50)
    assert listed(anna)[0].row.game_id == hidden.pk
    assert hidden.pk not in [line.row.game_id for line in listed(boris)]
    assert "only visible to you" in page(anna, "/solo/2/").words
    assert "99" not in page(boris, "/solo/2/").words
    assert "Anna" not in page(None, "/solo/").words
    assert solo.best_of(boris, BASE).rank == 1


# -- the lists -----------------------------------------------------------------------------------------------------------


def test_a_list_is_ordered_by_points_then_rubles_and_equal_results_share_a_place(anna, boris, clara):
    """END-16 and END-17 for results of different games; 100 is more than 99 in any database."""
    came_to(anna, 99, 9)
    came_to(boris, 100, 2, days=1)
    came_to(clara, 100, 2, days=2)
    came_to(anna, 100, 10)
    found = [(line.rank, line.row.points, line.row.rubles, line.row.user.name) for line in listed(None)]
    assert found == [(1, 100, 10, "Anna"), (2, 100, 2, "Boris"), (2, 100, 2, "Clara"), (4, 99, 9, "Anna")]
    assert (solo.best_of(clara, BASE).rank, solo.best_of(clara, BASE).total) == (2, 4)


def test_every_selection_has_its_own_list(anna):
    """SOLO-7: edition, sets and what changes the rules; open or hidden hands mean nothing to one player."""
    selections = [
        {},
        {"open_hands": False},
        {"play_on_empty_tableau": True},
        {"edition": 1},
        {"edition": 1, "first_workers": "free"},
        {"edition": 1, "sets": ["sp-plus"]},
        {"sets": ["market"]},
        {"sets": ["market", "hurdles"]},
        {"sets": ["market", "hurdles"], "real_hurdles": 4},
        {"first_workers": "free"},
        {"sets": ["market", "hurdles"], "hurdles": ["any", "real", "bonus", "real-nobles", "any"]},
    ]
    for options in selections:
        played(anna, **options)
    lists = {line["key"]: line["total"] for line in solo.overview_for(None)}
    assert lists == {
        "2": 2,
        "2_play-on": 1,
        "1": 1,
        "1_free-workers": 1,
        "1_sp-plus": 1,
        "2_market": 1,
        "2_market_hurdles": 1,
        "2_market_hurdles_real-hurdles-4": 1,
        "2_free-workers": 1,
        "2_market_hurdles_hurdles-any.real.bonus.real-nobles.any": 1,
    }
    for key, total in lists.items():
        assert len(listed(None, key)) == solo.size_of(key, None) == total


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_selection_has_one_address(edition):
    """There and back for each selection that one player may choose; also with the options of a table."""
    for one in all_selections(offered()):
        if one.edition == edition and one.players == 1 and refusal(one) is None:
            options = {"edition": edition, "players": 1, "sets": sorted(one.sets)}
            for more in (
                {},
                {"play_on_empty_tableau": edition == 2},
                {"first_workers": "free"},
                *([{"hurdles": ["any", "real", "bonus", "bonus-card", "any"]}] if "hurdles" in one.sets else ()),
            ):
                selection = engine.Options.from_dict(options | more)
                assert selection_named(key_of(selection)) == selection


@pytest.mark.parametrize(
    "key",
    [
        "3",
        "",
        "2_helpers_market",
        "2_chess",
        "market",
        "2_market_market",
        "2_real-hurdles-3",
        "1_play-on",
        "2_hurdles_market",
        "2_real-hurdles-",
        "2_market_hurdles_hurdles-any",
        "2_hurdles-any.any.any.any.any",
        "²",
    ],
)
def test_what_is_no_selection_has_no_list(key):
    assert selection_named(key) is None
    if key and key.isascii():
        assert Client().get(f"/solo/{key}/").status_code == 404


def test_the_list_shows_who_points_rubles_date_and_the_replay(anna, boris):
    game = came_to(boris, 64, 7)
    shown = page(anna, "/solo/2/")
    assert "1. Boris 64 7 ₽" in shown.words
    assert f'href="/games/{game.pk}/replay/"' in shown.text
    assert f'href="/players/{boris.pk}/"' in shown.text
    assert 'datetime="2026-11-20T12:00:00' in shown.text
    assert "Your best" not in shown.words
    came_to(anna, 60)
    assert "Your best: 60 points, place 2 of 2" in page(anna, "/solo/2/").words


def test_a_list_that_is_empty_invites_to_be_the_first(anna):
    assert (
        "No solo games finished with these options yet. The first result will be the best."
        in page(anna, "/solo/2_market/").words
    )
    assert "Sign in to play" in page(None, "/solo/2_market/").words


def test_the_overview_has_each_selection_with_its_best_and_ones_own(anna, boris):
    came_to(anna, 64)
    came_to(boris, 71)
    came_to(boris, 40, edition=1)
    words = page(anna, "/solo/").words
    assert "2nd edition 2 71 Boris 64" in words
    assert "1st edition 1 40 Boris –" in words


def test_a_players_page_shows_his_best_results(anna, boris):
    came_to(boris, 71)
    came_to(boris, 64)
    came_to(boris, 33, sets=["market"], visibility=Visibility.LINK)
    shown = page(anna, f"/players/{boris.pk}/")
    solo_part = shown.text.partition('id="h-solo"')[2].partition("</section>")[0]
    assert "71" in solo_part
    assert "64" not in solo_part
    assert "Market" not in solo_part
    assert "Market" in page(boris, f"/players/{boris.pk}/").text.partition('id="h-solo"')[2].partition("</section>")[0]
    assert 'id="h-solo"' not in page(boris, f"/players/{anna.pk}/").text


def test_lists_take_as_many_statements_however_long_they_are(anna, boris):
    came_to(anna, 50)
    few = cost(Client(), "/solo/2/"), cost(Client(), "/solo/")
    for points in range(60, 66):
        came_to(boris, points, edition=1 + points % 2)
    assert (cost(Client(), "/solo/2/"), cost(Client(), "/solo/")) == few == (BEST_STATEMENTS, BEST_STATEMENTS)


def test_lists_speak_german(anna):
    came_to(anna, 50)
    german = Client(headers={"accept-language": "de"})
    assert "Solo-Bestleistungen" in german.get("/solo/").content.decode()
    assert (
        "Wiederholung" in german.get("/solo/2/").content.decode()
        or "Nachspielen" in german.get("/solo/2/").content.decode()
    )
