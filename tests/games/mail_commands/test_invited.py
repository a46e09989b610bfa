"""Answers of people without an account to an invitation, and answers to mails about changed options."""

import pytest
from django.utils.timezone import now

from accounts.models import User
from games.models import Invitation, InvitationState, Participant
from games.play.notifications import GameNotification
from games.tables.invitations import invite, revoke_invitation
from games.tables.tables import change_table
from incoming_mail.models import AddressToken, IncomingMail
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from notifications.models import MutedAddress, Notification
from tests.games.mail_commands.test_commands import answer, arrive, said
from tests.games.table_builders import table, terms
from tests.incoming_mail.writing import reply_to
from tests.mails import html_of
from tests.people import person

pytestmark = pytest.mark.django_db

ADDRESS = "nadja@example.org"


@pytest.fixture
def gathering(anna):
    return table(anna, players=3)


@pytest.fixture
def invitation(gathering, anna):
    return invite(game_id=gathering.pk, host=anna, whom=ADDRESS, now=now())


def mails(mailbox, address=ADDRESS):
    bundle_due(now())
    deliver_due(now())
    return mailbox.to(address)


def test_yes_and_a_name_opens_the_account_and_takes_the_seat(gathering, invitation, mailbox):
    (mail,) = mails(mailbox)
    assert "yes Anna" in said(mail)
    assert "yes Anna" in html_of(mail)
    assert arrive(reply_to(mail, "Yes, as Nadja!")).reason == "arrived"
    user = User.objects.get(email=ADDRESS)
    assert (user.name, user.language, user.came_by_link) == ("Nadja", invitation.language, True)
    assert not user.has_usable_password()
    assert user.emailaddress_set.get().verified
    assert Participant.objects.filter(game=gathering, user=user).exists()
    invitation.refresh_from_db()
    assert invitation.state == InvitationState.ACCEPTED
    greeting = said(mails(mailbox)[-1])
    assert f"You joined table {gathering.pk}." in greeting
    assert "Others see you as Nadja." in greeting
    again = reply_to(mail, "yes Olga")
    assert arrive(again).reason == "invitation_closed"
    assert User.objects.filter(email=ADDRESS).count() == 1


def test_what_the_new_player_writes_next_is_believed_like_anybodys(gathering, invitation, mailbox):
    arrive(reply_to(mails(mailbox)[0], "ja Nadja"))
    arrive(reply_to(mails(mailbox)[-1], f"leave {gathering.pk}"))
    assert not Participant.objects.filter(game=gathering, user__email=ADDRESS).exists()


def test_no_is_no_and_is_told(gathering, invitation, mailbox):
    assert arrive(reply_to(mails(mailbox)[0], "nein")).reason == "decline"
    invitation.refresh_from_db()
    assert invitation.state == InvitationState.DECLINED
    assert "You declined." in said(mails(mailbox)[-1])
    assert mails(mailbox)[-1]["Reply-To"] is None, "there is nothing left to answer"
    assert not User.objects.filter(email=ADDRESS).exists()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("yes Nadja", "Nadja"),
        ("Ja, Nadja.", "Nadja"),
        ("yes Nadja Rossi", "Nadja Rossi"),
        ("ja, ich heiße Nadja", "Nadja"),
        ("Ja gerne! Ich heiße nadja, und freue mich", "nadja"),
        ("yes please, my name is Nadja", "Nadja"),
        ("Ja gerne!\nName: die nadja", "die nadja"),
        ("Name: Gerne", "Gerne"),
        ("yes “gerne”", "gerne"),
        ("Ja, ich bin Nadja", "Nadja"),
    ],
)
def test_a_name_is_taken_where_it_is_plainly_one(gathering, invitation, mailbox, text, name):
    assert arrive(reply_to(mails(mailbox)[0], text)).reason == "arrived"
    assert User.objects.get(email=ADDRESS).name == name
    assert "To change your name, reply “Name:” and the new name." in said(mails(mailbox)[-1])


@pytest.mark.parametrize(
    "text",
    [
        "Ja gerne!",
        "Ja Gerne",
        "Yes please",
        "Yes, thank you!",
        "Ja, vielen Dank",
        "Ja klar",
        "Ja, ich bin dabei",
        "Yes, I'm in",
        "yes as soon as possible",
        "Ja, Montag passt gut",
        "Ja, ich heiße Nadja und freue mich",
        "yes nadja",
        "Ja Nadja, danke",
        "Ja Passt",
        "Yes Sounds Great",
        "ja Frohe Weihnachten",
        "Ja\nViele Grüße\nNadja",
    ],
)
def test_what_is_not_plainly_a_name_is_asked_back(gathering, invitation, mailbox, text):
    assert arrive(reply_to(mails(mailbox)[0], text)).reason == "no_name"
    assert not User.objects.filter(email=ADDRESS).exists()
    back = mails(mailbox)[-1]
    assert "Which name should other players see? Reply “Name: Anna” with your own name." in said(back)
    assert arrive(reply_to(back, "Name: Nadja")).reason == "arrived"
    assert User.objects.get(email=ADDRESS).name == "Nadja"


