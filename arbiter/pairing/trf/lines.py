"""The lines that pairing reads: players (001), rounds, first colour, points, byes, acceleration, forbidden pairs."""

import re

from arbiter.pairing.dutch.field import Points
from arbiter.pairing.trf.columns import (
    CELL_WIDTH,
    FIRST_CELL,
    FORFEITED,
    FREE_POINTS,
    PLAYED,
    POINTS,
    WITHOUT_OPPONENT,
    AbnormalRecord,
    AccelerationRecord,
    ByesRecord,
    Columns,
    ForbiddenRecord,
    InitialColourRecord,
    PlayerAccelerationRecord,
    PlayerRecord,
    PointsRecord,
    RoundCell,
    RoundsRecord,
    tenths,
)
from arbiter.pairing.violations import Colour
from arbiter.sentences import Sentence


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


def read_cell(columns: Columns, start: int) -> RoundCell:
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
        return RoundCell(opponent, Colour(colour), result)
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
    return RoundCell(0, None, result)


SYMBOLS_162 = frozenset("WDLAPX")
KINDS_299 = frozenset("WDLFHZ+-")
SYMBOLS_XXS = frozenset(["WW", "BW", "WD", "BD", "WL", "BL", "ZPB", "HPB", "FPB", "PAB", "FW", "FL", "W", "D"])


def read_rounds(columns: Columns) -> RoundsRecord:
    """142 or XXR."""
    numbers = columns.words(Sentence("The number of rounds"))
    if len(numbers) != 1:
        raise columns.error(5, "{code} needs exactly one number of rounds.", code=columns.text[:3])
    return RoundsRecord(numbers[0], columns.text[:3])


def read_initial_colour(columns: Columns) -> InitialColourRecord:
    """152."""
    word = columns.text[3:].strip().upper()
    if word not in ("W", "B"):
        raise columns.error(5, "152 needs W or B as the first colour, not {word}.", word=repr(word))
    return InitialColourRecord(Colour(word.lower()))


def read_configuration(columns: Columns) -> InitialColourRecord:
    """XXC: white1, black1 and rank."""
    colour, by_rank = None, False
    for match in re.finditer(r"\S+", columns.text[3:]):
        word = match.group().lower()
        if word in ("white1", "black1"):
            colour = Colour.WHITE if word == "white1" else Colour.BLACK
        elif word == "rank":
            by_rank = True
        else:
            raise columns.error(
                4 + match.start(), "XXC allows white1, black1 and rank, not {word}.", word=repr(match.group())
            )
    return InitialColourRecord(colour, "XXC", by_rank)


def read_points(columns: Columns) -> PointsRecord:
    """162: a symbol in column 6 and its points in 7 to 10, and so on every nine columns."""
    values: list[tuple[str, Points]] = []
    for start in range(6, len(columns.text.rstrip()) + 1, 9):
        symbol = columns.field(start, start).upper()
        if symbol not in SYMBOLS_162:
            raise columns.error(start, "162 allows the results W, D, L, A, P and X, not {symbol}.", symbol=repr(symbol))
        value = columns.points(start + 1, start + 4, Sentence("The number of points for {symbol}", symbol=symbol))
        if value is None:
            raise columns.error(start + 1, "The number of points for {symbol} is missing.", symbol=symbol)
        columns.blank(*range(start + 5, start + 9))
        values.append((symbol, value))
    return PointsRecord(tuple(values))


def read_points_xxs(columns: Columns) -> PointsRecord:
    """XXS: words such as WW=1.0."""
    values = []
    for match in re.finditer(r"\S+", columns.text[3:]):
        symbol, _, number = match.group().partition("=")
        if symbol.upper() not in SYMBOLS_XXS:
            raise columns.error(
                4 + match.start(),
                "XXS allows {known}, not {symbol}.",
                known=", ".join(sorted(SYMBOLS_XXS)),
                symbol=repr(symbol),
            )
        if not FREE_POINTS.fullmatch(number):
            raise columns.error(
                4 + match.start(),
                "XXS needs points such as {symbol}=1.0, not {word}.",
                symbol=symbol,
                word=repr(match.group()),
            )
        values.append((symbol.upper(), tenths(number)))
    return PointsRecord(tuple(values), "XXS")


