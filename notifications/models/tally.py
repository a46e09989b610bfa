"""Numbers that only grow, for those who run the site."""

from typing import ClassVar

from django.db import models


class Tally(models.Model):
    """How often something happened: mails sent, say, or mails of others thrown away for one reason."""

    name = models.CharField(max_length=40)
    label = models.CharField(max_length=40, blank=True)
    count = models.PositiveBigIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["name", "label"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["name", "label"], name="notifications_tally_once")]
        verbose_name_plural = "tallies"

    def __str__(self) -> str:
        return f"{self.name} {self.label}: {self.count}"
