"""Whole games with the Banquet, alone and among other sets: nothing is lost, nothing is told, everything can be replayed."""

from collections import Counter
from random import Random

import pytest

import engine
from engine.expansions.banquet_cards import GROUP
from engine.play import advance
from tests.builders import cards_in
from tests.engine.test_secrets import exchanged, shown, told
from tests.engine.walks import Ply, random_deal

SELECTIONS = [
    ("banquet",),
    ("banquet", "market"),
    ("banquet", "module-2"),
    ("banquet", "market", "module-2", "good-company"),
]
KINDS = {"thief", "money-collector", "parasite", "double-move", "search"}


def fond(rng, options, moves):
    """A random move, rather a purple card than anything else, and rather anything than a pass."""
    move = rng.choice(moves)
    if move.is_pass:
        move = rng.choice(moves)
    purple = [
        one
        for one in moves
        if one.kind == GROUP
        or one.kind.startswith("thief ")
        or (one.kind == "take" and engine.card(options, one.card).group == GROUP)
    ]
    return rng.choice(purple) if purple and rng.random() < 0.6 else move


def rich_deal(options, rng):
    """A deal whose purple cards lie in the upper parts of their piles, so that they are met early."""
    deal, rules = random_deal(options, rng), engine.rulebook_for(options)
    piles = {}
    for name, numbers in deal.piles:
        purple = [number for number in numbers if rules.group[rules.row_of_number[number]] == GROUP]
        top = [*purple, *(number for number in numbers if number not in purple)][:12]
        rng.shuffle(top)
        piles[name] = [*top, *(number for number in numbers if number not in top)]
    return engine.Deal.explicit(piles, dict(deal.tokens), dict(deal.draws))


def game(options, rng):
    """A random game of such moves."""
    state = engine.new_game(options, rich_deal(options, rng))
    while not state.is_over:
        one = rng.choice(engine.waiting_for(state))
        move = fond(rng, options, engine.legal_moves(state, one))
        done = engine.apply(state, one, move)
        yield Ply(state, one, move, done.state, done.entries, done.reveals)
        state = done.state


def drawn_options(rng, sets, **fixed):
    most = 5 if "market" in sets else 4
    chosen = {"players": rng.randint(1, most), "open_hands": rng.random() < 0.5, **fixed}
    return engine.Options(edition=2, sets=sets, play_on_empty_tableau=rng.random() < 0.5, **chosen)


@pytest.mark.parametrize("sets", SELECTIONS, ids="+".join)
def test_whole_games_hold_together(sets):
    """Cards are conserved with the box and what lies on cards (BANQ-5), money and points are the sum of the log, facts
    those of the displays, the notation is read back, and the replay of a game is the game."""
    rng = Random("+".join(sets))
    asked = Counter()
    for _ in range(6):
        options = drawn_options(rng, sets)
        deal = rich_deal(options, rng)
        state = start = engine.new_game(options, deal)
        cards, record = cards_in(start), []
        rubles, points = [25] * options.players, [0] * options.players
        while not state.is_over:
            one = rng.choice(engine.waiting_for(state))
            asked[engine.question_for(state, one).kind] += 1
            move = fond(rng, options, engine.legal_moves(state, one))
            assert engine.parse_move(str(move), state) is move
            done = engine.apply(state, one, move)
            state = done.state
            record.append((one, str(move)))
            for entry in done.entries:
                booked(entry.to_json(), rubles, points)
            assert [(player.rubles, player.points) for player in state.players] == list(
                zip(rubles, points, strict=True)
            )
            assert min(rubles) >= 0
            assert cards_in(state) == cards
            for player in state.players:
                fresh = engine.acquire.assemble(state.rules, 0, 0, (), player.display)
                assert (player.facts, player.kinds) == (fresh.facts, fresh.kinds)
        assert engine.replay(options, deal, record) == state
    assert asked.keys() >= (KINDS if "market" in sets else {"thief", "double-move", "search"})


def booked(told_, rubles, points):
    """Add what one log entry says of money and points."""
    match told_["kind"]:
        case "bought" | "played":
            rubles[told_["seat"]] -= told_["price"]
        case "scored" | "final":
            rubles[told_["seat"]] += told_["rubles_gain"]
            points[told_["seat"]] += told_["points_gain"]
        case "pub":
            rubles[told_["seat"]] -= told_["rubles"]
            points[told_["seat"]] += told_["points"]
        case "trade" | "trading-house":
            rubles[told_["seat"]] -= told_["rubles"]
            points[told_["seat"]] += told_["points"]
        case "upkeep-paid":
            rubles[told_["seat"]] -= told_["rubles"]
        case "purple":
            rubles[told_["seat"]] += told_["rubles"]
        case "parasite":
            rubles[told_["seat"]] += told_["rubles"]
            points[told_["seat"]] += told_["points"]


