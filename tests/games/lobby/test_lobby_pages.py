"""The lobby, the form of a new table and the archive as people see them, and what each page costs."""

import html
import re
from datetime import datetime

import pytest
from django.test import Client
from django.utils.timezone import now

import engine
from accounts.models import User
from games.models import Game, Invitation, Participant, Seat, SeatFact, Status, Tenure, Visibility
from games.tables import sitting
from tests.people import person, signed_in

from ..page_reading import NEW_TABLE, statements, text_of
from ..play_builders import DAY, HOUR, begun
from ..table_builders import agreed_over, table

pytestmark = pytest.mark.django_db


def test_an_empty_lobby_says_what_to_do(db):
    text = text_of(Client().get("/lobby/"))
    assert "No open tables right now." in text
    assert "Open a table" in text


def test_the_lobby_shows_open_public_tables_and_no_others(anna, boris):
    table(anna, title="Seen", now=now())
    table(anna, title="By link", visibility=Visibility.LINK, now=now())
    full = table(anna, title="Full", now=now())
    sitting.join_table(game_id=full.pk, user=boris, now=now())
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
        "free first Worker phase",
        "phases end when the tableau is empty",
        "slow: 3 days + 36 h per move, up to 10 days",
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
def test_the_lobby_takes_four_statements_for_visitors_whatever_it_shows(anna, boris, number):
    for _ in range(number):
        game = table(anna, "friend@example.com", players=4, now=now())
        sitting.join_table(game_id=game.pk, user=boris, now=now())
    _page, caught = statements(Client(), "/lobby/")
    assert len(caught) == 4


def test_a_table_is_opened_with_guests_and_bots(anna, boris):
    response = signed_in(anna).post(
        "/tables/new/", {**NEW_TABLE, "players": "4", "seat_4": "rung-1", "guests": "boris\nfriend@example.com"}
    )
    game = Game.objects.get()
    assert response.url == f"/tables/{game.pk}/"
    assert game.participants.count() == 2
    assert {one.user or one.email for one in game.invitations.all()} == {boris, "friend@example.com"}


def test_a_form_sent_twice_makes_one_table(anna, boris):
    key = signed_in(anna).get("/tables/new/").context["form"]["key"].value()
    first = signed_in(anna).post("/tables/new/", {**NEW_TABLE, "key": key, "guests": "boris"})
    second = signed_in(anna).post("/tables/new/", {**NEW_TABLE, "key": key, "guests": "boris"})
    assert first.url == second.url
    assert (Game.objects.count(), Invitation.objects.count()) == (1, 1)


def test_the_key_of_a_form_takes_nobody_elses_table(anna, boris):
    theirs = table(boris, now=now())
    response = signed_in(anna).post("/tables/new/", {**NEW_TABLE, "key": theirs.link_token})
    assert response.url != f"/tables/{theirs.pk}/"
    assert Game.objects.count() == 2


def test_the_form_offers_a_pretty_title_and_every_option(anna):
    page = signed_in(anna).get("/tables/new/").content.decode()
    assert re.search(r'name="title" value="[A-Z][^"]{5,}"', page)
    for name in NEW_TABLE:
        assert f'name="{name}"' in page, name
    assert "about" in text_of(signed_in(anna).get("/tables/new/"))


