"""The admin pages of what was told: rows to read, and wishes to write down for somebody who asks."""

import pytest
from django.contrib import admin
from django.urls import reverse
from django.utils.timezone import now

from accounts.models import User
from games.emails import TURNS
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from notifications.models import MutedAddress, Preference
from notifications.preferences import wish
from tests.games.play_builders import begun
from tests.notifications.choosing import wants
from tests.people import PASSWORD, signed_in

pytestmark = pytest.mark.django_db
READ_ONLY = [
    model for model in admin.site._registry if model._meta.app_label == "notifications" and model is not Preference
]


@pytest.fixture
def chief(db):
    return signed_in(User.objects.create_superuser("chief@example.org", PASSWORD, display_name="Chief"))


@pytest.fixture
def rows(anna, boris, mailbox):
    """At least one row of every model."""
    begun(anna, boris, now=now())
    bundle_due(now())
    deliver_due(now())
    wish(boris, TURNS, wanted=False)
    MutedAddress.objects.mute("friend@example.com")


def test_every_row_can_be_read_and_none_but_wishes_can_be_written(chief, rows):
    assert READ_ONLY
    for model in READ_ONLY:
        name = f"admin:notifications_{model._meta.model_name}"
        assert chief.get(reverse(f"{name}_changelist")).status_code == 200, model
        row = model._default_manager.first()
        assert row is not None, model
        page = chief.get(reverse(f"{name}_change", args=[row.pk]))
        assert page.status_code == 200, model
        assert 'name="_save"' not in page.content.decode(), model
        assert chief.get(reverse(f"{name}_add")).status_code == 403, model
        assert chief.post(reverse(f"{name}_change", args=[row.pk]), {}).status_code == 403, model


def test_the_lists_take_few_statements(chief, rows, django_assert_max_num_queries):
    for model in (*READ_ONLY, Preference):
        with django_assert_max_num_queries(8):
            chief.get(reverse(f"admin:notifications_{model._meta.model_name}_changelist"))


def test_a_wish_is_written_down_for_somebody_who_asks(chief, anna):
    fields = {"user": anna.pk, "category": "turns", "channel": "mail", "subject": "", "when": "never"}
    assert chief.post(reverse("admin:notifications_preference_add"), fields).status_code == 302
    assert not wants(anna, TURNS)
    wrong = chief.post(reverse("admin:notifications_preference_add"), {**fields, "category": "nonsense"})
    assert "Select a valid choice" in wrong.content.decode()
