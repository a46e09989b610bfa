"""The notice board of a tournament, which keeps no more than its latest words."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from accounts.models import name_of
from statements.prepared import Prepared
from tournaments.models import Post, Tournament


class Word(NamedTuple):
    """What a director has written there, and when; `by` is empty where his account is gone."""

    pk: int
    tournament: int
    text: str
    by: str
    at: datetime


_posts = Prepared(
    lambda tournament: (
        Post.objects.filter(tournament=tournament)
        .order_by("-pk")
        .values_list("pk", "text", "at", "by_id", "by__display_name", "by__deleted_at")
    ),
    1,
)


def board(tournament: Tournament) -> list[Word]:
    """Its words, the latest first. One statement."""
    return [
        Word(pk, tournament.pk, text, name_of(user, name, deleted) if user else "", at)
        for pk, text, at, user, name, deleted in _posts(tournament.pk)
    ]
