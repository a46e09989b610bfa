"""The life of a club day by day: people play, the workers do what is due, nobody else lends a hand.

People buy what they can pay. Most finish their games on the day these begin; `slow` ones answer once a day, and who
has `gone` answers no more, until the table's rule gives his seat to a bot. With `posts` one game of each tournament is played to
its end at its pages, by forms; all others by the services beneath.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime
from random import Random

from django.db import transaction
from django.db.models import Exists, OuterRef

import engine
from accounts.models import User
from games.models import Game, Source, Status
from games.play import automatic, seats
from games.play.advance import Advance
from games.play.positions import Play, load
from tournaments.leagues.services import seasons
from tournaments.lifecycle.services import clockwork
from tournaments.models import Chair, Table
from tournaments.rated.rebuilding import is_due, rebuild
from tournaments.rated.services import BATCH, take

from .club import DAY, NOON, buys, is_late
from .posting import play_through_pages

MANY = 10_000


def _never(state: engine.State) -> bool:
    return False


@dataclass
class Life:
    """A club at one moment."""

    now: datetime = NOON
    gone: set[int] = field(default_factory=set)
    slow: set[int] = field(default_factory=set)
    posts: bool = False
    posted: dict[int, int] = field(default_factory=dict)
    """The game that was played by forms, by its tournament."""

    def days(self, count: int) -> None:
        """So many days pass."""
        for _ in range(count):
            self.now += DAY
            User.objects.exclude(pk__in=self.gone).update(active_on=self.now.date())
            for seat_id in automatic.overdue_seats(self.now, MANY):
                automatic.time_out(seat_id=seat_id, now=self.now)
            for game_id in seats.deserted_games(self.now, MANY):
                seats.end_deserted(game_id=game_id, now=self.now)
            self.sweep()
            if self.posts:
                self.at_pages()
            self.people(self.slow)
            while any(
                automatic.answer_for_bot(seat_id=seat, now=self.now) for seat in automatic.due_bots(self.now, MANY)
            ):
                self.people()
            self.sweep()

    def sweep(self) -> None:
        """What tournaments, leagues and ratings have to do. A sweep that ends games leaves their results to the next one."""
        for _ in range(3):
            clockwork.sweep(self.now)
            seasons.sweep(self.now)
        while take() == BATCH:
            pass
        if is_due():  # a result was corrected
            rebuild(tell=lambda difference: None, repair=True)

    def people(self, slow: Collection[int] = ()) -> None:
        """Who is here answers: to the end of his games, or once where one of the `slow` sits at the table."""
        for game in Game.objects.filter(status=Status.RUNNING).order_by("pk"):
            with transaction.atomic():
                self._play(load(game.pk, lock=True), slow)

    def at_pages(self) -> None:
        """The first game of each tournament at which everybody is here and quick: of the first tournament when its last round
        has begun, of the others for its last exchange."""
        running = Table.objects.filter(game__status=Status.RUNNING, game__version=0).exclude(
            Exists(Chair.objects.filter(table=OuterRef("pk"), entry__user__in=self.gone | self.slow))
        )
        for table in running.select_related("game", "round").order_by("pk"):
            if table.round.tournament_id not in self.posted and table.game is not None:
                late = is_late if self.posted else (lambda state: state.ending)
                with transaction.atomic():
                    self._play(load(table.game.pk, lock=True), (), until=late)
                self.posted[table.round.tournament_id] = table.game.pk
                play_through_pages(table.game, self.now)

    def _play(self, play: Play, slow: Collection[int], until: Callable[[engine.State], bool] = _never) -> None:
        here = {user.pk for seat in play.seats if (user := play.owner(seat.index)) is not None}
        left = int(bool(slow)) if here & self.slow else MANY
        advance, chance = Advance(play, self.now), Random(f"{play.game.title}:{play.game.version}")
        while left and not advance.state.is_over and not until(advance.state):
            asked = [index for index in engine.waiting_for(advance.state) if not self._has_gone(play, index)]
            if not asked:
                break
            advance.move(asked[0], buys(advance.state, asked[0], chance), Source.PAGE)
            left -= 1
        if advance.rows:
            advance.commit()

    def _has_gone(self, play: Play, index: int) -> bool:
        """Whether nobody answers for this seat here: its player has gone, or a bot has it, which answers for itself."""
        holder = play.holder(index)
        return holder.is_bot or holder.user_id in self.gone