@pytest.mark.parametrize("open_hands", [True, False], ids=["open", "hidden"])
def test_nobody_can_tell_what_is_hidden(open_hands):
    """BANQ-THIEF-6, INFO-2, INFO-3, INFO-6: 120 positions, a visitor and a player; states that one cannot tell apart are
    shown to him alike, whoever is asked, and a guess agrees with what he knows."""
    rng = Random(f"banquet {open_hands}")
    kinds = Counter()
    while kinds.total() < 120 or min(kinds[kind] for kind in KINDS) < 2:
        options = drawn_options(rng, rng.choice(SELECTIONS), open_hands=open_hands)
        for number, ply in enumerate(game(options, rng)):
            if ply.after.is_over:
                continue
            kind = engine.question_for(ply.after, None).kind
            if number % 6 and kind not in KINDS:
                continue
            kinds[kind] += 1
            for viewer in (None, rng.randrange(options.players)):
                view = shown(ply.after, viewer)
                assert shown(exchanged(ply.after, viewer, rng), viewer) == view
                if not number % 5:
                    assert shown(engine.guess(engine.view_for(ply.after, viewer), rng), viewer) == view


def test_what_a_move_tells_depends_on_nothing_hidden():
    """BANQ-THIEF-6: with hidden hands a move that uncovers nothing tells the same, and has the same consequences, whoever
    of the others holds what; a `thief no` too, which another seat may give. (Only that the Thief is asked for at all says
    that some hidden hand holds it.)"""
    rng = Random("banquet told")
    compared = Counter()
    while compared.total() < 200 or compared["thief"] < 5:
        options = drawn_options(rng, rng.choice(SELECTIONS), open_hands=False)
        for number, ply in enumerate(game(options, rng)):
            asked = engine.question_for(ply.before, None).kind
            if ply.reveals or ply.after.is_over or (number % 4 and asked not in KINDS):
                continue
            for viewer in (None, rng.randrange(options.players)):
                other = exchanged(ply.before, viewer, rng)
                (seat,) = engine.waiting_for(other)
                silent = str(ply.move) == "thief no"
                if (seat != ply.seat and not silent) or ply.move not in engine.legal_moves(other, seat):
                    continue
                done = engine.apply(other, seat, ply.move)
                if "thief" in {engine.question_for(state, None).kind for state in (done.state, ply.after)}:
                    continue
                assert told(done.entries, viewer, options, over=False) == told(ply.entries, viewer, options, over=False)
                assert shown(done.state, viewer) == shown(ply.after, viewer)
                compared[asked] += 1
    assert compared["turn"] > 80


def test_a_guess_deals_the_thief_to_each_who_may_hold_it():
    """BANQ-THIEF-6: whoever is not asked knows only that it is in somebody's hand."""
    rng = Random("who")
    holders: Counter[int] = Counter()
    while not holders:
        options = drawn_options(rng, ("banquet", "market"), open_hands=False, players=4)
        for ply in game(options, rng):
            waiting = engine.waiting_for(ply.after)
            if waiting and engine.question_for(ply.after, waiting[0]).kind == "thief":
                viewer = (waiting[0] + 1) % 4
                view = engine.view_for(ply.after, viewer)
                held = [shown_.seat for shown_ in view.seats if shown_.seat != viewer and shown_.hand_count]
                if len(held) < 2:
                    continue
                for _ in range(60):
                    guessed = engine.guess(view, rng)
                    (one,) = engine.waiting_for(guessed)
                    assert guessed.rules.row_of["thief"] in guessed.players[one].hand
                    holders[one] += 1
                assert sorted(holders) == held
                break


def test_a_guess_can_be_played_to_its_end_from_any_question():
    """Searches play on from guesses; nothing in them is impossible, the halved price of hidden money included."""
    rng = Random("playable banquet")
    played = Counter()
    while played.total() < 25:
        options = drawn_options(rng, rng.choice(SELECTIONS), open_hands=False)
        for ply in game(options, rng):
            kind = "" if ply.after.is_over else engine.question_for(ply.after, None).kind
            if kind in KINDS and played[kind] < 8:
                state = engine.guess(engine.view_for(ply.after, None), rng)
                played[kind] += 1
                while not state.is_over:
                    one = engine.waiting_for(state)[0]
                    advance(state, one, rng.choice(engine.legal_moves(state, one)))
                    assert min(player.rubles for player in state.players) >= 0
    assert played.keys() >= {"search", "double-move"}
