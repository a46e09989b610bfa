"""What stands around every page, and the pages of the site itself: places, errors, limits, statements, secrecy."""

from __future__ import annotations

import gzip
import re
from html.parser import HTMLParser

import pytest
from django.core.cache import caches
from django.db import connection
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from django.utils.timezone import now
from django.views import defaults

import engine
from accounts.models import User
from games.models import Game, Visibility
from games.play.positions import load
from games.selectors.front import live_game
from games.tables.sitting import join_table
from tests.games.play_builders import begun, play_on
from tests.games.table_builders import table
from tests.people import signed_in

pytestmark = pytest.mark.django_db
PUBLIC = ["/", "/rules/", "/about/", "/privacy/", "/imprint/", "/terms/", "/lobby/", "/archive/"]
ENTRANCE = ["/accounts/signup/", "/accounts/login/", "/accounts/login/code/", "/accounts/password/reset/"]
OWN = [
    "/profile/",
    "/profile/delete/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/logout/",
    "/games/",
]


class Foreign(HTMLParser):
    """Collects what a strict content policy forbids: inline styles and scripts, and anything loaded from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            loads = name in ("src", "srcset") or (name == "href" and tag in ("link", "use"))
            if name == "style" or name.startswith("on") or (loads and not (value or "").startswith("/static/")):
                self.found.append(f"<{tag} {name}={value}>")
        runs = tag == "script" and dict(attrs).get("type") != "application/json"  # which is data, and is not run
        if tag == "style" or (runs and "src" not in dict(attrs)):
            self.found.append(f"<{tag}>")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("path", [*PUBLIC, *ENTRANCE])
def test_a_visitor_reads_every_public_page_in_his_language(path: str, language: str):
    answer = Client(headers={"accept-language": language}).get(path)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert f'<html lang="{language}">' in page
    assert page.count("<h1") == 1
    foreign = Foreign()
    foreign.feed(page)
    assert foreign.found == []


@pytest.mark.parametrize("path", [*PUBLIC, *OWN])
def test_somebody_signed_in_reads_every_page(anna: User, path: str):
    answer = signed_in(anna).get(path)
    assert answer.status_code == 200
    foreign = Foreign()
    foreign.feed(answer.content.decode())
    assert foreign.found == []
    assert "default-src 'self';" in answer["Content-Security-Policy"] + ";"
    assert "unsafe" not in answer["Content-Security-Policy"]


def test_the_header_shows_where_one_is_and_how_many_games_wait(anna: User, boris: User):
    begun(anna, boris)
    pages = {user.name: signed_in(user).get("/rules/").content.decode() for user in (anna, boris)}
    assert sum('<span class="badge">1<' in page for page in pages.values()) == 1
    assert re.search(r'<a href="/rules/" aria-current="page">Rules</a>', pages["Anna"])
    visitor = Client().get("/rules/").content.decode()
    assert "My games" not in visitor
    assert 'href="/accounts/login/?next=%2Frules%2F"' in visitor


def test_signing_in_leads_back_but_never_to_itself():
    page = Client().get("/accounts/login/").content.decode()
    assert "next=" not in page.split("</header>")[0]


@pytest.mark.parametrize(
    ("path", "visitor", "member"),
    [("/", 6, 11), ("/rules/", 0, 3), ("/about/", 0, 3), ("/accounts/login/", 0, None), ("/profile/", None, 6)],
)
def test_pages_take_few_statements(anna: User, boris: User, path: str, visitor: int | None, member: int | None):
    """Somebody signed in costs three: session, person, and the count of games that wait. The cache holds the session."""
    play_on(begun(anna, boris), until=lambda play: len(play.moves) == 1)
    for client, most in ((Client(), visitor), (signed_in(anna), member)):
        if most is not None:
            client.get(path)
            with CaptureQueriesContext(
                connection,
            ) as statements:
                assert client.get(path).status_code == 200
            assert len(statements) <= most, [statement["sql"] for statement in statements]


@pytest.mark.parametrize("path", [*PUBLIC, *ENTRANCE, *OWN, "/nowhere/", "/players/1/"])
def test_reading_a_page_writes_nothing(anna: User, path: str):
    for client in (Client(), signed_in(anna)):
        with CaptureQueriesContext(connection) as statements:
            client.get(path)
        written = [row["sql"] for row in statements if re.match(r"\s*(insert|update|delete)", row["sql"], re.I)]
        assert written == []


def test_pages_are_sent_compressed_to_who_can_read_that():
    plain = Client().get("/cards/")
    browsers = [Client().get("/cards/", headers={"accept-encoding": "gzip, deflate, br, zstd"}) for _ in range(9)]
    assert {one["Content-Encoding"] for one in browsers} == {"gzip"}
    assert {gzip.decompress(one.content).partition(b"<h1>")[2][:40] for one in browsers} == {
        plain.content.partition(b"<h1>")[2][:40]
    }
    assert len({len(one.content) for one in browsers}) > 1, "no page says by its length what stands in it"
    assert all(len(one.content) == int(one["Content-Length"]) < len(plain.content) // 4 for one in browsers)
    assert "Content-Encoding" not in plain
    assert "Accept-Encoding" in plain["Vary"]


def forget() -> None:
    """What the process remembered for a few seconds is asked again."""
    caches["shared"].clear()


def test_the_front_page_shows_a_public_game_as_a_visitor_sees_it(anna: User, boris: User):
    """INFO-2: with hidden money the rubles are nobody's to see there, not even for who plays in that game."""
    game = begun(anna, boris, open_hands=False)
    assert Client().get("/").context["live"] is None, "nothing has been moved yet"
    play_on(game, until=lambda play: len(play.moves) == 1)
    forget()
    page = Client().get("/")
    live = page.context["live"]
    assert live.game_id == game.pk
    position = live.position()
    assert [seat.rubles for _person, seat in position["standings"]] == [None, None]
    assert {person.name for person, _seat in position["standings"]} == {"Anna", "Boris"}
    assert len(position["upper"]) == 3  # FIRST-1: two Workers a player, one is bought
    assert "Live now" in page.content.decode()
    full = begun(anna, boris, open_hands=False)
    play_on(full, until=lambda play: len(play.moves) == 2)
    Game.objects.filter(pk=full.pk).update(glance={**Game.objects.get(pk=full.pk).glance, "laid": 8})
    play_on(game, until=lambda play: len(play.moves) == 2)
    forget()
    with CaptureQueriesContext(connection) as done:
        assert live_game().game_id == full.pk, "moved in before, and there is more to see"
    assert len(done) == 1
    Game.objects.update(visibility=Visibility.LINK)
    forget()
    assert Client().get("/").context["live"] is None


