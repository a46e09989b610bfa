"""What must stay hidden does: two states that a viewer cannot tell apart give him byte-identical views, moves and logs."""

import json
from random import Random

import pytest

import engine
from engine.core import State
from engine.parts.search import Fate
from engine.play import advance
from engine.player import Player
from tests.builders import act, acted, position, seat, texts
from tests.engine.walks import Ply, random_game, random_options

Viewer = int | None


def shown(state: State, viewer: Viewer) -> bytes:
    """Everything that leaves the server for this viewer about this position."""
    options = state.rules.options
    moves = [str(move) for move in engine.legal_moves(state, viewer)] if viewer is not None else []
    question = engine.question_for(state, viewer)
    return json.dumps(
        [
            engine.view_for(state, viewer).to_json(),
            moves,
            question and question.to_json(),
            engine.phase_key(state),
            engine.asked_as_seen(state, viewer),
            options.to_dict(),
        ]
    ).encode()


def told(entries: tuple[engine.Entry, ...], viewer: Viewer, options: engine.Options, *, over: bool) -> bytes:
    """The log as this viewer may read it."""
    masked = [entry.for_viewer(viewer, options, over) for entry in entries]
    return json.dumps([entry.to_json() for entry in masked if entry is not None]).encode()


def exchanged(state: State, viewer: Viewer, rng: Random) -> State:
    """Another state that the viewer cannot tell from this one: piles in another order, and the hidden cards of the others
    (hands, a card being looked at) exchanged with those of the same pile. A card for which somebody is asked stays in a
    hidden hand, in any of them."""
    s, rules = state.fork(), state.rules
    hidden_hands = not rules.options.open_hands
    asked = s.agenda[-1] if s.agenda else None
    fate = asked if isinstance(asked, Fate) and viewer not in asked.seats else None
    seen = asked.as_seen(s, viewer) if asked is not None else None
    sure = seen.in_hand(rules) if seen is not None else ()
    hands = [list(player.hand) for player in s.players]
    piles: list[tuple[int, ...]] = []
    for number, name in enumerate(rules.piles):
        places: list[tuple[int, int]] = []
        if hidden_hands:
            for one, hand in enumerate(hands):
                if one != viewer:
                    places += [(one, place) for place, row in enumerate(hand) if rules.cards[row - 1].pile == name]
        full = s.piles[number]
        gone, rest = full[: len(full) - s.left[number]], full[len(full) - s.left[number] :]
        pool = [*rest, *(hands[one][place] for one, place in places)]
        if fate is not None and rules.cards[fate.row - 1].pile == name:
            pool.append(fate.row)
        rng.shuffle(pool)
        rng.shuffle(places)
        pool.sort(key=lambda row: row in sure)
        if fate is not None and rules.cards[fate.row - 1].pile == name:
            s.agenda = (*s.agenda[:-1], Fate(fate.seats, fate.pile, pool.pop()))
        for one, place in places:
            hands[one][place] = pool.pop()
        piles.append((*gone, *pool))
    s.piles = tuple(piles)
    if hidden_hands:
        for one, hand in enumerate(hands):
            rng.shuffle(hand) if one != viewer else None
    s.players = tuple(
        Player(player.rubles, player.points, tuple(hand), player.display, player.facts, player.kinds)
        for player, hand in zip(s.players, hands, strict=True)
    )
    if sure and seen is not None:
        s.agenda = (*s.agenda[:-1], seen.guessed(s, 0))
    return s


def games(seed: str, number: int, **fixed: object) -> list[Ply]:
    rng = Random(seed)
    plies: list[Ply] = []
    for _ in range(number):
        plies += random_game(random_options(rng, **fixed), rng)
    return plies


@pytest.mark.parametrize("open_hands", [True, False], ids=["open", "hidden"])
@pytest.mark.parametrize("edition", [1, 2])
def test_states_a_viewer_cannot_tell_apart_look_the_same(edition: int, open_hands: bool) -> None:
    """INFO-2, INFO-3, INFO-5, INFO-6: hundreds of positions, every viewer, a visitor too."""
    rng = Random(f"apart {edition} {open_hands}")
    plies = games(f"apart {edition} {open_hands}", 2, edition=edition, open_hands=open_hands)
    compared = different = 0
    for ply in plies[::2]:
        if ply.after.is_over:
            continue
        for viewer in (None, *range(len(ply.after.players))):
            other = exchanged(ply.after, viewer, rng)
            assert shown(other, viewer) == shown(ply.after, viewer)
            compared += 1
            different += other != ply.after
    assert compared > 200
    assert different > 0.9 * compared


