"""What is refused: moves, seats, options, deals and records, each with a code, a sentence and the rule."""

from random import Random

import pytest

import engine
from engine.core import State
from engine.errors import DealError, IllegalMove, NotYourTurn, OptionsError, ReplayError
from tests.builders import act, acted, position, seat, texts
from tests.engine.walks import random_deal, random_game


def refused(state: State, one: int, text: str) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as error:
        acted(state, one, text)
    assert error.value.sentence.startswith(str(engine.parse_move(text, state)))
    assert error.value.sentence.endswith(".")
    return error.value.code, error.value.rule


def test_a_move_is_refused_for_what_is_in_its_way() -> None:
    """TURN-3, TURN-4, EXCH-1: not there, too expensive, nothing to replace, hand full."""
    seats = [seat(rubles=10, display=["fur-trapper", "fur-shop"], hand=["judge", "library", "weaving-mill"]), seat()]
    state = position(upper=["theater", "fur-shop", "bank"], lower=["market"], seats=seats)
    assert refused(state, 0, "buy market") == ("not-there", "TURN-3")
    assert refused(state, 0, "buy theater") == ("too-expensive", "TURN-3")
    assert refused(state, 0, "play judge") == ("too-expensive", "TURN-3")
    assert refused(state, 0, "buy bank over market") == ("no-target", "EXCH-1")
    assert refused(state, 0, "play weaving-mill over shepherd") == ("no-target", "EXCH-1")
    assert refused(state, 0, "take theater") == ("hand-full", "TURN-4")
    assert refused(state, 0, "play senator over author") == ("not-there", "TURN-3")
    assert refused(state, 0, "buy market drawn") == ("not-there", "TURN-3")
    assert refused(state, 0, "pub 1") == ("not-now", "TURN-1")
    assert refused(state, 0, "draw noble") == ("no-observatory", "CARD-OBS-2")


def refused_words(state: State, text: str) -> tuple[type[engine.EngineError], str, str]:
    """What becomes of a text of seat 0: kind and rule of the refusal, and its sentence."""
    with pytest.raises(engine.EngineError) as error:
        engine.apply(state, 0, engine.parse_move(text, state))
    return type(error.value), error.value.rule, error.value.sentence


@pytest.mark.parametrize(
    ("text", "rule", "reason"),
    [
        ("buy wharf lower over pub", "EXCH-3", "wharf can replace only a Worker, and pub is not a Worker."),
        ("BUY Werft lower OVER Schenke", "EXCH-3", "wharf can replace only a Worker, and pub is not a Worker."),
        (
            "buy wharf lower over lumberjack",
            "EXCH-3",
            "wharf can replace only a Worker with the same symbol, and lumberjack has a different one.",
        ),
        ("buy bank over author", "EXCH-2", "bank can replace only a Building, and author is not a Building."),
        ("play senator over pub", "EXCH-2", "senator can replace only a Noble, and pub is not a Noble."),
        ("buy bank over bank", "EXCH-5", "bank is an Exchange card and cannot be replaced."),
        ("play senator over wharf", "EXCH-5", "wharf is an Exchange card and cannot be replaced."),
        ("buy theater over pub", "EXCH-1", "theater is not an Exchange card, so it cannot replace anything."),
        ("buy bank", "EXCH-9", "Name the card to replace, for example 'buy bank over pub'."),
        ("play senator", "EXCH-9", "Name the card to replace, for example 'play senator over author'."),
        (
            "buy wharf lower",
            "EXCH-9",
            "Name the card to replace, for example 'buy wharf lower over czar-and-carpenter'.",
        ),
    ],
)
def test_an_exchange_card_over_a_wrong_card_or_over_none_is_told_why(text: str, rule: str, reason: str) -> None:
    """EXCH-1, EXCH-2, EXCH-3, EXCH-5, EXCH-9: all words are understood, so it is no matter of notation; the example is
    legal where anything is."""
    own = seat(display=["pub", "author", "lumberjack"], hand=["senator"])
    state = position(upper=["bank", "theater"], lower=["wharf"], seats=[own, seat()])
    kind, named, sentence = refused_words(state, text)
    assert (kind, named) == (IllegalMove, rule)
    assert sentence.partition(": ")[2] == reason
    with pytest.raises(IllegalMove):
        engine.parse_move(text, state.rules)