@pytest.mark.parametrize(
    ("wish", "field", "sentence"),
    [
        ({"first_workers": "often"}, "first_workers", "not one of the available choices"),
        (
            {"seat_2": "rung-1", "guests": "a@example.com,b@example.com"},
            "guests",
            "There are fewer free seats than players you invite. Remove some invitations or free more seats.",
        ),
        (
            {"real_hurdles": "free"},
            "real_hurdles",
            "Only tables with hurdles can choose them. Add the Hurdles module. (",
        ),
        (
            {"guests": "a@example.com,b@example.com,c@example.com"},
            "guests",
            "There are fewer free seats than players you invite. Remove some invitations or free more seats.",
        ),
        ({"guests": "Zoe"}, "guests", "There is no player named “Zoe”."),
        ({"guests": "zoe@"}, "guests", "“zoe@” is not a valid email address."),
        ({"title": " "}, "title", "required"),
        ({"players": "5"}, "players", "This selection does not work for 5 players. Choose 1 to 4. ("),
        ({"players": "6"}, "players", "not one of the available choices"),
        ({"sets": ["market"], "edition": "1"}, "sets", "The Market needs the 2nd edition. ("),
        ({"sets": ["moon"]}, "sets", "not one of the available choices"),
        ({"pace": "1h"}, "pace", "not one of the available choices"),
    ],
)
def test_what_does_not_go_together_is_said_at_its_field_and_nothing_is_made(anna, wish, field, sentence):
    response = signed_in(anna).post("/tables/new/", {**NEW_TABLE, **wish})
    assert response.status_code == 422
    assert sentence in " ".join(response.context["form"].errors[field])
    assert not Game.objects.exists()


def test_the_engines_sentence_is_said_in_german(anna):
    anna.language = "de"
    anna.save()
    response = signed_in(anna).post("/tables/new/", {**NEW_TABLE, "players": "5"})
    assert "Zu fünft lässt sich diese Auswahl nicht spielen" in text_of(response)


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
    assert "There is no player named “nobody”." in text_of(Client().get("/archive/?player=nobody"))


@pytest.mark.parametrize(("number", "most"), [(1, 2), (30, 3)])
def test_the_archive_takes_three_statements_for_visitors(anna, boris, number, most):
    """Games, holders; how many, where one page does not hold them all. For somebody signed in the reader, his number in the
    header and his saved searches beside."""
    moment = now()
    agreed_over(begun(anna, boris, now=moment), now=moment)
    archived(anna, number - 1, before=moment)
    page, caught = statements(Client(), "/archive/")
    assert len(caught) == most
    (row, *_rest) = page.context["rows"]
    assert {chip.name for chip in row.chips} == {"Anna", "Boris"}
    assert "win" in row.due
    _page, caught = statements(signed_in(anna), "/archive/")
    assert len(caught) == most + 3


