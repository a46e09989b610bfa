"""What holds in every position of every game, tried on random whole games of all base selections."""

import json
from collections import Counter
from random import Random

import pytest

import engine
from engine.acquire import assemble
from engine.core import State
from tests.builders import cards_in
from tests.engine.walks import Ply, random_deal, random_game, random_options, walk_from

GAMES = [(edition, players, seed) for edition in (1, 2) for players in (1, 2, 3, 4) for seed in range(3)]


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: "edition {} players {} seed {}".format(*game))
def game(request: pytest.FixtureRequest) -> list[Ply]:
    edition, players, seed = request.param
    rng = Random(f"whole {edition} {players} {seed}")
    return list(random_game(random_options(rng, edition=edition, players=players), rng))


def test_no_card_is_lost_and_none_appears(game: list[Ply]) -> None:
    """SETUP-1: 116 cards, and in every position each of them lies in exactly one place."""
    cards = cards_in(game[0].before)
    assert sum(cards.values()) == 116
    assert all(cards_in(ply.after) == cards for ply in game)


def test_rubles_never_fall_below_zero(game: list[Ply]) -> None:
    """TURN-10: no credit and no negative money."""
    assert min(player.rubles for ply in game for player in ply.after.players) >= 0


def test_facts_are_the_sum_of_the_effects_of_the_display(game: list[Ply]) -> None:
    """The sums kept move by move equal those added up afresh, and so do the kinds that can be replaced."""
    for ply in game:
        for player in ply.after.players:
            fresh = assemble(ply.after.rules, player.rubles, player.points, player.hand, player.display)
            assert player.facts == fresh.facts
            assert player.kinds == fresh.kinds


def test_money_and_points_are_the_sum_of_the_log(game: list[Ply]) -> None:
    """COST-1, SCORE-3, CARD-PUB-1, END-10: every change of money and points stands in the log, before and after add
    up."""
    players = len(game[0].before.players)
    rubles, points = [25] * players, [0] * players
    for ply in game:
        for entry in ply.entries:
            match entry:
                case engine.Bought() | engine.Played():
                    rubles[entry.seat] -= entry.price
                case engine.PubAnswered():
                    rubles[entry.seat] -= entry.rubles
                    points[entry.seat] += entry.points
                case engine.Scored() | engine.Final():
                    assert (entry.rubles_before, entry.points_before) == (rubles[entry.seat], points[entry.seat])
                    rubles[entry.seat] += entry.rubles_gain
                    points[entry.seat] += entry.points_gain
        assert [player.rubles for player in ply.after.players] == rubles
        assert [player.points for player in ply.after.players] == points


def test_the_explained_price_is_the_price_paid(game: list[Ply]) -> None:
    """COST-12: the terms of a price add up to what the move really costs."""
    paid = 0
    for ply in game:
        terms = engine.explain(ply.before, ply.seat, ply.move)
        prices = [entry.price for entry in ply.entries if isinstance(entry, engine.Bought | engine.Played)]
        assert [sum(term.amount for term in terms)] == (prices or [0])
        paid += bool(prices)
    assert paid >= len(game[0].before.players) * 2


def test_the_explained_income_is_the_income_scored(game: list[Ply]) -> None:
    """SCORE-1, SCORE-3: the income shown card by card is what the scoring credits."""
    groups = {"worker": "green", "building": "blue", "noble": "red"}
    scorings = 0
    for ply in game:
        for entry in ply.entries:
            if isinstance(entry, engine.Scored):
                income = engine.explain(ply.after, entry.seat, groups[entry.phase])
                assert (income.rubles, income.points) == (entry.rubles_gain, entry.points_gain)
                assert income.rubles == sum(term.rubles for term in income.terms)
                assert income.points == sum(term.points for term in income.terms)
                scorings += 1
    assert scorings == 3 * game[-1].after.round * len(game[0].before.players)


