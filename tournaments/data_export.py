"""What tournaments add to the archive of a person (`accounts.export`)."""

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from accounts.export import ExportPart, Plain, table
from accounts.models import User
from tournaments.models import (
    Director,
    Entry,
    Follow,
    HiddenRatings,
    LeagueDirector,
    Post,
    Rating,
    RatingChange,
    Report,
    Signup,
)


def _tournaments(user: User) -> Plain:
    entries = Entry.objects.filter(user=user).annotate(title=F("tournament__title"))
    of_entry = (
        "tournament",
        "title",
        "state",
        "requested",
        "not_before",
        "away_from",
        "away_until",
        "entered_at",
        "left_at",
    )
    directs = Director.objects.filter(user=user).annotate(title=F("tournament__title"))
    signups = Signup.objects.filter(user=user).annotate(league=F("season__league__title"), number=F("season__number"))
    leagues = LeagueDirector.objects.filter(user=user).annotate(title=F("league__title"))
    return {
        "entries": table(entries, *of_entry),
        "directs": table(directs, "tournament", "title", "since"),
        "seasons": table(signups, "league", "number", "at", "taken_off_at"),
        "directs_leagues": table(leagues, "league", "title"),
        "follows": table(Follow.objects.filter(user=user), "tournament", "league", "since"),
        "written": table(Post.objects.filter(by=user), "tournament", "text", "at"),
        "told_directors": table(
            Report.objects.filter(by=user), "tournament", "about", "text", "at", "answer", "answered_at"
        ),
    }


def _ratings(user: User) -> Plain:
    changes = RatingChange.objects.filter(user=user).annotate(game=F("rated_game__game"), at=F("rated_game__ended_at"))
    return {
        "are_hidden": HiddenRatings.objects.filter(user=user).exists(),
        "now": table(Rating.objects.filter(user=user), "pool", "value", "games", "played_at"),
        "changes": table(changes, "game", "at", "pool", "rank", "before", "after"),
    }


PARTS = (
    ExportPart(
        "tournaments.json",
        _("tournaments and leagues: registrations, requests, director roles and messages"),
        _tournaments,
    ),
    ExportPart("ratings.json", _("your ratings and all rating changes"), _ratings),
)
