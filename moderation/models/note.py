"""What staff note for each other."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

LONGEST = 2000


class StaffNote(models.Model):
    """A word of one of the staff about a person, a game or a tournament, for other staff. It goes with the account
    that it is about."""

    about = models.CharField(pgettext_lazy("whom", "about"), max_length=80, db_index=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by"))
    at = models.DateTimeField(_("when"))
    text = models.TextField(_("note"), max_length=LONGEST)

    class Meta:
        ordering: ClassVar = ["-pk"]
        verbose_name = _("staff note")
        verbose_name_plural = _("staff notes")
        default_permissions = ("view", "add")

    def __str__(self) -> str:
        return f"{self.about}, {self.by_id}"
