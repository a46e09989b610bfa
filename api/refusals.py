"""Wishes that cannot be granted, whichever app refuses them."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Refusal(Exception):
    """A wish that cannot be granted, with a stable `code` and a sentence fit for who wished it. `status` is the HTTP status of
    pages and API."""

    code = "refused"
    sentence: str | Promise = _("That is not possible.")
    status = 409
    wait = 0
    """Seconds after which it may be wished again; 0 where nobody knows."""

    def __init__(self, sentence: str | Promise | None = None, **details: object) -> None:
        self.sentence = sentence or self.sentence
        self.details: Mapping[str, object] = details
        super().__init__(self.code)

    def __str__(self) -> str:
        return str(self.sentence)
