"""A line of text as moves: read without a position, played by one service."""

import pytest

import engine
from games.errors import GameError
from games.models import LogRow, PassMode, Source
from games.play.errors import IllegalMove, NotAMove, NotYourTurn, StalePosition
from games.play.positions import load
from games.text_client.lines import (
    LineTooLong,
    NoSuchNumber,
    NothingWritten,
    NumberAfterFirst,
    OrderNotLast,
    ParsedLine,
    read_line,
)
from games.text_client.playing import play_line, would_uncover

from ..play_builders import NOON, asked_user, begun, first_phase_over, play_on

LISTED = ("buy market", "take library lower", "pass")
WORDS = ("kaufe Markt für 4 Rubel", "nimm Bibliothek auf die Hand", "passe")


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("2", ["take library lower"]),
        (" 2. ", ["take library lower"]),
        ("2)", ["take library lower"]),
        ("#3", ["pass"]),
        ("Nr. 1", ["buy market"]),
        ("Buy Market;  pass.", ["Buy Market", "pass"]),
        ("1; pass", ["buy market", "pass"]),
        ("1\r\npub 3\n", ["buy market", "pub 3"]),
        ("pub 3", ["pub 3"]),
        ("Kaufe Markt für 4 Rubel", ["buy market"]),
        ("1. kaufe Markt für 4 Rubel!", ["buy market"]),
        ("passe", ["pass"]),
        ("Ich passe.", ["pass"]),
        ("nehme Bibliothek", ["take Bibliothek"]),
        ("ich kaufe Markt", ["buy Markt"]),
        ("kaufe Bibliothek unten", ["buy Bibliothek lower"]),
        ("Kontrolleur aus der unteren Reihe für 13 Rubel kaufen", ["buy Kontrolleur lower"]),
        ("buy Fur Shop from the lower row for 1 ruble", ["buy Fur Shop lower"]),
        ("kaufe Kürschnerei statt Pelzjäger", ["buy Kürschnerei over Pelzjäger"]),
        ("Sekretär aus der Hand für 12 Rubel ausspielen", ["play Sekretär"]),
        ("; ;pass;", ["pass"]),
    ],
)
def test_numbers_moves_and_the_words_of_the_list_are_read(text, moves):
    assert read_line(text, LISTED, WORDS) == ParsedLine(tuple(moves))


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("pass until change", PassMode.UNTIL_CHANGE),
        ("Pass until the tableau changes.", PassMode.UNTIL_CHANGE),
        ("passen, bis sich das Tableau ändert", PassMode.UNTIL_CHANGE),
        ("passe bis zur Änderung", PassMode.UNTIL_CHANGE),
        ("pass phase", PassMode.PHASE),
        ("pass until the end of this phase", PassMode.PHASE),
        ("passen bis zum Ende dieser Phase", PassMode.PHASE),
        ("pass no more", PassMode.NONE),
        ("nicht mehr passen", PassMode.NONE),
    ],
)
def test_a_standing_pass_is_ordered_in_both_languages(text, order):
    assert read_line(text) == ParsedLine((), order)
    assert read_line(f"2; {text}", LISTED) == ParsedLine(("take library lower",), order)


@pytest.mark.parametrize("text", ["pass market", "pass the phase change", "pass or not", "phase", "play pass phase"])
def test_other_words_with_a_pass_in_them_are_no_order(text):
    assert read_line(text).order is None


@pytest.mark.parametrize(
    ("text", "error", "part"),
    [
        ("", NothingWritten, ""),
        (" ;\n; ", NothingWritten, ""),
        ("0", NoSuchNumber, "0"),
        ("4", NoSuchNumber, "4"),
        ("123456", NoSuchNumber, "123456"),
        ("pass; 2", NumberAfterFirst, "2"),
        ("pass phase; buy market", OrderNotLast, "pass phase"),
        ("pass;" * 21, LineTooLong, ""),
        ("b" * 201, LineTooLong, ""),
    ],
)
def test_what_means_nothing_is_refused_with_its_part(text, error, part):
    with pytest.raises(error) as refused:
        read_line(text, LISTED)
    assert refused.value.details["part"] == part


@pytest.fixture
def building(db, anna, boris):
    """The Building phase of the first round, where whoever is asked may buy or pass."""
    game = begun(anna, boris)
    play = play_on(game, until=lambda play: engine.phase_key(play.state) == "1:building")
    return play


def line_of(play, text):
    view = play.view(play.seat_of(asked_user(play)).index)
    return read_line(text, view.moves)


def play_text(play, text, *, user=None, version=None):
    user = user or asked_user(play)
    version = play.game.version if version is None else version
    return play_line(
        game_id=play.game.pk, user=user, line=line_of(play, text), version=version, source=Source.MAIL, now=NOON
    )


