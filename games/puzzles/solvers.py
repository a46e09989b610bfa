"""Who solves puzzles: an account, whose answers are rows, or somebody without one, whose answers are in a signed cookie.

Each puzzle is answered once. A streak counts days in a row on which somebody solved a puzzle, whichever it was.
"""

from collections.abc import Collection, Mapping
from datetime import date, datetime
from typing import Final, Protocol

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from accounts.activity import visitor_of
from accounts.models import User
from games.models import Puzzle, PuzzleAnswer, Visibility
from games.play import visibility

COOKIE: Final = "puzzles"
AGE: Final = 60 * 60 * 24 * 365
KEPT: Final = 60
"""Answers that a cookie keeps, the latest."""


def shown_puzzles() -> QuerySet[Puzzle]:
    """Those whose game everybody may see."""
    return Puzzle.objects.filter(game__visibility=Visibility.PUBLIC).exclude(visibility.is_closed("game"))


def streak_after(streak: int, solved_on: date | None, today: date) -> int:
    """Days in a row, now that a puzzle is solved today; the last one before was solved on `solved_on`."""
    away = (today - solved_on).days if solved_on else None
    return max(streak, 1) if away == 0 else streak + 1 if away == 1 else 1


def streak_on(streak: int, solved_on: date | None, today: date) -> int:
    """What is left of a streak: all of it until a whole day has passed."""
    return streak if solved_on and (today - solved_on).days <= 1 else 0


class Solver(Protocol):
    """Days are those of UTC, as those of the puzzles."""

    def answers(self, puzzles: Collection[Puzzle]) -> Mapping[int, str]:
        """The moves that were answered, by puzzle."""
        ...

    def unanswered(self) -> QuerySet[Puzzle]:
        """Puzzles that wait for an answer."""
        ...

    def streak(self, now: datetime) -> int: ...

    def answer(self, puzzle: Puzzle, move: str, *, is_right: bool, now: datetime) -> None:
        """Note the first answer; a second one changes nothing."""
        ...

    def keep(self, response: HttpResponse) -> None:
        """Let the answer go with the page that follows."""
        ...


def solver_of(request: HttpRequest) -> Solver:
    user = visitor_of(request)
    return Account(user) if user is not None and not user.is_guest else Stranger(request)


class Account:
    def __init__(self, user: User) -> None:
        self.user = user

    def answers(self, puzzles: Collection[Puzzle]) -> Mapping[int, str]:
        found = PuzzleAnswer.objects.filter(user=self.user, puzzle__in=[one.pk for one in puzzles])
        return dict(found.values_list("puzzle", "move"))

    def unanswered(self) -> QuerySet[Puzzle]:
        return shown_puzzles().exclude(pk__in=PuzzleAnswer.objects.filter(user=self.user).values("puzzle"))

    def _last_solved(self) -> PuzzleAnswer | None:
        found: PuzzleAnswer | None = PuzzleAnswer.objects.filter(user=self.user, is_right=True).order_by("-at").first()
        return found

    def streak(self, now: datetime) -> int:
        last = self._last_solved()
        return streak_on(last.streak, last.at.date(), now.date()) if last else 0

    def answer(self, puzzle: Puzzle, move: str, *, is_right: bool, now: datetime) -> None:
        last = self._last_solved()
        streak = streak_after(last.streak if last else 0, last.at.date() if last else None, now.date())
        row = {"move": move, "is_right": is_right, "streak": streak if is_right else 0, "at": now}
        PuzzleAnswer.objects.get_or_create(user=self.user, puzzle=puzzle, defaults=row)

    def keep(self, response: HttpResponse) -> None:
        """It is a row."""


class Stranger:
    """The cookie is `days.day~puzzle.place~…`: the streak, the number of its last day, and which choice was answered to what."""

    def __init__(self, request: HttpRequest) -> None:
        streak, *answered = (request.get_signed_cookie(COOKIE, default="0.0", salt=COOKIE) or "0.0").split("~")
        days, last = _pair(streak)
        self._days, self._solved_on = days, date.fromordinal(last) if last else None
        self._places = dict(_pair(one) for one in answered)

    def answers(self, puzzles: Collection[Puzzle]) -> Mapping[int, str]:
        known = ((one, self._places[one.pk]) for one in puzzles if one.pk in self._places)
        return {one.pk: one.choices[place][0] for one, place in known if place < len(one.choices)}

    def unanswered(self) -> QuerySet[Puzzle]:
        return shown_puzzles().exclude(pk__in=list(self._places))

    def streak(self, now: datetime) -> int:
        return streak_on(self._days, self._solved_on, now.date())

    def answer(self, puzzle: Puzzle, move: str, *, is_right: bool, now: datetime) -> None:
        if puzzle.pk in self._places:
            return
        self._places[puzzle.pk] = next(place for place, one in enumerate(puzzle.choices) if one[0] == move)
        if is_right:
            self._days, self._solved_on = streak_after(self._days, self._solved_on, now.date()), now.date()

    def keep(self, response: HttpResponse) -> None:
        streak = f"{self._days}.{self._solved_on.toordinal() if self._solved_on else 0}"
        answered = [f"{puzzle}.{place}" for puzzle, place in self._places.items()][-KEPT:]
        response.set_signed_cookie(
            COOKIE,
            "~".join([streak, *answered]),
            salt=COOKIE,
            max_age=AGE,
            httponly=True,
            secure=bool(settings.SESSION_COOKIE_SECURE),
            samesite="Lax",
        )


def _pair(text: str) -> tuple[int, int]:
    """What the site has signed itself."""
    first, _dot, second = text.partition(".")
    return int(first), int(second)
