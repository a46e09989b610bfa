"""System checks: settings that are wrong, each with a stable id and a sentence that says what would be right."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from stpete_site.pages import operator
from stpete_site.values import LOOPBACK

SHORTEST_SECRET = 32


@register()
def check_environment(app_configs: Sequence[AppConfig] | None = None, **kwargs: object) -> list[CheckMessage]:
    """stpete.E001 to E009, E014, E017, E018: values that could not be read (stpete_site/values.py has their kinds)."""
    return list(settings.ENVIRONMENT.problems)


@register()
def check_site(app_configs: Sequence[AppConfig] | None = None, **kwargs: object) -> list[CheckMessage]:
    """stpete.E010 and after: values that can be read but do not go together."""
    found: list[CheckMessage] = []
    if len(settings.SECRET_KEY) < SHORTEST_SECRET:
        found.append(
            Error(
                f"SECRET_KEY has {len(settings.SECRET_KEY)} characters; use at least {SHORTEST_SECRET} random ones. "
                "If you leave it out, one is generated and stored.",
                id="stpete.E010",
            )
        )
    if settings.INBOUND_AUTHSERV and urlsplit(settings.INBOUND_LISTEN).hostname not in LOOPBACK:
        found.append(
            Warning(
                "INBOUND_LISTEN is open to other machines while INBOUND_AUTHSERV is trusted: anyone who reaches the port"
                " can forge that header. Allow only your mail server to connect.",
                id="stpete.W014",
            )
        )
    if settings.IS_LOOPBACK:
        return found
    if settings.DEBUG:
        found.append(Error("DEBUG exposes internals of the site to everyone; leave it out.", id="stpete.E011"))
    sends = settings.ENVIRONMENT.text("EMAIL_URL") or settings.MAIL_SERVICE
    if settings.EMAIL_HOST in ("127.0.0.1", "localhost") and not sends:
        found.append(
            Error(
                "SITE_URL is a public address but EMAIL_URL is not set, so no email leaves this machine. "
                "Set EMAIL_URL, such as smtp+tls://user:password@host:587, or MAIL_SERVICE",
                id="stpete.E012",
            )
        )
    if settings.SITE_URL.startswith("http://"):
        found.append(
            Warning(
                "SITE_URL is a public address without https: passwords and cookies are sent unencrypted.",
                id="stpete.W013",
            )
        )
    return found


@register(deploy=True)
def check_legal(app_configs: Sequence[AppConfig] | None = None, **kwargs: object) -> list[CheckMessage]:
    """stpete.W015 and W016, of `check --deploy`: a public site says who runs it and what holds there."""
    if settings.IS_LOOPBACK:
        return []
    found: list[CheckMessage] = []
    if not operator().is_known:
        found.append(
            Warning(
                "The imprint is empty: set OPERATOR_NAME, OPERATOR_ADDRESS (its lines, separated by commas) and OPERATOR_MAIL.",
                id="stpete.W015",
            )
        )
    if not any((settings.PAGES_DIR / name).is_file() for name in ("terms.txt", "terms.en.txt", "terms.de.txt")):
        found.append(
            Warning(
                f"The terms of use are the default ones. Write yours into {settings.PAGES_DIR / 'terms.txt'}, at least the "
                "applicable law.",
                id="stpete.W016",
            )
        )
    return found