@pytest.mark.parametrize("open_hands", [True, False], ids=["open", "hidden"])
def test_what_a_move_tells_depends_on_nothing_hidden(open_hands: bool) -> None:
    """INFO-2, INFO-6: a move that uncovers nothing has the same log and the same consequences in both states."""
    rng = Random(f"told {open_hands}")
    compared = 0
    for ply in games(f"told {open_hands}", 4, open_hands=open_hands)[::2]:
        if ply.reveals or ply.after.is_over:
            continue
        options = ply.after.rules.options
        for viewer in (None, *range(options.players)):
            other = exchanged(ply.before, viewer, rng)
            if ply.move not in engine.legal_moves(other, ply.seat):
                continue  # somebody plays a hidden card that he does not hold here
            done = engine.apply(other, ply.seat, ply.move)
            assert not done.reveals
            assert told(done.entries, viewer, options, over=False) == told(ply.entries, viewer, options, over=False)
            assert shown(done.state, viewer) == shown(ply.after, viewer)
            compared += 1
    assert compared > 200


def drawing(open_hands: bool) -> State:
    """Seat 0 may use an Observatory; Judge and Author lie on top of the piles of Nobles."""
    seats = [seat(display=["observatory"], rubles=20), seat(), seat()]
    return position(
        upper=["market"], piles={"noble": ["judge", "author", "secretary"]}, seats=seats, open_hands=open_hands
    )


@pytest.mark.parametrize("open_hands", [True, False], ids=["open", "hidden"])
def test_a_drawn_card_is_for_its_owner_until_its_fate_is_public(open_hands: bool) -> None:
    """INFO-5: others neither see it nor can tell it from what the pile still holds."""
    done = acted(drawing(open_hands), 0, "draw noble")
    options = done.state.rules.options
    assert done.reveals
    own = engine.view_for(done.state, 0)
    assert own.drawn is not None
    assert own.drawn.card == own.question.card == "judge"
    for viewer in (None, 1, 2):
        view = engine.view_for(done.state, viewer)
        assert view.drawn is None
        assert (view.question.card, view.question.pile) == (None, "noble")
        assert ("judge", 1) in view.phases[2].contents
        assert view.phases[2].left == 2
        assert b"judge" not in told(done.entries, viewer, options, over=False)
    assert ("judge", 1) not in own.phases[2].contents
    assert b"judge" in told(done.entries, 0, options, over=False)


def test_a_card_drawn_into_a_hidden_hand_stays_secret() -> None:
    """INFO-5, INFO-3: with hidden hands nobody else learns the card, and the list of the pile still has it."""
    done = acted(act(drawing(open_hands=False), 0, "draw noble"), 0, "take judge drawn")
    options = done.state.rules.options
    for viewer in (None, 1, 2):
        assert b"judge" not in told(done.entries, viewer, options, over=False)
        view = engine.view_for(done.state, viewer)
        assert view.seats[0].hand is None
        assert view.seats[0].hand_count == 1
        assert ("judge", 1) in view.phases[2].contents
    assert b"judge" in told(done.entries, 0, options, over=False)
    assert b"judge" in told(done.entries, 1, options, over=True)


@pytest.mark.parametrize(
    ("fate", "open_hands"), [("take", True), ("discard", True), ("discard", False), ("buy", False)]
)
def test_a_fate_in_the_open_shows_the_card(fate: str, open_hands: bool) -> None:
    """INFO-5: discarded or bought, or taken into an open hand, it is seen by all."""
    done = acted(act(drawing(open_hands), 0, "draw noble"), 0, f"{fate} judge drawn")
    for viewer in (None, 1):
        assert b"judge" in told(done.entries, viewer, done.state.rules.options, over=False)
        assert ("judge", 1) not in engine.view_for(done.state, viewer).phases[2].contents


def test_cards_taken_from_the_tableau_were_seen_by_all() -> None:
    """INFO-5: the log names them even where hands are hidden; the views do not remember."""
    done = acted(drawing(open_hands=False), 0, "take market")
    assert b"market" in told(done.entries, 1, done.state.rules.options, over=False)
    view = engine.view_for(done.state, 1)
    assert view.seats[0].hand is None
    assert dict(view.phases[1].contents)["market"] == 5


