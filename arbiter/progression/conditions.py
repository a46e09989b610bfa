"""Who may enter a tournament, as one value, and why somebody may not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from arbiter.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Conditions:
    """What an entrant must fulfil; None or False: nothing is asked.

    Ratings are those of the overall pool. `kept_deadlines` is the least share of deadlines kept, of those who had any.
    `code_word` is asked for at the entry.
    """

    least_rating: int | None = None
    most_rating: int | None = None
    established_rating: bool = False
    finished_games: int = 0
    kept_deadlines: Fraction | None = None
    most_running_games: int | None = None
    invited_only: bool = False
    code_word: str = ""


@dataclass(frozen=True, slots=True)
class Applicant:
    """What is known of somebody who wants to enter."""

    rating: float | None = None
    is_established: bool = False
    finished_games: int = 0
    kept: int = 0
    missed: int = 0
    running_games: int = 0
    is_invited: bool = False
    code_word: str = ""


def reasons_against(conditions: Conditions, applicant: Applicant) -> Iterator[Sentence]:
    """Why somebody may not enter, one sentence each; none when he may."""
    if conditions.invited_only and not applicant.is_invited:
        yield Sentence("This tournament is by invitation only.")
    if conditions.code_word and applicant.code_word.strip().casefold() != conditions.code_word.strip().casefold():
        yield Sentence("Wrong code word. Ask the directors for it.")
    rating = applicant.rating
    if (conditions.least_rating is not None or conditions.most_rating is not None) and rating is None:
        yield Sentence("You need a rating. Play a rated game first.")
    if rating is not None and conditions.least_rating is not None and rating < conditions.least_rating:
        yield Sentence("Your rating must be at least {least}.", least=conditions.least_rating)
    if rating is not None and conditions.most_rating is not None and rating > conditions.most_rating:
        yield Sentence("Your rating must be at most {most}.", most=conditions.most_rating)
    if conditions.established_rating and not applicant.is_established:
        yield Sentence("Your rating is still provisional. Play more rated games first.")
    if applicant.finished_games < conditions.finished_games:
        yield Sentence(
            "You need at least {least} finished games; you have {games}.",
            least=conditions.finished_games,
            games=applicant.finished_games,
        )
    deadlines = applicant.kept + applicant.missed
    share = Fraction(applicant.kept, deadlines) if deadlines else Fraction(1)
    if conditions.kept_deadlines is not None and share < conditions.kept_deadlines:
        yield Sentence(
            "You must have met at least {least}% of your deadlines.", least=int(conditions.kept_deadlines * 100)
        )
    if conditions.most_running_games is not None and applicant.running_games > conditions.most_running_games:
        yield Sentence("You may have at most {most} running games.", most=conditions.most_running_games)
