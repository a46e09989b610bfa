"""All that the site keeps about a person, to take along: a ZIP of JSON files, and what this app adds to it.

An installed app names its parts in `data_export` of its `AppConfig`, each an `ExportPart`, so this app knows none of them. What a
part gives is for the eyes of that person: nothing that they could not see on the pages of the site, of running games
nothing that is hidden from them. What cannot be written is left out and named in the archive: one bad part never voids the rest.
"""

import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import IO, cast
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.activity import person_of
from accounts.allauth_internals import consume_or_429
from accounts.models import ApiToken, Block, Device, Followed, Household, KnownBrowser, User
from plugins import declared

Plain = Mapping[str, object] | Sequence[object]
"""What becomes JSON; moments and spans of time may stand in it."""

Content = Plain | Callable[[], Plain]
"""A file of many of one kind is read when its turn comes, so that one that cannot be read keeps none of the others out."""

MISSING = "MISSING.txt"

logger = logging.getLogger("accounts.export")


@dataclass(frozen=True, slots=True)
class ExportPart:
    """A file of the archive, or a folder: then `read` yields the names and contents of its files. `about` says in words what it
    is."""

    name: str
    about: Promise
    read: Callable[[User], Plain | Iterator[tuple[str, Content]]]

    def files(self, user: User) -> Iterator[tuple[str, Content]]:
        found = self.read(user)
        yield from found if isinstance(found, Iterator) else [(self.name, found)]


def parts() -> Sequence[ExportPart]:
    return [part for _app, theirs in declared("data_export") for part in theirs]


def table(rows: QuerySet[Model], *names: str) -> list[dict[str, object]]:
    return [dict(row) for row in rows.order_by("pk").values(*names)]


class Sink:
    """What a ZIP is written into, and taken from piece by piece."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def write(self, piece: bytes) -> int:
        self._pieces.append(bytes(piece))
        return len(piece)

    def flush(self) -> None:
        pass

    def take(self) -> bytes:
        taken, self._pieces = b"".join(self._pieces), []
        return taken


def archive(user: User, *, now: datetime) -> Iterator[bytes]:
    """The ZIP, in pieces: a README in their language, the parts, and where something failed a last file that names it."""
    sink, missing = Sink(), list[str]()
    with ZipFile(cast(IO[bytes], sink), "w", ZIP_DEFLATED) as packed:
        with translation.override(user.language):
            packed.writestr(entry("README.txt", now), _readme(user, now))
        for part in parts():
            for name, text in _texts(part, user):
                if text is None:
                    missing.append(name)
                else:
                    packed.writestr(entry(name, now), text)
                yield sink.take()
        if missing:
            with translation.override(user.language):
                said = gettext(
                    "These files are missing because of an error. Try again later, or contact the site team:"
                )
                packed.writestr(entry(MISSING, now), "\n".join([said, "", *missing, ""]))
    yield sink.take()


def _texts(part: ExportPart, user: User) -> Iterator[tuple[str, str | None]]:
    """Its files as they are written; None for one that cannot be, or for the part where it breaks off."""
    try:
        for name, content in part.files(user):
            try:
                plain = content() if callable(content) else content
                text = json.dumps(plain, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
            except Exception:
                logger.exception("the archive of person %s lacks %s", user.pk, name)
                text = None
            yield name, text
    except Exception:
        logger.exception("the archive of person %s lacks all or the rest of %s", user.pk, part.name)
        yield part.name, None


def entry(name: str, now: datetime) -> ZipInfo:
    entry = ZipInfo(name, now.timetuple()[:6])
    entry.compress_type = ZIP_DEFLATED
    return entry


def _readme(user: User, now: datetime) -> str:
    head = gettext("Data %(site)s stores about %(name)s, as of %(day)s (UTC).") % {
        "site": settings.SITE_URL,
        "name": user.name,
        "day": f"{now:%Y-%m-%d %H:%M}",
    }
    return "\n".join([head, "", *(f"{part.name}: {part.about}" for part in parts()), ""])


@never_cache
@require_POST
@login_required
@reauthentication_required()  # type: ignore[untyped-decorator]
def export(request: HttpRequest) -> HttpResponseBase:
    """A ZIP, a few times a day: it takes the more work the more one has played."""
    user = person_of(request)
    limited: HttpResponseBase | None = consume_or_429(request, action="export", key=str(user.pk))
    if limited is not None:
        return limited
    now = timezone.now()
    response = StreamingHttpResponse(archive(user, now=now), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="st-pete-{now:%Y-%m-%d}.zip"'
    return response


SECRET = {"password", "feed_key"}
OURS = {"name_key", "vacation_until", "is_superuser", "is_active", "deleted_at", "guest_until", "bot_since"}
"""Columns that say nothing about a person with an account."""


def _profile(user: User) -> Plain:
    names = [field.name for field in User._meta.concrete_fields if field.name not in SECRET | OURS]
    (row,) = table(User.objects.filter(pk=user.pk), *names)
    addresses = table(EmailAddress.objects.filter(user=user), "email", "verified", "primary")
    return {
        **row,
        "has_password": user.has_usable_password(),
        "has_calendar_address": bool(user.feed_key),
        "addresses": addresses,
    }


def _signing_in(user: User) -> Plain:
    names = ("name", "prefix", "scopes", "created_at", "expires_at", "last_used_on")
    return {
        "devices": table(Device.objects.filter(user=user), "label", "began_at", "seen_on"),
        "known_browsers": table(KnownBrowser.objects.filter(user=user), "signed_in_at"),
        "second_factors": table(Authenticator.objects.filter(user=user), "type", "created_at", "last_used_at"),
        "tokens": table(ApiToken.objects.filter(user=user), *names),
    }


def _people(user: User) -> Plain:
    blocks = Block.objects.filter(blocker=user).select_related("blocked").order_by("pk")
    followed = Followed.objects.filter(follower=user).select_related("player").order_by("pk")
    households = Household.objects.filter(Q(asker=user) | Q(named=user)).select_related("asker", "named").order_by("pk")
    return {
        "blocked": [{"who": one.blocked.name, "number": one.blocked_id, "since": one.at} for one in blocks],
        "followed": [{"who": one.player.name, "number": one.player_id, "since": one.at} for one in followed],
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
    }


PARTS = (
    ExportPart("profile.json", _("your account: email address, name, settings"), _profile),
    ExportPart("signing-in.json", _("devices, two-factor methods and tokens, without their secrets"), _signing_in),
    ExportPart("people.json", _("players you block or follow, and your household"), _people),
)