def archived(host: User, number: int, *, before: datetime) -> list[Game]:
    """So many finished games, each ended an hour before the one ahead of it, three of a time; who sat there does not matter."""
    games = [
        Game(
            title=f"Old {place}",
            host=host,
            status=Status.FINISHED,
            options=engine.Options(edition=2, players=2).to_dict(),
            pace_base=DAY,
            started_at=before - 99 * DAY,
            finished_at=before - (1 + place // 3) * HOUR,
        )
        for place in range(number)
    ]
    return Game.objects.bulk_create(games)


def test_one_walks_through_the_archive_and_back(anna):
    """Pages begin after a row, also among games that ended in the same moment, and hold every game once."""
    games = archived(anna, 70, before=now())
    expected = [game.pk for game in sorted(games, key=lambda game: (game.finished_at, game.pk), reverse=True)]
    seen, address, pages = [], "/archive/", []
    while address:
        page = Client().get(address)
        pages.append([row.game.pk for row in page.context["rows"]])
        seen += pages[-1]
        address = link(page, "Older")
    assert seen == expected
    assert [len(one) for one in pages] == [25, 25, 20]
    back = link(page, "Newer")
    assert [row.game.pk for row in Client().get(back).context["rows"]] == pages[1]
    assert [row.game.pk for row in Client().get(link(Client().get(back), "Newer")).context["rows"]] == pages[0]
    oldest = Client().get(link(Client().get("/archive/"), "Oldest"))
    assert [row.game.pk for row in oldest.context["rows"]] == expected[-25:]
    assert link(oldest, "Older") == ""
    assert link(oldest, "Newest") == "/archive/?"


def test_one_walks_through_the_games_of_one_player(anna, boris):
    games = archived(anna, 40, before=now())
    hers = games[::5] + games[1::5] + games[2::5] + games[3::5]
    seats = Seat.objects.bulk_create(Seat(game=game, index=0, remaining=DAY) for game in games)
    Tenure.objects.bulk_create(
        Tenure(seat=seat, user=anna if seat.game in hers else boris, since=now(), since_number=0) for seat in seats
    )
    Participant.objects.bulk_create(
        Participant(game=game, user=anna if game in hers else boris, over_at=game.finished_at) for game in games
    )
    SeatFact.objects.bulk_create(
        SeatFact(
            game=game,
            user=anna if game in hers else boris,
            over_at=game.finished_at,
            seat=0,
            points=0,
            place=1,
            won=True,
        )
        for game in games
    )
    pages = [Client().get("/archive/?player=Anna")]
    pages.append(Client().get(link(pages[0], "Older")))
    pages.append(Client().get(link(pages[1], "Newer")))
    shown = [[row.game.pk for row in page.context["rows"]] for page in pages]
    expected = sorted(hers, key=lambda game: (game.finished_at, game.pk), reverse=True)
    assert shown[0] + shown[1] == [game.pk for game in expected]
    assert shown[2] == shown[0]
    assert "32 games" in text_of(pages[0])
    assert [row.game.pk for row in Client().get("/archive/?player=Boris").context["rows"]] != []


def link(page, word: str) -> str:
    """Where the link with this word leads; empty without one."""
    found = re.search(rf'href="(\?[^"]*)">{word}</a>', page.content.decode())
    return f"{page.request['PATH_INFO']}{html.unescape(found[1])}" if found else ""


@pytest.mark.parametrize("query", ["before=no", "before=1.2.3", "after=99999999999999999999.1", "before=²", "page=7"])
def test_a_place_that_means_nothing_is_the_first_page(anna, query):
    archived(anna, 30, before=now())
    first = [row.game.pk for row in Client().get("/archive/").context["rows"]]
    assert [row.game.pk for row in Client().get(f"/archive/?{query}").context["rows"]] == first


def test_the_archive_counts_no_further_than_a_hundred(anna):
    archived(anna, 30, before=now())
    assert "30 games" in text_of(Client().get("/archive/"))
    archived(anna, 70, before=now())
    assert "100+ games" in text_of(Client().get("/archive/"))


def test_tables_that_find_no_place_in_the_lobby_stand_on_its_next_page(anna):
    for number in range(27):
        table(anna if number % 2 else person(f"Host {number}"), title=f"Table {number:02}", now=now())
    first = Client().get("/lobby/?edition=2")
    assert len(first.context["rows"]) == 25
    second = Client().get(link(first, "Older"))
    assert [row.game.title for row in second.context["rows"]] == ["Table 01", "Table 00"]
    assert link(first, "Older").startswith("/lobby/?edition=2&before=")


def test_a_full_page_of_the_lobby_is_at_most_30_kilobytes(anna, boris):
    """Markup of a row is compact, and the rows share one form."""
    for number in range(30):
        host = person(f"Host {number}")
        game = table(host, "friend@example.com", title=f"White nights {number}", players=4, sets=["market"], now=now())
        sitting.join_table(game_id=game.pk, user=boris, now=now())
    page = signed_in(anna).get("/lobby/").content
    assert page.count(b'class="gl-row') == 25
    assert page.count(b"csrfmiddlewaretoken") == 4, "header, footer, quick game, and one for all tables"
    assert len(page) <= 30_000


def test_the_page_of_a_player_lists_finished_public_games(anna, boris):
    game = begun(anna, boris, now=now())
    agreed_over(game, now=now())
    page = Client().get(f"/players/{anna.pk}/")
    assert "Evening on the Moika" in text_of(page)


@pytest.mark.parametrize("typed", ["White\r\n\r\nnights", "\u202eWhite \u2066nights", " White\tnights\n"])
def test_a_title_is_one_line_that_turns_no_text_around(anna, typed):
    signed_in(anna).post("/tables/new/", {**NEW_TABLE, "title": typed})
    assert Game.objects.get().title == "White nights"


def test_a_title_of_nothing_to_see_is_no_title(anna):
    answer = signed_in(anna).post("/tables/new/", {**NEW_TABLE, "title": "\u202e \u200e"})
    assert answer.status_code == 422
    assert not Game.objects.exists()
