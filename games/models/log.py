"""The log of a game: what it consists of, beside its deal."""

from datetime import datetime
from typing import ClassVar, NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class RowKind(models.TextChoices):
    MOVE = "move", _("move")
    BACK = "back", _("undo")  # text: the number up to which moves stay in force
    SEAT = "seat", _("seat changed hands")  # text: TenureEnd
    END = "end", _("ended early")  # text: EndText
    VOTE = "vote", _("proposal")  # text: VoteText, and the Proposal it is about
    TIME = "time", _("clock changed")  # text: TimeText, and how much


TAKEN_ALONG = "taken"
"""The text of a row "seat changed hands" where a guest has signed in to an account: the same person plays on."""

MERGED = "merged"
"""The same where two accounts of one person have become one."""


class EndText(models.TextChoices):
    """Why a game ended before its end, as the text of its last row."""

    AGREED = "agreed", _("by agreement")
    ABANDONED = "abandoned", _("no players left")
    ADJUDICATED = "adjudicated", _("by a director")


class VoteText(models.TextChoices):
    PROPOSED = "propose", _("proposed")
    AGREED = "agree", _("agreed")
    DECLINED = "decline", _("declined")
    WITHDRAWN = "withdraw", _("withdrawn")
    EXPIRED = "expire", _("expired")
    CARRIED = "carry", _("agreed by all")


class TimeText(models.TextChoices):
    GIFT = "gift", _("time given")  # the seat that got it, seconds
    SLOW = "slow", _("end of quick play")
    RESUMED = "resumed", _("end of an agreed pause")
    OUTAGE = "outage", _("outage credit")  # the number of the outage, seconds


class Source(models.TextChoices):
    """Who or what sent a row; recorded, never asked by the rules."""

    PAGE = "page", _("page")
    API = "api", _("API")
    MAIL = "mail", _("email")
    STANDING = "standing", _("auto-pass")
    AUTO = "auto", _("forced move")
    TIMEOUT = "timeout", _("time ran out")
    BOT = "bot", _("bot")
    DIRECTOR = "director", _("director")
    MANUAL = "manual", _("from another game")


BY_PLAYER = (Source.PAGE, Source.API, Source.MAIL)
"""Where rows come from that a player sends in person."""


class LogRow(models.Model):
    """One row of a game's log. Never changed, never deleted; a take-back is a row of its own."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="log", db_index=False)
    number = models.PositiveIntegerField(help_text="1, 2, 3, … without gaps")
    kind = models.CharField(max_length=5, choices=RowKind.choices, default=RowKind.MOVE)
    ply = models.PositiveIntegerField(null=True, help_text="moves in force up to and including this one")
    seat = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=80)
    source = models.CharField(max_length=8, choices=Source.choices)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "number"], name="log_number_once")]

    def __str__(self) -> str:
        return f"{self.game_id}.{self.number} seat {self.seat}: {self.text}"


class PlainRow(NamedTuple):
    """A row of the log as it is read, a hundred at a time: its columns and nothing of a model."""

    pk: int
    number: int
    kind: str
    ply: int | None
    seat: int
    text: str
    source: str
    at: datetime
