"""Following players, who is here now, and the pictures beside names."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils.timezone import now

from accounts import following, separation
from accounts.activity import HERE, here_now, touch
from accounts.avatars import avatar_of
from accounts.models import Followed, User
from tests.games.boards import wander_on
from tests.games.page_reading import statements, text_of
from tests.games.play_builders import begun
from tests.people import person, signed_in

pytestmark = pytest.mark.django_db


def front(user: User) -> dict[str, list[str]]:
    """Who is named to this user on the front page."""
    page = signed_in(user).get("/").context
    return {name: [one.person.name for one in page[name]] for name in ("followed", "others_here", "opponents")}


def test_a_player_is_followed_and_no_longer_from_their_page(anna: User, boris: User) -> None:
    client = signed_in(anna)
    address = f"/players/{boris.pk}/"
    client.post(f"{address}follow/", {"wish": "yes"})
    assert "You follow this player" in text_of(client.post(f"{address}follow/", {"wish": "yes"}, follow=True))
    assert list(Followed.objects.values_list("follower", "player")) == [(anna.pk, boris.pk)]
    assert front(anna)["followed"] == ["Boris"]
    client.post(f"{address}follow/", {"wish": "no"})
    assert not Followed.objects.exists()
    assert Client().post(f"{address}follow/", {"wish": "yes"})["Location"].startswith("/accounts/login/")
    assert client.post(f"/players/{anna.pk}/follow/", {"wish": "yes"}).status_code == 404


def test_their_running_games_stand_on_the_front_page_unless_one_plays_there(
    anna: User, boris: User, clara: User, dmitri: User
) -> None:
    following.follow(follower=anna, player=boris, now=now())
    game, own = begun(boris, clara), begun(anna, boris)
    page = signed_in(anna).get("/")
    assert [one.row.game.pk for one in page.context["watched"]] == [game.pk]
    assert own.pk != game.pk
    assert "Games of players you follow" in text_of(page)
    assert signed_in(dmitri).get("/").context["watched"] == []


def test_who_is_here_is_named_to_others_unless_they_do_not_wish_it(anna: User, boris: User, clara: User) -> None:
    for user in (boris, clara):
        touch(user.pk)
    User.objects.filter(pk=clara.pk).update(shows_presence=False)
    assert front(anna)["others_here"] == ["Boris"]
    following.follow(follower=anna, player=clara, now=now())
    followed = following.people_around(anna, now=now()).followed
    assert [(one.person, one.is_here) for one in followed] == [(clara, False)]
    assert here_now(now() + HERE + timedelta(minutes=1)) == set()


def test_whom_one_follows_is_named_before_the_many_who_are_here(
    anna: User, boris: User, clara: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "MOST_FOLLOWED", 1)
    following.follow(follower=anna, player=person("Zoe"), now=now())
    for user in (boris, clara):
        touch(user.pk)
    assert front(anna)["followed"] == ["Zoe"]


def test_a_recent_opponent_is_challenged_from_the_front_page(anna: User, boris: User, clara: User) -> None:
    """Two clicks with the greeting at the table. Nobody is named who is kept apart."""
    wander_on(begun(anna, clara, now=now()), now=now())
    begun(anna, boris, "plain", now=now())
    client = signed_in(anna)
    assert front(anna)["opponents"] == ["Clara", "Boris"]
    assert f'action="/players/{clara.pk}/challenge/"' in client.get("/").content.decode()
    table = client.post(f"/players/{clara.pk}/challenge/", follow=True)
    assert 'name="greeting"' in table.content.decode()
    assert 'id="h-invite"' not in table.content.decode(), "there is no seat to ask anybody for"
    assert "Waiting for an answer" in client.get("/").content.decode()
    separation.block(blocker=clara, blocked=anna, now=now())
    assert front(anna)["opponents"] == ["Boris"]


def test_who_is_kept_apart_is_not_named(anna: User, boris: User) -> None:
    """Whoever has blocked the other."""
    following.follow(follower=anna, player=boris, now=now())
    following.follow(follower=boris, player=anna, now=now())
    touch(anna.pk)
    touch(boris.pk)
    separation.block(blocker=boris, blocked=anna, now=now())
    for user in (anna, boris):
        assert front(user) == {"followed": [], "others_here": [], "opponents": []}
    assert list(Followed.objects.values_list("follower", flat=True)) == [anna.pk], "who has blocked follows no more"


def test_the_front_page_takes_as_many_statements_for_many_people_as_for_one(
    anna: User, boris: User, clara: User, dmitri: User
) -> None:
    following.follow(follower=anna, player=boris, now=now())
    begun(boris, clara)
    touch(boris.pk)
    one = len(statements(signed_in(anna), "/")[1])
    for user in (clara, dmitri):
        following.follow(follower=anna, player=user, now=now())
        touch(user.pk)
    begun(clara, dmitri)
    assert len(statements(signed_in(anna), "/")[1]) == one <= 15


def test_a_picture_follows_from_the_name_until_one_is_chosen(anna: User) -> None:
    assert avatar_of("Anna") == avatar_of("Anna") != avatar_of("Boris")
    client = signed_in(anna)
    page = client.get("/profile/")
    shown = {name: page.context["form"][name].value() for name in page.context["form"].fields}
    sent = {name: value for name, value in shown.items() if value not in (None, False, "")}
    client.post("/profile/", {**sent, "avatar_pattern": "wave", "avatar_colour": "red"})
    assert str(avatar_of("Anna", "wave", "red")) in client.get(f"/players/{anna.pk}/").content.decode()
