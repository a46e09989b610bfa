"""Settings that do not go together are named before the site starts."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django.fixtures import Settings

from stpete_site.checks import check_environment, check_site
from stpete_site.environment import Environment


def ids() -> list[str | None]:
    return [message.id for message in [*check_environment(), *check_site()]]


def test_the_defaults_pass() -> None:
    assert ids() == []


@pytest.fixture
def public(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    settings.IS_LOOPBACK, settings.SITE_URL = False, "https://pete.example.org"
    monkeypatch.setenv("EMAIL_URL", "smtp://mail.example.org")
    return settings


def test_a_public_site_with_all_it_needs_passes(public: Settings) -> None:
    assert ids() == []


def test_a_short_secret_is_refused(public: Settings) -> None:
    public.SECRET_KEY = "hunter2"
    assert ids() == ["stpete.E010"]


def test_debug_in_public_is_refused(public: Settings) -> None:
    public.DEBUG = True
    assert ids() == ["stpete.E011"]


def test_a_public_site_that_would_only_catch_its_mails_is_refused(
    public: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("EMAIL_URL")
    assert ids() == ["stpete.E012"]


def test_a_public_site_without_https_is_warned_of(public: Settings) -> None:
    public.SITE_URL = "http://pete.example.org"
    assert ids() == ["stpete.W013"]


def test_a_process_does_not_start_on_a_guess(tmp_path: object) -> None:
    environment = Environment(tmp_path)  # type: ignore[arg-type]
    environment.report("stpete.E004", "DATABASE_URL", "DATABASE_URL is wrong.")
    with pytest.raises(ImproperlyConfigured, match=r"stpete\.E004: DATABASE_URL is wrong\."):
        environment.refuse_if_wrong()
