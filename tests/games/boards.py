"""Reading the game page as a person without script does: cards, buttons, figures."""

import html
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.http import HttpResponse
from django.test import Client

import engine
from engine.bots import BOTS
from games.models import Game, Source
from games.play.advance import Advance
from games.play.positions import Play, load
from tests.games.play_builders import NOON, play_on


@dataclass(frozen=True)
class Page:
    """One answer of the site as text."""

    status: int
    text: str

    @classmethod
    def of(cls, response: HttpResponse) -> "Page":
        """Without the panels of cards that nobody has chosen: a script puts them in."""
        shown = re.sub(r"<template data-card=.*?</template>", "", response.content.decode(), flags=re.S)
        return cls(response.status_code, shown)

    def values(self, name: str) -> list[str]:
        """The values of all buttons of this name, in order."""
        return [html.unescape(value) for value in re.findall(rf'<button[^>]* name="{name}" value="([^"]*)"', self.text)]

    @property
    def moves(self) -> list[str]:
        """The moves that the page sends, or asks for first, in order."""
        return _moves(self.text)

    @property
    def panel_moves(self) -> list[str]:
        """Those of the move panel."""
        return _moves(self.text.partition('id="move"')[2].partition("</section>")[0])

    def field(self, name: str) -> str:
        """The value of the first hidden field of this name."""
        return re.search(rf'name="{name}" value="([^"]*)"', self.text)[1]

    @property
    def to_move(self) -> str:
        """Where it sends moves."""
        return re.search(r'action="(/games/\d+/move/[^"]*)"', self.text)[1]

    @property
    def words(self) -> str:
        """What stands on the page, tags and runs of space (thin ones too) taken out."""
        body = self.text.partition("<main")[2] or self.text
        return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())

    @property
    def version(self) -> int:
        return int(re.search(r'data-version="(\d+)"', self.text)[1])

    @property
    def title(self) -> str:
        """The turn bar."""
        return html.unescape(re.search(r"<h1[^>]*>(.*?)</h1>", self.text, re.S)[1].strip())


def send_so_far(client: Client, game: Game) -> None:
    """What has been drafted goes into the log, where the others see it."""
    page = Page.of(client.get(f"/games/{game.pk}/"))
    if page.values("draft"):
        answer = client.post(page.to_move, {"draft": "send", "version": page.version})
        assert answer.status_code == 302, answer.content


def _moves(text: str) -> list[str]:
    found = re.findall(r'<(?:button|input)[^>]* name="(?:ask|text)" value="([^"]*)"', text)
    return [html.unescape(value) for value in dict.fromkeys(found)]


Choose = Callable[[engine.State, int], engine.Move]


def wander(seed: int) -> Choose:
    """A chooser that buys often, so that games are long and displays full."""
    rng = random.Random(seed)

    def choose(state: engine.State, seat: int) -> engine.Move:
        moves = engine.legal_moves(state, seat)
        buying = [move for move in moves if move.kind in ("buy", "play", "draw")]
        if buying and rng.random() < 0.8:
            return rng.choice(buying)
        passing = [move for move in moves if move.is_pass]
        return passing[0] if passing and rng.random() < 0.8 else rng.choice(moves)

    return choose


def plain_bot(state: engine.State, seat: int) -> engine.Move:
    """A chooser that plays like the plain bot, so that positions look like those of games."""
    rng, view = random.Random(f"{state.round}:{seat}"), engine.view_for(state, seat)
    return BOTS["plain"].choose(view, engine.guess(view, rng), rng)


def wander_on(
    game: Game, *, until: Callable[[engine.State], bool] = lambda state: False, seed: int = 1, now: datetime = NOON
) -> Play:
    """Play on at random, all at `now`, until `until` holds or the game is over."""
    return _play_on(game, wander(seed), until=until, now=now)


def as_bots_would(
    game: Game, *, until: Callable[[engine.State], bool], now: datetime, choose: Choose = plain_bot
) -> Play:
    """Let everybody play like a bot (or as `choose` says) until `until` holds, all at `now`: clocks then run on as in a game of
    today."""
    return _play_on(game, choose, until=until, now=now)


def _play_on(game: Game, choose: Choose, *, until: Callable[[engine.State], bool], now: datetime) -> Play:
    """The service's own advance, in one transaction."""
    with transaction.atomic():
        advance = Advance(load(game.pk, lock=True), now)
        while not advance.state.is_over and not until(advance.state):
            seat = engine.waiting_for(advance.state)[0]
            advance.move(seat, choose(advance.state, seat), Source.PAGE)
        if advance.rows:
            advance.commit()
    return load(game.pk)


def seat_named(game: Game, name: str) -> int:
    """Where this person sits."""
    play = load(game.pk)
    return next(seat.index for seat in play.seats if str(play.owner(seat.index)) == name)


def until_asked(
    game: Game, name: str, *, seed: int = 1, also: Callable[[engine.State], bool] = lambda state: True
) -> Play:
    """Play on until the game waits for this person and `also` holds."""
    seat = seat_named(game, name)
    play = wander_on(game, until=lambda state: engine.waiting_for(state) == (seat,) and also(state), seed=seed)
    assert play.game.is_running, "the game ended before"
    return play


def first_way(game: Game, comes: Callable[[engine.State], bool]) -> Play:
    """Play on until this comes about: the first way of wandering that leads to it."""
    start = load(game.pk).state
    for seed in range(1, 200):
        state, choose = start, wander(seed)
        while not state.is_over and not comes(state):
            asked = engine.waiting_for(state)[0]
            state = engine.apply(state, asked, choose(state, asked)).state
        if not state.is_over:
            return wander_on(game, until=comes, seed=seed)
    raise AssertionError("no way of wandering leads there")


def until_question(game: Game, name: str, kind: str, *, least_round: int = 1) -> Play:
    """Play on until this person is asked a question of this kind."""
    seat = seat_named(game, name)

    def comes(state: engine.State) -> bool:
        question = engine.question_for(state, None)
        return (
            question is not None and (question.kind, question.seats) == (kind, (seat,)) and state.round >= least_round
        )

    return first_way(game, comes)


def until_offered(
    game: Game, name: str, preset: str, *, count: int = 1, also: Callable[[engine.SeatView], bool] = lambda own: True
) -> Play:
    """Play on until this person may decide this beforehand, so many times over, and `also` holds of what he has."""
    seat = seat_named(game, name)

    def comes(state: engine.State) -> bool:
        offered = [one.name for one in engine.presets_for(state, seat) if one.name.startswith(preset)]
        is_turn = len(offered) >= count and engine.question_for(state, None).kind == "turn"
        return is_turn and also(engine.view_for(state, None).seats[seat])

    return first_way(game, comes)


def next_phase(game: Game) -> Play:
    """Everybody passes until the next action part; presets answer on the way."""
    now = engine.phase_key(load(game.pk).state)

    def choose(play: Play, index: int) -> str:
        moves = engine.legal_moves(play.state, index)
        return str(next((move for move in moves if move.is_pass), moves[0]))

    return play_on(game, until=lambda play: engine.phase_key(play.state) != now, choose=choose)


def first_workers_bought(state: engine.State) -> bool:
    return engine.phase_key(state) != "1:worker"
