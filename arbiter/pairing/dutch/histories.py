"""Whether the players' histories tell one story: every game stands in both, and every round in all of them."""

from __future__ import annotations

from collections import Counter

from arbiter.errors import (
    ByeWithOpponent,
    FieldError,
    MetOneself,
    NoRoundLeft,
    OneSidedGame,
    SameColour,
    UnequalHistories,
)
from arbiter.pairing.colours import Colour
from arbiter.pairing.dutch.field import Field, Past, Player

Players = dict[int, Player]


def check(field: Field) -> None:
    """Raise a FieldError for the first contradiction, by player and round; nothing is paired on top of one."""
    players = {player.number: player for player in field.players}
    check_numbers(field, players)
    check_rounds(field)
    for number, player in sorted(players.items()):
        for index, past in enumerate(player.past):
            check_past(players, number, index, past)
    check_byes(field)


def check_numbers(field: Field, players: Players) -> None:
    """Everybody has a number and a rank of his own, and who is absent or kept apart is there at all."""
    doubled = [number for number, count in Counter(one.number for one in field.players).items() if count > 1]
    if doubled:
        raise FieldError("Two players have number {number}.", number=min(doubled))
    if any(number < 1 for number in players):
        raise FieldError("Player numbers start at 1, not {number}.", number=min(players))
    ranks = Counter(one.rank or one.number for one in field.players)
    if shared := [rank for rank, count in ranks.items() if count > 1]:
        pattern = "Two players have rank {rank}. Give each player a different rank."
        raise FieldError(pattern, rank=min(shared))
    if unknown := field.absent - players.keys():
        raise FieldError("Player {player} is absent but not in the field.", player=min(unknown))
    for one, other in sorted(field.forbidden):
        if one == other:
            raise FieldError("Player {player} is listed as a forbidden opponent of themselves.", player=one)
    seated = [number for pair in field.fixed for number in pair]
    for number in sorted(seated):
        if number not in players or number in field.absent:
            raise FieldError("Player {player} is in a fixed pair but not available for this round.", player=number)
        if seated.count(number) > 1:
            raise FieldError("Player {player} is in two fixed pairs.", player=number)


def check_rounds(field: Field) -> None:
    """All histories have the same rounds, and one is left to be paired."""
    for player in sorted(field.players, key=lambda player: player.number):
        if len(player.past) != field.done:
            raise UnequalHistories(
                "Player {player} has a history of {rounds} rounds, others of {others}. Record missed rounds as "
                "rounds without a game.",
                player=player.number,
                rounds=len(player.past),
                others=field.done,
            )
    if field.done >= field.rounds:
        raise NoRoundLeft(
            "The tournament has {rounds} rounds and {done} are finished; there is none left to pair.",
            rounds=field.rounds,
            done=field.done,
        )


def check_past(players: Players, number: int, index: int, past: Past) -> None:
    """One round of one player, beside the same round of the opponent."""
    where = {"player": number, "round": index + 1}
    if past.bye and (past.opponent is not None or past.played or past.colour):
        raise ByeWithOpponent(
            "Player {player}, round {round}: a bye cannot have an opponent, a game or a colour.", **where
        )
    if past.opponent is None:
        if past.played or past.colour:
            raise OneSidedGame("Player {player}, round {round}: the game has no opponent.", **where)
        return
    if past.opponent == number:
        raise MetOneself("Player {player}, round {round}: a player cannot play themselves.", **where)
    where["opponent"] = past.opponent
    if past.opponent not in players:
        pattern = "Player {player}, round {round}: opponent {opponent} is not in the field."
        raise OneSidedGame(pattern, **where)
    check_answer(players[past.opponent].past[index], past, where)


def check_answer(answer: Past, past: Past, where: dict[str, int]) -> None:
    """The opponent's side of a game: the same game, and the other colour."""
    if answer.opponent is None:
        pattern = "Player {player}, round {round}: opponent {opponent} has no game in that round."
        raise OneSidedGame(pattern, **where)
    if answer.opponent != where["player"]:
        pattern = "Player {player}, round {round}: opponent {opponent} played player {other} in that round."
        raise OneSidedGame(pattern, **where, other=answer.opponent)
    if answer.played != past.played:
        pattern = (
            "Player {player}, round {round}: only one of the two is recorded as having played against player "
            "{opponent}."
        )
        raise OneSidedGame(pattern, **where)
    if past.colour and past.colour is answer.colour:
        if past.colour is Colour.WHITE:
            pattern = "Player {player}, round {round}: player {opponent} was also white. One must be black."
        else:
            pattern = "Player {player}, round {round}: player {opponent} was also black. One must be white."
        raise SameColour(pattern, **where)
    if past.played and not (past.colour and answer.colour):
        pattern = "Player {player}, round {round}: in a played game one player is white and the other black."
        raise SameColour(pattern, **where)


def check_byes(field: Field) -> None:
    """A round has one bye at most."""
    for index in range(field.done):
        byes = sorted(player.number for player in field.players if player.past[index].bye)
        if len(byes) > 1:
            pattern = "Round {round} has a bye for players {one} and {other}; only one bye is allowed."
            raise FieldError(pattern, round=index + 1, one=byes[0], other=byes[1])
