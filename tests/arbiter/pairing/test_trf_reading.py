"""Reading and writing tournament reports: the same text comes back, and bad lines are refused where they are bad."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.errors import DoesNotFit, TrfError
from arbiter.pairing.trf.columns import (
    AbnormalRecord,
    AccelerationRecord,
    ByesRecord,
    ForbiddenRecord,
    InitialColourRecord,
    PlayerAccelerationRecord,
    PlayerRecord,
    PointsRecord,
    Record,
    RoundCell,
    RoundsRecord,
    TextRecord,
)
from arbiter.pairing.trf.document import Document, Reading, read, write
from arbiter.pairing.violations import Colour

DATA = Path(__file__).resolve().parent.parent / "data"
FILES = sorted(DATA.glob("dutch/*.trf")) + sorted(DATA.glob("trf-cases/*.trf")) + sorted(DATA.glob("trf-cases/*.input"))
PLAYER = (
    "001    1 m GM Mirzoev Azer                      2527 AZE    13400304 1978/00/00  4.0    1    26 w 1    13 b 1"
    "     8 w 1     4 b 1"
)


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def test_every_file_comes_back_as_it_was() -> None:
    """Byte for byte, whatever its line ends: CR, LF or both."""
    assert len(FILES) == 119
    for path in FILES:
        assert write(read(text_of(path), Reading.LENIENT)) == text_of(path), path.name


def test_players_are_written_as_they_were_read_without_their_source() -> None:
    """The writer itself makes the columns; in these files it makes the very same ones."""
    for path in FILES:
        if path.parent.name == "dutch":
            records = read(text_of(path)).records
            assert write(Document.of(records)).split("\n") == text_of(path).split("\n"), path.name


def test_a_player_line_is_read_by_its_columns() -> None:
    (record,) = read(PLAYER).records
    assert record == PlayerRecord(
        number=1,
        sex="m",
        title="GM",
        name="Mirzoev Azer",
        rating=2527,
        federation="AZE",
        fide_number="13400304",
        birth="1978/00/00",
        points=40,
        rank=1,
        cells=(
            RoundCell(26, Colour.WHITE, "1"),
            RoundCell(13, Colour.BLACK, "1"),
            RoundCell(8, Colour.WHITE, "1"),
            RoundCell(4, Colour.BLACK, "1"),
        ),
    )


def test_a_changed_record_is_written_anew_and_the_others_stay() -> None:
    document = read("012 Cup\r" + PLAYER + "\r###  my  comment\r")
    line = document.lines[1]
    assert isinstance(line.record, PlayerRecord)
    changed = replace(line.record, points=50, cells=(*line.record.cells, RoundCell(7, Colour.WHITE, "1")))
    lines = (document.lines[0], replace(line, record=changed), document.lines[2])
    expected = PLAYER.replace(" 4.0 ", " 5.0 ") + "     7 w 1"
    assert write(Document(lines)) == "012 Cup\r" + expected + "\r###  my  comment\r"


TRF26 = [
    ("142 9", RoundsRecord(9)),
    ("XXR 9", RoundsRecord(9, "XXR")),
    ("152 B", InitialColourRecord(Colour.BLACK)),
    ("XXC white1", InitialColourRecord(Colour.WHITE, "XXC")),
    ("XXC rank black1", InitialColourRecord(Colour.BLACK, "XXC", by_rank=True)),
    ("162  W 3.0    D 1.0    P 1.5", PointsRecord((("W", 30), ("D", 10), ("P", 15)))),
    ("XXS WW=3.0 PAB=1.5", PointsRecord((("WW", 30), ("PAB", 15)), "XXS")),
    ("BBU  1.5", PointsRecord((("U", 15),), "BBU")),
    ("299 W         2.0  003    1   12", AbnormalRecord("W", 20, 3, (1, 12))),
    ("299    -2.0 -11.5  000", AbnormalRecord("", -115, match_points=-20)),
    ("XXS BW=1.5 WL=0.0", PointsRecord((("BW", 15), ("WL", 0)), "XXS")),
    ("240 H   3   26   47", ByesRecord("H", 3, (26, 47))),
    ("XXZ 22 28 43", ByesRecord("Z", 0, (22, 28, 43), "XXZ")),
    ("250       1.0   4   6    1   90", AccelerationRecord(10, 4, 6, 1, 90)),
    ("XXA   12  1.0  0.5  0.0", PlayerAccelerationRecord(12, (10, 5, 0))),
    ("260   1   2  125  180  184", ForbiddenRecord((125, 180, 184), 1, 2)),
    ("XXP 3 7", ForbiddenRecord((3, 7), code="XXP")),
    ("192 FIDE_DUTCH_2026", TextRecord("192", " FIDE_DUTCH_2026")),
    ("202 BH/C1,SB", TextRecord("202", " BH/C1,SB")),
    (
        "GER    1 m    Mueller Hans                      2150",
        TextRecord("GER", "    1 m    Mueller Hans                      2150"),
    ),
    ("### a comment", TextRecord("###", " a comment")),
]


@pytest.mark.parametrize(("text", "record"), TRF26, ids=[text[:12] for text, _ in TRF26])
def test_a_line_of_trf26_is_read_and_written(text: str, record: Record) -> None:
    """Columns of the 2026 format, and the words programs used before it."""
    assert read(text).records == (record,)
    assert write(Document.of([record], ending="")) == text


def test_numbers_with_leading_zeros_are_read_as_the_format_shows_them() -> None:
    text = "250 00.0 02.0 001 003 0001 0090\r240 H 003 0026 0047\r260 001 002 0125 0180\r"
    assert read(text).records == (
        AccelerationRecord(20, 1, 3, 1, 90, match_points=0),
        ByesRecord("H", 3, (26, 47)),
        ForbiddenRecord((125, 180), 1, 2),
    )
    assert write(read(text)) == text


def test_points_outside_columns_may_begin_with_their_point() -> None:
    """As JaVaFo's manual writes them."""
    assert read("XXS WD=.5 WW=1").records == (PointsRecord((("WD", 5), ("WW", 10)), "XXS"),)


