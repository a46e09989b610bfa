"""What tournaments add to games (`games.extensions`)."""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.timezone import now
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import can
from games.extensions import Extension, Origin, Panel
from games.models import Game

TAIL = re.compile(r", round (\d+), table (\d+)\Z")
"""How titles of a tournament's games end as rows keep them (`lifecycle.services.rounds.title_of`)."""


class Tournaments(Extension):
    """Ratings and tournaments. Rows can be imported once all apps are there, so each answer imports its rooms."""

    def panels_of_game(self, game: Game, reader: User | None) -> Sequence[Panel]:
        from tournaments.pages.tables import of_tournament
        from tournaments.rated.changes import rating_of

        found = None if game.host_id else of_tournament(game, reader)  # a game with a host is nobody's tournament's
        tournaments = [Panel("tournaments/panels/game.html", found)] if found else []
        return [*tournaments, *([Panel("tournaments/rated/game.html", rating_of(game, reader))] if game.rated else [])]

    def panels_of_player(self, player: User, reader: User | None) -> Sequence[Panel]:
        from tournaments.leagues.ladder import seasons_of
        from tournaments.pages.lists import played_by
        from tournaments.rated.ladders import standing_of
        from tournaments.rated.records import curve

        standing, seasons, played = standing_of(player, reader), seasons_of(player), played_by(player, reader)
        if standing["lines"]:
            standing |= curve(player, standing["lines"][0]["pool"].name, reader)
        rated = [Panel("tournaments/rated/player.html", standing)] if standing["lines"] or standing["is_hidden"] else []
        tournaments = [Panel("tournaments/panels/played.html", played)] if played else []
        return [*rated, *tournaments, *([Panel("tournaments/panels/leagues.html", seasons)] if seasons else [])]

    def panels_of_front(self, reader: User | None) -> Sequence[Panel]:
        from tournaments.pages.lists import own_tournaments

        found = own_tournaments(reader, now()) if reader else []
        played, others = ([one for one in found if bool(one["tables"]) is plays] for plays in (True, False))
        now_played = [Panel("tournaments/panels/now.html", played, leads=True)] if played else []
        return [*now_played, *([Panel("tournaments/panels/mine.html", others)] if others else [])]

    def panels_of_mine(self, reader: User) -> Sequence[Panel]:
        from tournaments.pages.lists import own_tournaments

        found = own_tournaments(reader, now())
        return [Panel("tournaments/panels/mine.html", found)] if found else ()

    def letter_lines(self, game: Game, reader: User) -> Sequence[str]:
        from tournaments.pages.tables import sentence_of_game
        from tournaments.rated.changes import rating_of, sentences

        found = sentence_of_game(game, reader)
        rated = sentences(rating_of(game, reader)) if game.rated and game.is_finished else []
        return [*([found] if found else []), *rated]

    def vacation_lines(self, user: User, since: datetime, until: datetime) -> Sequence[str]:
        from tournaments.pages.lists import rounds_ending

        return rounds_ending(user, since, until)

    def resigning_lines(self, game: Game, user: User) -> Sequence[str]:
        from tournaments.pages.tables import sentences_of_resigning

        return sentences_of_resigning(game, user)

    def awaits(self, game_id: int) -> bool:
        from tournaments.rated.services import waiting

        return waiting().filter(game=game_id).exists()

    def may_moderate(self, game: Game, user: User) -> bool:
        return can(user, "direct game", game)

    def has_part(self, user: User) -> Q | None:
        from tournaments.models import Director, Entry, Table

        plays, directs = (rows.objects.filter(user=user).values("tournament") for rows in (Entry, Director))
        own = Q(round__tournament__in=plays) | Q(round__tournament__in=directs)
        return Q(pk__in=Table.objects.filter(own, game__isnull=False).values("game"))

    def origin(self, game: Game) -> Origin | None:
        from tournaments.models import Tournament

        tournament = Tournament.objects.filter(rounds__tables__game=game).first()
        return Origin("tournament", tournament.pk, tournament.title) if tournament is not None else None

    def ratings(self, users: Collection[int]) -> Mapping[int, float]:
        """Of all their games; who has played none stands at the start."""
        from arbiter.ratings.elo import DEFAULT
        from arbiter.ratings.games import OVERALL
        from tournaments.models import Rating

        known = Rating.objects.filter(user__in=users, pool=OVERALL).values_list("user", "value")
        return dict.fromkeys(users, DEFAULT.start) | dict(known)

    def games_of_tournament(self, number: int) -> QuerySet[Any, Any]:
        from tournaments.models import Table

        return Table.objects.filter(round__tournament=number, game__isnull=False).values("game")

    def overdue(self, late: datetime) -> Mapping[str, int]:
        from tournaments.lifecycle.services.clockwork import count_overdue
        from tournaments.rated.services import waiting

        return {"ratings": waiting().filter(ended_at__lte=late).count(), **count_overdue(late)}

    def has_ended(self, game: Game, now: datetime) -> None:
        from tournaments.lifecycle.services.rounds import note_over
        from tournaments.rated.services import ask_for_rating

        note_over(game, now)
        if game.rated:
            ask_for_rating(game=game, now=now)


def title_words(title: str) -> str | None:
    """The title of a tournament's game in the active language; None for any other."""
    found = TAIL.search(title)
    if found is None:
        return None
    tail = _("round {round}, table {table}").format(round=found[1], table=found[2])
    return f"{title[: found.start()]}, {tail}"


EXTENSION = Tournaments()