@pytest.mark.parametrize(
    ("text", "reason", "told"),
    [
        ("yes", "no_name", "Which name should other players see?"),
        ("yes Boris", "bad_name", "This username is taken."),
        ("Name: x", "bad_name", "name"),
        ("Who are you?", "no_command", "Nothing was changed."),
    ],
)
def test_what_is_missing_is_asked_for_and_can_be_answered(gathering, boris, invitation, mailbox, text, reason, told):
    assert arrive(reply_to(mails(mailbox)[0], text)).reason == reason
    assert not User.objects.filter(email=ADDRESS).exists()
    back = mails(mailbox)[-1]
    assert back["X-StPete-Event"] == "invited_answer"
    assert told in said(back)
    assert arrive(reply_to(back, "yes Nadja")).reason == "arrived"


def test_only_the_address_that_was_invited_may_answer(gathering, invitation, mailbox):
    mail = mails(mailbox)[0]
    row = arrive(reply_to(mail, "yes Nadja", sender="mallory@example.net"))
    assert (row.state, row.reason) == ("dropped", "other_sender")
    assert arrive(reply_to(mail, "yes Nadja", Auto_Submitted="auto-replied")).reason == "automatic"
    assert not User.objects.filter(display_name="Nadja").exists()
    assert not Notification.objects.filter(kind=GameNotification.INVITED_ANSWER).exists(), "and nobody is written to"


def test_an_answer_that_is_brought_twice_is_one(gathering, invitation, mailbox):
    mine = reply_to(mails(mailbox)[0], "yes Nadja")
    assert arrive(mine).reason == "arrived"
    mine["X-Way"] = "another"
    assert arrive(mine).reason == "duplicate"
    assert IncomingMail.objects.count() == 2


def test_where_the_address_has_an_account_by_now_its_owner_signs_in(gathering, invitation, mailbox):
    mail = mails(mailbox)[0]
    person("Nadja")
    assert arrive(reply_to(mail, "yes Nadja")).reason == "has_account"
    assert "There is already an account with your address. Sign in to accept." in said(mails(mailbox)[-1])
    assert not Participant.objects.filter(game=gathering, user__email=ADDRESS).exists()


def test_what_was_taken_back_or_changed_meanwhile_is_told(gathering, anna, invitation, mailbox):
    mail = mails(mailbox)[0]
    change_table(game_id=gathering.pk, host=anna, terms=terms(players=3, edition=1), now=now())
    assert arrive(reply_to(mail, "yes Nadja")).reason == "stale_table"
    assert not User.objects.filter(email=ADDRESS).exists()
    back = mails(mailbox)[-1]
    revoke_invitation(game_id=gathering.pk, host=anna, invitation_id=invitation.pk, now=now())
    assert arrive(reply_to(back, "yes Nadja")).reason == "invitation_closed"
    assert not User.objects.filter(email=ADDRESS).exists()


def test_an_address_is_answered_a_few_times_only_and_not_where_it_wants_none(gathering, invitation, mailbox):
    mail = mails(mailbox)[0]
    for _ in range(7):
        assert arrive(reply_to(mail, "Who are you?")).reason == "no_command"
        mails(mailbox)
    assert len(mails(mailbox)) == 6, "the invitation and five answers"
    MutedAddress.objects.mute(ADDRESS)
    assert arrive(reply_to(mail, "no")).reason == "decline"
    assert len(mails(mailbox)) == 6


def test_the_key_goes_with_the_invitation_and_names_no_address(gathering, invitation, mailbox):
    mails(mailbox)
    mails(mailbox)
    token = AddressToken.objects.get()
    assert ADDRESS not in f"{token.address}{token.subject}"
    Invitation.objects.get(pk=invitation.pk).delete()
    assert not AddressToken.objects.exists()


def changed(gathering, host, edition=1):
    change_table(game_id=gathering.pk, host=host, terms=terms(players=3, edition=edition), now=now())
    Notification.objects.filter(kind=GameNotification.OPTIONS, due_at__isnull=False).update(due_at=now())


def options_mail(mailbox, user):
    return [mail for mail in mails(mailbox, user.email) if mail["X-StPete-Event"] == "options"][-1]


@pytest.mark.parametrize("word", ["agree", "Yes.", "zustimmen"])
def test_who_agrees_to_changed_options_stays(gathering, anna, boris, mailbox, word):
    gathering.participants.create(user=boris)
    changed(gathering, anna)
    mail = options_mail(mailbox, boris)
    assert "Or reply to this email: “agree” to stay, “decline” to leave the table." in said(mail)
    assert not gathering.participants.get(user=boris).agreed
    assert arrive(reply_to(mail, word)).reason == "agree"
    assert gathering.participants.get(user=boris).agreed
    assert f"You stay at table {gathering.pk}." in said(answer(mailbox, boris))


@pytest.mark.parametrize("word", ["decline", "no", "leave"])
def test_who_declines_them_leaves(gathering, anna, boris, mailbox, word):
    gathering.participants.create(user=boris)
    changed(gathering, anna)
    assert arrive(reply_to(options_mail(mailbox, boris), word)).reason == "leave"
    assert not gathering.participants.filter(user=boris).exists()


def test_nobody_agrees_to_options_that_the_mail_did_not_tell(gathering, anna, boris, mailbox):
    gathering.participants.create(user=boris)
    changed(gathering, anna)
    mail = options_mail(mailbox, boris)
    changed(gathering, anna, edition=2)
    assert arrive(reply_to(mail, "agree")).reason == "stale_table"
    assert not gathering.participants.get(user=boris).agreed
    assert arrive(reply_to(options_mail(mailbox, boris), "agree")).reason == "agree"
