"""Which games a player has open now, and what they have already seen of a game.

The script of the page reports what was on screen, because no GET changes anything. What is open is kept in the cache only.
"""

from collections.abc import Iterable

from django.core.cache import cache
from django.db import transaction
from django.db.models import Case, F, OuterRef, Subquery, Value, When
from django.db.models.functions import Greatest

from accounts.models import User
from games.models import Game, Seen
from games.play.positions import Play


@transaction.atomic
def record_seen(*, user: User, game_id: int, version: int = 0, line: int = 0, result: bool = False) -> None:
    """This user has seen the game as it stood at `version`, the chat up to `line`, and how it ended if `result`.

    What is known only grows: an older page that reports late, or twice, changes nothing. One statement where the user has been
    here before, at most three. The caller makes sure that the game has had this version.
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
def mark_new_line(*, game_id: int, readers: Iterable[int], passed_over: Iterable[int], line: int) -> None:
    """A message is new to the readers, but not to those it passes over: its author, and readers who muted the author. Their mark
    moves on where nothing else is new to them. Three statements."""
    silent = set(passed_over)
    heard = {*readers} - silent
    rows = [Seen(user_id=user, game_id=game_id, line=0) for user in sorted({*heard, *silent})]
    Seen.objects.bulk_create(rows, ignore_conflicts=True)
    Seen.objects.filter(game=game_id, user__in=heard, unread=False).update(unread=True)
    Seen.objects.filter(game=game_id, user__in=silent, line=line - 1).update(line=line)


def expect_result_views(play: Play) -> None:
    """The game is over, and its players have a result to see, also those who have never opened its page. One statement, none
    where only bots were left."""
    people = {person.pk for seat in play.seats if (person := play.person_of(seat.index)) is not None}
    rows = [Seen(user_id=user, game=play.game) for user in sorted(people)]
    if rows:
        Seen.objects.bulk_create(rows, ignore_conflicts=True)


def unreached(user: User | None, games: Iterable[int]) -> set[int]:
    """Those of these finished games whose result the user wants hidden and has not come to. One statement, none without that
    wish."""
    if user is None or not user.hide_results:
        return set()
    asked = set(games)
    return asked - set(Seen.objects.filter(user=user, game__in=asked, result=True).values_list("game_id", flat=True))


def hides_result(user: User | None, game: Game) -> bool:
    """Nothing that tells how this game ended may be shown to the user yet."""
    return game.is_finished and bool(unreached(user, [game.pk]))


def hand_seen(*, guest: User, user: User) -> None:
    known = Seen.objects.filter(user=user).values("game")
    Seen.objects.filter(user=guest).exclude(game__in=known).update(user=user)


PULSE = 15  # seconds between two polls of an open page that waits
OPEN_FOR = 3 * PULSE


def _key(user_id: int, game_id: int) -> str:
    return f"open:{user_id}:{game_id}"


def mark_open(user_id: int, game_id: int) -> None:
    """The user's browser shows this game now."""
    cache.set(_key(user_id, game_id), 1, OPEN_FOR)


def is_open(user_id: int, game_id: int) -> bool:
    """Whether the user's browser has shown this game within the last 45 s."""
    return cache.get(_key(user_id, game_id)) is not None
