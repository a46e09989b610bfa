"""Those who run the site read rated games on their admin pages, and can write nothing."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from accounts.models import User
from moderation.permissions import DIRECTOR
from tests.moderation.staff import staff
from tests.people import PASSWORD, signed_in
from tournaments.models import RatedGame, Rating

from ..lifecycle.rated_builders import rated

pytestmark = pytest.mark.django_db


@pytest.fixture
def chief(db):
    return User.objects.create_superuser("chief@example.org", PASSWORD, display_name="Chief")


def test_nobody_annuls_a_game_past_the_act_of_staff(chief, anna, boris):
    """Not his own, which the act refuses, nor without a row of the trail."""
    row = rated(anna, boris)
    page = reverse("admin:tournaments_ratedgame_change", args=[row.pk])
    lost = staff("Dora", DIRECTOR)
    lost.user_permissions.add(Permission.objects.get(codename="change_ratedgame"))
    for reader in (chief, lost):
        sent = {"annulled_because": "I lost it", "changes-TOTAL_FORMS": "0", "changes-INITIAL_FORMS": "0"}
        assert signed_in(reader).post(page, sent).status_code == 403
    assert not RatedGame.objects.get().is_annulled


def test_all_rows_can_be_read(chief, anna, boris):
    rated(anna, boris)
    client = signed_in(chief)
    for model in (RatedGame, Rating):
        name = f"admin:tournaments_{model._meta.model_name}"
        assert client.get(reverse(f"{name}_changelist")).status_code == 200
        assert client.get(reverse(f"{name}_change", args=[model._default_manager.first().pk])).status_code == 200
        assert client.get(reverse(f"{name}_add")).status_code == 403
