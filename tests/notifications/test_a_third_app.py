"""A kind of an app that `notifications` has never heard of: declared in its `emails`, found, told, wished away, forgotten."""

import pytest
from django.core.cache import cache
from django.test import Client

from notifications import registry
from notifications.bundling import bundle_due
from notifications.deliveries import DeliveryOutcome, deliver, deliver_due
from notifications.models import Delivery, DeliveryState, MutedAddress, Notification, Preference, When
from notifications.monitoring import overdue
from notifications.services import forget
from tests.club import emails
from tests.club.evenings import DAY, HOUR, NOON, evening, offer
from tests.mails import html_of, text_of
from tests.notifications.choosing import choose
from tests.people import signed_in

pytestmark = pytest.mark.django_db


def told():
    assert bundle_due(NOON) >= 0
    return deliver_due(NOON)


def test_its_kind_becomes_a_mail_with_its_words_in_the_frame_of_the_site(anna, mailbox, settings):
    evening(anna, 7)
    assert told() == 1
    (mail,) = mailbox.messages
    assert mail["Subject"] == "[St Pete Club] 1 evening"
    assert "- the library" in text_of(mail)
    assert "You receive mails when the club meets." in text_of(mail)
    assert "<li" in html_of(mail)
    assert mail["References"] == f"<club.user-{anna.pk}@127.0.0.1>"
    assert mail["List-Id"] == "<club.127.0.0.1>"
    assert mail["List-Archive"] == "<https://club.example/>"
    assert mail["X-StPete-Event"] == "evening"
    delivery = Delivery.objects.get()
    assert (delivery.app, delivery.kind, delivery.channel) == ("club", "evening", "mail")
    assert [(one.at, one.answer) for one in delivery.attempted.all()] == [(delivery.sent_at, "taken")]


def test_it_is_bundled_by_its_own_rule(anna, boris, mailbox):
    """Across subjects, those of the next day along with the one that is due."""
    for number, due in enumerate((NOON - NOON, 20 * HOUR, 30 * HOUR)):
        evening(anna, number, due=due, place=f"room {number}")
    evening(boris, 9)
    assert told() == 2
    (mail,) = mailbox.to(anna.email)
    assert mail["Subject"] == "[St Pete Club] 2 evenings"
    assert "room 2" not in text_of(mail)
    assert Notification.objects.get(due_at__isnull=False).subject == "evening:2"


def test_it_waits_while_it_lies_before_the_readers_eyes(anna, mailbox):
    evening(anna, 7)
    cache.set(f"board:{anna.pk}", 1)
    assert told() == 0
    cache.delete(f"board:{anna.pk}")
    assert bundle_due(NOON + HOUR) == 1
    assert deliver_due(NOON + HOUR) == 1


def test_what_is_no_longer_so_is_dropped_with_its_reason(anna, mailbox):
    evening(anna, 7, at=(NOON - DAY).isoformat())
    assert told() == 0
    assert Notification.objects.get().dropped == "has been"


def test_its_category_is_a_row_of_the_table_and_a_way_out_of_its_mails(anna, boris, mailbox):
    client = signed_in(anna)
    page = client.get("/profile/notifications/").content.decode()
    assert 'name="when_mail_club"' in page
    assert "When the club meets" in page
    assert "Once a week." in page
    choose(client, when_mail_club="never")
    evening(anna, 7)
    evening(boris, 8)
    assert told() == 1
    assert Notification.objects.get(user=anna).dropped == "not wanted"
    (mail,) = mailbox.messages
    Client().post(mail["List-Unsubscribe"].strip("<>").partition("8000")[2], {"List-Unsubscribe": "One-Click"})
    evening(boris, 9)
    assert told() == 0


def test_a_wish_about_one_subject_goes_before_the_one_about_all(anna, mailbox):
    wish = {"user": anna, "category": "club", "channel": "mail"}
    Preference.objects.create(**wish, when=When.NEVER)
    Preference.objects.create(**wish, subject="evening:8", when=When.AT_ONCE)
    evening(anna, 7, place="the attic")
    evening(anna, 8, place="the cellar")
    assert told() == 1
    (mail,) = mailbox.messages
    assert "the cellar" in text_of(mail)
    assert "the attic" not in text_of(mail)


def test_somebody_known_by_address_only_is_written_to_in_the_language_given_and_can_refuse_for_good(mailbox):
    offer("emil@example.org", 3)
    assert told() == 1
    (mail,) = mailbox.messages
    assert mailbox.recipients == [["emil@example.org"]]
    assert mail["Content-Language"] == "de"
    assert mail["References"] == "<offers.caller-3@127.0.0.1>"
    Client().post(mail["List-Unsubscribe"].strip("<>").partition("8000")[2], {"List-Unsubscribe": "One-Click"})
    assert MutedAddress.objects.is_muted("emil@example.org")
    offer("emil@example.org", 4)
    assert told() == 0


