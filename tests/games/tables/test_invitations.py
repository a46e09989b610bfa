"""Asking people to a table: by name or by address, with or without an account."""

from datetime import timedelta

import pytest

from accounts.models import User
from games.errors import GameError
from games.lobby.table_page import TablePage
from games.models import Game, Invitation, Status
from games.selectors import queries
from games.tables import errors, invitations, sitting, tables
from notifications.models import Notification

from ..play_builders import DAY, NOON
from ..table_builders import table, terms

pytestmark = pytest.mark.django_db


def invite(game, whom, now=NOON):
    return invitations.invite(game_id=game.pk, host=game.host, whom=whom, now=now)


def accept(invitation, user, **arguments):
    return invitations.accept_invitation(token=invitation.token, user=user, now=NOON, **arguments)


@pytest.mark.parametrize("whom", ["Boris", "boris", "  BORIS ", "boris@example.org", "Boris@Example.ORG"])
def test_people_are_found_by_name_and_by_address_whatever_the_capitals(anna, boris, whom):
    invitation = invite(table(anna), whom)
    assert invitation.user == boris
    notification = Notification.objects.get(kind="invitation")
    assert (notification.user, notification.subject) == (boris, f"invitation:{invitation.pk}")


def test_an_address_without_an_account_is_told_under_its_address(anna):
    invitation = invite(table(anna), "friend@example.com")
    assert (invitation.user, invitation.email, invitation.language) == (None, "friend@example.com", "en")
    assert Notification.objects.get(kind="invitation").user is None


def test_an_address_that_somebody_else_typed_at_sign_up_still_gets_the_mail(anna):
    """Until its owner has confirmed an address, an account with it proves nothing, and keeps no mail from him."""
    squatter = User.objects.create_user("friend@example.com", display_name="Squatter")
    invitation = invite(table(anna), "friend@example.com")
    assert invitation.user is None
    assert Notification.objects.get(kind="invitation").user is None
    assert accept(invitation, squatter).participants.filter(user=squatter).exists()  # who has the link may, as ever


def test_the_mail_to_somebody_known_speaks_his_language_and_to_a_stranger_the_hosts(anna, boris):
    User.objects.filter(pk=boris.pk).update(language="de")
    assert invite(table(anna), "boris").language == "de"
    User.objects.filter(pk=anna.pk).update(language="de")
    anna.refresh_from_db()
    assert invite(table(anna), "friend@example.com").language == "de"


@pytest.mark.parametrize(
    ("whom", "sentence"), [("Zoe", "There is no player named “Zoe”"), ("zoe@", "“zoe@” is not a valid email address")]
)
def test_nobody_is_said_to_be_nobody(anna, whom, sentence):
    with pytest.raises(errors.UnknownPlayer, match=sentence) as caught:
        invite(table(anna), whom)
    assert caught.value.details["whom"] == whom


@pytest.mark.parametrize("field", [{"is_active": False}, {"deleted_at": NOON}])
def test_who_has_left_cannot_be_invited(anna, boris, field):
    User.objects.filter(pk=boris.pk).update(**field)
    with pytest.raises(errors.UnknownPlayer):
        invite(table(anna), "Boris")


def test_accepting_seats_the_guest_in_the_seat_kept_for_him(anna, boris):
    game = table(anna)
    invitation = invite(game, "boris")
    assert accept(invitation, boris).status == Status.FULL
    invitation.refresh_from_db()
    assert (invitation.state, invitation.answered_at) == ("accepted", NOON)


def test_accepting_twice_seats_once(anna, boris):
    game = table(anna, players=3)
    invitation = invite(game, "boris")
    accept(invitation, boris)
    accept(invitation, boris)
    assert game.participants.count() == 2


def test_a_stranger_who_signs_up_accepts_with_the_link_of_the_mail(anna, clara):
    """Clara was asked under another address than the one she signed up with."""
    invitation = invite(table(anna), "clara@work.example")
    assert accept(invitation, clara).status == Status.FULL
    invitation.refresh_from_db()
    assert invitation.user == clara


def test_an_invitation_to_a_person_is_for_that_person(anna, boris, clara):
    invitation = invite(table(anna, players=3), "boris")
    with pytest.raises(errors.NotAllowed, match="This invitation is for someone else"):
        accept(invitation, clara)
    with pytest.raises(errors.NotAllowed, match="This invitation is for someone else"):
        invitations.decline_invitation(token=invitation.token, user=clara, now=NOON)


