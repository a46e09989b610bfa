"""Work of the queues that went wrong."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class FailedTask(models.Model):
    """A task ended with an error. Only the kind of the error is kept: what it says stands in the
    log of the worker, and may name what is nobody's business here."""

    name = models.CharField(_("task"), max_length=100)
    error = models.CharField(_("error"), max_length=80)
    at = models.DateTimeField(_("when"), db_index=True)

    class Meta:
        ordering: ClassVar = ["-pk"]
        verbose_name = _("failed task")
        verbose_name_plural = _("failed tasks")
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.name}: {self.error}"