def test_offers_of_a_view_agree_with_the_legal_moves(game: list[Ply]) -> None:
    """UI-22: what is shown as legal is legal, what costs too much is not, and everything legal is shown."""
    for ply in game:
        view = engine.view_for(ply.before, ply.seat)
        own = view.seats[ply.seat].hand
        slots = [slot for slot in (*view.upper, *view.lower, *(own or ()), view.drawn) if slot is not None]
        shown = {offer.move for slot in slots for offer in slot.offers if offer.legal}
        shown |= {slot.take for slot in slots if slot.take}
        legal = {str(move) for move in engine.legal_moves(ply.before, ply.seat)}
        assert shown == {text for text in legal if text.startswith(("buy ", "take ", "play "))}
        for slot in slots:
            assert (slot.blocked is None) == any(offer.legal for offer in slot.offers)
            for offer in slot.offers:
                assert sum(term.amount for term in offer.terms) == offer.price >= 1
                assert offer.short == max(0, offer.price - ply.before.rubles(ply.seat))
                assert not (offer.legal and offer.short)


def test_replay_gives_every_position_again(game: list[Ply]) -> None:
    """A game is its deal and its moves: played from their text they give the same states and the same log."""
    rng = Random(f"replay {len(game)}")
    options = game[0].before.rules.options
    deal = random_deal(options, rng)
    plies = list(random_game_of(options, deal, rng))
    record = [(ply.seat, str(ply.move)) for ply in plies]
    assert engine.replay(options, deal, record) == plies[-1].after
    steps = list(engine.walk(options, deal, record))
    assert [step.number for step in steps] == list(range(len(plies) + 1))
    assert [step.state for step in steps[1:]] == [ply.after for ply in plies]
    assert [step.entries for step in steps[1:]] == [ply.entries for ply in plies]


def random_game_of(options: engine.Options, deal: engine.Deal, rng: Random) -> list[Ply]:
    return list(walk_from(engine.new_game(options, deal), rng))


def test_the_trusted_way_goes_where_the_checked_way_goes(game: list[Ply]) -> None:
    """advance on a fork, and again and again in place, gives the states that apply gives, and leaves the old ones
    alone."""
    copy = game[0].before.fork()
    for ply in game:
        kept = frozen(ply.before)
        assert engine.advance(ply.before.fork(), ply.seat, ply.move) == ply.after
        engine.advance(copy, ply.seat, ply.move)
        assert copy == ply.after
        assert frozen(ply.before) == kept


def test_a_fork_of_a_working_copy_stays_as_it_was(game: list[Ply]) -> None:
    """A search may fork a copy that it goes on changing."""
    copy = game[0].before.fork()
    for ply in game[:60]:
        branch = copy.fork()
        kept = frozen(branch)
        engine.advance(copy, ply.seat, ply.move)
        assert frozen(branch) == kept


def frozen(state: State) -> object:
    """Everything a state holds, copied."""
    players = [
        (player.rubles, player.points, player.hand, player.display, tuple(player.facts), player.kinds)
        for player in state.players
    ]
    return players, state.upper, state.lower, state.discard, state.left, state.round, state.step, state.agenda


def test_every_move_reads_back_from_its_notation(game: list[Ply]) -> None:
    """Whatever is legal has words, and the words mean exactly that move, in any spelling."""
    for ply in game:
        legal = engine.legal_moves(ply.before, ply.seat)
        assert len({str(move) for move in legal}) == len(legal) == len(set(legal))
        for move in legal:
            assert engine.parse_move(str(move), ply.before) is move
    for move in game[0].before.rules.moves.values():
        spoken = f"  {str(move).replace('-', ' ').upper()} "
        assert engine.parse_move(spoken, game[0].before) is move
        assert engine.parse_move(str(move).replace("-", "_"), game[0].before) is move


def test_the_tableau_holds_what_the_rules_say(game: list[Ply]) -> None:
    """FIRST-1, REFILL-2, REFILL-3: two Workers a player at first, later eight cards unless the pile runs out."""
    players = len(game[0].before.players)
    assert len([row for row in game[0].before.upper if row]) == 2 * players
    for ply in game:
        for entry in ply.entries:
            if isinstance(entry, engine.Dealt):
                held = sum(1 for row in (*ply.after.upper, *ply.after.lower) if row)
                assert held == 8 or (held < 8 and entry.left == 0) or entry.left == 0
                assert engine.card(ply.after.rules, entry.cards[0]).pile == entry.phase if entry.cards else True


