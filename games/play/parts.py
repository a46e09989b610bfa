"""Who has a part in a game, and so does nothing there as one of the staff."""

from django.db.models import Q

from accounts.models import User
from games.models import Participant, Tenure


def has_part(user: User) -> Q:
    """A condition on rows of `Game`: those whose seats he ever held, or at whose table he sits."""
    held = Tenure.objects.filter(user=user).values("seat__game")
    sits = Participant.objects.filter(user=user).values("game")
    return Q(pk__in=held) | Q(pk__in=sits)
