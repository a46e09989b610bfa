"""What games add to the archive of a person (`accounts.export`): where he sat, his own moves, the records, what he wrote.

A running game gives what he has sent himself and no position: what lies hidden there stays hidden. A record is given as soon
as its page would give it to him.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.export import Content, ExportPart, Plain, table
from accounts.models import User
from games.chat.content import export_words
from games.models import (
    Game,
    GameImport,
    Invitation,
    LogRow,
    Mute,
    OrderTemplate,
    Participant,
    Preset,
    PuzzleAnswer,
    RowKind,
    SavedSearch,
    Source,
    Status,
    Tenure,
    Volunteer,
)
from games.models import Report as TalkReport
from games.models.title import title_in_language
from games.play.positions import load
from games.play.visibility import in_the_open
from games.replay.record import record_of


def _games(user: User) -> Plain:
    tenures = Tenure.objects.filter(user=user).annotate(
        game=F("seat__game_id"), title=F("seat__game__title"), status=F("seat__game__status"), place=F("seat__index")
    )
    names = ("since", "until", "began", "ended", "deadlines_met", "deadlines_missed", "answers")
    tables = Participant.objects.filter(user=user, game__started_at=None).annotate(title=F("game__title"))
    return {
        "seats": _titled(table(tenures, "game", "title", "status", "place", *names)),
        "tables_not_begun": _titled(table(tables, "game", "title", "joined_at", "agreed")),
        "hosted": _titled(table(Game.objects.filter(host=user), "id", "title", "status", "visibility", "created_at")),
        "invited": table(Invitation.objects.filter(inviter=user), "game", "state", "word", "created_at", "answered_at"),
        "was_invited_to": table(Invitation.objects.filter(user=user), "game", "state", "created_at", "answered_at"),
        "looks_for": table(user.seeks.all(), "edition", "players", "pace", "created_at", "expires_at"),
        "takes_open_seats": table(
            Volunteer.objects.filter(user=user), "fastest", "slowest", "players", "with_sets", "most_a_month"
        ),
        "saved_searches": table(SavedSearch.objects.filter(user=user), "text", "created_at"),
        "imports": table(GameImport.objects.filter(uploader=user), "name", "created_at", "made", "refused"),
        "decided_beforehand": table(
            Preset.objects.filter(
                seat__tenures__user=user, seat__tenures__until=None, seat__game__finished_at=None
            ).annotate(game=F("seat__game_id")),
            *("game", "name", "value", "changed_at"),
        ),
        "vacation": table(user.vacation_days.all(), "day", "since", "until", "automatic", "booked_at"),
        "order_templates": table(OrderTemplate.objects.filter(user=user), "name", "text"),
    }


def _titled(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same with titles in the active language."""
    return [row | {"title": title_in_language(row["title"])} for row in rows]


def _moves(user: User) -> Plain:
    """What he has sent himself, game by game, from each of his tenures."""
    found: dict[int, list[dict[str, object]]] = {}
    tenures = Tenure.objects.filter(user=user).select_related("seat").order_by("pk")
    for tenure in tenures.iterator():
        until = Q() if tenure.until_number is None else Q(number__lte=tenure.until_number)
        rows = LogRow.objects.filter(
            until,
            game_id=tenure.seat.game_id,
            seat=tenure.seat.index,
            kind=RowKind.MOVE,
            number__gt=tenure.since_number,
        ).exclude(source=Source.MANUAL)
        found.setdefault(tenure.seat.game_id, []).extend(table(rows, "number", "text", "source", "at"))
    return {str(game): rows for game, rows in found.items() if rows}


def _records(user: User) -> Iterator[tuple[str, Content]]:
    finished = Game.objects.filter(seats__tenures__user=user, status=Status.FINISHED)
    for number in in_the_open(finished).order_by("pk").values_list("pk", flat=True).distinct():
        yield f"records/{number}.json", partial(_record, number)


def _record(number: int) -> Plain:
    return record_of(load(number))


def _words(user: User) -> Plain:
    return {
        **export_words(user),
        "muted": table(Mute.objects.filter(user=user).annotate(who=F("muted__display_name")), "who", "at"),
        "reported": table(
            TalkReport.objects.filter(reporter=user).annotate(game=F("line__game_id"), number=F("line__number")),
            *("game", "number", "reason", "words", "at", "settled_at"),
        ),
    }


def _puzzles(user: User) -> Plain:
    answers = PuzzleAnswer.objects.filter(user=user).annotate(day=F("puzzle__day"))
    return table(answers, "day", "move", "is_right", "streak", "at")


PARTS = (
    ExportPart("games.json", _("your seats, tables and invitations"), _games),
    ExportPart("moves.json", _("your moves, by game number"), _moves),
    ExportPart("puzzles.json", _("your answers to puzzles"), _puzzles),
    ExportPart("records", _("the records of finished games, including all hidden information"), _records),
    ExportPart(
        "words.json", _("your chat messages and notes, the players you muted and the messages you reported"), _words
    ),
)