def read_points_bb(columns: Columns) -> PointsRecord:
    """BBW, BBD, BBL, BBZ, BBF, BBU: one number each."""
    code, word = columns.text[:3], columns.text[3:].strip()
    if not POINTS.fullmatch(word):
        raise columns.error(5, "{code} needs points such as 1.0, not {word}.", code=code, word=repr(word))
    return PointsRecord(((code[2], tenths(word)),), code)


def read_abnormal(columns: Columns) -> AbnormalRecord:
    """299: the kind in column 5, points in 14 to 17 (a minus may stand in 13), the round in 20 to 22, players from 24."""
    kind = columns.field(5, 5).upper()
    if kind and kind not in KINDS_299:
        raise columns.error(
            5, "299 allows the results W, D, L, F, H, Z, + and -, or a blank, not {kind}.", kind=repr(kind)
        )
    columns.blank(4, 6, 12, 18, 19, 23)
    points = columns.points(13, 17, Sentence("The number of points"))
    if points is None:
        raise columns.error(14, "The number of points is missing (columns 14 to 17).")
    return AbnormalRecord(
        kind,
        points,
        round_number=columns.number(20, 22, Sentence("The round")) or 0,
        players=columns.numbers(24, Sentence("A player number")),
        match_points=columns.points(7, 11, Sentence("The number of match points")),
    )


def read_byes(columns: Columns) -> ByesRecord:
    """240: the kind in column 5, the round in 7 to 9, players from 11 on."""
    kind = columns.field(5, 5).upper()
    if kind not in ("F", "H", "Z"):
        raise columns.error(5, "240 allows byes of type F, H or Z, not {kind}.", kind=repr(kind))
    columns.blank(4, 6, 10)
    round_number = columns.needed(7, 9, Sentence("The round"), least=1)
    return ByesRecord(kind, round_number, columns.numbers(11, Sentence("A player number")))


def read_absent(columns: Columns) -> ByesRecord:
    """XXZ: who does not play in the next round."""
    return ByesRecord("Z", 0, columns.words(Sentence("A player number")), "XXZ")


def read_acceleration(columns: Columns) -> AccelerationRecord:
    """250: points in 10 to 13, rounds in 15 to 21, players in 23 to 31."""
    columns.blank(4, 9, 14, 18, 22, 27)
    points = columns.points(10, 13, Sentence("The number of fictitious points"))
    if points is None:
        raise columns.error(10, "The number of fictitious points is missing (columns 10 to 13).")
    return AccelerationRecord(
        points=points,
        first_round=columns.needed(15, 17, Sentence("The first round"), least=1),
        last_round=columns.needed(19, 21, Sentence("The last round"), least=1),
        first_player=columns.needed(23, 26, Sentence("The first player number"), least=1),
        last_player=columns.needed(28, 31, Sentence("The last player number"), least=1),
        match_points=columns.points(5, 8, Sentence("The number of match points")),
    )


def read_player_acceleration(columns: Columns) -> PlayerAccelerationRecord:
    """XXA: the player in 5 to 8, points every five columns from 10 on."""
    columns.blank(4, 9)
    points = []
    for start in range(10, len(columns.text.rstrip()) + 1, 5):
        points.append(columns.points(start, start + 3, Sentence("The number of fictitious points")) or 0)
    return PlayerAccelerationRecord(columns.needed(5, 8, Sentence("The player number"), least=1), tuple(points))


def read_forbidden(columns: Columns) -> ForbiddenRecord:
    """260: rounds in 5 to 11, players from 13 on."""
    columns.blank(4, 8, 12)
    first = columns.needed(5, 7, Sentence("The first round"), least=1)
    last = columns.needed(9, 11, Sentence("The last round"), least=1)
    players = columns.numbers(13, Sentence("A player number"))
    if len(players) < 2:
        raise columns.error(13, "260 must name at least two players.")
    return ForbiddenRecord(players, first, last)


def read_forbidden_xxp(columns: Columns) -> ForbiddenRecord:
    """XXP: players who never meet."""
    players = columns.words(Sentence("A player number"))
    if len(players) < 2:
        raise columns.error(5, "XXP must name at least two players.")
    return ForbiddenRecord(players, code="XXP")
