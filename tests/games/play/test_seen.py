"""How far somebody has looked at a game: told by POST, ever growing, and nobody's who has no seat."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.timezone import now

from accounts.models import User
from games.guests.services import take_along
from games.models import Game, Seen
from games.play.seen import record_seen
from games.tables.tables import leave_everything
from tests.games.boards import wander_on
from tests.games.guests.builders import guest_at
from tests.games.play_builders import begun
from tests.people import signed_in

pytestmark = pytest.mark.django_db


def known(user: User) -> list[tuple[int, int, bool]]:
    return list(Seen.objects.filter(user=user).values_list("version", "line", "result"))


def tell(client: Client, game: Game, **values: object) -> int:
    return client.post(f"/games/{game.pk}/seen/", values).status_code


def test_what_is_seen_only_grows(anna: User, boris: User, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    game = begun(anna, boris)
    record_seen(user=anna, game_id=game.pk, version=7)
    record_seen(user=anna, game_id=game.pk, version=5, line=3, result=True)
    assert known(anna) == [(7, 3, True)]
    with django_assert_num_queries(3):  # the statement, and the savepoint around it
        record_seen(user=anna, game_id=game.pk, version=9, line=2)
    assert known(anna) == [(9, 3, True)]
    assert known(boris) == []


def test_the_page_tells_it_by_post_and_nothing_beyond_the_game_is_believed(anna: User, boris: User) -> None:
    game, client = begun(anna, boris), signed_in(anna)
    version = len(wander_on(game, until=lambda state: state.round > 1).rows)
    assert 'id="seen"' in client.get(f"/games/{game.pk}/").content.decode()
    assert known(anna) == []
    assert tell(client, game, version=version - 1) == 204
    assert known(anna) == [(version - 1, 0, False)]
    assert tell(client, game, version="99999999", result="yes") == 204
    assert known(anna) == [(version, 0, False)], "nobody has seen the result of a game that runs"
    assert tell(client, game, line=3) == 204
    assert known(anna) == [(version, 0, False)], "nor a line that nobody has written"
    for nonsense in ("", "-4", "x", "９", "4.5"):
        assert tell(client, game, version=nonsense, line=nonsense) == 204
    wander_on(game)
    assert tell(client, game, version=1, result="yes") == 204
    assert known(anna) == [(version, 0, True)]


def test_only_who_has_or_had_a_seat_tells_it(anna: User, boris: User, dmitri: User) -> None:
    game = begun(anna, boris)
    assert tell(signed_in(dmitri), game, version=1) == 404
    assert 'id="seen"' not in signed_in(dmitri).get(f"/games/{game.pk}/").content.decode()
    assert tell(Client(), game, version=1) == 302
    assert 'id="seen"' not in Client().get(f"/games/{game.pk}/").content.decode()
    assert signed_in(anna).get(f"/games/{game.pk}/seen/").status_code == 405
    assert signed_in(anna).post("/games/999999/seen/").status_code == 404
    assert not Seen.objects.exists()


def test_the_rows_go_with_the_account_and_with_the_game(anna: User, boris: User) -> None:
    game = begun(anna, boris)
    for user in (anna, boris):
        record_seen(user=user, game_id=game.pk, version=1)
    leave_everything(user=anna, now=now())
    assert [seen.user for seen in Seen.objects.all()] == [boris]


def test_a_guest_tells_it_too_and_takes_it_along(anna: User) -> None:
    client, guest, game = guest_at()
    assert tell(client, game, version=1) == 204
    take_along(guest=guest, user=anna, now=now())
    assert [seen.user for seen in Seen.objects.all()] == [anna]


def test_a_guests_rows_go_with_him() -> None:
    client, _guest, game = guest_at()
    tell(client, game, version=1)
    client.post("/guest/forget/")
    assert not Seen.objects.exists()
