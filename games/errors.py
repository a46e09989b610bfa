"""What can go wrong with a wish of a player. Each room names its own: `games.play.errors`, `games.tables.errors`. Every
error has a stable `code` and a sentence fit for him."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class GameError(Exception):
    """A wish that cannot be granted. `status` is the HTTP status of pages and API, `rule` the id of the rule that forbids
    it, empty where it is not a matter of the game's rules."""

    code = "game_error"
    sentence: str | Promise = _("That is not possible.")
    status = 409
    rule = ""

    def __init__(self, sentence: str | Promise | None = None, *, rule: str = "", **details: object) -> None:
        self.sentence = sentence or self.sentence
        self.rule = rule or self.rule
        self.details: Mapping[str, object] = details
        super().__init__(self.code)

    def __str__(self) -> str:
        return str(self.sentence)


class Muted(GameError):
    code = "muted"
    sentence = _("Those who run the site have muted you for a while. A mail of theirs says why, and how to answer.")
    status = 403
