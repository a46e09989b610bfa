"""Those who run the site annul a rated game on its admin page, with a reason, and can write nothing else."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import User
from tests.people import PASSWORD, signed_in
from tournaments.models import RatedGame, Rating, RatingChange

from ..rated_builders import rated

pytestmark = pytest.mark.django_db


@pytest.fixture
def chief(db):
    return User.objects.create_superuser("chief@example.org", PASSWORD, display_name="Chief")


def test_a_game_is_annulled_with_a_reason_once(chief, anna, boris):
    row = rated(anna, boris)
    client, page = signed_in(chief), reverse("admin:tournaments_ratedgame_change", args=[row.pk])
    inline = {"changes-TOTAL_FORMS": "0", "changes-INITIAL_FORMS": "0"}
    client.post(page, {"annulled_because": "", **inline})
    assert not RatedGame.objects.get().is_annulled
    client.post(page, {"annulled_because": "two accounts of one person", "number": "7", **inline})
    row.refresh_from_db()
    assert (row.is_annulled, row.annulled_because, row.number) == (True, "two accounts of one person", 1)
    assert client.post(page, {"annulled_because": "another"}).status_code == 403
    assert RatingChange.objects.count() == 4


def test_all_rows_can_be_read(chief, anna, boris):
    rated(anna, boris)
    client = signed_in(chief)
    for model in (RatedGame, Rating):
        name = f"admin:tournaments_{model._meta.model_name}"
        assert client.get(reverse(f"{name}_changelist")).status_code == 200
        assert client.get(reverse(f"{name}_change", args=[model._default_manager.first().pk])).status_code == 200
        assert client.get(reverse(f"{name}_add")).status_code == 403