def test_declining_frees_the_seat_and_is_respected(anna, boris, clara):
    game = table(anna)
    invitation = invite(game, "boris")
    invitations.decline_invitation(token=invitation.token, user=boris, now=NOON)
    with pytest.raises(errors.CannotInvite, match="boris has declined"):
        invite(game, "boris")
    assert sitting.join_table(game_id=game.pk, user=clara, now=NOON).status == Status.FULL


def test_a_stranger_declines_without_an_account(anna):
    game = table(anna)
    invitation = invite(game, "friend@example.com")
    invitations.decline_invitation(token=invitation.token, user=None, now=NOON)
    with pytest.raises(errors.InvitationClosed):
        invitations.decline_invitation(token=invitation.token, user=None, now=NOON)


def test_a_revoked_invitation_is_closed_and_its_seat_free(anna, boris, clara):
    game = table(anna)
    invitation = invite(game, "boris")
    invitations.revoke_invitation(game_id=game.pk, host=anna, invitation_id=invitation.pk, now=NOON)
    with pytest.raises(errors.InvitationClosed):
        accept(invitation, boris)
    assert sitting.join_table(game_id=game.pk, user=clara, now=NOON)


def test_revoking_an_accepted_invitation_changes_nothing(anna, boris):
    game = table(anna)
    invitation = invite(game, "boris")
    accept(invitation, boris)
    sitting.leave_table(game_id=game.pk, user=boris, now=NOON)
    invitations.revoke_invitation(game_id=game.pk, host=anna, invitation_id=invitation.pk, now=NOON)
    invitation.refresh_from_db()
    assert invitation.state == "accepted"


def test_asking_twice_in_the_same_way_asks_once(anna, boris):
    game = table(anna, players=4)
    assert invite(game, "boris") == invite(game, "Boris")
    assert invite(game, "friend@example.com") == invite(game, "Friend@example.com")
    assert Invitation.objects.count() == Notification.objects.filter(kind="invitation").count() == 2


def test_no_more_are_asked_than_there_are_seats(anna, boris, clara):
    game = table(anna)
    invite(game, "boris")
    with pytest.raises(errors.TableFull, match="There is no free seat for clara"):
        invite(game, "clara")


@pytest.mark.parametrize("whom", ["anna", "anna@example.org"])
def test_nobody_invites_himself(anna, whom):
    with pytest.raises(errors.CannotInvite, match="You are already at this table"):
        invite(table(anna), whom)


def test_who_sits_there_is_not_invited(anna, boris):
    game = table(anna, players=3)
    sitting.join_table(game_id=game.pk, user=boris, now=NOON)
    with pytest.raises(errors.CannotInvite, match=r"is already at this table\."):
        invite(game, "boris")


def test_only_the_host_invites_and_revokes(anna, boris, clara):
    game = table(anna, "clara", players=3)
    sitting.join_table(game_id=game.pk, user=boris, now=NOON)
    with pytest.raises(errors.NotAllowed):
        invitations.invite(game_id=game.pk, host=boris, whom="dmitri@example.com", now=NOON)
    with pytest.raises(errors.NotAllowed):
        invitations.revoke_invitation(game_id=game.pk, host=boris, invitation_id=game.invitations.get().pk, now=NOON)


def test_the_site_writes_to_a_bounded_number_of_people_for_one_host_a_day(anna, settings):
    settings.MOST_INVITATIONS_A_DAY = 2
    game = table(anna, "a@example.com", "b@example.com", players=4)
    with pytest.raises(errors.TooMany, match="limit of 2 invitations a day"):
        invite(game, "c@example.com")
    assert invite(game, "c@example.com", now=NOON + DAY + timedelta(seconds=1))


def test_a_wrong_guest_makes_no_table_at_all(anna, boris):
    with pytest.raises(errors.UnknownPlayer) as caught:
        table(anna, "boris", "Zoe", players=3)
    assert caught.value.details["whom"] == "Zoe"
    assert not Game.objects.exists()
    assert not Notification.objects.exists()


def test_nobody_accepts_options_he_has_not_seen(anna, boris):
    game = table(anna, "boris")
    tables.change_table(game_id=game.pk, host=anna, terms=terms(pace="12h"), now=NOON)
    with pytest.raises(errors.StaleTable):
        accept(game.invitations.get(), boris, seen="first")


