"""What is refused to staff and to people who report: a stable code, and a sentence for who asked."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Refused(Exception):
    """`status` is that of the page that says so."""

    code = "refused"
    sentence: str | Promise = _("That is not possible.")
    status = 409

    def __init__(self, sentence: str | Promise | None = None) -> None:
        self.sentence = sentence or self.sentence
        super().__init__(self.code)

    def __str__(self) -> str:
        return str(self.sentence)


class NotAllowed(Refused):
    code, status, sentence = "not_allowed", 403, _("Your role does not include this.")


class ReasonMissing(Refused):
    code, status, sentence = "reason_missing", 422, _("Give a reason.")


class OwnMatter(Refused):
    code, status = "own_matter", 403
    sentence = _("This is about yourself, or about a game or event of yours. Leave it to somebody else.")


class StaffMatter(Refused):
    code, status = "staff_matter", 403
    sentence = _("This is about somebody who runs the site. Only who may do everything acts there.")


class NoSuchPerson(Refused):
    code, status, sentence = "no_such_person", 422, _("Nobody here is called so. Check the spelling.")


class NotNow(Refused):
    code, sentence = "not_now", _("As it stands now this is not possible.")


class AlreadySo(Refused):
    code, sentence = "already_so", _("It is so already.")


class TooManyReports(Refused):
    code, status = "too_many_reports", 429
    sentence = _("Those were many reports for one day. What you have sent is being read.")


class AppendOnly(TypeError):
    """Rows of the trail are never changed and never deleted."""
