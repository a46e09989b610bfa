"""What somebody has seen of a game: said by the script of the page when the page was before his eyes, never by a GET."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Case, F, OuterRef, Subquery, Value, When
from django.db.models.functions import Greatest

from accounts.models import User
from games.models import Game, Seen
from games.play.positions import Play


@transaction.atomic
def saw(*, user: User, game_id: int, version: int = 0, line: int = 0, result: bool = False) -> None:
    """This user has seen the game as it stood at `version`, the chat up to `line`, and how it ended if `result`.

    What is known only grows: an older page that reports late, or twice, changes nothing. One statement where he has been here
    before, at most three. The caller answers for the version being one that the game has had.
    """
    if _grow(user, game_id, version, line, result=result):
        return
    new = Seen(user=user, game_id=game_id, unread=True)
    Seen.objects.bulk_create([new], ignore_conflicts=True)  # or another tab was quicker
    _grow(user, game_id, version, line, result=result)


def _grow(user: User, game_id: int, version: int, line: int, *, result: bool) -> bool:
    """Whether there is such a row; then it is not below these any more."""
    grown: dict[str, object] = {
        "version": Greatest(F("version"), Value(version)),
        "line": Greatest(F("line"), Value(line)),
        "unread": Case(When(last__lte=Greatest(F("line"), Value(line)), then=False), default=F("unread")),
    }
    last = Subquery(Game.objects.filter(pk=OuterRef("game")).values("said"))
    if result:
        grown["result"] = True
    return bool(Seen.objects.filter(user=user, game=game_id).annotate(last=last).update(**grown))


@transaction.atomic
def mark(*, game_id: int, readers: Iterable[int], passed_over: Iterable[int], line: int) -> None:
    """This line of the chat is new to the readers, but not to those whom it passes over: its author, and whoever does not want to
    read him. Their mark goes on where nothing else is new to them. Three statements."""
    silent = set(passed_over)
    heard = {*readers} - silent
    rows = [Seen(user_id=user, game_id=game_id, line=0) for user in sorted({*heard, *silent})]
    Seen.objects.bulk_create(rows, ignore_conflicts=True)
    Seen.objects.filter(game=game_id, user__in=heard, unread=False).update(unread=True)
    Seen.objects.filter(game=game_id, user__in=silent, line=line - 1).update(line=line)


def expect_eyes(play: Play) -> None:
    """The game is over, and whoever plays it has a result to see, also if he has never opened its page. One statement, none where
    only bots were left."""
    people = {person.pk for seat in play.seats if (person := play.person_of(seat.index)) is not None}
    rows = [Seen(user_id=user, game=play.game) for user in sorted(people)]
    if rows:
        Seen.objects.bulk_create(rows, ignore_conflicts=True)


def forget_seen(*, user: User) -> None:
    """The account goes; what it has looked at is nobody's business any more."""
    Seen.objects.filter(user=user).delete()


def hand_seen(*, guest: User, user: User) -> None:
    """The guest was this user."""
    known = Seen.objects.filter(user=user).values("game")
    Seen.objects.filter(user=guest).exclude(game__in=known).update(user=user)
