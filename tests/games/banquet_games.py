"""Games with the Banquet whose deals are arranged: what a test speaks of lies on top of its pile, all else is as chance has it."""

from collections.abc import Callable, Mapping, Sequence

import pytest
from django.db import transaction

import engine
from engine import rulebook_for
from games.models import Game, Source
from games.play import position_cache
from games.play.advance import Advance
from games.play.positions import Play, load
from tests.games.play_builders import NOON


def arrange(monkeypatch: pytest.MonkeyPatch, top: Mapping[str, Sequence[str]]) -> None:
    """Let every game of this test begin with these cards on top of their piles, the first one topmost. Only chance is
    replaced; the deal is one that could have come."""
    monkeypatch.setattr(Play, "deal", property(lambda play: _arranged(play.options, top)))
    position_cache.clear()  # what was replayed before followed from another deal


def _arranged(options: engine.Options, top: Mapping[str, Sequence[str]]) -> engine.Deal:
    rules, dealt = rulebook_for(options), engine.make_deal(options, bytes(32))
    piles = {}
    for name, order in dealt.piles:
        rest, first = list(order), []
        for card in top.get(name, ()):
            number = next(one for one in rest if rules.row_of_number[one] == rules.row_of[card])
            rest.remove(number)
            first.append(number)
        piles[name] = [*first, *rest]
    return engine.Deal.explicit(piles, dict(dealt.tokens), dict(dealt.draws))


Answers = Callable[[engine.State, int], str | None]


def go_on(game: Game, answers: Answers, *, until: Callable[[engine.State], bool], most: int = 1000) -> Play:
    """Let everybody answer, as `answers` says or as the clock would, until `until` holds: the service's own advance, in one
    transaction."""
    with transaction.atomic():
        advance = Advance(load(game.pk, lock=True), NOON)
        while not until(advance.state):
            assert len(advance.rows) < most, "it does not come to that"
            assert not advance.state.is_over, "the game ended before"
            seat = engine.waiting_for(advance.state)[0]
            text = answers(advance.state, seat) or str(engine.default_move(advance.state, seat))
            advance.move(seat, engine.parse_move(text, advance.state), Source.PAGE)
            advance.answer_standing_orders()
        if advance.rows:
            advance.commit()
    return load(game.pk)


def legal(state: engine.State, seat: int, start: str) -> str | None:
    """The first legal move that begins so."""
    return next((text for text in map(str, engine.legal_moves(state, seat)) if text.startswith(start)), None)


def kind_of(state: engine.State) -> str:
    question = engine.question_for(state, None)
    return question.kind if question else ""
