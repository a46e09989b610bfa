"""A finished game, read in every way that the site gives it out: record, replay, verification, and the archives of its players."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping
from zipfile import ZipFile

from django.test import Client
from django.utils.timezone import now

from accounts.export import archive
from accounts.models import User
from engine.record import parse_record, verify
from games.models import Game, Source
from games.play.positions import load


def archived(user: User) -> Mapping[str, object]:
    """The files of somebody's archive; those of JSON as what they say."""
    with ZipFile(io.BytesIO(b"".join(archive(user, now=now())))) as packed:
        assert packed.testzip() is None
        return {
            name: json.loads(packed.read(name)) if name.endswith(".json") else packed.read(name).decode()
            for name in packed.namelist()
        }


def are_read_in_every_way(games: Iterable[Game], client: Client) -> None:
    """Asserts that these finished games can be read by `client`, and that all who ever held a seat find them in their archives."""
    records = {game.pk: _read(game, client) for game in games}
    for user in User.objects.filter(tenures__seat__game__in=records, deleted_at=None).distinct():
        files = archived(user)
        for number in records:
            if user.tenures.filter(seat__game=number).exists():
                assert files[f"records/{number}.json"] == records[number], user.name


def _read(game: Game, client: Client) -> object:
    page = client.get(f"/games/{game.pk}/record.json")
    assert page.status_code == 200
    assert client.get(f"/api/v1/games/{game.pk}/record/").json() == page.json()
    record = parse_record(page.content.decode())
    assert verify(record)
    play = load(game.pk)
    assert [(move.seat, move.text, move.source) for move in record.moves] == [
        (row.seat, row.text, row.source) for row in play.moves
    ]
    for ply in {len(play.moves), *(row.ply for row in play.moves if row.source == Source.DIRECTOR)}:
        assert client.get(f"/games/{game.pk}/replay/?at={ply}").status_code == 200
        assert client.get(f"/api/v1/games/{game.pk}/positions/{ply}/").status_code == 200
    return page.json()
