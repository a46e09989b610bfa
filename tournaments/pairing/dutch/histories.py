"""Whether the players' histories tell one story: every game stands in both, and every round in all of them."""

from __future__ import annotations

from collections import Counter

from tournaments.errors import (
    ByeWithOpponent,
    FieldError,
    MetOneself,
    NoRoundLeft,
    OneSidedGame,
    SameColour,
    UnequalHistories,
)
from tournaments.pairing.dutch.field import Field, Past, Player

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
        raise FieldError(f"Two players have the number {min(doubled)}.")
    if any(number < 1 for number in players):
        raise FieldError(f"Players are numbered from 1, not {min(players)}.")
    ranks = Counter(one.rank or one.number for one in field.players)
    if shared := [rank for rank, count in ranks.items() if count > 1]:
        raise FieldError(f"Two players have the rank {min(shared)}; ranks settle every order, so they are given once.")
    if unknown := field.absent - players.keys():
        raise FieldError(f"Player {min(unknown)} is absent but not in the field.")
    for one, other in sorted(field.forbidden):
        if one == other:
            raise FieldError(f"Player {one} is forbidden to meet himself; nobody does.")
    seated = [number for pair in field.fixed for number in pair]
    for number in sorted(seated):
        if number not in players or number in field.absent:
            raise FieldError(f"A fixed pair names player {number}, who is not there for this round.")
        if seated.count(number) > 1:
            raise FieldError(f"Player {number} is in two fixed pairs.")


def check_rounds(field: Field) -> None:
    """All histories have the same rounds, and one is left to be paired."""
    for player in sorted(field.players, key=lambda player: player.number):
        if len(player.past) != field.done:
            raise UnequalHistories(
                f"Player {player.number} has a history of {len(player.past)} rounds, others one of {field.done}; "
                "a round somebody missed is one without a game."
            )
    if field.done >= field.rounds:
        raise NoRoundLeft(
            f"The tournament has {field.rounds} rounds, and {field.done} are behind; none is left to pair."
        )


def check_past(players: Players, number: int, index: int, past: Past) -> None:
    """One round of one player, beside the same round of the opponent."""
    who = f"Player {number}, round {index + 1}"
    if past.bye and (past.opponent is not None or past.played or past.colour):
        raise ByeWithOpponent(f"{who}: a bye has no opponent, no game and no colour.")
    if past.opponent is None:
        if past.played or past.colour:
            raise OneSidedGame(f"{who}: a game without an opponent.")
        return
    if past.opponent == number:
        raise MetOneself(f"{who}: nobody meets himself.")
    if past.opponent not in players:
        raise OneSidedGame(f"{who}: the opponent is player {past.opponent}, who is not in the field.")
    answer = players[past.opponent].past[index]
    if answer.opponent != number:
        met = "nobody" if answer.opponent is None else f"player {answer.opponent}"
        raise OneSidedGame(f"{who}: the opponent is player {past.opponent}, who met {met}.")
    if answer.played != past.played:
        raise OneSidedGame(f"{who}: the game against player {past.opponent} was played by one of them only.")
    if past.colour is answer.colour and (past.colour or past.played):
        colour = past.colour.name.lower() if past.colour else "no colour"
        raise SameColour(f"{who}: player {past.opponent} had {colour}, too; one is white, the other black.")
    if past.played and not (past.colour and answer.colour):
        raise SameColour(f"{who}: a game played gives both a colour; one is white, the other black.")


def check_byes(field: Field) -> None:
    """A round has one bye at most."""
    for index in range(field.done):
        byes = sorted(player.number for player in field.players if player.past[index].bye)
        if len(byes) > 1:
            raise FieldError(f"Round {index + 1} has a bye for players {byes[0]} and {byes[1]}; a round has one.")
