"""A player is challenged from their page, with one click or with options of one's own."""

import pytest
from django.test import Client
from django.utils.timezone import now

from accounts import separation
from games.lobby.table_forms import USUAL_PACE
from games.models import Game, InvitationState, Visibility
from games.models.clock import NAMED, humane
from tests.people import person, signed_in

pytestmark = pytest.mark.django_db


def test_one_click_on_a_players_page_invites_to_a_game_for_two(anna, boris):
    client = signed_in(anna)
    page = client.get(f"/players/{boris.pk}/").content.decode()
    assert f'action="/players/{boris.pk}/challenge/"' in page
    assert f"Two players, {str(NAMED[USUAL_PACE][1]).removeprefix('Daily: ')}, rated." in page
    answer = client.post(f"/players/{boris.pk}/challenge/")
    game = Game.objects.get()
    assert answer.url == game.get_absolute_url()
    assert (game.players, game.visibility, game.rated, game.host) == (2, Visibility.LINK, True, anna)
    assert game.clock == humane(USUAL_PACE)
    invitation = game.invitations.get()
    assert (invitation.user, invitation.state) == (boris, InvitationState.OPEN)
    assert client.post(f"/players/{boris.pk}/challenge/").url == answer.url  # a second click
    assert Game.objects.count() == 1


def test_the_form_with_all_options_has_the_invitation_filled_in(anna):
    person("Boris B.")
    form = signed_in(anna).get("/tables/new/?invite=Boris B.").context["form"]
    assert (form["guests"].value(), form["players"].value()) == ("Boris B.", "2")


def test_nobody_challenges_themselves_nor_as_a_visitor_nor_whom_they_have_blocked(anna, boris):
    separation.block(blocker=anna, blocked=boris, now=now())
    client = signed_in(anna)
    for reader, player in ((client, anna), (client, boris), (Client(), boris)):
        assert "/challenge/" not in reader.get(f"/players/{player.pk}/").content.decode()
    client.post(f"/players/{anna.pk}/challenge/")
    assert not Game.objects.exists()


def test_somebody_who_has_blocked_the_challenger_is_not_told_and_neither_is_the_challenger_why(anna, boris):
    separation.block(blocker=boris, blocked=anna, now=now())
    answer = signed_in(anna).post(f"/players/{boris.pk}/challenge/", follow=True)
    assert "This player cannot be invited to this table." in answer.content.decode()
    assert not Game.objects.exists()


def test_another_pace_is_another_table_for_a_friend_and_a_second_click_is_not(anna):
    client = signed_in(anna)
    wish = {"edition": "2", "players": "2", "friend": "yes"}
    first, again, other = [client.post("/play/", wish | {"pace": pace}).url for pace in ("2d", "2d", "7d")]
    assert first == again != other
    assert {game.clock for game in Game.objects.all()} == {humane("2d"), humane("7d")}
