"""Blocking: the button on a player's page, the list in the profile, and that nobody learns of it."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils.timezone import now

from accounts import separation
from accounts.models import Block, User
from accounts.services import pseudonymise
from tests.games.page_reading import statements, text_of
from tests.people import signed_in

pytestmark = pytest.mark.django_db


def address(user: User) -> str:
    return f"/players/{user.pk}/"


def block(blocker: User, blocked: User) -> None:
    separation.block(blocker=blocker, blocked=blocked, now=now())


def test_a_player_is_blocked_and_no_longer_from_his_page(anna: User, boris: User):
    client = signed_in(anna)
    assert "Block this player" in text_of(client.get(address(boris)))
    answer = client.post(f"{address(boris)}block/", {"wish": "yes"}, follow=True)
    assert answer.redirect_chain[-1][0] == address(boris)
    assert "You have blocked this player" in text_of(answer)
    client.post(f"{address(boris)}block/", {"wish": "yes"})
    assert list(Block.objects.values_list("blocker", "blocked")) == [(anna.pk, boris.pk)]
    client.post(f"{address(boris)}block/", {"wish": "no"})
    assert not Block.objects.exists()


def test_the_profile_lists_whom_one_has_blocked_and_lets_go_of_them(anna: User, boris: User, clara: User):
    block(anna, boris)
    block(clara, anna)
    client = signed_in(anna)
    page = text_of(client.get("/profile/"))
    assert "Boris" in page
    assert "Clara" not in page
    answer = client.post(f"{address(boris)}block/", {"wish": "no", "next": "/profile/"}, follow=True)
    assert answer.redirect_chain[-1][0] == "/profile/"
    assert "You have not blocked anyone." in text_of(answer)


def test_who_is_blocked_sees_what_everybody_sees(anna: User, boris: User, clara: User):
    def seen_by(user: User, *pages: User) -> list[str]:
        return [text_of(signed_in(user).get(path)) for path in ("/profile/", *map(address, pages))]

    before = seen_by(boris, anna, clara)
    block(anna, boris)
    assert seen_by(boris, anna, clara) == before


def test_nobody_blocks_himself_a_visitor_nobody_and_who_has_left_is_left_alone(anna: User, boris: User):
    client = signed_in(anna)
    assert "Block" not in text_of(client.get(address(anna)))
    assert client.post(f"{address(anna)}block/", {"wish": "yes"}).status_code == 404
    assert "Block" not in text_of(Client().get(address(anna)))
    answer = Client().post(f"{address(anna)}block/", {"wish": "yes"})
    assert answer["Location"] == f"/accounts/login/?next={address(anna)}"
    pseudonymise(boris, now=now())
    assert "Block" not in text_of(client.get(address(boris)))
    assert client.post(f"{address(boris)}block/", {"wish": "yes"}).status_code == 404
    assert client.get(f"{address(boris)}block/").status_code == 405
    assert not Block.objects.exists()
    with pytest.raises(IntegrityError), transaction.atomic():
        Block.objects.create(blocker=anna, blocked=anna, at=now())


def test_pairs_that_are_kept_apart_have_no_direction(
    anna: User, boris: User, clara: User, dmitri: User, django_assert_num_queries
):
    block(boris, anna)
    block(anna, boris)
    block(clara, anna)
    block(dmitri, clara)
    people = [anna.pk, boris.pk, clara.pk]
    with django_assert_num_queries(1):
        assert separation.apart(people) == {(anna.pk, boris.pk), (anna.pk, clara.pk)}
    with django_assert_num_queries(1):
        assert separation.is_apart(anna.pk, [clara.pk, dmitri.pk])
    assert not separation.is_apart(anna.pk, [dmitri.pk])
    assert not separation.is_apart(boris.pk, [])
    separation.unblock(blocker=anna, blocked_id=boris.pk)
    assert (anna.pk, boris.pk) in separation.apart(people), "Boris still keeps away"


def test_a_deleted_account_blocks_nobody_and_is_blocked_by_nobody(anna: User, boris: User, clara: User):
    block(anna, boris)
    block(clara, anna)
    pseudonymise(anna, now=now())
    assert not Block.objects.exists()


def test_the_pages_take_so_many_statements(anna: User, boris: User, clara: User):
    """A player: the reader with the count of his games, the player, whether he is followed and blocked, deadlines, results,
    solo, games, ratings, tournaments, seasons of leagues. The profile: the reader with the count
    of his games, households, blocked."""
    for other in (boris, clara):
        block(anna, other)
    assert len(statements(Client(), address(boris))[1]) == 8
    assert len(statements(signed_in(anna), address(boris))[1]) == 12
    assert len(statements(signed_in(anna), "/profile/")[1]) == 5
