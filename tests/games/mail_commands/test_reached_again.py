"""A mail that came back for good stops mails to its player; a mail of theirs that proves the address starts them again."""

from datetime import timedelta

import pytest
from django.utils.timezone import now

from accounts.models import User
from notifications import deliverability
from notifications.bounces import take as take_report
from notifications.models import AddressScore, Delivery, Trouble, digest_of
from tests.games.mail_commands.replying import LATER, answers, arrive, asked, turn_mail
from tests.games.mail_commands.test_commands import PLAY
from tests.games.mail_commands.test_commands import arrive as arrive_now
from tests.games.mail_commands.test_invited import ADDRESS, gathering, invitation, mails  # noqa: F401
from tests.incoming_mail.writing import letter, reply_to
from tests.mails import text_of
from tests.notifications.test_bounces import report

pytestmark = pytest.mark.django_db
AGAIN = "Our emails to you bounced, so we stopped sending them. From now on you get them again."


def came_back(user, when):
    """The last mail to this player was refused for good."""
    last = Delivery.objects.filter(user=user).latest("pk")
    take_report(report("postfix", last.token, said=f"550 5.1.1 {when}"), now=when)
    user.refresh_from_db()
    assert user.mail_stopped_at == when


def told(mail):
    return " ".join(text_of(mail).split())


def test_an_answer_of_the_player_lifts_the_stop_is_answered_and_says_so(game, mailbox):
    user, _play = asked(game)
    mail = turn_mail(mailbox, user)
    came_back(user, LATER)
    assert arrive(reply_to(mail, "status")).reason == "status"
    back = answers(mailbox, user)[-1]
    assert AGAIN in told(back)
    assert "Current standings" in told(back)
    user.refresh_from_db()
    assert user.mail_stopped_at is None
    assert not deliverability.is_stopped(user.email)
    assert deliverability.unreached([user.pk]) == set()
    arrive(reply_to(back, "hand"))
    assert AGAIN not in told(answers(mailbox, user)[-1]), "once is enough"


def test_a_further_mail_that_comes_back_stops_them_again_and_so_on(game, mailbox):
    user, _play = asked(game)
    mail = turn_mail(mailbox, user)
    for turn in range(3):
        moment = LATER + timedelta(minutes=10 * turn)
        came_back(user, moment)
        assert deliverability.is_stopped(user.email)
        arrive(reply_to(mail, "status"), now=moment)
        assert AGAIN in told(answers(mailbox, user, now=moment)[-1])


def test_what_does_not_prove_the_address_lifts_nothing(game, mailbox):
    """Another sender, a machine, a key that is not theirs, no key at all."""
    user, play = asked(game)
    other = next(seat for seat in (0, 1) if play.holder(seat).user_id != user.pk)
    other = User.objects.get(pk=play.holder(other).user_id)
    mail = turn_mail(mailbox, user)
    came_back(user, LATER)
    arrive(reply_to(mail, "status", sender="mallory@example.net"))
    arrive(reply_to(mail, "status", Auto_Submitted="auto-replied"))
    arrive(letter(user.email, PLAY, "games"))
    key_of_other = reply_to(mail, "status")
    key_of_other.replace_header("From", other.email)
    arrive(key_of_other)
    user.refresh_from_db()
    assert user.mail_stopped_at == LATER
    assert answers(mailbox, user) == []


def test_who_has_no_account_yet_is_answered_again_too(gathering, invitation, mailbox):  # noqa: F811
    """And a mail to the account that this opens can come back like any other."""
    (mail,) = mails(mailbox)
    deliverability.count(digest_of(ADDRESS), Trouble.HARD, now())
    arrive_now(reply_to(mail, "Who are you?"))
    assert AGAIN in told(mails(mailbox)[-1])
    deliverability.count(digest_of(ADDRESS), Trouble.HARD, now())
    arrive_now(reply_to(mail, "yes Nadja"))
    assert AGAIN in told(mails(mailbox)[-1])
    assert not AddressScore.objects.exists()
    came_back(User.objects.get(email=ADDRESS), now())
