"""Proposals by email: made, answered with a word, and never answered by an email from before them."""

from datetime import timedelta

import pytest

from games.models import Source
from games.play import proposals
from games.play.positions import load
from incoming_mail.handling import handle_due
from incoming_mail.models import ArrivalWay, ReplyToken
from incoming_mail.services import take
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from tests.games.play_builders import DAY, NOON, asked_user, begun
from tests.incoming_mail.writing import reply_to
from tests.mails import text_of

pytestmark = pytest.mark.django_db
SOON = NOON + timedelta(minutes=5)


def tell(now):
    bundle_due(now)
    deliver_due(now)


def last(mailbox, user, kind):
    return [mail for mail in mailbox.to(user.email) if mail["X-StPete-Event"] == kind][-1]


def reply(mailbox, mail, text, user, now=SOON):
    sent = reply_to(mail, text)
    row = take(sent.as_bytes(), envelope_from=user.email, envelope_to=[str(sent["To"])], way=ArrivalWay.SMTP, now=now)
    handle_due(now)
    row.refresh_from_db()
    tell(now + timedelta(seconds=5))
    return row.reason, " ".join(text_of(last(mailbox, user, "answer")).split())


@pytest.fixture
def proposed(anna, boris, mailbox):
    """Anna's game with Boris, in which she has proposed a pause; the email that asks him."""
    game = begun(anna, boris)
    proposals.propose(game_id=game.pk, user=anna, kind="pause", value=3, source=Source.PAGE, now=NOON)
    tell(SOON)
    return game, last(mailbox, boris, "proposal")


@pytest.mark.parametrize(("word", "paused"), [("ja", True), ("agree", True), ("no", False), ("Ablehnen", False)])
def test_a_word_answers_the_email_about_it(proposed, boris, mailbox, word, paused):
    game, mail = proposed
    said = " ".join(text_of(mail).split())
    assert "Anna proposes to pause the game for 3 days" in said
    assert "Reply “yes” to agree or “no” to decline." in said
    reason, answer = reply(mailbox, mail, word, boris)
    assert reason == ("agreed" if paused else "declined")
    assert ("All players agreed." if paused else "You declined the proposal.") in answer
    assert (load(game.pk).game.is_paused, load(game.pk).game.proposed) == (paused, None)
    assert load(game.pk).rows[1].source == "mail"
    assert reply(mailbox, mail, word, boris)[0] == "no_proposal" if not paused else True


def test_the_proposer_learns_of_the_answer_once(proposed, anna, boris, mailbox):
    _game, mail = proposed
    reply(mailbox, mail, "no", boris)
    tell(SOON + DAY)
    told = [mail for mail in mailbox.to(anna.email) if mail["X-StPete-Event"] == "proposal_closed"]
    assert ["Your proposal was declined" in text_of(one) for one in told] == [True]


def test_agree_answers_any_later_email_of_the_game_but_no_earlier_one(anna, boris, mailbox):
    game = begun(anna, boris)
    tell(SOON)
    asked = asked_user(load(game.pk))
    other = boris if asked == anna else anna
    early = last(mailbox, asked, "started")
    later = SOON + timedelta(minutes=1)
    proposals.propose(game_id=game.pk, user=other, kind="pause", value=3, source=Source.PAGE, now=later)
    ReplyToken.objects.update(made_at=SOON)
    reply(mailbox, early, "agree", asked, now=later)
    assert load(game.pk).game.proposed is not None
    ReplyToken.objects.update(made_at=later)
    assert reply(mailbox, early, "agree to it", asked, now=later)[0] != "agreed", "it says more than that"
    assert reply(mailbox, early, "zustimmen", asked, now=later)[0] == "agreed"
    assert load(game.pk).game.is_paused


def test_an_email_makes_a_proposal(anna, boris, mailbox):
    game = begun(anna, boris)
    tell(SOON)
    asked = asked_user(load(game.pk))
    mail = last(mailbox, asked, "started")
    reason, answer = reply(mailbox, mail, "propose time 3", asked)
    assert reason == "proposed"
    assert f"{asked.name} proposes 3 more days for everyone." in answer
    assert reply(mailbox, mail, "vorschlag ende", asked)[0] == "proposal_open"