def test_the_front_page_of_who_is_signed_in_shows_the_boards_that_wait(anna: User, boris: User):
    """Their cards as everybody sees them, from the row of the game: no position is replayed for it."""
    game = begun(anna, boris, open_hands=False)
    play_on(game, until=lambda play: len(play.moves) == 1)
    is_asked = game.seats.filter(waiting=True, tenures__user=anna).exists()
    waiting, other = (anna, boris) if is_asked else (boris, anna)
    with CaptureQueriesContext(connection) as asked:
        page = signed_in(waiting).get("/")
    assert not [one["sql"] for one in asked if "games_logrow" in one["sql"]]
    (board,) = page.context["home"]["waiting"]
    assert [face.id for face in board.upper] == [card for card in engine.tableau(load(game.pk).state)[0] if card]
    assert "Your move in one game" in page.content.decode()
    assert "The others are thinking" in signed_in(other).get("/").content.decode()


def test_an_empty_front_page_says_what_could_be_there(anna: User):
    page = signed_in(anna).get("/").content.decode()
    assert "Welcome, Anna" in page
    assert "Start with a bot" in page
    assert "Puzzle of the day" in page


def test_a_move_and_a_guest_are_on_the_front_page_seconds_later(anna: User, boris: User):
    game, gathering = begun(anna, boris), table(anna, title="Fog over the Neva")
    play_on(game, until=lambda play: len(play.moves) == 1)
    forget()
    before = Client().get("/").content.decode()
    assert "Fog over the Neva" in before
    join_table(game_id=gathering.pk, user=boris, seen=None, now=now())
    play_on(game, until=lambda play: len(play.moves) == 2)
    forget()
    after = Client().get("/").content.decode()
    assert "Fog over the Neva" not in after, "two of two sit there now: it looks for nobody"
    assert after != before


def test_a_row_kept_for_visitors_hides_from_nobody_that_he_is_invited(anna: User, boris: User):
    """The front page says to each what the table wants of him, whoever looked at it just before."""
    table(anna, "Boris", players=3, title="Fog over the Neva")
    forget()
    asked = "You are invited"
    for _look in range(2):
        assert asked not in Client().get("/").content.decode()
        assert asked in signed_in(boris).get("/").content.decode()
        page = signed_in(anna).get("/").content.decode()
        assert "You are the host" in page
        assert asked not in page


def test_what_everybody_sees_alike_is_drawn_and_asked_once(anna: User, boris: User):
    game = begun(anna, boris)
    play_on(game, until=lambda play: len(play.moves) == 1)
    table(anna)
    forget()
    visitor = Client()
    with CaptureQueriesContext(connection) as first:
        visitor.get("/")
    with CaptureQueriesContext(connection) as second:
        visitor.get("/")
    assert len(first) <= 9
    assert len(second) == 0
    for path in ("/cards/", "/rules/3/", "/rules/", "/about/"):
        with CaptureQueriesContext(connection) as asked:
            visitor.get(path)
        assert len(asked) == 0, path