def rows_of(play):
    return list(LogRow.objects.filter(game=play.game.pk, number__gt=play.game.version).values_list("text", "source"))


def test_the_number_of_the_list_is_played(building):
    played = play_text(building, "1")
    first = building.view(building.seat_of(asked_user(building)).index).moves[0]
    assert played.moves == (first,)
    assert not played.left
    assert rows_of(building) == [(first, "mail")]


def test_a_line_ends_where_somebody_else_is_asked(building):
    """What is played stands; the rest is named, with the reason."""
    played = play_text(building, "pass; pass")
    assert played.moves == ("pass",)
    assert played.left == ("pass",)
    assert played.why is not None
    assert played.why.code == "not_your_turn"
    assert len(rows_of(building)) == 1


def test_several_are_played_while_the_other_one_passes_by_order(building, anna, boris):
    other = boris if asked_user(building) == anna else anna
    play_line(
        game_id=building.game.pk,
        user=other,
        line=ParsedLine((), PassMode.PHASE),
        version=building.game.version,
        source=Source.PAGE,
        now=NOON,
    )
    view = building.view(building.seat_of(asked_user(building)).index)
    bought = next(text for text in view.moves if text.startswith("buy"))
    played = play_text(building, f"{bought}; pass no more")
    assert played.moves == (bought,)
    assert played.ordered == PassMode.NONE
    taken = next(text for text in load(building.game.pk).view(view.viewer).moves if text.startswith("take"))
    played = play_text(load(building.game.pk), f"{taken}; {taken}")
    assert played.moves == (taken,)
    assert played.why is not None
    assert played.why.code == "illegal_move"
    assert [text for text, source in rows_of(building) if source == "mail"] == [bought, taken]


def test_a_standing_pass_closes_a_line(building):
    user = asked_user(building)
    played = play_text(building, "1; pass until change")
    assert played.ordered == PassMode.UNTIL_CHANGE
    assert not played.left
    play = load(building.game.pk)
    assert play.seat_of(user).pass_mode == PassMode.UNTIL_CHANGE
    assert rows_of(building)[0][1] == "mail"


def test_what_was_written_for_a_phase_is_not_played_in_the_next(building, anna, boris):
    """Both pass, and the phase is over: the cards of the next one were not known when the line was written."""
    other = boris if asked_user(building) == anna else anna
    play_line(
        game_id=building.game.pk,
        user=other,
        line=ParsedLine((), PassMode.PHASE),
        version=building.game.version,
        source=Source.PAGE,
        now=NOON,
    )
    played = play_text(building, "pass; pass phase")
    assert played.moves == ("pass",)
    assert played.left == ("pass phase",)
    assert played.why is not None
    assert played.why.code == "phase_over"
    assert {seat.pass_mode for seat in load(building.game.pk).seats} == {PassMode.NONE}


@pytest.mark.parametrize(
    ("text", "error"), [("castle", NotAMove), ("1; castle kingside", NotAMove), ("draw worker", IllegalMove)]
)
def test_words_that_are_no_move_leave_everything_as_it_was(building, text, error):
    with pytest.raises(error):
        play_text(building, text)
    assert not rows_of(building)


def test_a_line_comes_once_and_only_from_who_is_asked(building, anna, boris):
    user = asked_user(building)
    other = boris if user == anna else anna
    with pytest.raises(NotYourTurn):
        play_text(building, "pass", user=other)
    play_text(building, "pass", user=user)
    with pytest.raises(StalePosition):
        play_text(building, "pass", user=user)
    assert len(rows_of(building)) == 1


def test_the_number_of_the_question_is_version_enough(building):
    """A mail knows its question, and nothing of what was written beside it."""
    user = asked_user(building)
    seat = building.seat_of(user)
    assert play_text(building, "1", version=seat.asked_number).moves
    with pytest.raises(GameError) as refused:
        play_text(building, "1", user=user, version=seat.asked_number)
    assert refused.value.code == "stale_position"


def test_it_is_known_before_whether_a_line_uncovers_something(anna, boris):
    """The pass that ends a phase lays out new cards."""
    game = begun(anna, boris)
    play = play_on(game, until=first_phase_over)
    play_text(play, "1")
    play = load(game.pk)
    assert not would_uncover(play, play.seat_of(asked_user(play)), ParsedLine(("pass",)))
    play_text(play, "pass")
    play = load(game.pk)
    seat = play.seat_of(asked_user(play))
    assert would_uncover(play, seat, ParsedLine(("pass",)))
    assert would_uncover(play, seat, ParsedLine((), PassMode.PHASE))
    assert not would_uncover(play, seat, ParsedLine(("castle",)))
