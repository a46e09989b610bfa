"""What a made-up app adds to games (tests/club): what it closes nobody sees, what it shows is shown, what ends it is told."""

from collections.abc import Callable

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

import engine
from accounts.models import User
from games.extensions import extensions
from games.models import Game, Visibility
from games.play.positions import load
from tests.club.extends_games import OPEN, SEALED, Club
from tests.club.models import Ended
from tests.people import person, signed_in

from ..play_builders import NOON, begun, first_phase_over, play_on
from ..table_builders import agree_to_end, agreed_over

pytestmark = pytest.mark.django_db

TOLD_BY = ("games:game", "games:log", "games:text", "games:pulse", "games:replay", "games:record")
API = ("api:game", "api:record")


@pytest.fixture
def sealed(anna: User, boris: User) -> Game:
    return named(begun(anna, boris), f"{SEALED}table 7")


@pytest.fixture
def over(anna: User, boris: User) -> Game:
    return agreed_over(named(begun(anna, boris), f"{SEALED}table 8"))


def named(game: Game, title: str) -> Game:
    Game.objects.filter(pk=game.pk).update(title=title)
    game.title = title
    return game


def answers(client: Client, game: Game) -> dict[str, int]:
    return {name: client.get(reverse(name, args=[game.pk])).status_code for name in (*TOLD_BY, *API)}


def test_the_app_is_found_by_lying_there() -> None:
    assert any(isinstance(one, Club) for one in extensions())


@pytest.mark.parametrize("which", ["sealed", "over"])
def test_a_closed_game_answers_nobody_but_its_seats(
    which: str, request: pytest.FixtureRequest, client: Client, dmitri: User, anna: User
) -> None:
    game: Game = request.getfixturevalue(which)
    staff = person("Root", is_staff=True, is_superuser=True)
    for eyes in (signed_in(dmitri), signed_in(staff)):
        assert set(answers(eyes, game).values()) == {404}
    assert answers(client, game) == answers(client, Game(pk=game.pk + 999)), "signing in is offered for any number"
    own = answers(signed_in(anna), game)
    assert own["games:game"] == own["games:log"] == own["games:pulse"] == own["api:game"] == 200


def test_who_has_the_link_sees_no_more_than_others_of_a_closed_game(client: Client, sealed: Game) -> None:
    Game.objects.filter(pk=sealed.pk).update(visibility=Visibility.LINK)
    client.get(reverse("games:link", args=[sealed.link_token]))
    assert answers(client, sealed) == answers(client, Game(pk=sealed.pk + 999))
    assert 200 not in answers(client, sealed).values()


def test_the_secret_of_a_closed_game_is_nobody_s_not_even_its_seats(over: Game, anna: User) -> None:
    own = signed_in(anna)
    secret = bytes(Game.objects.with_secret().get(pk=over.pk).secret).hex()
    for name in ("games:game", "games:replay", "api:game"):
        assert secret not in own.get(reverse(name, args=[over.pk])).content.decode()
    assert own.get(reverse("games:record", args=[over.pk])).status_code == 404
    assert own.get(reverse("api:record", args=[over.pk])).status_code == 409


def test_no_list_names_a_closed_game(sealed: Game, over: Game, client: Client, dmitri: User, anna: User) -> None:
    pages = ["/", "/archive/", "/archive/?player=Anna", "/solo/", reverse("accounts:player", args=[anna.pk])]
    for eyes in (client, signed_in(dmitri)):
        for address in pages:
            text = eyes.get(address).content.decode()
            assert SEALED not in text, address
            assert f"/games/{over.pk}/" not in text, address
            assert f"/games/{sealed.pk}/" not in text, address
    assert str(sealed.pk) in signed_in(anna).get("/games/").content.decode(), "it is still the players' own game"


def test_a_game_that_is_opened_again_is_seen_again(over: Game, client: Client) -> None:
    named(over, "An open table")
    assert set(answers(client, over).values()) == {200}
    assert f"/games/{over.pk}/" in client.get("/archive/").content.decode()


def test_no_move_answer_of_a_closed_game_tells_a_stranger_more_than_of_none(sealed: Game, dmitri: User) -> None:
    body = {"text": "pass", "version": 0}
    for address in (reverse("api:moves", args=[sealed.pk]), reverse("api:moves", args=[sealed.pk + 999])):
        assert signed_in(dmitri).post(address, body, content_type="application/json").status_code == 404


@pytest.mark.parametrize(
    ("place", "address"),
    [
        ("game", lambda game, anna: game.get_absolute_url()),
        ("player", lambda game, anna: reverse("accounts:player", args=[anna.pk])),
        ("front", lambda game, anna: "/"),
        ("mine", lambda game, anna: "/games/"),
    ],
)
def test_its_panels_stand_on_the_pages(
    place: str, address: Callable[[Game, User], str], anna: User, boris: User, dmitri: User
) -> None:
    game = named(begun(anna, boris), f"{OPEN}<b>Neva</b>")
    text = signed_in(anna).get(address(game, anna)).content.decode()
    assert f'data-club="{place}"' in text
    assert "<b>Neva</b>" not in text, "templates of apps escape as all others"
    if place in ("front", "mine"):
        assert "data-club" not in signed_in(dmitri).get(address(game, anna)).content.decode()


def test_the_end_of_a_game_is_told_once_in_its_transaction(anna: User, boris: User) -> None:
    game = named(begun(anna, boris, secret=b"4" * 32), f"{OPEN}Neva")
    play_on(game, until=first_phase_over)
    assert not Ended.objects.exists()
    play = play_on(game)
    (row,) = Ended.objects.all()
    winners = [str(seat["seat"]) for seat in (play.game.result or {})["seats"] if seat["winner"]]
    assert (row.game_id, row.at, row.winners) == (game.pk, NOON, ",".join(winners))


def test_the_end_by_agreement_is_told_too(anna: User, boris: User) -> None:
    game = agreed_over(named(begun(anna, boris), f"{OPEN}Neva"))
    assert [row.game_id for row in Ended.objects.all()] == [game.pk]


def test_an_app_that_cannot_write_its_row_keeps_the_game_from_ending(anna: User, boris: User) -> None:
    game = named(begun(anna, boris), f"{OPEN}Neva")
    Ended.objects.create(game_id=game.pk, at=NOON, winners="")  # the club's row is unique: it will be refused
    agree_to_end(game, anna)
    with pytest.raises(Exception, match=r"(?i)unique"), transaction.atomic():
        agree_to_end(game, boris)
    play = load(game.pk)
    assert play.game.is_running
    assert engine.waiting_for(play.state)
