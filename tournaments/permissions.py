"""Who directs tournaments and leagues, and who may write to the directors. Who sees a tournament is a query, which lists ask as
well (`tournaments.pages.people`)."""

from accounts.models import User
from accounts.permissions import Rule
from games.models import Game
from tournaments.models import League, Tournament


def _direct(user: User | None, tournament: Tournament) -> bool:
    return user is not None and any(one.user_id == user.pk for one in tournament.directors.all())


def _write_to_directors(user: User | None, tournament: Tournament) -> bool:
    return user is not None and tournament.entries.filter(user=user).exists()


def _direct_game(user: User | None, game: Game) -> bool:
    """A table of a tournament that this person directs. One statement; none for a game with a host, which no tournament has."""
    if user is None or game.host_id is not None:
        return False
    return Tournament.objects.filter(rounds__tables__game=game, directors__user=user).exists()


def _direct_league(user: User | None, league: League) -> bool:
    return user is not None and any(one.user_id == user.pk for one in league.directors.all())


RULES: tuple[tuple[str, Rule], ...] = (
    ("direct tournament", _direct),
    ("write to directors", _write_to_directors),
    ("direct game", _direct_game),
    ("direct league", _direct_league),
)
