"""What every answer of the site carries, whoever asks."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.people import signed_in

pytestmark = pytest.mark.django_db
PAGES = ["front", "account_login", "account_signup", "games:lobby", "api:docs", "admin:login"]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_loads_nothing_from_elsewhere_and_runs_nothing_inline(client: Client, name: str) -> None:
    answer = client.get(reverse(name))
    policy = answer["Content-Security-Policy"]
    for rule in ("default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"):
        assert rule in policy
    assert "unsafe" not in policy
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("name", PAGES[:5])
def test_a_page_of_ours_needs_what_the_policy_forbids_nowhere(client: Client, name: str) -> None:
    page = client.get(reverse(name)).content.decode()
    for forbidden in ("<script>", "<style", " style=", " onclick=", " onsubmit=", "javascript:"):
        assert forbidden not in page


def test_a_session_is_read_from_the_cache_and_outlives_it(anna: User) -> None:
    """A poll needs no statement for the session; and an emptied cache signs nobody out."""
    assert settings.SESSION_ENGINE.endswith("cached_db")
    client = signed_in(anna)
    assert client.get(reverse("games:mine")).status_code == 200
    cache.clear()
    assert client.get(reverse("games:mine")).status_code == 200


def test_tasks_are_never_run_in_the_asking_process() -> None:
    from stpete_site import celery_app

    assert not celery_app.conf.task_always_eager
    assert celery_app.conf.task_acks_late
    options = celery_app.conf.broker_transport_options
    assert (options["visibility_timeout"], options["unacked_restore_throttle"]) == (300, 1)
    assert options["max_retries"] == 0, "a page does not wait for a broker that is away"
    assert 0 < options["socket_timeout"] <= 5, "nor for one that hangs"


def test_every_entry_of_the_schedule_is_a_task_and_goes_stale() -> None:
    """A worker that comes back after an hour must not find an hour of sweeps."""
    from stpete_site import celery_app

    celery_app.loader.import_default_modules()
    assert celery_app.conf.beat_schedule
    for entry in celery_app.conf.beat_schedule.values():
        assert entry["task"] in celery_app.tasks
        assert 0 < entry["options"]["expires"] <= (60 if entry["schedule"] == settings.SWEEP_SECONDS else 6 * 3600)


@pytest.mark.parametrize(
    "path", ["/", "/lobby/", "/games/", "/profile/", "/rules/", "/archive/", "/about/", "/accounts/email/", "/no/page/"]
)
def test_what_is_shown_to_somebody_signed_in_is_kept_by_nobody_on_the_way(anna: User, path: str) -> None:
    """A shared cache, such as a proxy's, would hand it to the next who asks."""
    answer = signed_in(anna).get(path)
    assert answer.status_code in (200, 404)
    assert "private" in answer["Cache-Control"]


def test_what_begins_a_session_is_kept_by_nobody_on_the_way(client: Client) -> None:
    answer = client.post("/play-now/")
    assert settings.SESSION_COOKIE_NAME in answer.cookies
    assert "private" in answer["Cache-Control"]


def test_what_is_the_same_for_all_may_be_kept_also_by_whoever_is_signed_in(anna: User, client: Client) -> None:
    assert "private" not in client.get("/about/").headers.get("Cache-Control", "")
    for one in (client, signed_in(anna)):
        assert "public" in one.get("/window.css?ratio=2:1")["Cache-Control"]
