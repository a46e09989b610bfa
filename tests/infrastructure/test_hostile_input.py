"""Whatever is sent, the answer is a sentence or a page, never an error of the server, on either database.

Each case here once was a 500, or would be one where a limit is taken away.
"""

import pytest
from django.test import Client
from django.utils.timezone import now

from games.models import Game
from games.play.positions import load
from tests.games.play_builders import begun
from tests.games.table_builders import table
from tests.people import signed_in

pytestmark = pytest.mark.django_db

TOO_LARGE = "9" * 26


@pytest.mark.parametrize(
    "address",
    ["/t/a%00b/", "/invitations/a%00b/", "/archive/?player=%00", "/archive/?player=a&x=%00", "/%00", "/mailbox/%00/"],
)
def test_a_nul_in_an_address_is_a_bad_request(client: Client, address: str) -> None:
    """PostgreSQL keeps no NUL in a text, so it must not be asked for one."""
    assert client.get(address).status_code == 400


def test_a_nul_in_a_cookie_is_a_bad_request(client: Client) -> None:
    """Quoted cookies may carry any sign in octal; the session is looked for by such a text."""
    assert client.get("/", headers={"cookie": 'sessionid="\\000aaaaaaaa"'}).status_code == 400


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/x-www-form-urlencoded; charset=utf-16", "text=%ff%fe"),
        ("application/x-www-form-urlencoded", "&".join(f"field{number}=1" for number in range(2000))),
    ],
)
@pytest.mark.parametrize("address", ["/accounts/login/", "/no/page/", "/language/"])
def test_a_form_that_cannot_be_read_is_a_bad_request(kind: str, body: str, address: str) -> None:
    """The page that says so must not read the form once more, for its token."""
    for client in (Client(enforce_csrf_checks=True), Client()):
        assert client.generic("POST", address, body, content_type=kind).status_code in (400, 403, 404)


def test_a_program_is_told_in_json(client: Client) -> None:
    answer = client.get("/api/v1/games/?limit=%00")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


@pytest.mark.parametrize(
    "address",
    [
        "games/{}/",
        "games/{}/pulse/",
        "games/{}/log/",
        "games/{}/text/",
        "games/{}/replay/",
        "tables/{}/",
        "players/{}/",
        "api/v1/games/{}/",
    ],
)
def test_a_number_that_no_row_can_have_is_not_found(anna, address: str) -> None:
    assert signed_in(anna).get("/" + address.format(TOO_LARGE)).status_code == 404


@pytest.mark.parametrize("query", [f"limit={TOO_LARGE}", "limit=1"])
def test_a_program_asks_for_pages_that_a_database_can_count(anna, boris, query: str) -> None:
    begun(anna, boris)
    answer = signed_in(anna).get(f"/api/v1/games/?{query}")
    assert answer.status_code == 200
    assert len(answer.json()["results"]) == 1


@pytest.mark.parametrize(
    "query",
    [
        "limit=-1",
        "limit=x",
        "limit=",
        "limit=0",
        "limit=1.5",
        "cursor=²",
        "cursor=a",
        "cursor=eA",
        f"cursor={'OTk5' * 60}",
    ],
)
def test_a_program_that_asks_for_no_page_at_all_is_told_so(anna, query: str) -> None:
    answer = signed_in(anna).get(f"/api/v1/games/?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert query.partition("=")[0] == answer.json()["errors"][0]["field"]


@pytest.mark.parametrize(
    "body",
    [
        "[" * 5000,
        '{"text": "pass", "version": ' + TOO_LARGE + "}",
        '{"text": "\\u0000", "version": 0}',
        '{"text": "\\ud800", "version": 0}',
        '{"text": ["pass"], "version": 0}',
        '{"text": "pass", "version": NaN}',
        '{"text": "pass", "version": 1e999}',
        "\ufeff",
        "null",
    ],
)
def test_a_program_that_sends_nonsense_is_told_so_and_nothing_is_written(anna, boris, body: str) -> None:
    game = begun(anna, boris)
    address = f"/api/v1/games/{game.pk}/moves/"
    answer = signed_in(anna).generic("POST", address, body, content_type="application/json")
    assert 400 <= answer.status_code < 500
    assert answer.json()["code"]
    assert load(game.pk).game.version == 0


@pytest.mark.parametrize("address", ["docs/", "schema/", "games/"])
def test_the_api_answers_no_options(anna, address: str) -> None:
    assert signed_in(anna).options(f"/api/v1/{address}").status_code == 405


@pytest.mark.parametrize("act", ["move", "pass", "back", "resign", "rematch", "play-again"])
def test_acts_of_a_game_lead_back_to_a_table_that_has_not_begun(anna, act: str) -> None:
    """There is no game page to say the sentence on, so the table is shown."""
    gathering: Game = table(anna, now=now())
    answer = signed_in(anna).post(f"/games/{gathering.pk}/{act}/", {"wish": "yes", "mode": "phase", "version": "0"})
    assert answer.status_code == 302
    assert answer["Location"] in (f"/tables/{gathering.pk}/", f"/games/{gathering.pk}/")


@pytest.mark.parametrize("act", ["move", "pass", "back", "rematch", "play-again"])
def test_who_was_signed_out_meanwhile_comes_back_to_the_game(anna, boris, act: str) -> None:
    """Not to the address of the act, which answers no GET."""
    game = begun(anna, boris)
    answer = Client().post(f"/games/{game.pk}/{act}/")
    assert answer["Location"] == f"/accounts/login/?next=/games/{game.pk}/"


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PROPFIND", "FOO", "GETS"])
@pytest.mark.parametrize(
    "address", ["/", "/lobby/", "/health/", "/profile/", "/no/page/", "/language/", "/api/v1/games/"]
)
def test_a_method_that_the_site_does_not_know_is_refused(anna, method: str, address: str) -> None:
    """Django gives them to views that ask for no method, as if they were a GET, and TRACE is made to bring back cookies."""
    for client in (Client(), Client(enforce_csrf_checks=True), signed_in(anna)):
        answer = client.generic(method, address)
        assert answer.status_code == 405
        assert answer["Allow"] == "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
        if address.startswith("/api/"):
            assert answer.json()["code"] == "method_not_allowed"
