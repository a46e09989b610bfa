"""Games of which nobody may read who was told what: a notification says who was asked (BANQ-THIEF-6)."""

from django.db.models import CharField, QuerySet, Value
from django.db.models.functions import Cast, Concat

from games.models import Game
from games.models.notification import GAME
from games.play import asked


def subjects() -> QuerySet[Game, str]:
    """Those of running games that may ask in secret."""
    subject = Concat(Value(f"{GAME}:"), Cast("pk", CharField()))
    return (
        asked.with_secret_questions()
        .annotate(notification_subject=subject)
        .values_list("notification_subject", flat=True)
    )


SECRET_SUBJECTS = subjects