@pytest.mark.parametrize(
    "path", ["/", "/cards/", "/cards/?set=market", "/rules/3/", "/rules/COST-4/", "/rules/?read=short"]
)
def test_nothing_of_one_reader_is_in_what_the_next_one_gets(path: str, anna: User, boris: User):
    table(boris, title="White nights")
    signed_in(anna).get(path)
    Client(headers={"accept-language": "de"}).get(path)
    page = Client(headers={"accept-language": "en"}).get(path).content.decode()
    assert '<html lang="en">' in page
    assert "Anna" not in page
    assert "Sign in" in page
    tokens = set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page))
    again = Client().get(path).content.decode()
    assert tokens.isdisjoint(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', again)), "a token is nobody else's"
    own = signed_in(anna).get(path).content.decode()
    assert "Anna" in own


def test_nobodys_address_is_shown_to_others(anna: User, boris: User, dmitri: User):
    game = begun(anna, boris)
    paths = [*PUBLIC, "/games/", f"/players/{anna.pk}/", f"/players/{boris.pk}/", f"/games/{game.pk}/"]
    for reader in (signed_in(boris), signed_in(dmitri), Client()):
        for path in paths:
            assert "anna@example.org" not in reader.get(path, follow=True).content.decode(), path


def test_a_page_that_is_not_there_says_so_in_the_readers_language():
    answer = Client(headers={"accept-language": "de"}).get("/nirgends/")
    assert answer.status_code == 404
    assert "Seite nicht gefunden" in answer.content.decode()


def test_an_old_form_is_refused_with_what_to_do():
    answer = Client(enforce_csrf_checks=True).post("/language/", {"language": "de"})
    assert answer.status_code == 403
    assert (
        "Nothing was sent. Go back, reload the page and send it again. Cookies must be allowed for this site."
        in answer.content.decode()
    )


def test_who_signs_up_too_often_is_told_to_wait():
    client = Client(headers={"accept-language": "de"})
    answers = [client.post("/accounts/signup/", {"email": "no address"}) for _ in range(21)]
    assert [answer.status_code for answer in answers] == [200] * 20 + [429]
    assert "Warte ein paar Minuten" in answers[-1].content.decode()


def test_guessing_passwords_is_stopped(anna: User):
    client = Client()
    form = {"login": anna.email or ""}
    said = [client.post("/accounts/login/", {**form, "password": f"guess {n}"}).content.decode() for n in range(7)]
    assert "Wrong email address or password" in said[0]
    assert "Too many wrong passwords" in said[-1]
    right = client.post("/accounts/login/", {**form, "password": "long enough to sign in"})
    assert right.status_code == 200, "even the right password has to wait, or guessing would go on"


def test_the_admins_own_form_has_a_limit_too():
    client = Client()
    form = {"username": "root@example.org", "password": "guess"}
    assert [client.post("/admin/login/", form).status_code for _ in range(11)] == [200] * 10 + [429]


@pytest.mark.parametrize(("language", "said"), [("en", "Something went wrong"), ("de", "Etwas ist schiefgegangen")])
def test_the_page_for_our_own_faults_needs_no_database(language: str, said: str):
    request: HttpRequest = RequestFactory().get("/")
    with translation.override(language), CaptureQueriesContext(connection) as statements:
        answer = defaults.server_error(request)
    assert answer.status_code == 500
    assert said in answer.content.decode()
    assert len(statements) == 0


@pytest.mark.parametrize(("view", "status"), [(defaults.bad_request, 400), (defaults.permission_denied, 403)])
def test_other_refusals_have_pages_too(view, status: int):
    answer = view(RequestFactory().get("/"), exception=Exception("inner matters"))
    assert answer.status_code == status
    assert "inner matters" not in answer.content.decode()
    assert "St Pete" in answer.content.decode()


LOST = (
    (
        "/invitations/cut-off/",
        (
            "This invitation link is not valid. Email programs can break long links, so copy the whole "
            "link from the email."
        ),
    ),
    ("/t/cut-off/", "This table link is not valid. Ask the sender for the complete link."),
    ("/e/cut-off/", "This tournament link is not valid. Ask the sender for the complete link."),
    (
        "/games/999999/",
        "This game does not exist, or it is private. Follow its link again, or sign in if you play in it.",
    ),
    (
        "/tables/999999/",
        "This table does not exist, or it is private. Follow its link again, or sign in if you sit there.",
    ),
    ("/nowhere/", "The address may be mistyped"),
)


@pytest.mark.parametrize(("path", "said"), LOST)
def test_an_address_that_leads_nowhere_says_what_to_do(anna: User, path: str, said: str):
    answer = signed_in(anna).get(path)
    page = answer.content.decode()
    assert answer.status_code == 404
    assert said in page
    assert 'aria-label="Sections"' in page, "the way on"
    assert "/accounts/login/?next=" not in page


@pytest.mark.parametrize(
    ("path", "above"), [("/games/7/move/", "/games/7/"), ("/tables/7/join/", "/tables/7/"), ("/language/", "")]
)
def test_what_only_takes_forms_is_no_empty_page(path: str, above: str):
    answer = Client().get(path)
    page = answer.content.decode()
    assert answer.status_code == 405
    assert "POST" in answer["Allow"]
    assert "This is not a page" in page
    assert (f'href="{above}">Open the form' in page) == bool(above)


def test_more_than_the_site_keeps_is_said_to_be_too_much(settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    answer = Client().post("/accounts/login/", {"login": "x" * 200})
    assert answer.status_code == 413
    assert "Too much data" in answer.content.decode()
