"""What `notifications` knows of a person goes with the account."""

import pytest

from games.emails import TURNS
from notifications.bundling import bundle_due
from notifications.deliveries import deliver, deliver_due
from notifications.models import Attempt, Delivery, Notification, Preference
from notifications.preferences import wish
from notifications.services import forget_person
from tests.club.evenings import HOUR, NOON, evening, offer
from tests.people import PASSWORD, person, signed_in

pytestmark = pytest.mark.django_db


def test_wishes_answers_of_servers_and_mails_to_the_address_from_before_are_wiped(anna, boris, mailbox):
    evening(boris, 1)
    offer("Clara@example.org", 2)
    offer("clara@example.org", 3)
    clara = person("Clara")
    evening(clara, 1)
    wish(clara, TURNS, wanted=False)
    wish(anna, TURNS, wanted=False)
    mailbox.refuse_with = "451 clara@example.org has no room"
    bundle_due(NOON)
    for pk in Delivery.objects.values_list("pk", flat=True):
        deliver(pk, NOON)
    assert Attempt.objects.filter(answer__contains="clara@").count() == 4
    forget_person(clara)
    assert list(Preference.objects.values_list("user", flat=True)) == [anna.pk]
    assert not Attempt.objects.filter(delivery__user=clara, answer__contains="clara@").exists()
    assert not Notification.objects.filter(address__iexact="clara@example.org").exists()
    assert not Delivery.objects.filter(endpoint__iexact="clara@example.org").exists()
    mailbox.refuse_with = None
    deliver_due(NOON + HOUR)
    assert mailbox.to(boris.email)


def test_deleting_the_account_does_it(anna):
    wish(anna, TURNS, wanted=False)
    signed_in(anna).post("/profile/delete/", {"proof": PASSWORD})
    anna.refresh_from_db()
    assert anna.is_pseudonym
    assert not Preference.objects.exists()
