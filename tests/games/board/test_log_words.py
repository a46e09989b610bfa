"""Scorings in the log: what they brought, and that they brought nothing."""

from dataclasses import replace

import engine
from games.board import log
from games.board.people import Person
from games.board.sentences import sentence
from games.names.cards import Deck
from games.play.positions import VisibleEntry

YOU, BORIS = Person(0, "Anna", False, True), Person(1, "Boris", False, False)
ANNA = replace(YOU, is_you=False)
DECK = Deck(engine.Options(players=2))


def told(*gains: int, names: tuple[Person, ...]) -> tuple[str, int]:
    """The line of a step of the final scoring that brought these points, and how many sums unfold below it."""
    steps = [
        engine.Final(rubles_before=9, rubles_gain=0, points_before=8, points_gain=gain, seat=one, step="hand", count=0)
        for one, gain in enumerate(gains)
    ]
    (line,) = log.lines([VisibleEntry(None, 0, one) for one in steps], (), DECK, names, hands={})
    return line.text.rpartition(": ")[2], len(line.accounts)


def test_a_scoring_that_brings_nothing_says_so():
    """UI-11: a sentence, and never a name with a dash behind it."""
    assert told(0, 0, names=(YOU, BORIS)) == told(0, 0, names=(ANNA, BORIS)) == ("nothing for anyone", 0)
    assert told(0, -5, names=(YOU, BORIS)) == ("nothing for you", 2)
    assert told(-5, 0, names=(YOU, BORIS)) == ("you 8 − 5 = 3\u202fVP", 2)
    assert told(-5, names=(ANNA,)) == ("Anna 8 − 5 = 3\u202fVP", 0)
    one = engine.Scored(seat=1, phase="noble", rubles_before=5, rubles_gain=0, points_before=8, points_gain=0)
    assert sentence(one, DECK, (ANNA, BORIS)) == "Noble scoring: nothing for Boris"


def test_what_the_board_plays_is_what_the_line_says():
    """Coins and points by seat; a card that went into a hidden hand has no name, and what brings nothing moves nothing."""
    entries = [
        engine.Bought(seat=1, card="pub", row="upper", price=1, over=None),
        engine.Took(seat=1, card="judge", row="drawn").for_viewer(
            0, engine.Options(players=2, open_hands=False), False
        ),
        engine.Scored(seat=0, phase="worker", rubles_before=5, rubles_gain=3, points_before=8, points_gain=0),
        engine.Scored(seat=1, phase="worker", rubles_before=None, rubles_gain=4, points_before=8, points_gain=2),
    ]
    found = log.lines([VisibleEntry(None, 0, one) for one in entries], (), DECK, (YOU, BORIS), hands={})
    played = [
        (line.person and line.person.seat, line.face and line.face.name, line.flows, line.phase) for line in found
    ]
    assert played == [(1, "Pub", "1:-1:0", ""), (1, None, "", ""), (None, None, "0:3:0 1:4:2", "worker")]
