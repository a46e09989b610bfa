"""What can go wrong with a wish of a player. Each room names its own: `games.play.errors`, `games.tables.errors`. Every
error has a stable `code` and a sentence fit for him."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from api.problems import Refusal


class GameError(Refusal):
    """A wish about games that cannot be granted. `rule` is the id of the rule that forbids it, empty where it is not a matter of
    the game's rules."""

    code = "game_error"
    rule = ""

    def __init__(self, sentence: str | StrPromise | None = None, *, rule: str = "", **details: Any) -> None:
        super().__init__(sentence, **details)
        self.rule = rule or self.rule

    def more(self) -> dict[str, object]:
        if not self.rule:
            return {}
        return {"rule": self.rule, "rule_url": f"{settings.SITE_URL}{reverse('games:rule', args=[self.rule])}"}


class Muted(GameError):
    code = "muted"
    sentence = _("A moderator has muted you for a while. Their email explains why and how to reply.")
    status = 403
