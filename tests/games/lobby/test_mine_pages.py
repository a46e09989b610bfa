"""My games, playing a bot at once, and what holds for every page around tables."""

import re
from dataclasses import replace
from unittest.mock import ANY

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now

from games.models import Game, Seat, Status, Visibility
from games.options.strengths import bot_names
from tests.people import signed_in

from ..page_reading import NEW_TABLE, statements, text_of
from ..play_builders import DAY, begun, play_on
from ..table_builders import agreed_over, table, terms

pytestmark = pytest.mark.django_db


def my_games(user):
    return signed_in(user).get("/games/")


def test_my_games_has_four_groups(anna, boris, clara):
    moment = now()
    first = begun(anna, boris, now=moment, pace="12h")
    begun(anna, boris, now=moment, pace="7d")
    over = begun(anna, boris, now=moment - DAY)
    agreed_over(over, now=moment)
    table(clara, "anna", now=moment)
    page = my_games(anna).context
    assert {row.game.title for row in page["tables"]} == {"White nights"}
    assert [row.game.pk for row in page["finished"]] == [over.pk]
    theirs = my_games(boris).context
    assert len(page["waiting"]) + len(theirs["waiting"]) == 2
    assert len(page["others"]) + len(theirs["others"]) == 2
    assert first.pk in {row.game.pk for row in (*page["waiting"], *theirs["waiting"])}


def test_the_most_urgent_game_comes_first_and_next_walks_through_all(anna):
    moment = now()
    games = [begun(anna, "plain", now=moment, pace=pace) for pace in ("7d", "12h", "3d")]
    for game in games:
        play_on(game, until=lambda play: play.seat_of(anna).waiting, now=moment)
    page = my_games(anna)
    urgent = [games[1].pk, games[2].pk, games[0].pk]
    assert [row.game.pk for row in page.context["waiting"]] == urgent
    assert "3 games waiting for you" in text_of(page)
    client = signed_in(anna)
    assert client.get("/games/next/").url == f"/games/{urgent[0]}/"
    for here, there in zip(urgent, [*urgent[1:], urgent[0]], strict=True):
        assert client.get(f"/games/next/?after={here}").url == f"/games/{there}/"


def test_nothing_waiting_leads_next_to_my_games(anna):
    assert signed_in(anna).get("/games/next/").url == "/games/"
    assert signed_in(anna).get("/games/next/?after=no").url == "/games/"


def test_the_letter_in_an_emblem_is_that_of_the_name_also_for_you(anna, boris):
    begun(anna, boris, now=now())
    (row,) = my_games(anna).context["waiting"] or my_games(anna).context["others"]
    assert {chip.name: chip.letter for chip in row.chips} == {"You": "A", "Boris": "B"}


def test_a_row_tells_phase_points_deadline_and_what_happened(anna):
    moment = now()
    game = begun(anna, "plain", now=moment, pace="2d")

    def just_acted(play):
        """Somebody has acted in this action part, and Anna is asked now."""
        told = {entry.kind for entry in play.steps[-1].step.entries}
        return play.state.round == 2 and play.seat_of(anna).waiting and told <= {"bought", "took", "passed"}

    play = play_on(game, until=just_acted, now=moment)
    (row,) = my_games(anna).context["waiting"]
    assert row.phase == play.state.phase
    assert row.sub.startswith(f"{play.state.phase.title()} phase, round 2.")
    assert re.search(r"\w+ (bought|took|played|passed)", row.sub)
    figures = {chip.name: chip.figure for chip in row.chips}
    mine = play.seat_of(anna).index
    (bot,) = bot_names(game.pk, ["plain"])
    assert figures == {"You": play.state.points(mine), bot.full: play.state.points(1 - mine)}
    assert row.due in ("2 d 0 h left", "1 d 23 h left")


def test_a_seat_that_a_bot_keeps_can_be_taken_back_from_my_games(anna, boris):
    from games.play import automatic

    moment = now()
    game = begun(anna, boris, now=moment, misses=1)
    seat = Seat.objects.get(game=game, waiting=True)
    late = seat.tenures.get().user
    automatic.time_out(seat_id=seat.pk, now=moment + 3 * DAY)
    (row,) = my_games(late).context["waiting"]
    assert row.due == "A bot is holding your seat"
    assert "My games" in text_of(my_games(late))


@pytest.mark.parametrize("number", [1, 6])
def test_my_games_takes_six_statements_whatever_the_number_of_games(anna, boris, clara, number):
    """The reader; games and tables; holders; people, invitations; tournaments."""
    moment = now()
    for _ in range(number):
        begun(anna, boris, now=moment)
        begun(anna, "plain", now=moment)
        agreed_over(begun(anna, boris, now=moment), now=moment)
        table(clara, "anna", players=4, bots=1, now=moment)
    _page, caught = statements(signed_in(anna), "/games/")
    assert len(caught) == 6


def test_my_games_without_tables_takes_four_statements(anna, boris):
    """The reader, games, holders, tournaments: the header knows what the page has counted, and no log is read."""
    begun(anna, boris, now=now())
    _page, caught = statements(signed_in(anna), "/games/")
    assert len(caught) == 4
    assert not any("games_logrow" in query["sql"] for query in caught)


