"""What will happen in a tournament by itself, as rows with their time, and what stands still because a step failed."""

from typing import Any, ClassVar

from django.db import models

from tournaments.models.league import Season
from tournaments.models.tournament import Tournament


class What(models.TextChoices):
    CLOSES = "closes", "entries close"
    STARTS = "starts", "the tournament starts"
    BEGINS = "begins", "the games of a round begin"
    DEADLINE = "deadline", "the time of a round is over"
    REMINDER = "reminder", "the end of a round comes near"


class Due(models.Model):
    """What happens at `at`; gone in the transaction in which it has happened. `number` is that of a round, or 0."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="dues", db_index=False)
    what = models.CharField(max_length=10, choices=What.choices)
    number = models.PositiveSmallIntegerField(default=0)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["tournament", "what", "number"], name="due_once")]
        indexes: ClassVar = [models.Index(fields=["at"], name="due_at")]

    def __str__(self) -> str:
        return f"tournament {self.tournament_id}: {self.what} {self.number}"


class SweepStep(models.TextChoices):
    """What the sweeps do, by what is said of it where it fails."""

    STARTS = "starts", "the tournament starts"
    COUNTS = "counts", "the result of a game is counted"
    PAIRS = "pairs", "the next round is paired, or the tournament ends"
    BEGINS = "begins", "the games of a round begin"
    CLOSES = "closes", "a round is closed"
    STANDS = "stands", "the standings follow the results"
    TELLS = "tells", "people are reminded, and deadlines of who is away move"
    PROMOTES = "promotes", "a season begins, ends, or is followed by the next"


class Halt(models.Model):
    """No sweep touches the tournament, or the season, while its log is as long as it was at the failure (`mark`):
    whatever is done to
    it is followed by another try. `code` is that of a `TournamentError`, whose sentence is kept in `why`, or the name of any
    other exception. With `until` nothing has failed: it waits until then."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, null=True, related_name="halt")
    season = models.OneToOneField(Season, models.CASCADE, null=True, related_name="halt")
    step = models.CharField(max_length=10, choices=SweepStep.choices)
    code = models.CharField(max_length=60)
    why: models.JSONField[Any] = models.JSONField(null=True)
    mark = models.PositiveIntegerField(help_text="the version of the tournament, or the last act of the league")
    at = models.DateTimeField()
    until = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="halt_of_tournament_or_season",
                condition=models.Q(tournament__isnull=False, season=None)
                | models.Q(tournament=None, season__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament or self.season} stands still: {self.step}, {self.code}"
