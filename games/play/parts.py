"""Who has a part in a game, and so does nothing there as one of the staff."""

from django.db.models import Q

from accounts.models import User
from games import extensions
from games.models import Participant, Tenure


def has_part(user: User) -> Q:
    """A condition on rows of `Game`: those whose seats he ever held, at whose table he sits or is the host, and what other
    apps say, such as those of a tournament that he directs."""
    held = Tenure.objects.filter(user=user).values("seat__game")
    sits = Participant.objects.filter(user=user).values("game")
    found = Q(pk__in=held) | Q(pk__in=sits) | Q(host=user)
    for condition in extensions.has_part(user):
        found |= condition
    return found
