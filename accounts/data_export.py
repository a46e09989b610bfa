"""What this app adds to the archive of a person (`accounts.export`)."""

from __future__ import annotations

from collections.abc import Iterator

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.export import Part, Plain, table
from accounts.models import ApiToken, Block, Device, Household, KnownBrowser, User

OF_THE_ROW = (
    *(
        "id",
        "email",
        "display_name",
        "time_zone",
        "language",
        "created_at",
        "last_login",
        "active_on",
        "mail_stopped_at",
    ),
    *("is_staff", "confirm_moves", "pass_by_itself", "warn_too_late", "keyboard_shortcuts", "log_pictures"),
    *("window_width", "window_height", "window_ratio", "came_by_link"),
)


def _profile(user: User) -> Iterator[tuple[str, Plain]]:
    (row,) = table(User.objects.filter(pk=user.pk), *OF_THE_ROW)
    addresses = table(EmailAddress.objects.filter(user=user), "email", "verified", "primary")
    yield (
        "profile.json",
        {
            **row,
            "has_password": user.has_usable_password(),
            "has_calendar_address": bool(user.feed_key),
            "addresses": addresses,
        },
    )


def _signing_in(user: User) -> Iterator[tuple[str, Plain]]:
    names = ("name", "prefix", "scopes", "created_at", "expires_at", "last_used_on")
    yield (
        "signing-in.json",
        {
            "devices": table(Device.objects.filter(user=user), "label", "began_at", "seen_on"),
            "known_browsers": table(KnownBrowser.objects.filter(user=user), "signed_in_at"),
            "second_factors": table(Authenticator.objects.filter(user=user), "type", "created_at", "last_used_at"),
            "tokens": table(ApiToken.objects.filter(user=user), *names),
        },
    )


def _people(user: User) -> Iterator[tuple[str, Plain]]:
    blocks = Block.objects.filter(blocker=user).select_related("blocked").order_by("pk")
    households = Household.objects.filter(Q(asker=user) | Q(named=user)).select_related("asker", "named").order_by("pk")
    yield (
        "people.json",
        {
            "blocked": [{"who": one.blocked.name, "number": one.blocked_id, "since": one.at} for one in blocks],
            "households": [
                {
                    "asked_by": one.asker.name,
                    "named": one.named.name,
                    "asked_at": one.asked_at,
                    "since": one.since,
                    "until": one.until,
                }
                for one in households
            ],
        },
    )


PARTS = (
    Part("profile.json", _("your account: email address, name, settings"), _profile),
    Part("signing-in.json", _("devices, two-factor methods and tokens, without their secrets"), _signing_in),
    Part("people.json", _("players you have blocked, and your household"), _people),
)