def test_an_invitation_of_a_closed_table_is_closed(anna, boris):
    game = table(anna, "boris")
    invitation = game.invitations.get()
    tables.close_table(game_id=game.pk, host=anna, now=NOON)
    with pytest.raises((errors.InvitationClosed, errors.TableClosed)):
        accept(invitation, boris)


def test_joining_from_the_lobby_answers_the_own_invitation(anna, boris):
    game = table(anna, "boris@example.org")
    sitting.join_table(game_id=game.pk, user=boris, now=NOON)
    assert game.invitations.get().state == "accepted"


# Whose account an address is


def answers(game, whom, address=""):
    """What the host gets to know: the refusal, or how the table looks to him then; `address` is left out."""
    try:
        invite(game, whom)
    except GameError as error:
        return error.code, str(error).replace(address, "ADDRESS")
    page = TablePage(queries.table(game.pk), game.host, NOON)
    return (
        page.free,
        page.declined,
        [(place.chip.name.replace(address, "ADDRESS"), place.note) for place in page.places],
    )


def sits(game, boris):
    sitting.join_table(game_id=game.pk, user=boris, now=NOON)


def is_asked(game, boris):
    invite(game, "boris")


def has_declined(game, boris):
    invitations.decline_invitation(token=invite(game, "boris").token, user=boris, now=NOON)


def sits_at_a_full_table(game, boris):
    sits(game, boris)
    for number in range(game.players - 2):
        invite(game, f"guest-{number}@example.com")


def is_asked_at_a_full_table(game, boris):
    is_asked(game, boris)
    for number in range(game.players - 2):
        invite(game, f"guest-{number}@example.com")


def has_nothing_to_do_with_it(game, boris):
    pass


@pytest.mark.parametrize(
    "before",
    [has_nothing_to_do_with_it, sits, is_asked, has_declined, sits_at_a_full_table, is_asked_at_a_full_table],
)
def test_a_host_does_not_learn_whose_account_an_address_is(anna, boris, before):
    """The same answer for the address of Boris and one that nobody has, whatever Boris has to do with the table."""
    seen = []
    for address in ("boris@example.org", "nobody@example.com"):
        game = table(anna, players=4)
        before(game, boris)
        seen.append([answers(game, whom, address) for whom in (address, address, "BORIS")])
    assert seen[0] == seen[1]


def test_a_name_typed_after_the_address_is_answered_as_if_they_were_two_people(anna, boris):
    game = table(anna, players=4)
    invite(game, "boris@example.org")
    invite(game, "boris")
    assert {(one.email, one.user) for one in game.invitations.all()} == {("boris@example.org", None), ("", boris)}


def test_who_sits_there_or_is_asked_already_gets_no_second_mail(anna, boris, clara):
    game = table(anna, players=4)
    sits(game, boris)
    invite(game, "boris@example.org")
    assert not Notification.objects.filter(kind="invitation").exists()
    game = table(anna, "clara", players=4)
    invite(game, "clara@example.org")
    assert Notification.objects.filter(kind="invitation").count() == 1


def test_who_sits_there_may_open_the_other_invitation_and_nothing_moves(anna, boris):
    """Else the seat kept for the address would become free before the host's eyes."""
    game = table(anna, players=4)
    sits(game, boris)
    other = invite(game, "boris@example.org")
    accept(other, boris)
    other.refresh_from_db()
    assert other.state == "open"
    assert game.participants.count() == 2
    invitations.revoke_invitation(game_id=game.pk, host=anna, invitation_id=other.pk, now=NOON)


@pytest.mark.parametrize("guess", ["Zoe", "zoe@", "anna", "boris", "clara@example.org", "friend@example.com"])
def test_every_try_counts_whatever_comes_of_it(anna, boris, clara, settings, guess):
    """Names that nobody has, addresses that are none, people who sit there, seats that are not left, asked twice."""
    settings.MOST_INVITATIONS_A_DAY = 6
    game = table(anna, players=3)
    sits(game, boris)
    invite(game, "friend@example.com")
    for _ in range(5):
        answers(game, guess)
    assert answers(game, guess)[0] == "too_many"
    assert answers(game, "dmitri")[0] == "too_many", "before anything else is looked at"


def test_guests_of_a_table_that_is_refused_count_too(anna, boris, settings):
    settings.MOST_INVITATIONS_A_DAY = 3
    for _ in range(3):
        with pytest.raises(errors.UnknownPlayer):
            table(anna, "Zoe", players=3)
    with pytest.raises(errors.TooMany):
        table(anna, "Zoe", players=3)