@pytest.mark.parametrize(
    ("sets", "text", "rule"),
    [
        (("market", "banquet", "events"), "thief buy wharf over pub", "EXCH-3"),
        (("market", "banquet", "events"), "thief buy wharf", "EXCH-9"),
        (("market", "banquet", "events"), "buy bank half over author", "EXCH-2"),
        (("market", "banquet", "events"), "play senator half", "EXCH-9"),
        (("market", "banquet", "events"), "event grabber bank over senator", "EXCH-5"),
        (("market", "banquet", "events"), "buy bank twin over jester", "EXCH-2"),
        (("market", "banquet", "events"), "buy bank at 4 over author", "EXCH-2"),
        (("market", "banquet", "events"), "buy czar-superstar over lumberjack", "BANQ-SUPER-1"),
        (("module-2",), "buy wharf discard over pub", "EXCH-3"),
        ((), "buy bank drawn", "EXCH-9"),
    ],
)
def test_so_it_is_wherever_an_exchange_card_comes_from(sets: tuple[str, ...], text: str, rule: str) -> None:
    """EXCH-1, EXCH-3, EXCH-5, EXCH-9, BANQ-SUPER-1: the words of every set, too."""
    state = position(sets=sets, upper=["bank", "theater"], lower=["wharf"], seats=[seat(display=["pub"]), seat()])
    assert refused_words(state, text)[:2] == (IllegalMove, rule)


@pytest.mark.parametrize("text", ["take bank over pub", "pass over pub", "buy bank over", "buy bank over spaceship"])
def test_words_that_are_wrong_beside_the_card_replaced_are_no_move(text: str) -> None:
    """TURN-4, TURN-8: nothing is replaced by taking or passing."""
    state = position(upper=["bank"], seats=[seat(display=["pub"]), seat()])
    assert refused_words(state, text)[:2] == (engine.NotationError, "")


@pytest.mark.parametrize(
    ("sets", "own", "replaced"),
    [
        ((), "observatory face down", "observatory"),
        (("module-2",), "debtors-prison face down", "debtors-prison"),
        (("market", "banquet"), "library chip", "library"),
    ],
)
def test_a_card_that_lies_there_but_is_protected_is_told_apart_from_one_that_does_not(
    sets: tuple[str, ...], own: str, replaced: str
) -> None:
    """EXCH-6: face down or under a chip; EXCH-1 is left to what is not there. Beside a copy that lies open it may go."""
    state = position(sets=sets, upper=["bank"], seats=[seat(display=[own]), seat()])
    assert refused(state, 0, f"buy bank over {replaced}") == ("protected", "EXCH-6")
    assert refused(state, 0, "buy bank over theater") == ("no-target", "EXCH-1")
    if replaced == "observatory":
        both = position(sets=sets, upper=["bank"], seats=[seat(display=[own, replaced]), seat()])
        assert act(both, 0, f"buy bank over {replaced}")


def test_what_keeps_an_observatory_from_being_used() -> None:
    """CARD-OBS-2, CARD-OBS-3: it lies face down, the phase, the last card of a pile."""
    own = [seat(display=["observatory"])]
    assert refused(position(phase="noble", upper=["author"], seats=own), 0, "draw noble") == ("not-now", "CARD-OBS-2")
    state = position(upper=["author"], seats=own, piles={"noble": 1})
    assert refused(state, 0, "draw noble") == ("last-card", "CARD-OBS-3")
    down = position(upper=["author"], seats=[seat(display=["observatory face down"])])
    assert refused(down, 0, "draw noble") == ("no-observatory", "CARD-OBS-2")


def test_a_full_sentence_says_what_it_costs() -> None:
    """The price with all reductions and the money there is."""
    state = position(upper=["theater"], seats=[seat(rubles=10, display=["theater"])])
    with pytest.raises(IllegalMove, match=r"^buy theater: It costs 19 rubles, but you have only 10\.$"):
        acted(state, 0, "buy theater")
    poor = position(phase="worker", upper=["lumberjack"], seats=[seat(rubles=0, display=["lumberjack"] * 4)])
    with pytest.raises(IllegalMove, match=r"^buy lumberjack: It costs 1 ruble, but you have none\.$"):
        acted(poor, 0, "buy lumberjack")