def test_the_number_in_the_header_is_that_of_the_page(anna, boris):
    moment = now()
    games = [begun(anna, boris, now=moment) for _ in range(3)]
    waiting = Seat.objects.filter(game__in=games, waiting=True, tenures__user=anna).count()
    assert my_games(anna).context["count"] == waiting
    number = re.findall(r'<span class="badge">(\d+)<span', my_games(anna).content.decode())
    elsewhere = re.findall(r'<span class="badge">(\d+)<span', signed_in(anna).get("/lobby/").content.decode())
    assert number == elsewhere == ([str(waiting)] if waiting else [])


def test_a_game_that_is_older_than_its_column_is_shown_all_the_same(anna, boris):
    game = begun(anna, boris, now=now())
    play_on(game, until=lambda play: play.game.version == 3)
    before = my_games(anna)
    rows = [*before.context["waiting"], *before.context["others"]]
    Game.objects.update(glance=None)
    after = my_games(anna)
    assert [*after.context["waiting"], *after.context["others"]] == [replace(row, game=ANY) for row in rows]


def test_a_veteran_sees_only_what_runs_and_what_ended_lately(anna, boris):
    moment = now()
    old = agreed_over(begun(anna, boris, now=moment - 40 * DAY), now=moment - 30 * DAY)
    new = agreed_over(begun(anna, boris, now=moment - 40 * DAY), now=moment - 3 * DAY)
    assert old.finished_at < new.finished_at
    assert [row.game.pk for row in my_games(anna).context["finished"]] == [new.pk]


def test_a_beginner_is_told_what_to_do(anna):
    text = text_of(my_games(anna))
    assert "No games yet" in text
    assert "Play a bot" in text


def test_play_a_bot_leads_to_a_running_game(anna):
    response = signed_in(anna).post("/play-a-bot/")
    game = Game.objects.get()
    assert response.url == f"/games/{game.pk}/"
    assert (game.status, game.players, game.options["edition"]) == (Status.RUNNING, 2, 2)
    response = signed_in(anna).post("/play-a-bot/", {"edition": "1", "bots": "3"})
    assert Game.objects.filter(options__players=4, options__edition=1).count() == 1


def test_play_a_bot_needs_a_post(anna):
    assert signed_in(anna).get("/play-a-bot/").status_code == 200
    assert not Game.objects.exists()
    assert Client().post("/play-a-bot/").url == "/accounts/login/?next=/play-a-bot/"


def test_play_a_bot_begins_a_bounded_number_of_games(anna, settings):
    settings.MOST_RUNNING_GAMES = 1
    signed_in(anna).post("/play-a-bot/")
    response = signed_in(anna).post("/play-a-bot/", {"bots": "2"})
    assert response.status_code == 422
    assert "1 games you started are still running" in text_of(response)


def test_play_a_bot_refuses_nonsense(anna):
    assert signed_in(anna).post("/play-a-bot/", {"bots": "9"}).status_code == 422
    assert not Game.objects.exists()


def test_no_page_of_the_lobby_writes(anna, boris):
    moment = now()
    running, over = begun(anna, boris, now=moment), begun(anna, boris, now=moment)
    agreed_over(over, now=moment)
    game = table(anna, "boris", players=3, now=moment)
    token = game.invitations.get().token
    urls = [
        *("/lobby/", "/archive/", "/games/", "/games/next/", "/tables/new/", "/play-a-bot/", f"/t/{game.link_token}/"),
        *(f"/tables/{game.pk}/", f"/tables/{game.pk}/pulse/", f"/tables/{game.pk}/change/", f"/tables/{running.pk}/"),
        f"/invitations/{token}/",
    ]
    for client in (Client(), signed_in(anna), signed_in(boris)):
        for url in urls:
            with CaptureQueriesContext(connection) as caught:
                client.get(url)
            writes = [
                query["sql"]
                for query in caught
                if not query["sql"].lstrip("(").startswith(("SELECT", "SAVEPOINT", "RELEASE"))
            ]
            assert writes == [], url


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_page_speaks_both_languages(anna, boris, language):
    anna.language = language
    anna.save()
    moment = now()
    begun(anna, boris, now=moment)
    agreed_over(begun(anna, boris, now=moment), now=moment)
    game = table(anna, "boris", "friend@example.com", players=4, bots=1, open_hands=False, now=moment)
    client = signed_in(anna)
    words = {"en": ("Lobby", "At the table", "Just finished"), "de": ("Am Tisch", "Gerade beendet", "Offene Tische")}[
        language
    ]
    said = "".join(
        text_of(client.get(url)) for url in ("/lobby/", "/games/", f"/tables/{game.pk}/", "/archive/", "/tables/new/")
    )
    for word in words:
        assert word in said, word


def test_terms_of_the_builders_are_those_of_the_form(anna):
    """The form and the services agree on what a usual table is."""
    signed_in(anna).post("/tables/new/", {**NEW_TABLE, "players": "2"})
    game = Game.objects.get()
    assert game.options == terms().options.to_dict()
    assert (game.clock, game.misses_before_bot, game.visibility) == (terms().clock, 2, Visibility.PUBLIC)
