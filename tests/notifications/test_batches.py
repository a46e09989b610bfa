"""Many mails at once: what they cost, and that none depends on another."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.emails import TURNS, turns
from games.models.notification import game_subject
from games.play.notifications import GameNotification
from notifications import prefetch
from notifications.bundling import AT_ONCE, bundle_due
from notifications.deliveries import TOGETHER, deliver_due
from notifications.mail.transport import Transport
from notifications.models import Delivery, DeliveryState, Notification, Tally
from notifications.preferences import wish
from tests.games.mail_builders import answer, asked, quiet_start
from tests.games.play_builders import DAY, NOON

pytestmark = pytest.mark.django_db

MOST_A_MAIL = 8
"""Statements: claim it, read its tenure, read and write its reply token, mark it and note the answer; and in a test, where all is
one transaction, the savepoint of the token and its end."""


def games(count, anna, boris):
    return [quiet_start(anna, boris) for _ in range(count)]


def cost(work):
    with CaptureQueriesContext(connection) as captured:
        assert work() > 0
    return len(captured)


def test_a_mail_more_costs_few_statements(anna, boris, mailbox, monkeypatch):
    monkeypatch.setattr("notifications.deliveries.FRESH", 600.0)  # on a busy machine, too, all are looked at together
    later = NOON + DAY / 24
    games(1, anna, boris)
    bundle_due(later)
    deliver_due(later)  # what a process asks once
    costs = []
    for count in (4, 14):
        mailbox.clear()
        games(count, anna, boris)
        costs.append((cost(lambda: bundle_due(later)), cost(lambda: deliver_due(later))))
        assert len(mailbox.messages) == count
    (few_bundled, few_sent), (many_bundled, many_sent) = costs
    assert many_bundled - few_bundled <= 2, "bundling asks for all of them at once"
    assert (many_sent - few_sent) / 10 <= MOST_A_MAIL


def test_they_go_out_by_one_connection_and_are_counted(anna, boris, mailbox, monkeypatch):
    opened = []
    close = Transport.close
    monkeypatch.setattr(Transport, "close", lambda self: opened.append(self._connection is not None) or close(self))
    games(TOGETHER + 3, anna, boris)
    assert bundle_due(NOON + DAY / 24) == TOGETHER + 3
    assert deliver_due(NOON + DAY / 24) == TOGETHER + 3
    assert len({mail["Message-ID"] for mail in mailbox.messages}) == TOGETHER + 3
    assert opened.count(True) == 1
    assert Tally.objects.get(name="mails", label="sent").count == TOGETHER + 3


def test_a_server_that_leaves_between_two_mails_is_called_again(anna, boris, mailbox, monkeypatch):
    games(3, anna, boris)
    send = Transport.send

    def and_hang_up(self, message):
        send(self, message)
        self._connection.connection.sock.shutdown(2)

    monkeypatch.setattr(Transport, "send", and_hang_up)
    bundle_due(NOON + DAY / 24)
    assert deliver_due(NOON + DAY / 24) == 3
    assert len(mailbox.messages) == 3


def test_one_that_is_refused_keeps_no_other(anna, boris, mailbox):
    games(4, anna, boris)
    bundle_due(NOON + DAY / 24)
    mailbox.refuse_with = "451 Later"
    assert deliver_due(NOON + DAY / 24) == 0
    mailbox.refuse_with = None
    assert set(Delivery.objects.values_list("state", "attempts")) == {(DeliveryState.PENDING, 1)}
    assert deliver_due(NOON + DAY) == 4
    assert len(mailbox.messages) == 4


def test_a_group_that_cannot_be_bundled_keeps_no_other(anna, boris, mailbox, monkeypatch):
    first, *_others = games(AT_ONCE // 2, anna, boris)
    usual = turns.why_no_turn

    def stumble(notification, seat):
        if notification.subject == game_subject(first.pk):
            raise ValueError("cannot be told")
        return usual(notification, seat)

    monkeypatch.setattr(turns, "why_no_turn", stumble)
    assert bundle_due(NOON + DAY / 24) == AT_ONCE // 2 - 1
    held = Notification.objects.get(subject=game_subject(first.pk), kind=GameNotification.YOUR_TURN)
    assert held.due_at > NOON + DAY / 24
    assert deliver_due(NOON + DAY / 24) == AT_ONCE // 2 - 1


def test_one_of_which_nobody_knows_whether_it_is_true_keeps_no_other(anna, boris, mailbox, monkeypatch):
    first, *_others = games(4, anna, boris)
    bundle_due(NOON + DAY / 24)
    usual = turns.why_no_turn

    def stumble(notification, seat):
        if notification.subject == game_subject(first.pk):
            raise ValueError("cannot be told")
        return usual(notification, seat)

    monkeypatch.setattr(turns, "why_no_turn", stumble)
    assert deliver_due(NOON + DAY / 24) == 3
    assert Delivery.objects.get(subject=game_subject(first.pk)).attempts == 1


def test_what_changes_while_a_batch_goes_out_is_seen_by_the_next_look(anna, boris, mailbox, monkeypatch):
    """Here each look is old at once: the second mail is answered while the first goes out."""
    monkeypatch.setattr("notifications.deliveries.FRESH", -1.0)
    _first, second = games(2, anna, boris)
    bundle_due(NOON + DAY / 24)
    mailbox.after_acceptance = lambda _mail: None
    send = Transport.send

    def answered_meanwhile(self, message):
        send(self, message)
        if len(mailbox.messages) == 1:
            answer(second)

    monkeypatch.setattr(Transport, "send", answered_meanwhile)
    try:
        assert deliver_due(NOON + DAY / 24) == 1
    finally:
        mailbox.after_acceptance = None
    assert Notification.objects.get(
        subject=game_subject(second.pk), kind=GameNotification.YOUR_TURN, dropped="answered"
    )


def test_what_one_person_does_not_want_keeps_no_other(anna, boris, clara, mailbox):
    made = [quiet_start(anna, boris), quiet_start(boris, clara), quiet_start(clara, anna)]
    people = [asked(game)[1] for game in made]
    wish(people[0], TURNS, wanted=False)
    bundle_due(NOON + DAY / 24)
    deliver_due(NOON + DAY / 24)
    assert {mail["To"] for mail in mailbox.messages} == {one.email for one in people if one != people[0]}


def test_somebody_who_claims_it_between_the_look_and_the_claim_has_it(anna, boris, mailbox, monkeypatch):
    games(2, anna, boris)
    later = NOON + DAY / 24
    bundle_due(later)
    look = prefetch.look_at

    def and_claimed(numbers, at):
        seen = look(numbers, at)
        Delivery.objects.filter(pk=min(numbers)).update(attempts=1)  # tried and put back meanwhile
        return seen

    monkeypatch.setattr("notifications.deliveries.look_at", and_claimed)
    assert deliver_due(later) == 1
    assert len(mailbox.messages) == 1
