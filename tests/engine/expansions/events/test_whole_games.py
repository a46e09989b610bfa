"""Random games with events, what goes with what, and nothing hidden told."""

from random import Random

import pytest

import engine
from tests.builders import cards_in
from tests.engine.expansions.events.stories import EVENTS, NAMES
from tests.engine.test_secrets import exchanged, shown
from tests.engine.walks import Ply, random_deal


def walk(options: engine.Options, rng: Random) -> list[Ply]:
    """A random game in which events are liked."""
    state = engine.new_game(options, random_deal(options, rng))
    plies: list[Ply] = []
    while not state.is_over:
        one = rng.choice(engine.waiting_for(state))
        legal = engine.legal_moves(state, one)
        liked = [move for move in legal if move.kind == "event"]
        placed = [move for move in legal if " at " in str(move)]
        move = rng.choice(liked) if liked and rng.random() < 0.15 else rng.choice(placed or legal)
        move = move if rng.random() < 0.5 else rng.choice(legal)
        done = engine.apply(state, one, move)
        plies.append(Ply(state, one, move, done.state, done.entries, done.reveals))
        state = done.state
    return plies


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("open_hands", [True, False], ids=["open", "hidden"])
def test_whole_games_with_events_hold_together(players: int, open_hands: bool) -> None:
    """EVT-1, EVT-2, TURN-13, SETUP-12: cards are conserved, money is never negative, notation is read back, views can be
    guessed from, a game is its moves."""
    rng = Random(f"events {players} {open_hands}")
    sets = EVENTS if players == 1 else (*EVENTS, "helpers")
    options = engine.Options(players=players, sets=sets, open_hands=open_hands)
    plies = walk(options, rng)
    start = plies[0].before
    for number, ply in enumerate(plies):
        assert cards_in(ply.after) == cards_in(start)
        assert min(ply.after.rubles(one) for one in range(players)) >= 0
        assert engine.parse_move(str(ply.move), ply.before) is ply.move
        assert ply.reveals == (ply.after.left != ply.before.left)
        if number % 7 == 0 or ply.move.kind == "event":
            for viewer in (None, *range(players)):
                view = engine.view_for(ply.after, viewer)
                assert engine.view_for(engine.guess(view, rng), viewer) == view
    used = [ply.seat for ply in plies if ply.move.kind == "event"]
    assert used
    assert len(set(used)) == len(used)
    assert all(ply.before.round >= 2 for ply in plies if ply.move.kind == "event")
    assert plies[-1].after.is_over


def test_a_game_with_events_is_its_moves() -> None:
    """EVT-3, SETUP-12: the record of a game with every event replays to the same end; money is the sum of its log."""
    seen: set[str] = set()
    rng = Random("events replay")
    options = engine.Options(players=3, sets=EVENTS)
    while seen != set(NAMES):
        deal = random_deal(options, rng)
        state = engine.new_game(options, deal)
        played: list[tuple[int, str]] = []
        money = [state.rubles(one) for one in range(3)]
        while not state.is_over:
            one = engine.waiting_for(state)[0]
            legal = engine.legal_moves(state, one)
            fresh = [move for move in legal if move.kind == "event" and str(move).split()[1] not in seen]
            plain = [move for move in legal if move.kind != "event"]
            move = rng.choice(fresh if fresh and rng.random() < 0.3 else plain)
            if move.kind == "event":
                seen.add(str(move).split()[1])
            done = engine.apply(state, one, move)
            for entry in done.entries:
                data = entry.to_json()
                paid = {"bought": "price", "played": "price", "pub": "rubles", "upkeep-paid": "rubles"}
                gained = {"scored": "rubles_gain", "final": "rubles_gain", "sponsored": "rubles"}
                if (kind := str(data["kind"])) in paid:
                    money[data["seat"]] -= data[paid[kind]]  # type: ignore[index, operator]
                elif kind in gained:
                    money[data["seat"]] += data[gained[kind]]  # type: ignore[index, operator]
            state = done.state
            played.append((one, str(move)))
            assert money == [state.rubles(one) for one in range(3)]
        assert engine.replay(options, deal, played) == state


def test_events_tell_nothing_hidden() -> None:
    """INFO-6, INFO-2: 500 positions with another order of the piles look the same to everybody."""
    rng = Random("events apart")
    compared = 0
    while compared < 500:
        options = engine.Options(players=3, sets=EVENTS, open_hands=rng.random() < 0.5)
        for ply in walk(options, rng)[::3]:
            if ply.after.is_over:
                continue
            for viewer in (None, 0, 1, 2):
                other = exchanged(ply.after, viewer, rng)
                assert shown(other, viewer) == shown(ply.after, viewer)
                compared += 1
    assert compared >= 500


@pytest.mark.parametrize(
    ("data", "code", "rule"),
    [
        ({"players": 3, "sets": ["events"]}, "events-market", "COMBO-5"),
        ({"players": 3, "edition": 1, "sets": ["events"]}, "events-edition", "COMBO-4"),
    ],
)
def test_events_need_the_market(data: dict[str, object], code: str, rule: str) -> None:
    """COMBO-4, COMBO-5, EX-102: edition 2 with the Market only."""
    with pytest.raises(engine.OptionsError) as refused_:
        engine.Options.from_dict(data)
    assert (refused_.value.code, refused_.value.rule) == (code, rule)