def test_hidden_money_is_shown_to_its_owner_only() -> None:
    """INFO-2: neither views, nor the log, nor the limit of a Pub give it away."""
    state = position(
        seats=[seat(rubles=7, display=["pub", "market"]), seat(rubles=13)],
        open_hands=False,
        play_on_empty_tableau=True,
    )
    done = [acted(state, 0, "pass")]
    done.append(acted(done[0].state, 1, "pass"))
    state, options = done[1].state, done[1].state.rules.options
    assert engine.question_for(state, 0).maximum == 3
    assert engine.question_for(state, 1).maximum is None
    for viewer in (None, 1):
        view = engine.view_for(state, viewer)
        assert view.seats[0].rubles is None
        entries = [entry.for_viewer(viewer, options, False) for entry in done[1].entries]
        scored = [entry for entry in entries if isinstance(entry, engine.Scored)]
        assert [entry.rubles_before for entry in scored] == [None, 13 if viewer == 1 else None]
        assert [entry.points_gain for entry in scored] == [1, 0]
        assert view.moves == ()


def test_other_seats_see_no_moves_that_a_hidden_hand_allows() -> None:
    """UI-22: the legal moves of a seat are in its own view only."""
    state = position(seats=[seat(hand=["judge"])], upper=["market"], open_hands=False)
    assert "play judge" in texts(state, 0)
    for viewer in (None, 1):
        view = engine.view_for(state, viewer)
        assert view.moves == ()
        assert view.seats[0].hand is None
        assert b'"play ' not in shown(state, viewer)


def test_everything_is_revealed_when_the_game_is_over() -> None:
    """END-18: hands, money and the breakdown of the points."""
    last = games("over", 1, players=3, open_hands=False)[-1]
    view = engine.view_for(last.after, None)
    assert view.over
    assert all(one.rubles is not None and one.hand is not None for one in view.seats)
    assert len(view.scores or ()) == 3
    final = [entry for entry in last.entries if isinstance(entry, engine.Final)]
    assert [entry.for_viewer(None, last.after.rules.options, True) for entry in final] == final


def test_a_preview_says_whether_something_hidden_would_be_uncovered() -> None:
    """UI-15: a draw does, a pass that ends the part and deals cards does, a purchase does not; saying so shows nothing."""
    state = drawing(open_hands=True)
    expected: dict[str, bool] = {"draw noble": True, "buy market": False, "take market": False, "pass": False}
    # buying the last card of the tableau ends the action part in edition 2 (PHASE-2), and the next phase deals
    expected |= {"buy market": True, "take market": True}
    for text, reveals in expected.items():
        assert engine.apply(state, 0, engine.parse_move(text, state)).reveals is reveals
    for ply in games("preview", 1):
        assert engine.apply(ply.before, ply.seat, ply.move).reveals is ply.reveals
        assert ply.reveals == (ply.before.left != ply.after.left)


@pytest.mark.parametrize("open_hands", [True, False], ids=["open", "hidden"])
def test_a_guess_agrees_with_everything_its_viewer_knows(open_hands: bool) -> None:
    """A guessed state looks to its viewer exactly as the true one does, whatever is being asked."""
    rng = Random(f"guess {open_hands}")
    kinds = set()
    for ply in games(f"guess {open_hands}", 4, open_hands=open_hands):
        for viewer in (None, *range(len(ply.after.players))):
            view = engine.view_for(ply.after, viewer)
            state = engine.guess(view, rng)
            assert engine.view_for(state, viewer) == view
            kinds.add(view.question.kind if view.question else "over")
            known = exchanged(ply.after, viewer, rng) if not ply.after.is_over else ply.after
            if open_hands and viewer is not None and not ply.after.is_over and view.question.kind != "drawn":
                assert sorted(map(sorted, state.piles)) == sorted(
                    sorted(pile[len(pile) - left :]) for pile, left in zip(known.piles, known.left, strict=True)
                )
    assert kinds >= {"turn", "pub", "drawn", "over"}


def test_a_guess_can_be_played_to_its_end() -> None:
    """Searches play on from guesses; nothing in them is impossible."""
    rng = Random("playable")
    for ply in games("playable", 3, open_hands=False)[::9]:
        state = engine.guess(engine.view_for(ply.after, 0), rng)
        while not state.is_over:
            one = engine.waiting_for(state)[0]
            advance(state, one, rng.choice(engine.legal_moves(state, one)))
            assert min(player.rubles for player in state.players) >= 0


def test_a_guess_deals_the_hidden_cards_at_random() -> None:
    """Nothing of the true order leaks into a guess, and the same generator gives the same guess."""
    state = games("random guess", 1, players=3, open_hands=False)[20].after
    view = engine.view_for(state, 0)
    guesses = [engine.guess(view, Random(seed)) for seed in range(20)]
    assert len({guess.piles for guess in guesses}) == 20
    assert state.piles not in {guess.piles for guess in guesses}
    assert engine.guess(view, Random(3)) == guesses[3]