def test_the_first_workers_must_be_bought() -> None:
    """FIRST-2, EX-2: passing, taking and everything else is illegal."""
    options = engine.Options(edition=2, players=4)
    state = engine.new_game(options, random_deal(options, Random(4)))
    (one,) = engine.waiting_for(state)
    assert all(text.startswith("buy ") for text in texts(state, one))
    assert refused(state, one, "pass") == ("first-workers", "FIRST-2")
    card = next(slot.card for slot in engine.view_for(state, one).upper if slot is not None)
    assert refused(state, one, f"take {card}") == ("first-workers", "FIRST-2")


def test_other_questions_come_first() -> None:
    """CARD-OBS-4, CARD-PUB-1: a drawn card needs its fate, a Pub its answer."""
    state = position(
        upper=["market"],
        piles={"noble": ["judge", "author"]},
        seats=[seat(display=["observatory", "pub"])],
        play_on_empty_tableau=True,
    )
    drawn = act(state, 0, "draw noble")
    assert refused(drawn, 0, "pass") == ("drawn-first", "CARD-OBS-4")
    assert refused(drawn, 0, "buy author drawn") == ("drawn-first", "CARD-OBS-4")
    pub = act(act(state, 0, "pass"), 1, "pass")
    assert refused(pub, 0, "pass") == ("pub-first", "CARD-PUB-1")
    assert refused(pub, 0, "pub 6") == ("pub-first", "CARD-PUB-1")


def test_only_the_seat_that_is_asked_may_answer() -> None:
    """TURN-1: others are told who is asked; a finished game asks nobody."""
    state = position(upper=["market"], players=3)
    for one in (1, 2, 3, -1):
        with pytest.raises(NotYourTurn) as error:
            acted(state, one, "pass")
        assert (error.value.code, error.value.rule) == ("not-your-turn", "TURN-1")
        assert engine.legal_moves(state, one) == ()
    with pytest.raises(NotYourTurn):
        engine.default_move(state, 1)
    options = engine.Options(players=1)
    *_, last = random_game(options, Random(2))
    with pytest.raises(NotYourTurn) as over:
        engine.apply(last.after, 0, last.after.rules.pass_move)
    assert over.value.code == "game-over"
    assert engine.waiting_for(last.after) == ()
    assert engine.question_for(last.after, 0) is None


def test_a_move_of_another_game_is_refused() -> None:
    """Moves are interned per rulebook; one of another selection is never legal, even with the same words."""
    state = position(edition=2, upper=["market"], players=2)
    other = engine.rulebook_for(engine.Options(edition=1, players=2)).pass_move
    with pytest.raises(IllegalMove) as error:
        engine.apply(state, 0, other)
    assert error.value.code == "other-game"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"edition": 3}, "unknown-edition"),
        ({"edition": True}, "unknown-edition"),
        ({"edition": "1"}, "unknown-edition"),
        ({"edition": 2.0}, "unknown-edition"),
        ({"players": 0}, "players"),
        ({"players": 5}, "players"),
        ({"players": 6}, "players"),
        ({"players": "four"}, "players"),
        ({"players": 2.0}, "players"),
        ({"sets": ["casino"]}, "unknown-set"),
        ({"sets": "market"}, "sets"),
        ({"sets": [1]}, "sets"),
        ({"sets": ["market", "market"]}, "sets"),
        ({"sets": ["market", "hurdles"], "hurdles": "real"}, "hurdles"),
        ({"first_workers": "often"}, "first-workers"),
        ({"first_workers": ["free"]}, "first-workers"),
        ({"play_on_empty_tableau": "yes"}, "play-on-empty-tableau"),
        ({"play_on_empty_tableau": 1}, "play-on-empty-tableau"),
        ({"open_hands": None}, "open-hands"),
        ({"colour": "red"}, "unknown-option"),
        ([], "options"),
    ],
)
def test_an_illegal_selection_is_refused(data: object, code: str) -> None:
    """COMBO-1 to COMBO-3, COMBO-13, EX-102: whatever section 2 does not allow, and whatever is no option at all."""
    with pytest.raises(OptionsError) as error:
        engine.Options.from_dict(data)  # type: ignore[arg-type]
    assert error.value.code == code


