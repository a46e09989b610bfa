"""Begun games for tests: real rows through the real services, with a fixed secret where the course of the game matters."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.utils import timezone

import engine
from accounts.models import User
from games.models import Game, Participant, Source, Status
from games.models.clock import PACES, Vacation
from games.play.automatic import answer_for_bot
from games.play.begin import begin_game
from games.play.moves import submit_move
from games.play.positions import Play, load

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
FIRST_NUMBER = 1_000_001


def begun(
    *holders: User | str,
    pace: str = "2d",
    secret: bytes = bytes(32),
    now: datetime = NOON,
    misses: int = 2,
    rated: bool = False,
    nights: int = 0,
    vacation: Vacation = Vacation.NONE,
    **options: object,
) -> Game:
    """A running game of these users and bots (by name). `options` are those of engine.Options."""
    clock = replace(PACES[pace][0], nights=nights, vacation=vacation)
    people = [holder for holder in holders if isinstance(holder, User)]
    chosen = {"edition": 2, "players": len(holders), **options}
    game = Game.objects.create(
        pk=FIRST_NUMBER + Game.objects.count(),  # the deal follows from secret and number: the same on every database
        title="Evening on the Moika",
        host=people[0],
        status=Status.FULL,
        options=engine.Options.from_dict(chosen).to_dict(),
        **clock.columns,
        misses_before_bot=misses,
        rated=rated,
        secret=secret,
        commitment=engine.commitment(secret),
        starts_at=now,
    )
    for holder in holders:
        bot = holder if isinstance(holder, str) else ""
        Participant.objects.create(game=game, user=None if bot else holder, bot=bot)
    with transaction.atomic():
        begin_game(game, now=now)
    return game


def asked_user(play: Play) -> User:
    """The person the game waits for."""
    (index,) = engine.waiting_for(play.state)
    user = play.holder(index).user
    assert user is not None, f"seat {index} is held by a bot"
    return user


def play_on(
    game: Game,
    *,
    until: Callable[[Play], bool] = lambda play: False,
    choose: Callable[[Play, int], str] | None = None,
    now: datetime = NOON,
    most: int = 1000,
) -> Play:
    """Let everybody answer (people by `choose` or the default, bots by themselves) until `until` holds or the game is over."""
    for _ in range(most):
        play = load(game.pk)
        if not play.game.is_running or until(play):
            return play
        (index, *_rest) = engine.waiting_for(play.state)
        user = play.holder(index).user
        if user is None:
            assert answer_for_bot(seat_id=play.seats[index].pk, now=now)
            continue
        text = choose(play, index) if choose else str(engine.default_move(play.state, index))
        submit_move(game_id=game.pk, user=user, text=text, version=play.game.version, source=Source.PAGE, now=now)
    raise AssertionError(f"game {game.pk} did not get there in {most} answers")


def first_phase_over(play: Play) -> bool:
    """The compulsory first Workers are bought."""
    return engine.phase_key(play.state) != "1:worker"


def next_move(game: Game) -> int:
    """Whoever is asked makes a move, as from a page and now; the version afterwards."""
    play = load(game.pk)
    user = asked_user(play)
    seat = play.seat_of(user)
    assert seat is not None
    text = str(play.view(seat.index).moves[0])
    submit_move(
        game_id=game.pk, user=user, text=text, version=play.game.version, source=Source.PAGE, now=timezone.now()
    )
    return load(game.pk).game.version
