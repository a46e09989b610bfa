"""A line of a file of records, held against the rules; and the rows that make of it an imported game."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

import engine
from accounts.names import name_key
from engine.record import Record, canonical, digest, parse_record, verify
from games.models import FinishedSet, Game, GameImport, Seat, Status, Tenure, Visibility
from games.play import facts
from games.play.starts import start_from

LONGEST_LINE = 200_000
TITLE = 60


class Refused(Exception):
    """A line that is no record of a finished game. `code` is stable, `reason` a sentence."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(code, reason)
        self.code, self.reason = code, reason


@dataclass(frozen=True, slots=True)
class Brought:
    """A record that holds true, and everything that it tells in order."""

    record: Record
    entries: Sequence[engine.Entry]


def read_line(line: bytes) -> Brought:
    """Raises Refused."""
    if len(line) > LONGEST_LINE:
        raise Refused("too_long", f"The line is longer than {LONGEST_LINE} bytes.")
    try:
        record = parse_record(_unwrapped(line.decode()))
        plain = json.dumps(record.to_json(), ensure_ascii=False)
        plain.encode()
        if "\\u0000" in plain:
            raise Refused("characters", "The record has a character that cannot be kept.")
        if record.result is None:
            raise Refused("not_finished", "The game of the record is not finished.")
        told: list[engine.Entry] = []
        verify(record, told)
        return Brought(record, told)
    except engine.EngineError as error:
        raise Refused(error.code, error.sentence) from None
    except UnicodeError:
        raise Refused("encoding", "The line is not text in UTF-8.") from None
    except RecursionError:
        raise Refused("malformed", "The line has too many brackets.") from None


def _unwrapped(text: str) -> str:
    """The record in a line of a dump (`games.dumps`), which has the hash that it says; another line as it is."""
    with suppress(ValueError):
        whole = json.loads(text)
        if isinstance(whole, dict) and "record" in whole:
            if not isinstance(whole["record"], dict) or digest(whole["record"]) != whole.get("sha256"):
                raise Refused("hash", "The record does not have the hash of its line.")
            return canonical(whole["record"])
    return text


def write_games(brought: Sequence[Brought], source: GameImport | None, at: datetime) -> list[Game]:
    """Make the games, in a transaction of the caller: eight statements, however many there are."""
    games: list[Game] = Game.objects.bulk_create([_game(one.record, source, at) for one in brought])
    pairs = list(zip(games, brought, strict=True))
    seats = Seat.objects.bulk_create(Seat(game=game, index=index) for game in games for index in range(game.players))
    names = (name for one in brought for name in one.record.seats)
    Tenure.objects.bulk_create(
        Tenure(seat=seat, name=name, since=at, summed=True) for seat, name in zip(seats, names, strict=True)
    )
    FinishedSet.objects.bulk_create(
        FinishedSet(game=game, name=name, edition=one.record.options.edition, over_at=at)
        for game, one in pairs
        for name in one.record.options.sets
    )
    facts.write(_facts(game, one) for game, one in pairs)
    return games


def _game(record: Record, source: GameImport | None, at: datetime) -> Game:
    assert record.result is not None
    return Game(
        title=", ".join(record.seats)[:TITLE],
        status=Status.IMPORTED,
        visibility=Visibility.PUBLIC,
        options=record.options.to_dict(),
        pace_base=timedelta(),
        seats_given=True,
        secret=b"",
        start=start_from(record),
        rules_version=record.rules_version,
        version=len(record.moves),
        ply=len(record.moves),
        is_silent=True,
        result=record.result.to_json(),
        created_at=at,
        started_at=at,
        finished_at=at,
        imported=source,
    )


def _facts(game: Game, one: Brought) -> facts.Facts:
    names = [name_key(name) for name in one.record.seats]
    return facts.facts_of(game, one.entries, len(one.record.moves), [None] * len(names), names)