def test_nobody_has_more_cards_in_hand_than_when_he_last_took(game: list[Ply]) -> None:
    """HAND-1, HAND-3: the limit holds when a card is taken."""
    for ply in game:
        if ply.move.kind == "take":
            player = ply.before.players[ply.seat]
            assert len(player.hand) < player.facts[ply.before.rules.hand_limit]


def test_passes_are_counted_and_end_the_action_part(game: list[Ply]) -> None:
    """PASS-1, PHASE-1: as many passes in a row as players end the part, and the count begins anew."""
    players = len(game[0].before.players)
    for ply in game:
        if ply.move.is_pass and ply.before.passes == players - 1:
            assert engine.phase_key(ply.before) != engine.phase_key(ply.after) or ply.after.agenda[-1].kind == "pub"
        assert ply.after.is_over or ply.after.passes < players or ply.after.agenda[-1].kind == "pub"


def test_the_game_ends_with_a_ranking(game: list[Ply]) -> None:
    """END-1, END-5, END-16, END-17: the round of the trigger is the last; scores add up and somebody has won."""
    last = game[-1].after
    triggered = [ply for ply in game if any(isinstance(entry, engine.EndTriggered) for entry in ply.entries)]
    assert len(triggered) == 1
    assert triggered[0].after.round == last.round
    assert all(ply.after.ending == (number >= game.index(triggered[0])) for number, ply in enumerate(game))
    scores = engine.final_scores(last)
    for score in scores:
        gains = score.nobles[1] + score.rubles[1] + score.hand[1]
        assert score.points_before + gains == score.total == last.points(score.seat)
        assert 0 <= score.rubles[2] <= 9
        assert score.hand[1] == -5 * score.hand[0]
        assert score.winner == (score.rank == 1)
    keys = Counter((score.total, score.rubles[2]) for score in scores)
    for score in scores:
        better = sum(number for key, number in keys.items() if key > (score.total, score.rubles[2]))
        assert score.rank == better + 1


def test_everything_to_tell_is_plain_json(game: list[Ply]) -> None:
    """Views and entries survive JSON unchanged."""
    for ply in game[:: max(1, len(game) // 12)]:
        for viewer in (None, *range(len(ply.after.players))):
            shown = engine.view_for(ply.after, viewer).to_json()
            assert json.loads(json.dumps(shown)) == shown
        for entry in ply.entries:
            assert json.loads(json.dumps(entry.to_json())) == entry.to_json()


def test_the_clock_can_play_every_question(game: list[Ply]) -> None:
    """What the clock plays is legal: a pass in a turn, the cheapest first Worker, a discard, no points from the Pub."""
    for ply in game:
        kind = engine.question_for(ply.before, ply.seat).kind
        default = engine.default_move(ply.before, ply.seat)
        assert default in engine.legal_moves(ply.before, ply.seat)
        assert default.kind == {"turn": "pass", "first-worker": "buy", "drawn": "discard", "pub": "pub"}[kind]
        assert str(default) == "pub 0" or default.kind != "pub"


def test_a_game_of_defaults_ends() -> None:
    """PHASE-6, SEQ-5: a game in which nobody ever does more than he must still comes to its end."""
    for edition, players in ((1, 1), (1, 4), (2, 2), (2, 3)):
        options = engine.Options(edition=edition, players=players)
        state = engine.new_game(options, random_deal(options, Random(players)))
        while not state.is_over:
            (seat,) = engine.waiting_for(state)
            state = engine.apply(state, seat, engine.default_move(state, seat)).state
        assert all(len(player.display) == 2 for player in state.players)
        assert state.round >= 4


@pytest.mark.slow
def test_a_thousand_games_hold_together() -> None:
    """Cards conserved, facts right, replay equal, over a thousand random selections."""
    for seed in range(1000):
        rng = Random(f"slow {seed}")
        options = random_options(rng)
        deal = random_deal(options, rng)
        plies = random_game_of(options, deal, rng)
        test_no_card_is_lost_and_none_appears(plies)
        test_rubles_never_fall_below_zero(plies)
        test_facts_are_the_sum_of_the_effects_of_the_display(plies)
        test_money_and_points_are_the_sum_of_the_log(plies)
        assert engine.replay(options, deal, [(ply.seat, str(ply.move)) for ply in plies]) == plies[-1].after
