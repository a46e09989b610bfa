"""Conditional orders, presets, hours and vacation, and notes change nothing that anybody else gets until they act: no page, answer
of the API, mail, feed or log."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.db import transaction
from django.test import Client
from django.utils.timezone import now

import engine
from accounts.models import User
from games.chat.services import write_move_note, write_note
from games.models import Game, Preset, Seat, Source
from games.models.clock import Vacation
from games.play import position_cache, vacation
from games.play.moves import give_orders, set_preset
from games.play.positions import Play, load
from tests.games.play_builders import play_on
from tests.infrastructure.emails_of_a_game import sent
from tests.infrastructure.test_hidden_everywhere import game_with, told
from tests.people import signed_in

pytestmark = pytest.mark.django_db
ORDERS = "if I can afford nothing, pass this round\npass until somebody takes a card I could afford\nPub: as many as possible"


def presets_of(play: Play, user: User) -> tuple[engine.Preset, ...]:
    """What somebody may decide who is not asked."""
    seat = play.seat_of(user)
    return () if seat is None or seat.waiting else tuple(engine.presets_for(play.state, seat.index))


def buying(play: Play, seat: int) -> list[str]:
    return [move for move in play.view(seat).moves if move.startswith(("buy", "play"))]


def test_what_a_player_orders_decides_books_and_notes_changes_nothing_that_others_get(
    anna: User, boris: User, clara: User
) -> None:
    game = game_with(("module-2",), 30, 10, anna, boris, clara)
    Game.objects.filter(pk=game.pk).update(nights=4, vacation=Vacation.AUTOMATIC)
    chance = Random(30)
    play = play_on(
        game,
        until=lambda play: any(presets_of(play, user) for user in (anna, clara)),
        choose=lambda play, seat: chance.choice(buying(play, seat) or play.view(seat).moves),
        now=now(),
    )
    game.refresh_from_db()
    User.objects.update(active_on=now().date())
    owner = next(user for user in (anna, clara) if presets_of(play, user))
    others = [None, *(one for one in (anna, clara) if one != owner)]
    moment = now()

    def looks(reader: User | None) -> dict[str, bytes]:
        return told(signed_in(reader) if reader else Client(), game)

    for reader in others:
        looks(reader)  # what is noted at the first look of all
    before = {reader: (looks(reader), sent(game, reader, moment)) for reader in others}
    with transaction.atomic():
        acts(game, owner)
        meanwhile = {reader: (looks(reader), sent(game, reader, moment)) for reader in others}
        transaction.set_rollback(True)
    position_cache.clear()
    for reader in others:
        pages, later = (
            before[reader][0],
            looks(reader),
        )  # what only time has changed is as it was before, or as it is later
        leaks = [path for path, page in meanwhile[reader][0].items() if page not in (pages[path], later[path])]
        assert not leaks, (reader, leaks)
        assert meanwhile[reader][1] == before[reader][1], reader


def acts(game: Game, owner: User) -> None:
    """All that a player decides alone, seen by that player."""
    play = load(game.pk)
    version, number = play.game.version, play.moves[-1].number
    give_orders(game_id=game.pk, user=owner, text=ORDERS, version=version, source=Source.PAGE, now=now())
    preset = presets_of(play, owner)[0]
    value = next(one for one in preset.values if one != preset.default)
    set_preset(game_id=game.pk, user=owner, name=preset.name, value=value, now=now())
    vacation.set_hours(owner, "9-17 9-17 9-17 9-17 9-17 - 12-20", automatic=False)
    tomorrow = now().astimezone(owner.zone).date() + timedelta(days=1)
    vacation.plan(owner, tomorrow, tomorrow + timedelta(days=2), now())
    write_note(game=game, user=owner, text="They will buy the Hospital.", now=now())
    write_move_note(play=load(game.pk), user=owner, number=number, text="A blunder.", now=now())
    position_cache.clear()
    own = signed_in(owner)
    assert "You have conditional orders." in own.get(f"/games/{game.pk}/").content.decode()
    assert "They will buy the Hospital." in own.get(f"/games/{game.pk}/notes/").content.decode()
    assert (Preset.objects.get().value, owner.vacation_days.count()) == (value, 3)
    assert Seat.objects.exclude(planned="").get().planned == engine.say_orders(
        engine.read_orders(ORDERS, engine.rulebook_for(play.options))
    )
