"""The admin pages show rows to those who run the site, and neither secrets nor keys."""

import base64

import pytest
from django.contrib import admin
from django.urls import reverse
from django.utils.timezone import now

from accounts.models import User
from games.chat.services import report_line, say
from games.models import Game, Line, Report, ReportReason
from tests.people import PASSWORD, signed_in

from .play_builders import begun, first_phase_over, play_on
from .table_builders import table

pytestmark = pytest.mark.django_db


@pytest.fixture
def chief(db):
    return User.objects.create_superuser("chief@example.org", PASSWORD, display_name="Chief")


@pytest.fixture
def rows(anna, boris):
    """At least one row of every model of games."""
    game = begun(anna, boris, now=now())
    play_on(game, until=first_phase_over, now=now())
    line = say(game_id=game.pk, user=boris, text="<b>Hm</b>", now=now())
    report_line(line=line, reporter=anna, seen=None, reason=ReportReason.OTHER, words="", now=now())
    return table(anna, "boris", "friend@example.com", players=4, now=now())


def models():
    return [model for model in admin.site._registry if model._meta.app_label == "games"]


def test_every_row_of_games_can_be_read_and_none_can_be_written(chief, rows):
    client = signed_in(chief)
    for model in models():
        name = f"admin:games_{model._meta.model_name}"
        assert client.get(reverse(f"{name}_changelist")).status_code == 200, model
        row = model._default_manager.first()
        assert row is not None, model
        page = client.get(reverse(f"{name}_change", args=[row.pk]))
        assert page.status_code == 200, model
        assert client.get(reverse(f"{name}_add")).status_code == 403, model
        if model is Report:  # a note, which settles it
            continue
        assert 'name="_save"' not in page.content.decode(), model
        assert client.post(reverse(f"{name}_change", args=[row.pk]), {}).status_code == 403, model


def test_no_admin_page_shows_a_secret_or_a_key(chief, rows):
    client = signed_in(chief)
    hidden = []
    for game in Game.objects.with_secret():
        secret = bytes(game.secret)
        hidden += [secret.hex(), base64.b64encode(secret).decode(), repr(secret)[2:-1], game.link_token]
        hidden += [invitation.token for invitation in game.invitations.all()]
    for model in models():
        name = f"admin:games_{model._meta.model_name}"
        for row in model._default_manager.all():
            page = client.get(reverse(f"{name}_change", args=[row.pk])).content.decode()
            assert [text for text in hidden if text in page] == [], model


def test_the_lists_take_few_statements(chief, rows, django_assert_max_num_queries):
    client = signed_in(chief)
    for model in models():
        with django_assert_max_num_queries(8):
            client.get(reverse(f"admin:games_{model._meta.model_name}_changelist"))


def test_the_admin_pages_are_for_staff(anna, rows):
    assert signed_in(anna).get("/admin/games/game/").status_code == 302


def test_staff_read_what_is_reported_with_what_was_said_around_it_as_plain_text(chief, rows):
    found = Report.objects.get()
    page = signed_in(chief).get(reverse("admin:games_report_change", args=[found.pk])).content.decode()
    assert "<b>1. Boris</b>: &lt;b&gt;Hm&lt;/b&gt;" in page
    assert not admin.site.is_registered(Line)
