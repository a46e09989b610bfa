"""People, games and tables to look at on a new site, made by the same services that real ones go through."""

import secrets
from datetime import datetime, timedelta
from random import Random

from django.db import transaction

import engine
from accounts.models import User
from accounts.services import open_account
from engine.bots import BOTS
from games.models import Game, Source, Visibility
from games.models.clock import PACES
from games.options.strengths import STRENGTHS
from games.play import automatic, moves
from games.play.positions import Play, load
from games.tables import invitations, sitting, tables
from games.tables.gathering import BOT, Terms, start_guard
from notifications.models import Notification

NAMES = ("Anna", "Boris", "Clara", "Dmitri")
DOMAIN = "example.com"
GERMAN = "Clara"
MOST_MOVES = 2000

PEOPLE = "rung-4"
"""The bot that answers for them."""


class Demo:
    """What a new site is filled with. `now` is when it is done; games look as if they had been played before."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.password = secrets.token_urlsafe(9)
        self.rng = Random(secrets.randbits(64))

    @transaction.atomic
    def fill(self) -> None:
        """All of it or nothing."""
        self.people = [self._person(name) for name in NAMES]
        anna, boris, clara, dmitri = self.people
        self.finished = self._finished(anna)
        self.running = self._running()
        self.open = self._table(clara, "Slow boat to Kronstadt", "bank-slow", 3, edition=1)
        sitting.join_table(game_id=self.open.pk, user=dmitri, now=self.now)
        self.invited = self._table(
            boris, "White nights", "1d", 5, sets=("market",), visibility=Visibility.LINK, seated=tuple(STRENGTHS)[1:4]
        )
        invitations.invite(game_id=self.invited.pk, host=boris, whom=anna.display_name, now=self.now)
        # What was due while this was made up is due now: nobody is late on a new site.
        Notification.objects.filter(due_at__lt=self.now).update(due_at=self.now)

    def _person(self, name: str) -> User:
        language = "de" if name == GERMAN else "en"
        return open_account(
            email=f"{name.lower()}@{DOMAIN}",
            name=name,
            password=self.password,
            language=language,
            time_zone="Europe/Berlin",
        )

    def _table(
        self,
        host: User,
        title: str,
        pace: str,
        players: int,
        *,
        edition: int = 2,
        sets: tuple[str, ...] = (),
        visibility: Visibility = Visibility.PUBLIC,
        at: datetime | None = None,
        seated: tuple[str, ...] = (),
    ) -> Game:
        options = engine.Options(edition=edition, players=players, sets=sets)
        terms = Terms(title, options, PACES[pace][0], visibility=visibility, rated=True)
        return tables.create_table(host=host, terms=terms, bots=seated, now=at or self.now)

    def _finished(self, host: User) -> Game:
        """A game against a bot, played to its end within some days."""
        began = self.now - timedelta(days=6)
        game = self._table(host, "Lunch break", "2d", 2, at=began, seated=(BOT,))
        self._play(game, began, step=timedelta(hours=1))
        return game

    def _running(self) -> Game:
        """Four people, some rounds on; the first of them has been asked since some hours."""
        began = self.now - timedelta(days=3)
        host, *others = self.people
        game = self._table(host, "Evening on the Moika", "2d", len(NAMES), at=began)
        for other in others:
            sitting.join_table(game_id=game.pk, user=other, now=began)
        if not tables.start_table(game_id=game.pk, now=began + start_guard()):
            raise RuntimeError(f"game {game.pk} of the demo did not start")
        self._play(game, began, step=timedelta(hours=1), waits_for=host)
        return game

    def _play(self, game: Game, began: datetime, *, step: timedelta, waits_for: User | None = None) -> None:
        """Play on, one answer each `step`, to the end or until `waits_for` is asked in a later building phase.

        People answer what a good bot would: it sees no more than they do.
        """
        at = began + start_guard()
        for _number in range(MOST_MOVES):
            here = load(game.pk)
            if not here.game.is_running or (waits_for is not None and self._is_worth_a_look(here, waits_for)):
                return
            at = min(at + step, self.now - step)
            index = engine.waiting_for(here.state)[0]
            user = here.holder(index).user
            if user is None:
                automatic.answer_for_bot(seat_id=here.seats[index].pk, now=at)
                continue
            view = engine.view_for(here.state, index)
            move = BOTS[PEOPLE].choose(view, engine.guess(view, self.rng), self.rng)
            version = here.game.version
            moves.submit_move(game_id=game.pk, user=user, text=str(move), version=version, source=Source.PAGE, now=at)
        raise RuntimeError(f"game {game.pk} of the demo did not finish")

    def _is_worth_a_look(self, here: Play, user: User) -> bool:
        seat = here.seat_of(user)
        return seat is not None and seat.waiting and here.state.round >= 3 and here.state.phase == "building"
