"""What the Dutch system is given: the players with their past rounds. Points are whole tenths."""

from collections import Counter
from dataclasses import dataclass
from enum import Enum, IntEnum

from arbiter.errors import (
    ByeWithOpponent,
    FieldError,
    MetOneself,
    NoRoundLeft,
    OneSidedGame,
    SameColour,
    UnequalHistories,
)
from arbiter.pairing.violations import Colour

Points = int
"""Tenths of a point: a win is usually 10, a draw 5."""


@dataclass(frozen=True, slots=True)
class Past:
    points: Points
    opponent: int | None = None
    colour: Colour | None = None
    played: bool = False  # over the board; a forfeited game was not played
    bye: bool = False  # allocated by the pairing
    beside: Points = 0  # bonus and penalty points of the round: part of the score, not of the result


@dataclass(frozen=True, slots=True)
class DutchPlayer:
    """A player by tournament pairing number (TPN, 1.1) with all past rounds, the first one first.

    `rank` is for files whose players go by numbers of another order: it takes the number's place wherever rules compare.
    """

    number: int
    past: tuple[Past, ...] = ()
    acceleration: tuple[Points, ...] = ()  # fictitious points by round, the round to be paired included
    rank: int = 0  # 0: as the number

    def points(self, rounds: int | None = None) -> Points:
        return sum(past.points + past.beside for past in self.past[:rounds])

    def pairing_score(self, rounds: int) -> Points:
        """The score that counts when the round after `rounds` rounds is paired."""
        extra = self.acceleration[rounds] if rounds < len(self.acceleration) else 0
        return self.points(rounds) + extra


@dataclass(frozen=True, slots=True)
class Field:
    """A tournament before a round. Absent players keep their past, but are not paired."""

    players: tuple[DutchPlayer, ...]
    rounds: int  # of the whole tournament: the last one has topscorers
    initial: Colour = Colour.WHITE  # drawn by lot before round 1 (5.1)
    absent: frozenset[int] = frozenset()
    forbidden: frozenset[tuple[int, int]] = frozenset()  # pairs the organiser forbids, smaller number first
    win: Points = 10
    loss: Points = 0
    least_win: Points | None = None  # where a win with one colour gives less than `win`
    fixed: tuple[tuple[int, int], ...] = ()  # pairs of this round that stand already, white first

    @property
    def points_like_a_win(self) -> Points:
        """What bars from the bye when it was got without playing (C2): as many points as a win gives."""
        return self.win if self.least_win is None else self.least_win

    @property
    def done(self) -> int:
        return max((len(player.past) for player in self.players), default=0)


class Strength(IntEnum):
    """How strong a colour preference is (1.7)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class Float(Enum):
    """What a round was to a player's score group (1.4)."""

    NONE = ""
    DOWN = "down"
    UP = "up"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player to be paired, in the order of 1.2: by score, then by number."""

    number: int
    score: Points
    turn: int = 1  # place by number among those who have entered the tournament so far
    met: frozenset[int] = frozenset()
    difference: int = 0  # games with white minus games with black (1.6)
    preference: Colour | None = None
    strength: Strength = Strength.NONE
    colours: tuple[Colour, ...] = ()  # of the games played, the first one first
    floats: tuple[Float, Float] = (Float.NONE, Float.NONE)  # one and two rounds ago
    unplayed: int = 0
    may_have_bye: bool = True
    is_topscorer: bool = False
    rank: int = 0  # 0: as the number

    @property
    def order(self) -> tuple[int, int]:
        return -self.score, self.rank or self.number

    @property
    def is_absolute(self) -> bool:
        """Whether the colour preference is absolute (1.7.1)."""
        return self.strength is Strength.ABSOLUTE


def colour_preference(colours: tuple[Colour, ...]) -> tuple[Colour | None, Strength]:
    """The colour a player is due and how strongly (1.7); rounds without a game do not count."""
    if not colours:
        return None, Strength.NONE
    difference = colour_difference(colours)
    if abs(difference) > 1:
        return (Colour.BLACK if difference > 0 else Colour.WHITE), Strength.ABSOLUTE
    if len(colours) > 1 and colours[-1] is colours[-2]:
        return colours[-1].other, Strength.ABSOLUTE
    if difference:
        return (Colour.BLACK if difference > 0 else Colour.WHITE), Strength.STRONG
    return colours[-1].other, Strength.MILD


def colour_difference(colours: tuple[Colour, ...]) -> int:
    """Games with white minus games with black (1.6)."""
    return sum(1 if colour is Colour.WHITE else -1 for colour in colours)


def float_of(field: Field, players: dict[int, DutchPlayer], player: DutchPlayer, round_index: int) -> Float:
    """The float a round gave to a player (1.4.2 to 1.4.4); an absence without points gives none."""
    if not 0 <= round_index < len(player.past):
        return Float.NONE
    past = player.past[round_index]
    if not past.played:
        return Float.DOWN if past.bye or past.points > field.loss else Float.NONE
    mine, theirs = player.pairing_score(round_index), players[past.opponent or 0].pairing_score(round_index)
    if mine == theirs:
        return Float.NONE
    return Float.DOWN if mine > theirs else Float.UP


def entrants_of(field: Field) -> list[Entrant]:
    """Everybody who is there for the next round, in the order of 1.2; the field has been checked (`histories`)."""
    players = {player.number: player for player in field.players}
    done = field.done
    entered = [player for player in field.players if has_entered(field, player)]
    entered.sort(key=lambda player: player.rank or player.number)
    turns = {player.number: turn for turn, player in enumerate(entered, start=1)}
    present = [player for player in field.players if player.number not in field.absent]
    found = (entrant(field, players, player, done, turns[player.number]) for player in present)
    return sorted(found, key=lambda entrant: entrant.order)


def has_entered(field: Field, player: DutchPlayer) -> bool:
    """Whether a player is there now or was paired before. Who has not come yet has no final number (C.04.2, 2)."""
    return player.number not in field.absent or any(past.bye or past.opponent is not None for past in player.past)


def entrant(field: Field, players: dict[int, DutchPlayer], player: DutchPlayer, done: int, turn: int) -> Entrant:
    games = [past for past in player.past if past.played]
    colours = tuple(past.colour for past in games if past.colour)
    preference, strength = colour_preference(colours)
    is_last_round = done + 1 == field.rounds
    return Entrant(
        number=player.number,
        score=player.pairing_score(done),
        turn=turn,
        met=frozenset(past.opponent for past in games if past.opponent is not None),
        difference=colour_difference(colours),
        preference=preference,
        strength=strength,
        colours=colours,
        floats=(
            float_of(field, players, player, done - 1),
            float_of(field, players, player, done - 2),
        ),
        unplayed=done - len(games),
        may_have_bye=not any(bars_from_bye(field, past) for past in player.past),
        is_topscorer=is_last_round and 2 * player.points(done) > field.win * done,
        rank=player.rank,
    )


def bars_from_bye(field: Field, past: Past) -> bool:
    """Whether a round was a bye, or gave as much as a win without a game (C2)."""
    return past.bye or (not past.played and past.points >= field.points_like_a_win)


Players = dict[int, DutchPlayer]


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
    for index in range(field.done):
        byes = sorted(player.number for player in field.players if player.past[index].bye)
        if len(byes) > 1:
            pattern = "Round {round} has a bye for players {one} and {other}; only one bye is allowed."
            raise FieldError(pattern, round=index + 1, one=byes[0], other=byes[1])
