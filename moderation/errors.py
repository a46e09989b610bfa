"""What is refused to staff and to people who report: a stable code, and a sentence for who asked."""

from django.utils.translation import gettext_lazy as _

from api.problems import Refusal


class StaffRefusal(Refusal):
    """What staff or the trail do not do."""


class NotAllowed(StaffRefusal):
    code, status, sentence = "not_allowed", 403, _("Your role does not allow this.")


class ReasonMissing(StaffRefusal):
    code, status, sentence = "reason_missing", 422, _("Give a reason.")


class OwnMatter(StaffRefusal):
    code, status = "own_matter", 403
    sentence = _("This is about you, or about one of your games or tournaments. Leave it to someone else.")


class StaffMatter(StaffRefusal):
    code, status = "staff_matter", 403
    sentence = _("This person is on the site team. Only administrators with all permissions can act here.")


class NoSuchPerson(StaffRefusal):
    code, status, sentence = "no_such_person", 422, _("No player has this username. Check the spelling.")


class NotNow(StaffRefusal):
    code, sentence = "not_now", _("This is not possible right now.")


class AlreadySo(StaffRefusal):
    code, sentence = "already_so", _("Nothing to change: this is already set.")


class TooManyReports(StaffRefusal):
    code, status, wait = "too_many_reports", 429, 24 * 3600
    sentence = _("You have reached today's limit of reports. We read what you sent.")


class AppendOnly(TypeError):
    """Rows of the trail are never changed and never deleted."""
