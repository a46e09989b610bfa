"""A field of pairs whose histories contradict each other is refused, each contradiction by a code of its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.errors import FieldError
from arbiter.pairing.dutch.field import DutchPlayer, Field, Past
from arbiter.pairing.dutch.rounds import pair_round
from arbiter.pairing.violations import Colour
from arbiter.sentences import Sentence

WHITE, BLACK = Colour.WHITE, Colour.BLACK
GAMES = {
    1: (Past(10, 2, WHITE, played=True), Past(5, 3, BLACK, played=True)),
    2: (Past(0, 1, BLACK, played=True), Past(10, 4, WHITE, played=True)),
    3: (Past(0, 4, WHITE), Past(5, 1, WHITE, played=True)),  # a forfeit
    4: (Past(10, 3, BLACK), Past(0, 2, BLACK, played=True)),
    5: (Past(10, bye=True), Past(0)),
}


def field(*changed: DutchPlayer, rounds: int = 5, absent: frozenset[int] = frozenset()) -> Field:
    """Five players after two rounds, some of them with another past."""
    players = {number: DutchPlayer(number, past) for number, past in GAMES.items()} | {
        one.number: one for one in changed
    }
    return Field(tuple(players.values()), rounds, absent=absent)


def with_round(number: int, index: int, past: Past) -> DutchPlayer:
    rounds = list(GAMES[number])
    rounds[index] = past
    return DutchPlayer(number, tuple(rounds))


def refused(broken: Field) -> tuple[str, str]:
    with pytest.raises(FieldError) as caught:
        pair_round(broken)
    assert isinstance(caught.value.sentence, Sentence)  # every language can say it
    return caught.value.code, caught.value.sentence


def test_a_sound_field_is_paired() -> None:
    assert len(pair_round(field()).pairs) == 2


def test_a_game_without_its_counterpart_is_refused() -> None:
    assert refused(field(with_round(2, 0, Past(0)))) == (
        "history_one_sided",
        "Player 1, round 1: opponent 2 has no game in that round.",
    )
    assert refused(field(with_round(4, 1, Past(0, 1, BLACK, played=True))))[1] == (
        "Player 2, round 2: opponent 4 played player 1 in that round."
    )
    assert refused(field(with_round(1, 0, Past(10, 9, WHITE, played=True))))[1] == (
        "Player 1, round 1: opponent 9 is not in the field."
    )
    assert refused(field(with_round(1, 0, Past(10, 2, WHITE))))[0] == "history_one_sided"
    assert refused(field(with_round(5, 1, Past(10, played=True))))[1] == "Player 5, round 2: the game has no opponent."


def test_nobody_is_his_own_opponent() -> None:
    code, sentence = refused(field(with_round(5, 1, Past(10, 5, WHITE, played=True))))
    assert (code, sentence) == ("history_oneself", "Player 5, round 2: a player cannot play themselves.")


def test_both_players_of_a_game_cannot_have_one_colour() -> None:
    code, sentence = refused(field(with_round(2, 0, Past(0, 1, WHITE, played=True))))
    assert (code, sentence) == (
        "history_colours",
        "Player 1, round 1: player 2 was also white. One must be black.",
    )
    assert refused(field(with_round(2, 0, Past(0, 1, None, played=True))))[0] == "history_colours"


def test_a_forfeited_game_may_have_no_colours() -> None:
    assert pair_round(field(with_round(3, 0, Past(0, 4)), with_round(4, 0, Past(10, 3)))).pairs


def test_a_bye_has_no_opponent() -> None:
    code, sentence = refused(field(with_round(5, 0, Past(10, 3, bye=True))))
    assert (code, sentence) == ("history_bye", "Player 5, round 1: a bye cannot have an opponent, a game or a colour.")


def test_histories_have_one_length() -> None:
    code, sentence = refused(field(DutchPlayer(5, GAMES[5][:1])))
    assert code == "history_length"
    assert sentence == (
        "Player 5 has a history of 1 rounds, others of 2. Record missed rounds as rounds without a game."
    )


def test_a_round_after_the_last_is_not_paired() -> None:
    code, sentence = refused(field(rounds=2))
    assert (code, sentence) == (
        "history_round",
        "The tournament has 2 rounds and 2 are finished; there is none left to pair.",
    )


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        (replace(field(), players=(DutchPlayer(1), DutchPlayer(1))), "Two players have number 1."),
        (replace(field(), players=(DutchPlayer(0), DutchPlayer(1))), "Player numbers start at 1, not 0."),
        (
            replace(field(), players=(DutchPlayer(1, rank=2), DutchPlayer(2))),
            "Two players have rank 2. Give each player a different rank.",
        ),
        (field(absent=frozenset({7})), "Player 7 is absent but not in the field."),
        (replace(field(), forbidden=frozenset({(2, 2)})), "Player 2 is listed as a forbidden opponent of themselves."),
        (field(with_round(3, 1, Past(10, bye=True)), with_round(1, 1, Past(0)), with_round(5, 1, Past(10, bye=True))),
         "Round 2 has a bye for players 3 and 5; only one bye is allowed."),
    ],
)  # fmt: skip
def test_other_contradictions_are_field_errors(broken: Field, sentence: str) -> None:
    code, found = refused(broken)
    assert (code, found[: len(sentence)]) == ("field_error", sentence)


def test_the_order_in_which_players_are_listed_does_not_matter() -> None:
    sound = field()
    turned = replace(sound, players=sound.players[::-1])
    mixed = replace(sound, players=(*sound.players[2:], *sound.players[:2]))
    found = pair_round(sound)
    for other in map(pair_round, (turned, mixed)):
        assert (other.pairs, other.bye) == (found.pairs, found.bye)
