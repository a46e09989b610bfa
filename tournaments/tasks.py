"""What tournaments do by themselves: rows say what is due, and each task may run twice or late."""

import logging

from celery import shared_task
from django.utils.timezone import now

from tournaments.leagues.services import seasons
from tournaments.lifecycle.services import clockwork
from tournaments.rated.rebuilding import Difference, is_due, rebuild
from tournaments.rated.services import BATCH, relist, take

logger = logging.getLogger("tournaments")


@shared_task(acks_late=True, ignore_result=True)
def sweep_tournaments() -> None:
    """Do whatever is due in tournaments, and then in leagues, whose groups are tournaments."""
    clockwork.sweep(now())
    seasons.sweep(now())


@shared_task(acks_late=True, ignore_result=True)
def take_ratings() -> None:
    while take() == BATCH:
        pass


@shared_task(acks_late=True, ignore_result=True)
def rebuild_ratings() -> None:
    """By night, and after a correction at once: when a game was annulled or corrected that is in the ratings, or accounts became
    one, replay them all (`manage.py rebuild_ratings`). Then put each rating on its leaderboard."""
    if is_due():
        found: list[Difference | str] = []
        games = rebuild(tell=found.append, repair=True)
        logger.info("the ratings were rebuilt: %s games, %s differences mended", games, len(found))
    relist(now=now())
