"""A number tells nothing: a table by link that one may not see answers as a number that no table has, at every address.

The walk takes every address of the site from its URL configuration; a new one is walked without being named here.
"""

import pytest
from django.test import Client
from django.urls import get_resolver
from django.utils.timezone import now

from games.models import Visibility
from games.practice.guess import Score
from tests.games.play_builders import begun
from tests.games.table_builders import table
from tests.infrastructure.test_no_get_writes import addresses, filled
from tests.people import signed_in

pytestmark = pytest.mark.django_db

NOBODYS = 987654
VALUES = {
    **{key: ["0"] for key in ("seat", "ply", "line_id", "participant_id", "invitation_id")},
    "score": [str(Score())],
    "name": ["trading-guild"],
    "shelf": ["base2"],
    "id": ["warehouse"],
    "language": ["en"],
}
METHODS = ("get", "post", "put", "patch", "delete", "options")
"""The last are those of the API: a page answers whatever is no POST as it answers a GET, or refuses it before it looks."""


def answer(client: Client, method: str, address: str, number: int) -> tuple[int, str]:
    response = getattr(client, method)(address, content_type="application/json")
    return response.status_code, response.get("Location", "").replace(str(number), "N")


def test_a_table_by_link_answers_strangers_like_a_number_that_nobody_has(anna, boris, clara):
    game, gathering = (
        begun(anna, boris, now=now()),
        table(anna, "boris", players=4, visibility=Visibility.LINK, now=now()),
    )
    type(game).objects.filter(pk=game.pk).update(visibility=Visibility.LINK)
    visitor, stranger = Client(), signed_in(clara)
    walked = 0
    for pattern in addresses(get_resolver().url_patterns):
        if "game_id" not in pattern:
            continue
        missing, *hidden = (
            (number, next(filled(pattern, {**VALUES, "game_id": [str(number)]})))
            for number in (NOBODYS, game.pk, gathering.pk)
        )
        for client in (visitor, stranger):
            for method in METHODS if pattern.startswith("api/") else METHODS[:2]:
                usual = answer(client, method, missing[1], NOBODYS)
                for number, address in hidden:
                    assert answer(client, method, address, number) == usual, f"{method} {address}"
                    walked += 1
    assert walked > 500


def test_its_people_are_led_to_the_table_from_the_addresses_of_the_game(anna, boris):
    game = table(anna, "boris", players=4, visibility=Visibility.LINK, now=now())
    for reader in (signed_in(anna), signed_in(boris)):
        for address in (f"/games/{game.pk}/", f"/games/{game.pk}/log/", f"/games/{game.pk}/text/"):
            assert reader.get(address)["Location"] == f"/tables/{game.pk}/"
    by_link = Client()
    by_link.get(f"/t/{game.link_token}/")
    assert by_link.get(f"/games/{game.pk}/").status_code == 302
