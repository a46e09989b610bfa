"""What a player changes about themselves by email: their name, their language, and how often emails come."""

from collections.abc import Callable, Mapping

from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import Language, User
from games.errors import GameError
from games.mail_commands.words import Word, change_name, name_for
from notifications.models import ALL, Channel, When
from notifications.preferences import say

_LANGUAGES = {
    "english": Language.ENGLISH,
    "englisch": Language.ENGLISH,
    "en": Language.ENGLISH,
    "german": Language.GERMAN,
    "deutsch": Language.GERMAN,
    "de": Language.GERMAN,
}
_TIMES = {
    "once": When.AT_ONCE,
    "sofort": When.AT_ONCE,
    "first": When.FIRST,
    "zuerst": When.FIRST,
    "summary": When.DIGEST,
    "together": When.DIGEST,
    "gesammelt": When.DIGEST,
    "deadlines": When.DEADLINES,
    "fristen": When.DEADLINES,
}


class NoSuchChoice(GameError):
    code = "no_such_choice"
    status = 400


def _language(rest: str) -> Language:
    if (found := _LANGUAGES.get(rest.lower().rstrip(".!"))) is None:
        raise NoSuchChoice(_("Write “language English” or “language Deutsch”."))
    return found


def _time(rest: str) -> When:
    found = [when for word in rest.lower().rstrip(".!").split() if (when := _TIMES.get(word)) is not None]
    if len(found) != 1:
        raise NoSuchChoice(
            _(
                "Write “emails at once”, “emails first” (one at once, then together), “emails together” or “emails deadlines”."
            )
        )
    return found[0]


def _change_language(user: User, rest: str) -> str:
    user.language = _language(rest)
    user.save(update_fields=["language"])
    with translation.override(user.language):
        return _("Emails and pages are in English from now on.")


def _change_times(user: User, rest: str) -> str:
    when = _time(rest)
    say(user.pk, Channel.MAIL, ALL, "", when)
    return _("Your emails now come %(when)s.") % {"when": when.label}


CHANGES: Mapping[Word, Callable[[User, str], str]] = {
    Word.NAME: change_name,
    Word.LANGUAGE: _change_language,
    Word.EMAILS: _change_times,
}
"""Each changes something and says so; raises GameError."""

CHECKS: Mapping[Word, Callable[[User, str], object]] = {
    Word.NAME: name_for,
    Word.LANGUAGE: lambda _user, rest: _language(rest),
    Word.EMAILS: lambda _user, rest: _time(rest),
}
"""Each raises what its change would raise, and changes nothing."""