@pytest.mark.parametrize(
    ("chosen", "most"),
    [({}, 4), ({"edition": 1}, 4), ({"sets": ("market",)}, 5), ({"edition": 1, "sets": ("good-company",)}, 5)],
)
@pytest.mark.parametrize("players", [-1, 0, 6, 10**12])
def test_who_are_too_few_or_too_many_are_told_how_many_can_play(
    chosen: dict[str, object], most: int, players: int
) -> None:
    """COMBO-13: four or five, as the sets allow."""
    with pytest.raises(OptionsError) as error:
        engine.Options(players=players, **chosen)  # type: ignore[arg-type]
    assert error.value.sentence == f"This selection does not work for {players} players. Choose 1 to {most}."
    assert (error.value.code, error.value.rule) == ("players", "COMBO-13")


def test_options_survive_json_and_know_the_defaults_of_their_edition() -> None:
    """PHASE-4: playing on is the default of edition 1 only."""
    first, second = engine.Options(edition=1), engine.Options(edition=2)
    assert (first.play_on_empty_tableau, second.play_on_empty_tableau) == (True, False)
    free = [engine.Options(edition=edition, players=4, first_workers="free", open_hands=False) for edition in (1, 2)]
    for options in (first, second, *free):
        assert engine.Options.from_dict(options.to_dict()) == options


def test_a_deal_must_fit_its_game() -> None:
    """SETUP-1, SETUP-5, SETUP-6: every card once in its pile, every token with a seat, shared out evenly."""
    options = engine.Options(players=3)
    deal = random_deal(options, Random(1))
    piles, tokens = dict(deal.piles), dict(deal.tokens)
    swapped = piles | {"worker": (piles["noble"][0], *piles["worker"][1:])}
    doubled = piles | {"worker": (piles["worker"][0], *piles["worker"][:-1])}
    for wrong in (swapped, doubled, piles | {"market": ()}, {name: piles[name] for name in ("worker", "noble")}):
        with pytest.raises(DealError):
            engine.new_game(options, engine.Deal.explicit(wrong, tokens))
    for wrong_tokens in (tokens | {"worker": 3}, dict.fromkeys(tokens, 0), {"worker": 0}, tokens | {"market": 1}):
        with pytest.raises(DealError):
            engine.new_game(options, engine.Deal.explicit(piles, wrong_tokens))


def test_a_record_that_cannot_be_played_names_the_move() -> None:
    """Number, text and reason of the first move that is no move, not legal, or of the wrong seat."""
    options = engine.Options(players=2)
    rng = Random(7)
    deal = random_deal(options, rng)
    state = engine.new_game(options, deal)
    record: list[tuple[int, str]] = []
    for _ in range(6):
        (one,) = engine.waiting_for(state)
        move = engine.default_move(state, one)
        record.append((one, str(move)))
        state = engine.apply(state, one, move).state
    (one,) = engine.waiting_for(state)
    for bad, code in (((one, "sing"), "not-a-move"), ((one, "pub 3"), "not-now"), ((1 - one, "pass"), "not-your-turn")):
        for play in (engine.replay, lambda *game: list(engine.walk(*game))):
            with pytest.raises(ReplayError) as error:
                play(options, deal, [*record, bad, (0, "pass")])
            assert (error.value.number, error.value.text, error.value.code) == (7, bad[1], code)
            assert error.value.sentence.startswith(f"Move 7, {bad[1]!r} of seat {bad[0]}: ")


def test_a_record_in_other_spellings_is_the_same_game() -> None:
    """Texts of a record are notation like any other."""
    options = engine.Options(players=2)
    deal = random_deal(options, Random(9))
    state = engine.new_game(options, deal)
    (one,) = engine.waiting_for(state)
    move = str(engine.default_move(state, one))
    shouted = move.upper().replace("-", "_")
    assert engine.replay(options, deal, [(one, shouted)]) == engine.replay(options, deal, [(one, move)])
