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
ZEROS = ("seat", "ply", "line_id", "participant_id", "invitation_id")
METHODS = ("get", "head", "post", "put", "delete", "options")


def answer(client: Client, method: str, address: str, number: int) -> tuple[int, str]:
    response = getattr(client, method)(address, content_type="application/json")
    return response.status_code, response.get("Location", "").replace(str(number), "N")


@pytest.mark.parametrize("is_running", [False, True], ids=["table", "game"])
def test_a_table_by_link_answers_strangers_like_a_number_that_nobody_has(anna, boris, clara, is_running: bool):
    if is_running:
        game = begun(anna, boris, now=now())
        type(game).objects.filter(pk=game.pk).update(visibility=Visibility.LINK)
    else:
        game = table(anna, "boris", players=4, visibility=Visibility.LINK, now=now())
    walked = 0
    for pattern in addresses(get_resolver().url_patterns):
        if "game_id" not in pattern:
            continue
        for client in (Client(), signed_in(clara)):
            hidden, missing = (
                list(
                    filled(
                        pattern,
                        {
                            **{key: ["0"] for key in ZEROS},
                            "score": [str(Score())],
                            "name": ["trading-guild"],
                            "shelf": ["base2"],
                            "id": ["warehouse"],
                            "language": ["en"],
                            "game_id": [str(number)],
                        },
                    )
                )
                for number in (game.pk, NOBODYS)
            )
            for method in METHODS:
                told = [
                    answer(client, method, hidden[0], game.pk),
                    answer(client, method, missing[0], NOBODYS),
                ]
                assert told[0] == told[1], f"{method} {hidden[0]}"
                walked += 1
    assert walked > 250


def test_its_people_are_led_to_the_table_from_the_addresses_of_the_game(anna, boris):
    game = table(anna, "boris", players=4, visibility=Visibility.LINK, now=now())
    for reader in (signed_in(anna), signed_in(boris)):
        for address in (f"/games/{game.pk}/", f"/games/{game.pk}/log/", f"/games/{game.pk}/text/"):
            assert reader.get(address)["Location"] == f"/tables/{game.pk}/"
    by_link = Client()
    by_link.get(f"/t/{game.link_token}/")
    assert by_link.get(f"/games/{game.pk}/").status_code == 302