def test_its_sample_is_shown_among_those_of_the_site(settings):
    settings.SHOWS_MAILBOX = True
    assert "1 evening" in Client().get("/mail/samples/").content.decode()
    assert "the library" in Client().get("/mail/samples/en/club-evening.txt").content.decode()


def test_a_letter_that_finds_nothing_left_to_tell_is_dropped_without_an_alarm(anna, mailbox, caplog):
    evening(anna, 7, place="closed meanwhile")
    assert told() == 0
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.due_at) == (DeliveryState.DROPPED, None)
    assert Notification.objects.get().dropped == "cancelled"
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


def test_a_letter_that_cannot_be_written_is_given_up_with_an_alarm(anna, mailbox, caplog):
    evening(anna, 7, place="nowhere")
    assert told() == 0
    delivery = Delivery.objects.get()
    assert delivery.state == DeliveryState.FAILED
    assert delivery.last_answer == "cannot be written: ValueError: there is no such place"
    assert any(record.name == "notifications.alarm" for record in caplog.records)


@pytest.mark.parametrize("trouble", ["database", "cache"])
def test_while_a_service_of_ours_is_away_a_mail_waits_however_long_and_loses_no_attempt(anna, mailbox, caplog, trouble):
    notification = evening(anna, 7)
    bundle_due(NOON)
    delivery = Delivery.objects.get()
    broken = {**notification.data, "trouble": trouble}
    Notification.objects.update(data=broken)
    at = NOON
    for _ in range(20):
        assert deliver(delivery.pk, at) is DeliveryOutcome.LATER
        delivery.refresh_from_db()
        assert (delivery.state, delivery.attempts) == (DeliveryState.PENDING, 0)
        assert at < delivery.due_at <= at + HOUR
        at = delivery.due_at
    Notification.objects.update(data=notification.data)
    assert deliver(delivery.pk, at) is DeliveryOutcome.SENT
    assert not any(record.name == "notifications.alarm" for record in caplog.records)


def test_a_fault_in_asking_whether_it_is_true_is_tried_later_and_logged(anna, mailbox, caplog):
    notification = evening(anna, 7)
    bundle_due(NOON)
    Notification.objects.update(data={**notification.data, "trouble": "bug"})
    delivery = Delivery.objects.get()
    assert deliver(delivery.pk, NOON) is DeliveryOutcome.LATER
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == (DeliveryState.PENDING, 1)
    assert "KeyError" in delivery.last_answer
    Notification.objects.update(data=notification.data)
    assert deliver(delivery.pk, delivery.due_at) is DeliveryOutcome.SENT


def test_what_is_gone_is_forgotten_and_what_is_told_beside_it_goes_out(anna, boris, mailbox):
    evening(anna, 7, place="the attic")
    evening(anna, 8, place="the cellar")
    evening(boris, 7, place="the attic")
    bundle_due(NOON)
    evening(anna, 9, due=3 * DAY)
    forget("evening:7")
    forget("evening:9")
    assert deliver_due(NOON) == 1
    (mail,) = mailbox.to(anna.email)
    assert "the cellar" in text_of(mail)
    assert "the attic" not in text_of(mail)
    assert Delivery.objects.get(user=boris).state == DeliveryState.DROPPED
    assert dict(Notification.objects.values_list("subject", "dropped")) == {
        "evening:7": "gone",
        "evening:8": "",
        "evening:9": "gone",
    }
    forget("evening:8")
    assert Notification.objects.get(subject="evening:8").dropped == "", "what was told stays told"


def test_what_an_app_that_is_not_there_has_to_tell_stays_due_and_the_alarm_counts_it(anna, mailbox, settings):
    evening(anna, 7)
    bundle_due(NOON)
    evening(anna, 8)
    apps = settings.INSTALLED_APPS
    settings.INSTALLED_APPS = [app for app in apps if app != "tests.club"]
    assert told() == 0
    assert overdue(NOON) == {"notifications": 1, "deliveries": 1}
    settings.INSTALLED_APPS = apps
    assert told() == 1, "the newer of the two says it all"


@pytest.mark.usefixtures("looks_again")
def test_two_kinds_of_one_name_are_refused(monkeypatch):
    monkeypatch.setattr(emails, "EMAILS", emails.EMAILS * 2)
    with pytest.raises(ValueError, match="declared twice"):
        registry.kinds()
