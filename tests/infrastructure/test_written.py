"""Rows written by SQL made once: they are what the ORM would have written."""

import pytest
from django.db import IntegrityError

from games.models import Game, LogRow, RowKind, Seat, Source
from notices.models import Notice
from statements.written import MOST, Changed, Inserted
from tests.games.play_builders import NOON, begun


def log_row(game: Game, number: int) -> LogRow:
    return LogRow(
        game=game, number=number, kind=RowKind.MOVE, ply=number, seat=0, text="pass", source=Source.PAGE, at=NOON
    )


def test_rows_are_written_with_every_column_and_get_their_keys(anna, boris):
    game = begun(anna, boris)
    rows = [log_row(game, 100 + number) for number in range(MOST + 3)]
    Inserted(LogRow)(rows)
    kept = LogRow.objects.filter(number__gte=100).order_by("number")
    assert list(kept) == rows  # the same keys
    columns = [field.attname for field in LogRow._meta.concrete_fields]
    assert [[getattr(row, name) for name in columns] for row in kept] == [
        [getattr(row, name) for name in columns] for row in rows
    ]
    assert not rows[0]._state.adding


def test_nothing_to_write_is_no_statement(db, django_assert_num_queries):
    with django_assert_num_queries(0):
        Inserted(LogRow)([])


def test_what_is_there_already_is_an_error_stays_or_is_changed(anna, boris):
    game = begun(anna, boris)
    seat = game.seats.get(index=1)
    seat.misses, seat.due_at, seat.running_since = 2, None, None
    seat.asked_number = 77
    Inserted(Seat, changing=["misses", "due_at", "running_since"])([seat])
    stored = Seat.objects.get(pk=seat.pk)
    assert (stored.misses, stored.due_at) == (2, None)
    assert stored.asked_number != 77
    first = Notice.objects.create(app="games", kind="turn", key="once", user=anna)
    again = Notice(app="games", kind="turn", key="once", user=boris)
    Inserted(Notice, ignoring=True)([again, Notice(app="games", kind="turn", key="twice", user=boris)])
    assert sorted(Notice.objects.filter(key__in=("once", "twice")).values_list("key", "user")) == [
        ("once", anna.pk),
        ("twice", boris.pk),
    ]
    assert Notice.objects.get(key="once").pk == first.pk
    with pytest.raises(IntegrityError):
        Inserted(Notice)([again])


def test_a_change_finds_its_row_only_as_it_was_read(anna, boris):
    game = begun(anna, boris)
    put = Changed(Game, ["ply", "glance"], where=["version"])
    game.ply, game.glance = 9, {"told": ["Noël"]}
    assert put(game, [game.version + 1]) == 0
    assert put(game, [game.version]) == 1
    stored = Game.objects.get(pk=game.pk)
    assert (stored.ply, stored.glance) == (9, {"told": ["Noël"]})
    game.glance = None
    assert put(game, [game.version]) == 1
    assert Game.objects.filter(pk=game.pk, glance__isnull=True).exists()