def put(column: int, word: str) -> str:
    """The player's line with a word written over it from a column on."""
    return PLAYER[: column - 1] + word + PLAYER[column - 1 + len(word) :]


REFUSED = [
    (put(5, "   x"), 5, "starting number"),
    (put(5, "    "), 5, "starting number is missing"),
    (put(5, "   0"), 5, "at least 1"),
    (put(5, "  ²1"), 5, "whole number"),
    (put(48, "x"), 48, "Expected a blank between fields, found"),
    (put(49, "25x7"), 49, "rating"),
    (put(81, " 4,x"), 81, "must look like 11.5 in columns"),
    (put(81, "    "), 81, "points is missing"),
    (put(86, "  1."), 86, "rank"),
    (put(92, " -26"), 92, "opponent in round 1"),
    (put(92, "  2x"), 92, "opponent in round 1"),
    (put(97, "x"), 97, "colour w or b"),
    (put(97, "-"), 97, "colour w or b"),
    (put(109, "7"), 109, "The result of round 2 against 13"),
    (put(109, "U"), 109, "The result of round 2 against 13"),
    (put(92, "0000"), 97, "no opponent"),
    (put(92, "0000 - 1"), 99, "H, F, U, Z"),
    (put(100, "1"), 100, "Expected a blank between fields, found"),
    (PLAYER[:60], 81, "points is missing"),
    ("142 nine", 5, "whole number"),
    ("142 9 9", 5, "one number"),
    ("142", 5, "one number"),
    ("152 X", 5, "W or B"),
    ("XXC red1", 5, "white1, black1 and rank"),
    ("162  Q 1.0", 6, "W, D, L, A, P and X"),
    ("162  W 1,00", 11, "Expected a blank between fields, found"),
    ("162  W x.0", 7, "must look like 11.5 in columns"),
    ("XXS WW:1.0", 5, "XXS allows"),
    ("XXS WW=one", 5, "WW=1.0"),
    ("BBW one", 5, "such as 1.0"),
    ("299 U         1.0  001    1", 5, "W, D, L, F, H, Z, + and -"),
    ("299 W              001    1", 14, "points is missing"),
    ("299 W         x.0  001    1", 13, "must look like 11.5 in columns"),
    ("299 W         1.0  00x    1", 20, "whole number"),
    ("299 W         1.0 1001    1", 19, "Expected a blank between fields, found"),
    ("240 U   3   26", 5, "F, H or Z"),
    ("240 H       26", 7, "round is missing"),
    ("240 H   3   2x", 11, "whole number"),
    ("250           1   3    1   90", 10, "fictitious points is missing"),
    ("260   1   2  125", 13, "at least two"),
    ("XXP 3", 5, "at least two"),
    ("101    1      Player", 1, "is not a code of the format. Comments begin with ###."),
    ("hello", 1, "is not a code of the format. Comments begin with ###."),
]


