"""A position as plain text: in order, narrow, and nothing in it that its reader cannot know."""

from random import Random
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation

import engine
from games.emails import samples
from games.models import PassMode
from games.play.position_cache import Steps
from games.play.positions import load
from games.text_client.layout import WIDTH, Items, Rows, Words, part, plain, present
from games.text_client.telling import telling
from notifications import registry
from notifications.mail.render import rendered

from ..boards import wander_on
from ..play_builders import NOON, asked_user, begun, first_phase_over, play_on

SIGNS = set("=_|+─│┌┐└┘*~#-")
SETS = ["market", "good-company", "banquet", "module-2", "helpers", "events", "orders", "hurdles"]


@pytest.fixture(autouse=True)
def here():
    with translation.override("en"), timezone.override(ZoneInfo("Europe/Berlin")):
        yield


def flat(text):
    return " ".join(text.split())


def after(count):
    """Holds after so many answers."""
    left = iter(range(count))
    return lambda state: next(left, None) is None


def is_plain(text):
    lines = text.splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert not [line for line in lines if line and set(line) <= SIGNS], "rules are noise to who hears them"
    assert not any("\t" in line or "|" in line for line in lines)


def test_rows_stand_below_each_other_and_become_a_list_where_they_are_too_wide():
    rows = Rows((("You", "5 rubles", "", "1 card"), ("Boris", "12 rubles", "7 points", "")))
    assert rows.lines() == ["  You     5 rubles            1 card", "  Boris  12 rubles  7 points"]
    wide = Rows((("N" * 30, "12 rubles", "7 points " * 5), ("You", "5 rubles", "")))
    assert wide.lines()[0].startswith("- " + "N" * 30 + ": 12 rubles, 7 points")
    assert wide.lines()[-1] == "- You: 5 rubles"


def test_headings_stand_apart_and_empty_parts_are_left_out():
    parts = present(
        part("First", Words("One.")), part("Second", Items(())), part("Third", Items(("a", "b"), numbered=True))
    )
    assert plain(parts) == "First\nOne.\n\nThird\n 1. a\n 2. b"
    assert plain(parts, "## ").startswith("## First")


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_line_of_a_plain_mail_is_longer_than_77_columns_but_for_links(language):
    for sample in registry.samples().values():
        for line in rendered(sample, language).text.splitlines():
            assert len(line) < 78 or "://" in line, (sample.name, line)
            assert not line or not set(line) <= SIGNS, (sample.name, line)


def test_the_text_has_all_that_the_board_shows_in_its_order():
    play = samples.play_at(samples.moment("your-turn"))
    told = telling(play, samples.READER, now=samples.NOW)
    headings = [one.heading for one in told.parts]
    assert headings[:4] == [
        "It is your turn",
        "Since your last turn",
        "Current standings",
        "Tableau with your prices",
    ]
    assert headings[4:6] == ["Your hand", "Your play area"]
    assert headings[-3:] == ["Piles", "Available actions", "How to reply"]
    text, view = flat(told.text), told.view
    is_plain(told.text)
    assert "Building phase in round 4." in text
    assert "You have until Sunday 22 November, 03:10 (Europe/Berlin): 1 day and 14 hours left." in text
    for slot in filter(None, (*view.upper, *view.lower)):
        assert f"{engine.card(play.options, slot.card).name_en} {slot.offers[0].price} rubles" in text
    for seat in view.seats:
        for shown in seat.display:
            assert engine.card(play.options, shown.card).name_en in text
    assert len(told.moves) == len(view.moves)
    assert f"{len(view.moves)}. pass" in text


def test_a_german_reads_german():
    play = samples.play_at(samples.moment("your-turn"))
    with translation.override("de"):
        text = flat(telling(play, samples.READER, now=samples.NOW).text)
    assert "Du bist am Zug" in text
    assert "Auslage von Boris" in text
    assert "Schreib die Nummer eines Zuges oder den Zug selbst" in text


def test_who_has_no_seat_reads_printed_costs_and_no_moves():
    play = samples.play_at(samples.moment("your-turn"), open_hands=False)
    told = telling(play, None, now=samples.NOW)
    assert told.moves == ()
    assert "Waiting for Anna" in told.text
    assert "rubles hidden" in told.text
    assert "with your prices" not in told.text
    assert "In hand:" not in told.text
    is_plain(told.text)


@pytest.mark.parametrize("open_hands", [True, False])
def test_every_position_of_a_game_with_every_set_is_told_to_everybody(db, anna, boris, clara, open_hands):
    game = begun(anna, boris, clara, sets=SETS, open_hands=open_hands)
    for number in range(5):
        play = load(game.pk)
        for viewer in (None, *range(3)):
            is_plain(telling(play, viewer, now=NOON).text)
            with translation.override("de"):
                is_plain(telling(play, viewer, now=NOON).text)
        wander_on(game, until=after(21), seed=number + 1)


def test_two_deals_that_differ_in_hidden_things_only_are_told_alike(db, anna, boris, clara):
    """Byte for byte, for every seat and for who has none."""
    for sets, open_hands in ((SETS, False), (SETS, True), ([], False)):
        game = begun(anna, boris, clara, sets=sets, open_hands=open_hands)
        compared = 0
        for number in range(4):
            wander_on(game, until=after(11), seed=number + 1)
            for viewer in (None, *range(3)):
                play = load(game.pk)
                before = telling(play, viewer, now=NOON).text
                other = engine.guess(play.view(viewer), Random(number))
                if other == play.state or engine.view_for(other, viewer) != play.view(viewer):
                    continue
                *before_it, last = play.steps
                exchanged = last._replace(step=last.step._replace(state=other))
                play.__dict__["steps"] = Steps((*before_it, exchanged), 0, tuple)
                assert telling(play, viewer, now=NOON).text == before
                compared += 1
        assert compared > 5


def test_a_paused_game_and_a_seat_that_a_bot_keeps_offer_no_move(db, anna, boris):
    game = begun(anna, boris)
    play = play_on(game, until=first_phase_over)
    viewer = play.seat_of(asked_user(play)).index
    assert telling(play, viewer, now=NOON).moves
    play.game.paused_at = NOON
    told = telling(play, viewer, now=NOON)
    assert told.moves == ()
    assert told.situation.heading == "The game is paused"
    play.game.paused_at = None
    play.holder(viewer).bot, play.holder(viewer).user = "plain", None
    assert telling(play, viewer, now=NOON).moves == ()


def test_a_standing_pass_is_told_to_its_player_alone(db, anna, boris):
    game = begun(anna, boris)
    play = play_on(game, until=first_phase_over)
    mine = next(seat for seat in play.seats if not seat.waiting)
    mine.pass_mode = PassMode.PHASE
    other = 1 - mine.index
    assert "You auto-pass until the end of this phase." in telling(play, mine.index, now=NOON).text
    for viewer in (None, other):
        assert "until the end of this phase" not in telling(play, viewer, now=NOON).text


def test_the_end_is_told_with_ranks(db, anna):
    game = begun(anna, "plain")
    play = play_on(game)
    told = telling(play, 0, now=NOON)
    assert told.parts[0].heading == "The game has finished"
    assert "Final ranking" in told.text
    assert "1. " in told.text
