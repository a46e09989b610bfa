"""The line of a player, 001: fixed columns, then ten for each round."""

from __future__ import annotations

from arbiter.pairing.colours import Colour
from arbiter.pairing.trf.columns import Columns, fitted, points_text
from arbiter.pairing.trf.records import FORFEITED, PLAYED, WITHOUT_OPPONENT, Cell, PlayerRecord
from arbiter.sentences import Sentence

FIRST_CELL = 92
CELL_WIDTH = 10


def read_player(columns: Columns) -> PlayerRecord:
    """A player's line; TrfError names the column that is wrong."""
    columns.blank(4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91)
    points = columns.points(81, 84, Sentence("The number of points"))
    if points is None:
        raise columns.error(81, "The number of points is missing (columns 81 to 84).")
    starts = range(FIRST_CELL, len(columns.text.rstrip()) + 1, CELL_WIDTH)
    return PlayerRecord(
        number=columns.needed(5, 8, Sentence("The starting number"), least=1),
        sex=columns.field(10, 10),
        title=columns.field(11, 13),
        name=columns.field(15, 47),
        rating=columns.number(49, 52, Sentence("The rating")),
        federation=columns.field(54, 56),
        fide_number=columns.field(58, 68),
        birth=columns.field(70, 79),
        points=points,
        rank=columns.number(86, 89, Sentence("The rank")),
        cells=tuple(read_cell(columns, start) for start in starts),
    )


def read_cell(columns: Columns, start: int) -> Cell:
    """One round; what cannot be is refused: a result without an opponent, a game without a colour."""
    round_number = (start - FIRST_CELL) // CELL_WIDTH + 1
    columns.blank(start + 4, start + 6, start + 8, start + 9)
    opponent = columns.number(start, start + 3, Sentence("The opponent in round {round}", round=round_number)) or 0
    colour, result = columns.field(start + 5, start + 5).lower(), columns.field(start + 7, start + 7).upper()
    if opponent:
        if colour not in ("w", "b"):
            raise columns.error(
                start + 5,
                "Round {round} against {opponent} needs the colour w or b, not {colour}.",
                round=round_number,
                opponent=opponent,
                colour=repr(colour),
            )
        if result and result not in PLAYED | FORFEITED:
            raise columns.error(
                start + 7,
                "The result of round {round} against {opponent} must be 1, =, 0, W, D, L, + or -, not {result}.",
                round=round_number,
                opponent=opponent,
                result=repr(result),
            )
        return Cell(opponent, Colour(colour), result)
    if colour not in ("", "-"):
        raise columns.error(
            start + 5,
            "Round {round} has no opponent, so its colour must be -, not {colour}.",
            round=round_number,
            colour=repr(colour),
        )
    if result and result not in WITHOUT_OPPONENT:
        raise columns.error(
            start + 7,
            "Round {round} has no opponent, so its result must be H, F, U, Z, + or -, not {result}.",
            round=round_number,
            result=repr(result),
        )
    return Cell(0, None, result)


def write_player(player: PlayerRecord) -> str:
    """The line of a player. Raises DoesNotFit when a value is too long for its columns."""
    rating = "" if player.rating is None else str(player.rating)
    rank = "" if player.rank is None else str(player.rank)
    fields = [
        fitted("001", 4, Sentence("the code")),
        fitted(str(player.number), -4, Sentence("the starting number")),
        " ",
        fitted(player.sex, 1, Sentence("the sex")),
        fitted(player.title, -3, Sentence("the title")),
        " ",
        fitted(player.name, 34, Sentence("the name")),
        fitted(rating, -4, Sentence("the rating")),
        " ",
        fitted(player.federation, 4, Sentence("the federation")),
        fitted(player.fide_number, -11, Sentence("the FIDE number")),
        " ",
        fitted(player.birth, 11, Sentence("the date of birth")),
        fitted(points_text(player.points), -4, Sentence("the number of points")),
        " ",
        fitted(rank, -4, Sentence("the rank")),
        *map(write_cell, player.cells),
    ]
    return "".join(fields).rstrip()


def write_cell(cell: Cell) -> str:
    """The ten columns of a round, two blanks first."""
    if cell.is_blank:
        return " " * CELL_WIDTH
    opponent = fitted(str(cell.opponent), -4, Sentence("an opponent")) if cell.opponent else "0000"
    return f"  {opponent} {cell.colour.value if cell.colour else '-'} {cell.result or ' '}"