@pytest.mark.parametrize(("text", "column", "reason"), REFUSED, ids=[f"{i}-{r[2]}" for i, r in enumerate(REFUSED)])
def test_a_bad_line_is_refused_with_line_column_and_reason(text: str, column: int, reason: str) -> None:
    with pytest.raises(TrfError) as caught:
        read("012 Cup\n\n" + text + "\n")
    assert (caught.value.line, caught.value.column) == (3, column)
    assert reason in caught.value.reason
    assert str(caught.value).startswith(f"line 3, column {column}: ")


def test_lenient_reading_keeps_lines_of_unknown_codes() -> None:
    text = text_of(DATA / "trf-cases" / "parse_invalid_code.trf")
    with pytest.raises(TrfError) as caught:
        read(text)
    assert (caught.value.line, caught.value.column) == (7, 1)
    document = read(text, Reading.LENIENT)
    assert len(list(document.players())) == 6
    assert write(document) == text


@pytest.mark.parametrize(
    ("record", "what"),
    [
        (PlayerRecord(10_000), "starting number"),
        (PlayerRecord(1, name="x" * 34), "name"),
        (PlayerRecord(1, name="two\nlines"), "name"),
        (PlayerRecord(1, points=10_000), "points"),
        (PlayerRecord(1, rating=10_000), "rating"),
        (PlayerRecord(1, federation="GERM"), "federation"),
        (PlayerRecord(1, cells=(RoundCell(12_345, Colour.WHITE, "1"),)), "opponent"),
        (AbnormalRecord("W", 10_000), "points"),
    ],
)
def test_what_does_not_fit_into_its_columns_is_not_written(record: Record, what: str) -> None:
    with pytest.raises(DoesNotFit, match=what):
        write(Document.of([record]))


NAMES = st.text("abcÄöÉ, '-.", max_size=33).map(str.strip)
CELLS = st.one_of(
    st.just(RoundCell()),
    st.builds(RoundCell, st.integers(1, 9999), st.sampled_from(Colour), st.sampled_from(["", *"1=0WDL+-"])),
    st.builds(RoundCell, st.just(0), st.none(), st.sampled_from([*"HFUZ+-"])),
)


@given(
    st.builds(
        PlayerRecord,
        number=st.integers(1, 9999),
        name=NAMES,
        points=st.integers(0, 999),
        rank=st.none() | st.integers(1, 9999),
        cells=st.lists(CELLS, max_size=12).map(tuple),
        sex=st.sampled_from(["", "m", "w"]),
        title=st.sampled_from(["", "GM", "WIM"]),
        rating=st.none() | st.integers(0, 3200),
        federation=st.sampled_from(["", "GER", "ESP"]),
        fide_number=st.integers(0, 10**11 - 1).map(str),
        birth=st.sampled_from(["", "1978/00/00"]),
    )
)
def test_whatever_player_is_written_is_read_again(player: PlayerRecord) -> None:
    """Blank rounds at the end of a line are nothing, so they do not come back."""
    cells = player.cells
    while cells and cells[-1].is_blank:
        cells = cells[:-1]
    assert read(write(Document.of([player]))).records == (replace(player, cells=cells),)


def outcome(text: str, reading: Reading) -> str:
    """The text as it comes back, or what is wrong with it."""
    try:
        return write(read(text, reading))
    except TrfError as error:
        return str(error)


@given(st.text(max_size=200), st.sampled_from(Reading))
def test_any_text_is_read_or_refused_in_words(text: str, reading: Reading) -> None:
    assert outcome(text, reading) == text or outcome(text, reading).startswith("line ")


@given(st.sampled_from([PLAYER, *(text for text, _ in TRF26)]), st.integers(0, 140), st.text(max_size=6))
def test_a_line_with_junk_in_it_is_read_or_refused_in_words(line: str, place: int, junk: str) -> None:
    text = line[:place] + junk + line[place + len(junk) :]
    assert outcome(text, Reading.STRICT) == text or outcome(text, Reading.STRICT).startswith("line ")
