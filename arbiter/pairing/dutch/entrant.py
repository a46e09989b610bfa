"""What pairing a round needs to know of each player, worked out once from the past (C.04.3, article 1)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum

from arbiter.pairing.colours import Colour
from arbiter.pairing.dutch.field import Field, Player, Points


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
        """Sorts by 1.2."""
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


def float_of(field: Field, players: dict[int, Player], player: Player, round_index: int) -> Float:
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


def has_entered(field: Field, player: Player) -> bool:
    """Whether a player is there now or was paired before. Who has not come yet has no final number (C.04.2, 2)."""
    return player.number not in field.absent or any(past.bye or past.opponent is not None for past in player.past)


def entrant(field: Field, players: dict[int, Player], player: Player, done: int, turn: int) -> Entrant:
    """One player as the pairing of the round after `done` rounds sees him."""
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
        may_have_bye=not any(
            past.bye or (not past.played and past.points >= field.points_like_a_win) for past in player.past
        ),
        is_topscorer=is_last_round and 2 * player.points(done) > field.win * done,
        rank=player.rank,
    )
