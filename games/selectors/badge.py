"""In how many games it is somebody's turn: the number that stands in the header of every page."""

from django.http import HttpRequest

from accounts.models import User
from games.models import Tenure
from statements.prepared import Prepared

KNOWN = "_waiting_games"


def know_waiting(request: HttpRequest, number: int) -> None:
    """The page has found out already; its header need not ask again."""
    setattr(request, KNOWN, number)


def waiting_games(request: HttpRequest, reader: object = None) -> int:
    """How many wait for `reader`, or for who is signed in: one statement, none where the page knows it; 0 for a visitor."""
    known = getattr(request, KNOWN, None)
    if known is None:
        person = reader or request.user
        known = _count(person.pk) if isinstance(person, User) else 0
    return int(known)


def _count(user_id: int) -> int:
    return len(_waiting(user_id))


_waiting = Prepared(
    # a seat is waited for only while its game runs, so the game is not asked
    lambda user: Tenure.objects.filter(user=user, until__isnull=True, seat__waiting=True).order_by().values_list("pk"),
    1,
)
