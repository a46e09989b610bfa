"""Lobby, tables, invitations, My games and archive as people see them, and what each page costs."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now

from games import links
from games.models import Game, Invitation, Seat, Status, Visibility
from games.services import tables
from tests.people import signed_in

from .play_builders import DAY, HOUR, begun, play_on
from .table_builders import agreed_over, table, terms

pytestmark = pytest.mark.django_db

NEW = {
    "title": "White nights",
    "players": "3",
    "edition": "2",
    "open_hands": "open",
    "first_workers": "compulsory",
    "play_on_empty_tableau": "",
    "pace": "2d",
    "misses_before_bot": "2",
    "visibility": "public",
    "bots": "0",
    "guests": "",
}


def statements(client, url):
    """The page and the statements it took, sessions aside: they come from the cache."""
    client.get(url)
    with CaptureQueriesContext(connection) as caught:
        response = client.get(url)
    assert response.status_code == 200
    return response, caught


def text_of(response):
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


# -- lobby ------------------------------------------------------------------------------------------------------------


def test_an_empty_lobby_says_what_to_do(db):
    text = text_of(Client().get("/lobby/"))
    assert "Nobody has an open table just now" in text
    assert "Open a table" in text


def test_the_lobby_shows_open_public_tables_and_no_others(anna, boris):
    table(anna, title="Seen", now=now())
    table(anna, title="By link", visibility=Visibility.LINK, now=now())
    full = table(anna, title="Full", now=now())
    tables.join_table(game_id=full.pk, user=boris, now=now())
    text = text_of(Client().get("/lobby/"))
    assert "Seen" in text
    assert "By link" not in text
    assert "Full" not in text


def test_a_row_says_what_differs_from_the_usual_rules(anna):
    table(
        anna,
        edition=1,
        first_workers="free",
        open_hands=False,
        play_on_empty_tableau=False,
        pace="bank-slow",
        now=now(),
    )
    text = text_of(Client().get("/lobby/"))
    for words in (
        "1st edition",
        "hidden money and hands",
        "first Workers are free",
        "a phase ends when",
        "3 days, plus 36 h",
    ):
        assert words in text, words


@pytest.mark.parametrize(
    ("query", "seen"),
    [
        ("edition=1", {"First"}),
        ("players=4", {"Four"}),
        ("pace=bank", {"Bank"}),
        ("pace=move&edition=2&players=4", {"Four"}),
        ("edition=7&players=x", {"First", "Four", "Bank"}),
    ],
)
def test_the_pills_filter(anna, query, seen):
    table(anna, title="First", edition=1, now=now())
    table(anna, title="Four", players=4, now=now())
    table(anna, title="Bank", pace="bank-fast", now=now())
    text = text_of(Client().get(f"/lobby/?{query}"))
    assert {name for name in ("First", "Four", "Bank") if f" {name} " in text} == seen


def test_joining_is_one_click(anna, boris):
    game = table(anna, now=now())
    page = signed_in(boris).get("/lobby/").content.decode()
    assert f'action="/tables/{game.pk}/join/"' in page
    response = signed_in(boris).post(f"/tables/{game.pk}/join/", {"seen": "first"}, follow=True)
    assert response.redirect_chain == [(f"/tables/{game.pk}/", 302)]
    assert "The game starts in" in text_of(response)


def test_a_visitor_who_joins_signs_in_and_lands_at_the_table(anna):
    game = table(anna, now=now())
    response = Client().post(f"/tables/{game.pk}/join/", {"seen": "first"})
    assert response.status_code == 302
    assert response.url == f"/accounts/login/?next=/tables/{game.pk}/"


@pytest.mark.parametrize("number", [1, 8])
def test_the_lobby_takes_three_statements_for_visitors_whatever_it_shows(anna, boris, number):
    for _ in range(number):
        game = table(anna, "friend@example.com", players=4, now=now())
        tables.join_table(game_id=game.pk, user=boris, now=now())
    _page, caught = statements(Client(), "/lobby/")
    assert len(caught) == 3


# -- new table --------------------------------------------------------------------------------------------------------


def test_a_table_is_opened_with_guests_and_bots(anna, boris):
    response = signed_in(anna).post(
        "/tables/new/", {**NEW, "players": "4", "bots": "1", "guests": "boris\nfriend@example.com"}
    )
    game = Game.objects.get()
    assert response.url == f"/tables/{game.pk}/"
    assert game.participants.count() == 2
    assert {one.user or one.email for one in game.invitations.all()} == {boris, "friend@example.com"}


def test_the_form_offers_a_pretty_title_and_every_option(anna):
    page = signed_in(anna).get("/tables/new/").content.decode()
    assert re.search(r'name="title" value="[A-Z][^"]{5,}"', page)
    for name in NEW:
        assert f'name="{name}"' in page, name
    assert "about" in text_of(signed_in(anna).get("/tables/new/"))


@pytest.mark.parametrize(
    ("wish", "field", "sentence"),
    [
        ({"first_workers": "free"}, "first_workers", "Only edition 1 leaves the first Workers free."),
        ({"bots": "3"}, "bots", "There are more bots than seats beside yours."),
        ({"guests": "a@example.com,b@example.com,c@example.com"}, "guests", "fewer free seats than guests"),
        ({"guests": "Zoe"}, "guests", "Nobody here is called “Zoe”."),
        ({"guests": "zoe@"}, "guests", "“zoe@” is not a mail address."),
        ({"title": " "}, "title", "required"),
        ({"players": "5"}, "players", "not one of the available choices"),
        ({"pace": "1h"}, "pace", "not one of the available choices"),
    ],
)
def test_what_does_not_go_together_is_said_at_its_field_and_nothing_is_made(anna, wish, field, sentence):
    response = signed_in(anna).post("/tables/new/", {**NEW, **wish})
    assert response.status_code == 422
    assert sentence in " ".join(response.context["form"].errors[field])
    assert not Game.objects.exists()


def test_the_engines_sentence_is_said_in_german(anna):
    anna.language = "de"
    anna.save()
    response = signed_in(anna).post("/tables/new/", {**NEW, "first_workers": "free"})
    assert "Nur die 1. Auflage" in text_of(response)


# -- the page of a table ----------------------------------------------------------------------------------------------


def test_the_table_shows_people_options_link_and_commitment(anna, boris):
    game = table(anna, "boris", players=3, open_hands=False, now=now())
    text = text_of(signed_in(anna).get(f"/tables/{game.pk}/"))
    for words in (game.commitment, "invited, has not answered", "Boris", "hidden", "2 days per move", "about"):
        assert words in text, words
    assert game.link_token in signed_in(anna).get(f"/tables/{game.pk}/").content.decode()


def test_no_page_of_a_table_holds_the_secret(anna, boris, settings):
    game = Game.objects.with_secret().get(pk=table(anna, "boris", now=now()).pk)
    secret = bytes(game.secret).hex()
    token = game.invitations.get().token
    for client in (Client(), signed_in(anna), signed_in(boris)):
        for url in (f"/tables/{game.pk}/", f"/tables/{game.pk}/pulse/", f"/invitations/{token}/", "/lobby/"):
            assert secret not in client.get(url).content.decode()


def test_an_address_is_shown_to_the_host_only_and_whose_account_it_is_to_nobody(anna, boris, clara):
    game = table(anna, "boris@example.org", "friend@example.com", players=4, now=now())
    hosts = text_of(signed_in(anna).get(f"/tables/{game.pk}/"))
    assert "boris@example.org" in hosts
    assert "Boris" not in hosts
    others = text_of(signed_in(clara).get(f"/tables/{game.pk}/"))
    assert "@example" not in others
    assert "somebody invited by mail" in others


def test_a_blocked_wish_is_said_on_the_page(anna, boris, clara):
    game = table(anna, now=now())
    tables.join_table(game_id=game.pk, user=boris, now=now())
    response = signed_in(clara).post(f"/tables/{game.pk}/join/", {"seen": "first"})
    assert response.status_code == 409
    assert "All seats of this table are taken." in text_of(response)
    response = signed_in(boris).post(f"/tables/{game.pk}/close/")
    assert response.status_code == 403
    assert "Only the host" in text_of(response)


def test_a_wrong_guest_is_said_at_the_field_with_what_was_typed(anna):
    game = table(anna, now=now())
    response = signed_in(anna).post(f"/tables/{game.pk}/invite/", {"whom": "Zoe"})
    assert response.status_code == 422
    assert response.context["invite_form"].errors["whom"] == [
        "Nobody here is called “Zoe”. Check the spelling, or invite by mail address."
    ]
    assert 'value="Zoe"' in response.content.decode()


def test_the_host_does_everything_with_plain_forms(anna, boris):
    game = table(anna, players=4, now=now())
    host = signed_in(anna)
    url = f"/tables/{game.pk}/"
    host.post(url + "invite/", {"whom": "boris"})
    host.post(url + "revoke/", {"invitation": str(Invitation.objects.get().pk)})
    host.post(url + "bot/")
    host.post(url + "remove/", {"participant": str(game.participants.exclude(bot="").get().pk)})
    host.post(url + "fill/")
    assert game.participants.count() == 4
    game.refresh_from_db()
    assert game.status == Status.FULL
    host.post(url + "remove/", {"participant": str(game.participants.exclude(bot="").first().pk)})
    host.post(url + "change/", {**NEW, "players": "3", "title": "Smaller"})
    host.post(url + "prolong/")
    game.refresh_from_db()
    assert (game.title, game.players, game.status) == ("Smaller", 3, Status.FULL)
    host.post(url + "close/")
    game.refresh_from_db()
    assert game.status == Status.CLOSED
    assert "This table is closed." in text_of(host.get(url))


def test_changing_the_table_begins_with_what_is_agreed(anna):
    game = table(anna, edition=1, first_workers="free", players=3, pace="bank-fast", now=now())
    form = signed_in(anna).get(f"/tables/{game.pk}/change/").context["form"]
    chosen = {
        name: form[name].value() for name in ("edition", "first_workers", "players", "pace", "play_on_empty_tableau")
    }
    assert chosen == {
        "edition": "1",
        "first_workers": "free",
        "players": "3",
        "pace": "bank-fast",
        "play_on_empty_tableau": "",
    }


def test_after_a_change_the_joiner_agrees_with_one_click(anna, boris):
    game = table(anna, now=now())
    tables.join_table(game_id=game.pk, user=boris, now=now())
    signed_in(anna).post(f"/tables/{game.pk}/change/", {**NEW, "players": "2", "pace": "7d"})
    page = signed_in(boris).get(f"/tables/{game.pk}/")
    assert "I agree to the new options" in text_of(page)
    signed_in(boris).post(f"/tables/{game.pk}/agree/", {"seen": page.context["page"].seen})
    game.refresh_from_db()
    assert game.status == Status.FULL


def test_a_table_by_link_is_there_for_who_followed_the_link(anna, boris, clara):
    game = table(anna, visibility=Visibility.LINK, now=now())
    assert signed_in(boris).get(f"/tables/{game.pk}/").status_code == 404
    client = signed_in(boris)
    assert client.get(f"/t/{game.link_token}/").url == f"/tables/{game.pk}/"
    assert client.get(f"/tables/{game.pk}/").status_code == 200
    client.post(f"/tables/{game.pk}/join/", {"seen": "first"})
    game.refresh_from_db()
    assert game.status == Status.FULL
    assert Client().get("/t/guessed/").status_code == 404


def test_many_links_are_kept_and_the_oldest_forgotten(anna, settings):
    settings.MOST_OPEN_TABLES = 100
    games = [table(anna, visibility=Visibility.LINK, now=now()) for _ in range(links.KEPT + 1)]
    client = Client()
    for game in games:
        client.get(f"/t/{game.link_token}/")
    assert [client.get(f"/tables/{game.pk}/").status_code for game in games] == [404] + [200] * links.KEPT


def test_the_pulse_tells_that_something_changed_and_where_the_game_is(anna, boris):
    game = table(anna, now=now())
    client = signed_in(anna)
    before = client.get(f"/tables/{game.pk}/pulse/").json()
    assert client.get(f"/tables/{game.pk}/").context["page"].state == before["state"]
    tables.join_table(game_id=game.pk, user=boris, now=now() - HOUR)
    assert client.get(f"/tables/{game.pk}/pulse/").json()["state"] != before["state"]
    tables.start_due(now=now())
    assert client.get(f"/tables/{game.pk}/pulse/").json()["game"] == f"/games/{game.pk}/"
    assert client.get(f"/tables/{game.pk}/").url == f"/games/{game.pk}/"


def test_the_page_of_a_table_takes_five_statements(anna, boris):
    """The reader, the table, its people, its invitations, the badge."""
    game = table(anna, "boris", "friend@example.com", bots=1, players=4, now=now())
    _page, caught = statements(signed_in(anna), f"/tables/{game.pk}/")
    assert len(caught) == 5
    _page, caught = statements(signed_in(anna), f"/tables/{game.pk}/pulse/")
    assert len(caught) <= 4


# -- invitations ------------------------------------------------------------------------------------------------------


def test_looking_at_an_invitation_answers_nothing(anna, boris):
    invitation = table(anna, "boris", now=now()).invitations.get()
    for client in (Client(), signed_in(boris)):
        assert client.get(f"/invitations/{invitation.token}/").status_code == 200
        assert client.get(f"/invitations/{invitation.token}/accept/").status_code == 405
        assert client.get(f"/invitations/{invitation.token}/decline/").status_code == 405
    invitation.refresh_from_db()
    assert invitation.state == "open"


def test_an_invitation_is_accepted_with_one_click(anna, boris):
    game = table(anna, "boris", now=now())
    url = f"/invitations/{game.invitations.get().token}/"
    page = signed_in(boris).get(url)
    assert "Anna invites you to play" in text_of(page)
    response = signed_in(boris).post(url + "accept/", {"seen": page.context["page"].seen})
    assert response.url == f"/tables/{game.pk}/"
    assert signed_in(boris).get(url).url == f"/tables/{game.pk}/"


def test_a_stranger_is_led_to_sign_up_and_back(anna):
    url = f"/invitations/{table(anna, 'friend@example.com', now=now()).invitations.get().token}/"
    page = Client().get(url).content.decode()
    assert f'href="/accounts/signup/?next={url}"' in page
    assert Client().post(url + "accept/").url == f"/accounts/login/?next={url}"


def test_a_stranger_declines_with_one_click(anna):
    game = table(anna, "friend@example.com", now=now())
    url = f"/invitations/{game.invitations.get().token}/"
    response = Client().post(url + "decline/", follow=True)
    assert "This invitation was declined." in text_of(response)
    assert game.invitations.get().state == "declined"


def test_somebody_elses_invitation_shows_nothing_of_the_table(anna, boris, clara):
    game = table(anna, "boris", title="Private matter", now=now())
    page = text_of(signed_in(clara).get(f"/invitations/{game.invitations.get().token}/"))
    assert "for somebody else" in page
    assert "Private matter" not in page
    assert "Boris" not in page


def test_a_guessed_invitation_is_not_found(db):
    assert Client().get("/invitations/guessed/").status_code == 404
    assert Client().post("/invitations/guessed/decline/").status_code == 404


# -- my games ---------------------------------------------------------------------------------------------------------


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
    assert "3 games wait for you" in text_of(page)
    client = signed_in(anna)
    assert client.get("/games/next/").url == f"/games/{urgent[0]}/"
    for here, there in zip(urgent, [*urgent[1:], urgent[0]], strict=True):
        assert client.get(f"/games/next/?after={here}").url == f"/games/{there}/"


def test_nothing_waiting_leads_next_to_my_games(anna):
    assert signed_in(anna).get("/games/next/").url == "/games/"
    assert signed_in(anna).get("/games/next/?after=no").url == "/games/"


def test_a_row_tells_phase_points_deadline_and_what_happened(anna):
    moment = now()
    game = begun(anna, "plain", now=moment, pace="2d")
    play = play_on(game, until=lambda play: play.state.round == 2 and play.seat_of(anna).waiting, now=moment)
    (row,) = my_games(anna).context["waiting"]
    assert row.phase == play.state.phase
    assert row.sub.startswith("Worker phase, round 2.")
    assert re.search(r"(Bot|You) (bought|took|played|passed)", row.sub)
    figures = {chip.name: chip.figure for chip in row.chips}
    mine = play.seat_of(anna).index
    assert figures == {"You": play.state.points(mine), "Bot": play.state.points(1 - mine)}
    assert row.due in ("2 d 0 h left", "1 d 23 h left")


def test_a_seat_that_a_bot_keeps_can_be_taken_back_from_my_games(anna, boris):
    from games.services import timeouts

    moment = now()
    game = begun(anna, boris, now=moment, misses=1)
    seat = Seat.objects.get(game=game, waiting=True)
    late = seat.tenures.get().user
    timeouts.time_out(seat_id=seat.pk, now=moment + 3 * DAY)
    (row,) = my_games(late).context["waiting"]
    assert row.due == "A bot keeps your seat"
    assert "My games" in text_of(my_games(late))


@pytest.mark.parametrize("number", [1, 6])
def test_my_games_takes_eight_statements_whatever_the_number_of_games(anna, boris, clara, number):
    """The reader; games, holders, log; tables, people, invitations; the badge."""
    moment = now()
    for _ in range(number):
        begun(anna, boris, now=moment)
        begun(anna, "plain", now=moment)
        agreed_over(begun(anna, boris, now=moment), now=moment)
        table(clara, "anna", players=4, bots=1, now=moment)
    _page, caught = statements(signed_in(anna), "/games/")
    assert len(caught) == 8


def test_a_beginner_is_told_what_to_do(anna):
    text = text_of(my_games(anna))
    assert "You have no games yet" in text
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


def test_play_a_bot_refuses_nonsense(anna):
    assert signed_in(anna).post("/play-a-bot/", {"bots": "9"}).status_code == 422
    assert not Game.objects.exists()


# -- archive ----------------------------------------------------------------------------------------------------------


def test_the_archive_has_public_games_by_player_and_edition(anna, boris, clara):
    moment = now()
    first = begun(anna, boris, now=moment, edition=1)
    second = begun(boris, clara, now=moment)
    private = begun(anna, clara, now=moment)
    Game.objects.filter(pk=private.pk).update(visibility=Visibility.LINK)
    for game in (first, second, private):
        agreed_over(game, now=moment)

    def found(query=""):
        return {row.game.pk for row in Client().get(f"/archive/{query}").context["rows"]}

    assert found() == {first.pk, second.pk}
    assert found("?player=anna") == {first.pk}
    assert found("?player=BORIS&edition=2") == {second.pk}
    assert found("?player=nobody") == set()
    assert "Nobody here is called “nobody”." in text_of(Client().get("/archive/?player=nobody"))


@pytest.mark.parametrize("number", [1, 4])
def test_the_archive_takes_four_statements_for_visitors(anna, boris, number):
    """How many; games, seats, holders."""
    for _ in range(number):
        agreed_over(begun(anna, boris, now=now()), now=now())
    page, caught = statements(Client(), "/archive/")
    assert len(caught) == 4
    (row, *_rest) = page.context["rows"]
    assert {chip.name for chip in row.chips} == {"Anna", "Boris"}
    assert "win" in row.due


def test_the_page_of_a_player_lists_finished_public_games(anna, boris):
    game = begun(anna, boris, now=now())
    agreed_over(game, now=now())
    page = Client().get(f"/players/{anna.pk}/")
    assert "Evening on the Moika" in text_of(page)


# -- every page -------------------------------------------------------------------------------------------------------


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
                query["sql"] for query in caught if not query["sql"].startswith(("SELECT", "SAVEPOINT", "RELEASE"))
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
    signed_in(anna).post("/tables/new/", {**NEW, "players": "2"})
    game = Game.objects.get()
    assert game.options == terms().options.to_dict()
    assert (game.clock, game.misses_before_bot, game.visibility) == (terms().clock, 2, Visibility.PUBLIC)
