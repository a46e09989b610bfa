"""The strip of moves since somebody was here."""

from __future__ import annotations

import re

import pytest
from django.db import transaction
from django.test import Client

import engine
from accounts.models import User
from games.board.table import ViewedTable
from games.models import Game, Source
from games.play.advance import Advance
from games.play.positions import Play, last_own_number, load
from games.play.seen import record_seen
from games.replay.strip import MOST, since_visit
from tests.games.boards import wander, wander_on
from tests.games.play_builders import NOON, begun
from tests.people import signed_in

pytestmark = pytest.mark.django_db


def strip_of(client: Client, game: Game) -> str:
    text = client.get(f"/games/{game.pk}/").content.decode()
    return text.partition('id="news"')[2].partition("</section>")[0]


@pytest.mark.parametrize(
    ("seen", "own", "start", "title"),
    [
        (20, 12, 20, "Since your last visit"),
        (12, 20, 20, "Since your last turn"),
        (20, 20, 20, "Since your last turn"),
        (30, 12, 12, "Since your last turn"),
        (0, 0, 0, "Since the start"),
    ],
)
def test_it_begins_where_its_reader_was_last_by_looking_or_by_moving(
    anna: User, boris: User, seen: int, own: int, start: int, title: str
) -> None:
    """Where nothing is new since he looked, what led here is told again."""
    play = begun_with_moves(anna, boris, 30)
    table = ViewedTable(play, 0)
    found = since_visit(play, table.told, 0, table.deck, table.names, seen=seen, own=own)
    assert found is not None
    assert (found.start, found.title) == (start, title)
    assert found.count == 30 - start
    assert [step.ply for step in found.steps] == list(range(max(start + 1, 31 - MOST), 31))
    assert since_visit(play, table.told, 0, table.deck, table.names, seen=30, own=30) is None


def begun_with_moves(anna: User, boris: User, many: int) -> Play:
    game = begun(anna, boris, open_hands=False)
    with transaction.atomic():
        advance, choose = Advance(load(game.pk, lock=True), NOON), wander(1)
        for _ in range(many):
            seat = engine.waiting_for(advance.state)[0]
            advance.move(seat, choose(advance.state, seat), Source.PAGE)
        advance.commit()
    return load(game.pk)


def test_the_page_has_the_strip_of_its_reader(anna: User, boris: User) -> None:
    game = begun_with_moves(anna, boris, 30).game
    here, play = f"/games/{game.pk}/replay/", load(game.pk)
    for user in (anna, boris):
        own = last_own_number(play, play.seats.index(play.seat_of(user)))
        strip = strip_of(signed_in(user), game)
        assert (f'href="{here}?at={own}&amp;play=yes"' in strip) == (own < 30)


def test_its_moves_are_those_of_the_log_and_lead_to_their_places(anna: User, boris: User, clara: User) -> None:
    game = begun(anna, boris, clara, open_hands=False)
    play = wander_on(game, until=lambda state: state.round > 1)
    record_seen(user=anna, game_id=game.pk, version=play.game.version)
    viewer = play.seat_of(anna).index
    strip = strip_of(signed_in(anna), game)
    places = [int(at) for at in re.findall(r"\?at=(\d+)", strip)]
    last = len(play.steps) - 1
    own = last_own_number(play, viewer)
    shown = list(range(last, max(own, last - MOST), -1))
    earlier = [own + 1] if last - own > MOST else []
    assert places == [*shown, *earlier, own], "the newest first, then those before them, then all of them"


def test_spectators_and_an_opening_have_none(anna: User, boris: User, dmitri: User) -> None:
    game = begun(anna, boris)
    assert not strip_of(signed_in(anna), game)
    wander_on(game, until=lambda state: state.round > 1)
    assert not strip_of(signed_in(dmitri), game)
    assert not strip_of(Client(), game)


def test_a_finished_game_keeps_the_eyes_of_its_player(anna: User, boris: User) -> None:
    game = begun(anna, boris)
    play = wander_on(game)
    watcher = next(
        user for user in (anna, boris) if last_own_number(play, play.seat_of(user).index) < play.game.version
    )
    seat = play.seat_of(watcher).index
    assert f"&amp;seat={seat}&amp;play=yes" in strip_of(signed_in(watcher), game)
