"""People who are kept apart: neither invites the other nor sits down where the other sits, and nobody is told why."""

import pytest

from accounts import separation
from games.lobby.table_page import TablePage
from games.models import Invitation, Participant
from games.selectors import queries
from games.tables import errors, invitations, sitting, tables
from notifications.models import Notification
from tests.people import signed_in

from ..play_builders import NOON, begun
from ..table_builders import agreed_over, table

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["Anna has blocked Boris", "Boris has blocked Anna"])
def apart(request, anna, boris):
    pair = (anna, boris) if request.param.startswith("Anna") else (boris, anna)
    separation.block(blocker=pair[0], blocked=pair[1], now=NOON)


def join(game, user):
    return sitting.join_table(game_id=game.pk, user=user, now=NOON)


def refused(act, *arguments, **named):
    with pytest.raises(errors.GameError) as caught:
        act(*arguments, **named)
    return caught.value.code, str(caught.value)


SIT = ("cannot_sit", "You cannot join this table.")
INVITE = ("cannot_invite", "This player cannot be invited to this table.")


@pytest.mark.usefixtures("apart")
def test_neither_sits_down_where_the_other_sits_be_he_host_or_guest(anna, boris, clara):
    assert refused(join, table(anna), boris) == SIT
    assert refused(join, table(boris), anna) == SIT
    game = table(clara, players=4)
    join(game, anna)
    assert refused(join, game, boris) == SIT
    assert set(game.participants.values_list("user", flat=True)) == {anna.pk, clara.pk}


def test_others_sit_down_as_ever(anna, boris, clara, apart):
    game = table(anna, players=3, bots=1)
    assert join(game, clara).status == "full"


@pytest.mark.usefixtures("apart")
def test_the_lobbys_button_says_no_more_than_that(anna, boris):
    game = table(anna)
    answer = signed_in(boris).post(f"/tables/{game.pk}/join/")
    assert answer.status_code == 403
    assert SIT[1] in answer.content.decode()


@pytest.mark.usefixtures("apart")
def test_neither_invites_the_other_by_name(anna, boris, clara):
    assert refused(invitations.invite, game_id=table(anna).pk, host=anna, whom="boris", now=NOON) == INVITE
    assert refused(table, boris, "Anna") == INVITE
    game = table(clara, players=4)
    join(game, anna)
    assert refused(invitations.invite, game_id=game.pk, host=clara, whom="Boris", now=NOON) == INVITE
    assert not Invitation.objects.exists()


@pytest.mark.usefixtures("apart")
def test_an_address_is_answered_like_any_other_but_no_mail_goes_to_it(anna, boris):
    """Whose account an address is, the host does not learn: not by a refusal either."""
    game = table(anna, "boris@example.org", "friend@example.com", players=4)
    page = TablePage(game, anna, NOON)
    assert [place.chip.name for place in page.places if place.invitation] == ["boris@example.org", "friend@example.com"]
    assert Notification.objects.filter(kind="invitation").count() == 1
    assert not Notification.objects.filter(kind="invitation", user=boris).exists()
    asked = Invitation.objects.get(email="boris@example.org")
    assert asked.user is None
    assert not queries.my_games(boris, now=NOON).tables
    assert TablePage(game, boris, NOON).invitation is None
    assert refused(invitations.accept_invitation, token=asked.token, user=boris, now=NOON) == SIT
    assert not Participant.objects.filter(user=boris).exists()


def test_an_invitation_from_before_is_no_way_in(anna, boris):
    game = table(anna, "boris")
    separation.block(blocker=anna, blocked=boris, now=NOON)
    asked = Invitation.objects.get()
    assert refused(invitations.accept_invitation, token=asked.token, user=boris, now=NOON) == SIT
    assert refused(join, game, boris) == SIT
    separation.unblock(blocker=anna, blocked_id=boris.pk)
    assert invitations.accept_invitation(token=asked.token, user=boris, now=NOON).status == "full"


def test_who_sits_together_already_plays(anna, boris):
    game = table(anna)
    join(game, boris)
    separation.block(blocker=anna, blocked=boris, now=NOON)
    assert join(game, boris).status == "full"
    assert tables.start_due(now=NOON + (game.expires_at - NOON)) == 1


@pytest.mark.usefixtures("apart")
def test_a_rematch_asks_the_others(anna, boris, clara):
    old = agreed_over(begun(anna, boris, clara))
    game = tables.rematch(game_id=old.pk, user=anna, now=NOON)
    assert [one.user for one in game.invitations.all()] == [clara]


@pytest.mark.usefixtures("apart")
def test_sitting_down_costs_one_statement_more(anna, boris, clara, django_assert_num_queries):
    game = table(clara, players=4)
    with django_assert_num_queries(1):
        assert tables.keeps_apart(game, anna) is False
