"""Whether the lines of a file agree with each other; what does not is refused by line, column, player and round."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.errors import TrfError
from arbiter.pairing.trf.columns import (
    AbnormalRecord,
    ByesRecord,
    Cell,
    ForbiddenRecord,
    PlayerAccelerationRecord,
    PlayerRecord,
    RoundsRecord,
    points_text,
)
from arbiter.pairing.trf.document import Document
from arbiter.pairing.trf.lines import CELL_WIDTH, FIRST_CELL
from arbiter.pairing.trf.points import scoring
from arbiter.sentences import Said, Sentence

ANSWERS = {"1": "0", "0": "10=", "=": "=0", "W": "L", "L": "WL", "D": "D", "+": "-", "-": "+-", "": ""}
"""Which results an opponent may have: both may lose, not both win."""

Roster = dict[int, tuple[int, PlayerRecord]]


def check(document: Document) -> None:
    """Raise TrfError for the first contradiction, from the top of the file."""
    roster: Roster = {}
    for line, player in document.players():
        if player.number in roster:
            raise TrfError(
                line,
                5,
                "Player {player} is already listed in line {other_line}.",
                player=player.number,
                other_line=roster[player.number][0],
            )
        roster[player.number] = line, player
    if not roster:
        raise TrfError(max(1, len(document.lines)), 0, "The file has no players. Player lines begin with 001.")
    for line, player in roster.values():
        for round_number, cell in enumerate(player.cells, start=1):
            check_cell(roster, line, player, round_number, cell)
    check_missing_cells(roster)
    check_byes(roster)
    check_other_lines(document, roster)
    check_points(document, roster)


def check_cell(roster: Roster, line: int, player: PlayerRecord, round_number: int, cell: Cell) -> None:
    """A game stands in both players' lines, with opposite colours and results that go together."""
    column = FIRST_CELL + CELL_WIDTH * (round_number - 1)
    who = Sentence("Player {player}, round {round}", player=player.number, round=round_number)
    if not cell.opponent:
        return
    if cell.opponent == player.number:
        raise TrfError(line, column, "{who}: a player cannot play themselves.", who=who)
    if cell.opponent not in roster:
        raise TrfError(line, column, "{who}: player {opponent} does not exist.", who=who, opponent=cell.opponent)
    other_line, opponent = roster[cell.opponent]
    answer = opponent.cell(round_number)
    if answer.is_blank:
        return  # the other player's line has a hole; it is reported there
    if answer.opponent != player.number:
        where: dict[str, Said] = {"who": who, "opponent": cell.opponent, "other_line": other_line}
        if not answer.opponent:
            pattern = "{who}: opponent {opponent} has no game according to line {other_line}."
            raise TrfError(line, column, pattern, **where)
        pattern = "{who}: opponent {opponent} played player {met} according to line {other_line}."
        raise TrfError(line, column, pattern, **where, met=answer.opponent)
    if answer.colour is cell.colour and cell.colour:
        raise TrfError(
            line,
            column + 5,
            "{who}: player {opponent} also has colour {colour} (line {other_line}).",
            who=who,
            opponent=cell.opponent,
            colour=cell.colour.value,
            other_line=other_line,
        )
    if answer.result not in ANSWERS[cell.result] and not (cell.result == "" == answer.result):
        raise TrfError(
            line,
            column + 7,
            "{who}: result {result} does not match {answer} of player {opponent} (line {other_line}).",
            who=who,
            result=repr(cell.result),
            answer=repr(answer.result),
            opponent=cell.opponent,
            other_line=other_line,
        )


def check_missing_cells(roster: Roster) -> None:
    """Who is named as an opponent has the game in his own line."""
    for number, (_, player) in roster.items():
        for round_number, cell in enumerate(player.cells, start=1):
            if not cell.opponent:
                continue
            line, opponent = roster[cell.opponent]
            if opponent.cell(round_number).is_blank:
                raise TrfError(
                    line,
                    FIRST_CELL + CELL_WIDTH * (round_number - 1),
                    "Player {player}, round {round}: the game against player {number} is missing.",
                    player=opponent.number,
                    round=round_number,
                    number=number,
                )


def check_byes(roster: Roster) -> None:
    """A round has one bye at most."""
    seen: dict[int, int] = {}
    for line, player in roster.values():
        for round_number, cell in enumerate(player.cells, start=1):
            if not cell.is_bye:
                continue
            if round_number in seen:
                raise TrfError(
                    line,
                    FIRST_CELL + CELL_WIDTH * (round_number - 1) + 7,
                    "Player {player}, round {round}: player {other} already has the bye.",
                    player=player.number,
                    round=round_number,
                    other=seen[round_number],
                )
            seen[round_number] = player.number


def check_other_lines(document: Document, roster: Roster) -> None:
    """Lines that name players name those there are, and the rounds recorded are not more than there are."""
    for line, record in enumerate((entry.record for entry in document.lines), start=1):
        for number in named_players(record):
            if number not in roster:
                raise TrfError(line, 5, "Player {number} does not exist.", number=number)
        if isinstance(record, RoundsRecord):
            recorded = max((len(player.cells) for _, player in roster.values()), default=0)
            if record.count < recorded:
                raise TrfError(
                    line,
                    5,
                    "The tournament has {count} rounds, but {recorded} are recorded.",
                    count=record.count,
                    recorded=recorded,
                )


def named_players(record: object) -> Iterator[int]:
    """The players that a line other than 001 names."""
    if isinstance(record, ByesRecord | ForbiddenRecord | AbnormalRecord):
        yield from record.players
    elif isinstance(record, PlayerAccelerationRecord):
        yield record.player


def check_points(document: Document, roster: Roster) -> None:
    """Columns 81 to 84 are the sum of the rounds; a bye of the next round (240) may be counted already or not."""
    known = scoring(document)
    recorded = max((len(player.cells) for _, player in roster.values()), default=0)
    ahead = {
        number: known.of(number, recorded + 1, Cell(result=record.kind))
        for record in document.records
        if isinstance(record, ByesRecord) and record.round_number == recorded + 1
        for number in record.players
    }
    for line, player in roster.values():
        worth = [
            (index, known.of(player.number, index, player.cell(index)) + known.beside(player.number, index))
            for index in range(1, recorded + 1)
        ]
        total = sum(points for _, points in worth)
        if player.points not in (total, total + ahead.get(player.number, 0)):
            rounds = tuple(
                Sentence("{points} in round {round}", points=points_text(points), round=index)
                for index, points in worth
                if points
            )
            raise TrfError(
                line,
                81,
                "Player {player} has {points} points, but the rounds give {total} ({rounds}).",
                player=player.number,
                points=points_text(player.points),
                total=points_text(total),
                rounds=rounds or "0",
            )
